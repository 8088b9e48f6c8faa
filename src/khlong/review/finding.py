"""What an analysis finds out about each position of a game, before anything is made of it."""

from __future__ import annotations

from dataclasses import dataclass

Shares = tuple[float, ...]


@dataclass(frozen=True)
class Worth:
    """A move, with everybody's share of the win and score that it leads to."""

    move: int
    shares: Shares
    scores: Shares


@dataclass(frozen=True)
class Finding:
    """A position: what it is worth to everybody, its moves from the best down, and what is expected then.

    Where nothing is left to decide, there are no moves.
    """

    shares: Shares
    scores: Shares
    moves: tuple[Worth, ...] = ()
    line: tuple[int, ...] = ()

    def worth_of(self, move: int) -> Worth:
        return next(each for each in self.moves if each.move == move)


@dataclass(frozen=True)
class Luck:
    """What chance did to everybody in one move, by other dice; and whose draw it was, if it was somebody's."""

    of: int | None
    shares: Shares
