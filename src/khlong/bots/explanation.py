"""What a bot thinks of a position, for hints and analysis."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Estimate:
    """What a bot expects of a move, for each seat: the share of the win, and the points."""

    move: int
    notation: str
    win_shares: tuple[float, ...]
    scores: tuple[float, ...]
    visits: int
    line: tuple[str, ...] = ()
    """What it expects to be played, beginning with the move itself."""


@dataclass(frozen=True)
class Explanation:
    """The moves from the best down, the line that a bot expects, and how many times it tried."""

    moves: tuple[Estimate, ...]
    line: tuple[str, ...]
    playouts: int
    seconds: float
    asked: Estimate | None = None
    """What it expects of the move that it was asked about, looked at as long as at all others together."""
