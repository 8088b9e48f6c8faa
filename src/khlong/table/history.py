"""The moves of a game and the states that they led to."""

from __future__ import annotations

from typing import Any

from .trail import Trail

KEPT_AS_THEY_ARE = 2  # states; older ones are packed, which makes them small and nothing for the garbage collector


class History:
    """Grows by a move at a time, and can be cut back. A copy costs nothing, however long it is."""

    __slots__ = ("_kind", "_trail", "now")

    def __init__(self, start: Any) -> None:
        self.now = start
        self._kind = type(start)
        self._trail: Trail[tuple[int, Any]] = Trail([(-1, start)])

    def copy(self) -> History:
        twin = object.__new__(History)
        twin.now, twin._kind, twin._trail = self.now, self._kind, self._trail.copy()
        return twin

    def __len__(self) -> int:
        """How many moves there are."""
        return len(self._trail) - 1

    def add(self, move: int, state: Any) -> None:
        self._trail.append((move, state))
        self.now = state
        old = len(self) - KEPT_AS_THEY_ARE
        if old >= 0:
            move, state = self._trail[old]
            if not isinstance(state, bytes):
                self._trail.renew(old, (move, state.pack()))

    def cut(self, length: int) -> None:
        """Forgets all but so many moves."""
        self._trail.cut(length + 1)
        self.now = self.state(length)

    def move(self, number: int) -> int:
        """The first move is number 1."""
        return self._trail[number][0]

    def moves(self) -> list[int]:
        return [move for move, _ in self._trail[1:]]

    def state(self, number: int) -> Any:
        """The state after so many moves."""
        state = self._trail[number][1]
        return self._kind.unpack(state) if isinstance(state, bytes) else state
