"""Moves that are compared: how much is tried, which they are, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..explanation import Estimate


class Effort(NamedTuple):
    """How much is tried: playouts of the search, and then of each of so many moves."""

    search: int
    each: int
    moves: int


class Compared(NamedTuple):
    """Moves from the best down, for whoever decides; and the line that is expected, up to where chance has a say."""

    moves: tuple[Estimate, ...]
    line: tuple[int, ...]


def rivals_of(visits: Sequence[tuple[int, int]], most: int, made: int | None) -> list[int]:
    """The moves that were tried most, and one more. They come in the order of how promising they looked."""
    best = sorted(visits, key=lambda each: -each[1])[:most]
    return list(dict.fromkeys([*(move for move, _ in best), *([] if made is None else [made])]))


def ranked(moves: Sequence[Estimate], seat: int) -> tuple[Estimate, ...]:
    """The best for somebody first; of equals the one that was tried more."""
    return tuple(sorted(moves, key=lambda each: (-each.win_shares[seat], -each.visits)))
