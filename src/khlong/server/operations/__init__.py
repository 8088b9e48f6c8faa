"""What those who run a server need: settings, logs, figures, limits, backups."""
