"""Measures the server beside boardgame.io's: `make bench-server`."""
