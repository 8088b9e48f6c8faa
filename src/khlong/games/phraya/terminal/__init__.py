"""Phraya in a terminal: the board, and a hint for each move."""

from .board import draw
from .hints import hints

__all__ = ["draw", "hints"]
