"""The compiled search of a game: one for all threads and bots, with the trees of each kept apart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from khlong.engine.chance import Chance, seed_words
from khlong.engine.game import Game, GameState
from khlong.engine.native import CALLED, CHECKED, compiled
from khlong.engine.schema import dtype
from khlong.games.facets import Search, Settings, Value

from ..seeds import seat_seed
from . import descent, nodes
from .descent import GAME, STATES, Scratch, Workspace, sizes
from .layout import record_type
from .nodes import Node
from .settings import record_of

LONGEST_GAME = 100_000
SMALL_TREE = 1 << 16


def workspace(game: Game, nodes: int) -> Workspace:
    """What one thread needs to search a game, with a tree of so many nodes."""
    states = np.zeros(STATES, dtype(game.state))
    arrays: Any = (
        states,
        states.view(np.int64).reshape(STATES, -1),
        _mask(game),
        np.zeros(nodes, record_type(Node, sizes(game))),
        np.zeros(1, record_type(Scratch, sizes(game)))[0],
        np.zeros(1, dtype(Chance))[0],
    )
    return Workspace(*arrays)


def as_record(state: GameState) -> Any:
    """A state as compiled code sees it."""
    return np.frombuffer(bytearray(state.pack()), dtype(type(state)))[0]


class SearchPlayer:
    """Compiled search of one game. Safe to share between threads: each call has a workspace of its own."""

    def __init__(self, game: Game, *, check_bounds: bool = False) -> None:
        self.game = game
        self.settings = Search.of(game).settings
        entries = (descent.think_on, descent.root_key, nodes.keep_subtree, nodes.find_below, descent.play_game)
        inner = CHECKED if check_bounds else CALLED
        made = compiled(game.name, Value.of(game).constants(game), entries, inner=inner, keep=not check_bounds)
        self.think_on, self.root_key, self.keep_subtree, self.find_below, self._play_game = made
        self.at_tables = made[:4]  # what a bot needs

    def play_game(
        self,
        start: GameState,
        seed: int,
        playouts: Sequence[int],
        settings: Sequence[Settings | None] | None = None,
    ) -> tuple[list[int], GameState]:
        """A whole game with the options of a template: its moves, and how it ended. `playouts` are by seat, 0 being
        a random player; no Python runs between the moves."""
        by_seat = [given or self.settings for given in settings or [None] * start.players]
        seeds = [seed, *(seat_seed(seed, seat) for seat in range(start.players))]
        space = workspace(self.game, SMALL_TREE)
        made = np.zeros(LONGEST_GAME, np.int16)
        count = self._play_game(
            as_record(start),
            np.array([seed_words(one) for one in seeds], np.int64),
            np.array(playouts, np.int64),
            np.concatenate([record_of(one) for one in by_seat]),
            space,
            made,
        )
        states: Any = space.states
        return made[:count].tolist(), self.game.state.unpack(states[GAME].tobytes())


@cache
def player_of(game: Game) -> SearchPlayer:
    """The compiled search of a game, made once."""
    return SearchPlayer(game)


def self_play(game: Game, template: GameState, seed: int, playouts_by_seat: Sequence[int]) -> list[int]:
    """The moves of a game between searching players: what the same bots would play at a table of that seed."""
    return player_of(game).play_game(template, seed, playouts_by_seat)[0]


def _mask(game: Game) -> Any:
    """Which bits of a state, as words, matter for what follows: not the generator, nor what is there to be seen."""
    mask = np.zeros(1, dtype(game.state))
    _mark(mask, {"chance", *Search.of(game).forgettable})
    return mask.view(np.int64)


def _mark(records: Any, without: set[str]) -> None:
    for name in set(records.dtype.names) - without:
        if records.dtype[name].base.names:
            _mark(records[name], without)
        else:
            records[name] = -1
