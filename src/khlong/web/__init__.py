"""The page: what `web/` is built into. The server serves it from `static/`."""
