"""A native engine with a box that can be changed: compiled once, it plays any component file of its game.

The engine that everybody plays on has the numbers of a box in its code, where they are quickest; but then each file
takes a compilation of its own, half a minute or more. Here rules read the same numbers from memory.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.core.imputils import lower_constant
from numba.extending import models, overload_attribute, register_model, typeof_impl

from khlong.engine import loops
from khlong.engine.game import Game
from khlong.engine.native import CHECKED, NativeEngine, table
from khlong.engine.python import game_constants
from khlong.engine.rule import Linker
from khlong.engine.schema import dtype
from khlong.games import game_named

ROOM = 125_001  # numbers for each constant: Numba looks at a table anew, instead of copying it, from a megabyte on


class LiveBox:
    """The constants of a box, each in a table that compiled rules look into."""

    def __init__(self, box: Any) -> None:
        self.tables = {name: np.zeros(ROOM, np.int64) for name in box._fields}
        self.put(box)

    def put(self, box: Any) -> None:
        """Other numbers from now on."""
        for name, value in box._asdict().items():
            numbers = value if isinstance(value, tuple) else (value,)
            self.tables[name][: len(numbers)] = numbers
            self.tables[name][len(numbers) : 1000] = 0


class _LiveLinker(Linker):
    """Puts a live box where the rules say BOX."""

    def __init__(self, game: Game, live: LiveBox) -> None:
        super().__init__(numba.njit(error_model="numpy", **CHECKED), game_constants(game), table)
        self._box = game.constants["BOX"]
        self._live = live

    def tabled(self, value: object) -> object:
        return self._live if value is self._box else super().tabled(value)


class LiveEngine(NativeEngine):
    """Plays the files of one game, with bounds checks; which one is said with `take`."""

    def __init__(self, game: Game) -> None:
        box: Any = game.constants["BOX"]
        self._live = LiveBox(box)
        _teach_numba(self._live, box)
        self.state_type = dtype(game.state)
        linker = _LiveLinker(game, self._live)
        entries = [linker.bind(entry) for entry in (loops.list_legal_moves, loops.play_move, loops.begin)]
        build = numba.njit(nogil=True, error_model="numpy", boundscheck=True)
        self._legal_moves, self.play, self._begin = (build(entry) for entry in entries)
        self._moves = np.zeros(game.most_moves + 1, np.int16)
        self.take(game)

    def take(self, game: Game) -> LiveEngine:
        """The same game with other components."""
        self.game = game
        self._live.put(game.constants["BOX"])
        return self


@cache
def live_engine(name: str) -> LiveEngine:
    """The one of a game."""
    return LiveEngine(game_named(name))


def _teach_numba(live: LiveBox, box: Any) -> None:
    """A type of its own for this box, with an attribute for each constant."""

    class BoxType(types.Opaque):
        pass

    kind = BoxType(f"{type(box).__module__}.LiveBox")
    register_model(BoxType)(models.OpaqueModel)
    KINDS[id(live)] = kind
    lower_constant(BoxType)(lambda context, builder, kind, value: context.get_dummy_value())
    for name, value in box._asdict().items():
        _teach_attribute(BoxType, name, live.tables[name], whole=isinstance(value, tuple))


KINDS: dict[int, Any] = {}


@typeof_impl.register(LiveBox)  # type: ignore[untyped-decorator]
def _kind_of(live: LiveBox, context: object) -> Any:
    return KINDS[id(live)]


def _teach_attribute(kind: Any, name: str, numbers: Any, *, whole: bool) -> None:
    if whole:
        overload_attribute(kind, name)(lambda box: lambda box: numbers)
    else:
        overload_attribute(kind, name)(lambda box: lambda box: numbers[0])
