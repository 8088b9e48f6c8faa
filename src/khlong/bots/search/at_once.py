"""The same search on the python engine: a few hundred descents a second, and nothing to compile before the first."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
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
from ..explanation import Estimate, Explanation
from . import descent
from .descent import STATES, Scratch, Workspace, sizes
from .layout import blanks
from .nodes import NO_NODE, ROOT, Node
from .rivals import Compared, Effort, ranked, rivals_of

NODES = 1 << 13
WITHOUT_END = 1 << 30  # playouts
LEAST = 2  # descents however short the time: the first only lists the moves, the second tries one
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
        clock = Clock(min(clock.left(), SECONDS))
        with self._in_use:
            self._search(position, seed, playouts, clock)
            return self._favourite(self._nodes), not clock.over and playouts is not None

    def explain(
        self, position: Table, seed: int, clock: Clock, most: int, least_visits: int, about: int | None = None
    ) -> Explanation:
        """What was found out about the moves in the time there is: at most so many of them, and what is expected of
        each up to where chance decides, as far as it was tried so often. A move in question gets half of the time."""
        clock = Clock(min(clock.left(), SECONDS))
        notation = position.game.moves.notation

        def estimate(node: Node) -> Estimate:
            line = tuple(notation[move] for move in self._line(node, least_visits))
            return replace(_estimate(node, position), line=line)

        with self._in_use:
            began = time.perf_counter()
            space = self._set_out(position, seed)
            playouts = self._grow(space, None, clock if about is None else Clock(clock.left() / 2))
            root = self._nodes[ROOT]
            tried = sorted((node for node in self._below(root) if node.visits), key=_rank)[:most]
            asked = next((n for n, node in enumerate(self._below(root), root.first) if node.move == about), NO_NODE)
            if asked != NO_NODE:
                playouts += self._grow(space, None, clock, asked)
            moves = tuple(map(estimate, tried))
            found = estimate(self._nodes[asked]) if asked != NO_NODE else None
            return Explanation(moves, moves[0].line, playouts, time.perf_counter() - began, found)

    def compare(self, position: Table, seed: int, effort: Effort, made: int | None, least_visits: int) -> Compared:
        """The best moves of a position and one that was made there: see `comparison.py`."""
        with self._in_use:
            space = self._set_out(position, seed)
            left = effort.search
            while left and self._think(space, self._settings, 1, left, NO_NODE):
                left -= 1
            below = self._below(self._nodes[ROOT])
            rivals = rivals_of([(node.move, node.visits) for node in below], effort.moves, made)
            first = self._nodes[ROOT].first
            for index, node in enumerate(below):
                if node.move in rivals:
                    self._think(space, self._settings, effort.each, effort.each, first + index)
            found = {node.move: node for node in below if node.move in rivals}
            moves = ranked([_estimate(node, position) for node in found.values()], position.state.decider)
            return Compared(moves, tuple(self._line(found[moves[0].move], least_visits)))

    def _line(self, node: Node, least_visits: int) -> Iterator[int]:
        """The moves that were tried most from one on, as far as they were tried so often and chance has no say."""
        yield node.move
        while node.count and node.outcome == NO_NODE:
            node = min(self._below(node), key=_rank)
            if node.visits < least_visits:
                return
            yield node.move

    def _search(self, position: Table, seed: int, playouts: int | None, clock: Clock) -> int:
        """Grows a new tree until no other move can catch up or the time is over; returns how often it tried."""
        return self._grow(self._set_out(position, seed), playouts, clock)

    def _grow(self, space: Workspace, playouts: int | None, clock: Clock, first: int = NO_NODE) -> int:
        """More of the tree, or of what hangs on one of its first moves; returns how often it tried."""
        left = most = WITHOUT_END if playouts is None else playouts
        while self._think(space, self._settings, 1, left, first):
            left -= 1
            if not left or (clock.over and most - left >= LEAST):
                break
        return most - left

    def _set_out(self, position: Table, seed: int) -> Workspace:
        """A new tree."""
        own = Chance()
        sow(own, *seed_words(seed), position.ply)
        states = [position.state.copy() for _ in range(STATES)]
        space = Workspace(states, states, self._what_matters, self._nodes, self._scratch, own)
        self._plant(space.nodes, space.scratch)
        return space

    def _below(self, node: Node) -> list[Node]:
        """The moves of a position."""
        return self._nodes[node.first : node.first + node.count]


def _estimate(node: Node, position: Table) -> Estimate:
    players = range(position.players)
    return Estimate(
        move=node.move,
        notation=position.game.moves.notation[node.move],
        win_shares=tuple(node.shares[player] / node.visits for player in players),
        scores=tuple(node.points[player] / node.visits for player in players),
        visits=node.visits,
    )


def _rank(node: Node) -> int:
    """The most visited first; equals stay in order, the more promising first."""
    return -node.visits


@cache
def quick_search_of(game: Game) -> QuickSearch:
    """The quick search of a game, made once."""
    return QuickSearch(game)


def _position_key(states: list[GameState], slot: int, what_matters: Callable[[list[int]], Any]) -> Any:
    """What matters of a state for what follows, as it is: to compare numbers is as quick here as to hash them."""
    return what_matters(states[slot].values())
