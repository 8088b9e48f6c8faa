"""A game that is looked at again: all its positions, and what chance did in it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from khlong.engine.game import GameState
from khlong.games.facets import Draw
from khlong.table import Table

Came = list[tuple[Draw, int | str]]


class PastGame:
    """The positions and moves of a table, the dice that fell included: for games that are over, or one's own."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game
        self.players = table.players
        self.moves = table.move_numbers
        steps = list(table.steps())
        self.states: list[Any] = [before for before, _, _ in steps] + [table.state]
        """The position after each ply."""

    @property
    def plies(self) -> int:
        return len(self.moves)

    def drew(self, ply: int) -> bool:
        """Whether chance had a say in the move that led to a ply."""
        return bool(self.states[ply].chance != self.states[ply - 1].chance)

    @cached_property
    def came_up(self) -> list[Came]:
        """What chance answered to each move."""
        return list(self.table.came_up())

    def owner(self, ply: int) -> int | None:
        """Whose roll or draw led to a ply: theirs whose dice they all were, else the mover's, or everybody's if the
        dice are of several."""
        seats = {draw.seat for draw, _ in self.came_up[ply - 1]}
        if seats <= {None}:
            return int(self.states[ply - 1].decider)
        return seats.pop() if len(seats) == 1 else None

    def leads_to_the_same(self, ply: int, move: int, other: int) -> bool:
        """Whether two moves at a ply bring about the same position, dice aside."""
        one, two = (self._after(ply, each) for each in (move, other))
        return one == two

    def _after(self, ply: int, move: int) -> GameState:
        state = self.states[ply].copy()
        self.game.python.play(state, move)
        return state  # type: ignore[no-any-return]
