"""The compiled search of a game: one for all threads and bots, with the trees of each kept apart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from khlong.engine.chance import Chance, seed_words
from khlong.engine.game import Game, GameState
from khlong.engine.native import compiled
from khlong.engine.schema import dtype
from khlong.games.facets import Search, Settings, Value

from ..registry import seat_seed
from . import descent, nodes
from .descent import GAME, STATES, desk_type
from .settings import record_of

LONGEST_GAME = 100_000
SMALL_TREE = 1 << 16


class Workspace:
    """What one thread needs to search: states, a tree, and room for intermediate results."""

    def __init__(self, game: Game, size: int) -> None:
        self.states = np.zeros(STATES, dtype(game.state))
        self.words = self.states.view(np.int64).reshape(STATES, -1)
        self.mask = _mask(game)
        self.nodes = np.zeros(size, nodes.NODE)
        self.desks = np.zeros(1, desk_type(game.most_moves + 1))
        self.owns = np.zeros(1, dtype(Chance))

    def place(self, slot: int, state: GameState) -> None:
        """Puts a state where compiled code can see it."""
        self.states[slot : slot + 1] = np.frombuffer(state.pack(), self.states.dtype)

    def arrays(self) -> tuple[Any, ...]:
        return self.states, self.words, self.mask, self.nodes, self.desks, self.owns


class SearchPlayer:
    """Compiled search of one game. Safe to share between threads: each call has a workspace of its own."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.settings = Search.of(game).settings
        self.think_on, self._play_game, self.keep_subtree, self.find_below, self.root_key = compiled(
            game.name,
            Value.of(game).constants(game),
            (descent.think_on, descent.play_game, nodes.keep_subtree, nodes.find_below, descent.root_key),
        )

    def workspace(self, size: int = SMALL_TREE) -> Workspace:
        return Workspace(self.game, size)

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
        room = self.workspace()
        made = np.zeros(LONGEST_GAME, np.int16)
        count = self._play_game(
            np.frombuffer(bytearray(start.pack()), room.states.dtype),
            np.array([seed_words(one) for one in seeds], np.int64),
            np.array(playouts, np.int64),
            np.concatenate([record_of(one) for one in by_seat]),
            *room.arrays(),
            made,
        )
        return made[:count].tolist(), self.game.state.unpack(room.states[GAME].tobytes())


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
