"""What a module needs so that a browser can search: the rules that are called there, and how things lie in memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from khlong.engine import loops
from khlong.engine.chance import Chance, sow
from khlong.engine.data import Data
from khlong.engine.game import Game
from khlong.engine.schema import dtype
from khlong.engine.tally import Result
from khlong.engine.wasm.compiler import Wanted
from khlong.games.facets import Search

from . import descent, nodes
from .player import workspace
from .settings import record_of

FEW = 2  # nodes and the like: only their types matter


def wanted(game: Game) -> list[Wanted]:
    """Rules that can be called from outside, with arguments such as they will be given."""
    space = workspace(game, FEW)
    states = np.zeros(1, dtype(game.state))
    settings, words = record_of(Search.of(game).settings), np.zeros(FEW, np.int64)
    moves, pairs = np.zeros(FEW, np.int16), np.zeros((FEW, 2), np.int64)
    return [
        Wanted(loops.list_legal_moves, (states[0], moves)),
        Wanted(loops.play_move, (states[0], 0)),
        Wanted(loops.begin, (states[0], 0, 0, 0, 0, 0)),
        Wanted(
            loops.play_games,
            (states, words, 0, states, np.zeros(1, dtype(Result)), np.zeros(1, dtype(Chance)), moves),
        ),
        Wanted(sow, (space.own, 0, 0, 0, 0, 0)),
        Wanted(descent.think_on, (space, settings[0], 0, 0, nodes.NO_NODE)),
        Wanted(descent.root_key, (space,)),
        Wanted(nodes.keep_subtree, (space.nodes, 0, space.nodes, np.zeros(FEW, np.int32))),
        Wanted(nodes.find_below, (space.nodes, 0, words, 0, pairs)),
    ]


def layouts(game: Game) -> Data:
    """How what a search works on lies in memory, and what it is to begin with."""
    space: Any = workspace(game, FEW)
    return {
        "players": max(game.players),
        "states": len(space.states),
        "state": space.states.dtype.itemsize,
        "mask": [str(word) for word in space.mask],
        "node": _layout(space.nodes.dtype),
        "scratch": _layout(space.scratch.dtype),
        "own": space.own.dtype.itemsize,
        "settings": record_of(Search.of(game).settings).tobytes().hex(),
    }


def _layout(kind: np.dtype[Any]) -> Data:
    assert kind.names is not None
    fields = {name: [kind.fields[name][1], kind[name].base.str[1:]] for name in kind.names}  # type: ignore[index]
    return {"size": kind.itemsize, "fields": fields}
