"""The moves of a game and the states that they led to."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from khlong.engine.game import GameState

STRIDE = 16  # one state in so many is kept; those between are played again for whoever asks
Again = Callable[[GameState, int], GameState]
"""Gives the state after a move, by its number, from the state before it."""


class History:
    """Grows by a move at a time, and can be cut back. A copy shares all states."""

    __slots__ = ("_kept", "_moves", "before", "length", "now")

    def __init__(self, start: GameState) -> None:
        self.now = start
        self.before: GameState | None = None
        """The state before the last move."""
        self.length = 0
        """How many moves there are."""
        self._moves: list[int] = []
        self._kept: list[GameState] = [start]

    def copy(self) -> History:
        twin = object.__new__(History)
        twin.now, twin.before, twin.length = self.now, self.before, self.length
        twin._moves, twin._kept = self._moves[:], self._kept[:]
        return twin

    def add(self, move: int, state: GameState) -> None:
        self.before, self.now = self.now, state
        self._moves.append(move)
        self.length += 1
        if self.length % STRIDE == 0:
            self._kept.append(state)

    def cut(self, length: int, again: Again) -> None:
        """Forgets all but so many moves."""
        self.now, self.before = self.state(length, again), self.state(length - 1, again) if length else None
        self.length = length
        del self._moves[length:]
        del self._kept[length // STRIDE + 1 :]

    def move(self, number: int) -> int:
        """The first move is number 1."""
        return self._moves[number - 1]

    def moves(self) -> list[int]:
        return self._moves[:]

    def state(self, number: int, again: Again) -> GameState:
        """The state after so many moves."""
        if number == self.length:
            return self.now
        if number == self.length - 1 and self.before is not None:
            return self.before
        state = self._kept[number // STRIDE]
        for move in range(number - number % STRIDE, number):
            state = again(state, move + 1)
        return state

    def since(self, number: int, again: Again) -> Iterator[tuple[GameState, int, GameState]]:
        """After so many moves, each one with the states before and after it."""
        before = self.state(number, again)
        for move in range(number + 1, self.length + 1):
            after = self.state(move, again) if move >= self.length - 1 else again(before, move)
            yield before, self.move(move), after
            before = after
