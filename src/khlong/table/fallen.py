"""Chance that fell outside: dice on a real table, a card from a real deck. It stands in for a generator in one move."""

from __future__ import annotations

from collections.abc import Sequence

from khlong.engine.chance import Chance, below
from khlong.engine.errors import RollError
from khlong.engine.game import Game, GameState
from khlong.engine.given import shown
from khlong.games.facets import Dice, Draw

Face = int | str
MOST_FACES = 200


class Fallen:
    """Answers each draw of a move with what is given; where nothing is given, with the first of all ways."""

    def __init__(self, game: Game, before: GameState, move: int, now: GameState, faces: Sequence[Face] | None) -> None:
        self.draws: list[Draw] = []
        """All that was drawn, in order."""
        self._game, self._before, self._move, self._now = game, before, move, now
        self._faces = faces
        self._known: list[Draw] | None = None

    def answer(self, ways: int) -> int:
        """The next draw: which of so many ways it fell."""
        if self._known is None:
            self._known = Dice.of(self._game).draws(self._before, self._move, self._now)
        number = len(self.draws)
        draw = self._known[number] if number < len(self._known) else Draw("draw", tuple(range(ways)))
        self.draws.append(draw)
        if self._faces is None:
            return 0
        if number == len(self._faces):
            raise RollError(f"The roll is cut short: what follows its {number} faces is {_told(draw)}.")
        face = self._faces[number]
        if face not in draw.faces or isinstance(face, bool | float):
            raise RollError(f"{shown(face)} cannot have come up: {_told(draw)}.")
        return draw.faces.index(face)

    def check(self) -> None:
        """Refuses faces that no die of the move has shown."""
        if self._faces is not None and len(self._faces) > len(self.draws):
            raise RollError(f"The move leaves {len(self.draws)} things to chance, and {len(self._faces)} are given.")


class Seen:
    """Answers each draw of a move as it was answered, by a generator or outside, and notes what came up."""

    def __init__(
        self, game: Game, before: GameState, move: int, now: GameState, source: Chance | Sequence[Face]
    ) -> None:
        self.draws: list[Draw] = []
        self.faces: list[Face] = []
        self._game, self._before, self._move, self._now = game, before, move, now
        self._source = source
        self._known: list[Draw] | None = None

    def answer(self, ways: int) -> int:
        """The next draw: which of so many ways it fell."""
        if self._known is None:
            self._known = Dice.of(self._game).draws(self._before, self._move, self._now)
        number = len(self.draws)
        drawn = self._known[number] if number < len(self._known) else Draw("draw", tuple(range(min(ways, MOST_FACES))))
        if isinstance(self._source, Chance):
            fell = below(self._source, ways)
        else:
            fell = drawn.faces.index(self._source[number])
        self.draws.append(drawn)
        self.faces.append(drawn.faces[fell] if fell < len(drawn.faces) else fell)
        return fell


def checked_faces(roll: object) -> tuple[Face, ...]:
    """A roll that a caller gives, if it is such."""
    if not isinstance(roll, Sequence) or isinstance(roll, str | bytes) or len(roll) > MOST_FACES:
        raise RollError(f"A roll is a list of what came up, in the order of Table.draws, not {shown(roll)}.")
    return tuple(roll)


def _told(draw: Draw) -> str:
    whose = "" if draw.seat is None else f" of seat {draw.seat}"
    return f"{draw.what}{whose}, one of {', '.join(str(face) for face in draw.faces)}"
