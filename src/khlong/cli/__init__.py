"""The command line: play, replay and simulate. It knows no game; each game draws its own board."""
