"""Khlong: the board games of Thailand's floating markets."""

__version__ = "0.1.0"
