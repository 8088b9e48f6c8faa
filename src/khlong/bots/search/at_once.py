"""The same search on the python engine: a few hundred descents a second, and nothing to compile before the first."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from operator import itemgetter
from threading import Lock
from typing import Any

from khlong.engine.chance import Chance, seed_words, sow
from khlong.engine.game import Game, GameState
from khlong.engine.rule import Linker
from khlong.engine.schema import leaves
from khlong.games.facets import Search, Value
from khlong.table import Table

from ..clock import Clock
from . import descent
from .descent import STATES, Scratch, Workspace, sizes
from .layout import blanks
from .nodes import Node

NODES = 1 << 13
WITHOUT_END = 1 << 30  # playouts
SECONDS = 1.0  # at most, whatever the clock allows: it is only meant to bridge a wait


class QuickSearch:
    """The search of one game in plain Python, made once."""

    def __init__(self, game: Game) -> None:
        linker = Linker(lambda function: function, Value.of(game).constants(game) | {"position_key": _position_key})
        self._plant = linker.link(descent.plant)
        self._think = linker.link(descent.think)
        self._favourite = linker.link(descent.favourite)
        self._settings = Search.of(game).settings
        forgettable = {"chance", *Search.of(game).forgettable}
        places = [re.findall(r"[A-Za-z_]\w*", place) for place, _ in leaves(game.state)]
        self._what_matters = itemgetter(*(at for at, names in enumerate(places) if forgettable.isdisjoint(names)))
        self._nodes = blanks(Node, sizes(game), NODES)
        (self._scratch,) = blanks(Scratch, sizes(game), 1)
        self._in_use = Lock()

    def choose(self, position: Table, seed: int, playouts: int | None, clock: Clock) -> tuple[int, bool]:
        """The best move after so many playouts, or as many as there is time for; and whether there was time enough."""
        own = Chance()
        sow(own, *seed_words(seed), position.ply)
        clock = Clock(min(clock.left(), SECONDS))
        with self._in_use:
            states = [position.state.copy() for _ in range(STATES)]
            space = Workspace(states, states, self._what_matters, self._nodes, self._scratch, own)
            self._plant(space.nodes, space.scratch)
            left = WITHOUT_END if playouts is None else playouts
            while self._think(space, self._settings, 1, left):  # until no other move can catch up
                left -= 1
                if clock.over or not left:
                    break
            return self._favourite(space.nodes), not clock.over and playouts is not None


@cache
def quick_search_of(game: Game) -> QuickSearch:
    """The quick search of a game, made once."""
    return QuickSearch(game)


def _position_key(states: list[GameState], slot: int, what_matters: Callable[[list[int]], Any]) -> Any:
    """What matters of a state for what follows, as it is: to compare numbers is as quick here as to hash them."""
    return what_matters(states[slot].values())
