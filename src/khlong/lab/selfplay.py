"""Games of the search bot against itself in compiled code, with notes of what positions looked like and what came of
them. The weights of the value stand outside the code, so that they can be changed without compiling anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.extending import intrinsic

from khlong.bots.search.descent import GAME, START, decide
from khlong.bots.search.nodes import ROOT
from khlong.bots.search.player import Workspace
from khlong.bots.search.settings import record_of
from khlong.engine.chance import below, seed_words
from khlong.engine.errors import KhlongError
from khlong.engine.game import Game
from khlong.engine.loops import begin, begin_picker, pick, play
from khlong.engine.native import compiled
from khlong.engine.rule import rule
from khlong.games.facets import Cover, Learnt, Search, Value
from khlong.table import template


class LabError(KhlongError):
    """Something that cannot be learnt or tried."""


MILLE = 1000
EVERY = 24  # a position in so many is noted, on average, and the first one always
ROOM = 60  # for notes of each game; what does not fit is left out
TREE = 1 << 15
NOISE = (10, 30, 100, 150, 50)  # random moves in a thousand: strong and weak players meet, and odd positions come up

# put in place by the linker
ADDRESS, SIZE = 0, 0


@intrinsic
def _pointer(context, address):  # type: ignore[no-untyped-def]
    """A number as a pointer to weights."""

    def cast(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.float32)(types.int64), cast  # type: ignore[attr-defined]


@rule
def weigh(state: Any, weights: Any, shares: Any, points: Any) -> None:
    """The game's value by some weights."""


@rule
def fill_features(state: Any, rows: Any) -> None:
    """The game's own features."""


@rule
def learning_value(state: Any, shares: Any, points: Any) -> None:
    """The value by the weights that stand at an address."""
    weigh(state, numba.carray(_pointer(ADDRESS), (SIZE,)), shares, points)


@rule
def put_weights(weights: Any) -> None:
    """Puts weights at the address."""
    current = numba.carray(_pointer(ADDRESS), (SIZE,))
    for index in range(SIZE):
        current[index] = weights[index]


NOTE = np.dtype([("game", np.int64), ("ply", np.int32), ("plies", np.int32), ("players", np.int8), ("seen", np.int8)])


@dataclass
class Notes:
    """Positions of many games: each player's features, and what the end and the search said of shares and points."""

    about: Any
    features: Any  # position × seat × feature
    shares: Any  # position × seat, so also below
    points: Any
    seen_shares: Any
    seen_points: Any

    @staticmethod
    def blank(count: int, seats: int, inputs: int) -> Notes:
        """Room for so many notes."""
        numbers = [np.zeros((count, seats), np.float32) for _ in range(4)]
        return Notes(np.zeros(count, NOTE), np.zeros((count, seats, inputs), np.float32), *numbers)

    @staticmethod
    def joined(parts: Sequence[Notes]) -> Notes:
        return Notes(*(np.concatenate(arrays) for arrays in zip(*(vars(part).values() for part in parts), strict=True)))

    def pick(self, which: Any) -> Notes:
        """Some of the notes, by numbers, a slice or yes and no."""
        return Notes(*(array[which] for array in vars(self).values()))

    def __len__(self) -> int:
        return len(self.about)


@rule
def play_and_note(
    template: Any,
    words: Any,
    offset: int,
    games: int,
    playouts: Any,
    noise: Any,
    weights: Any,
    settings: Any,
    states: Any,
    bits: Any,
    mask: Any,
    nodes: Any,
    desks: Any,
    owns: Any,
    about: Any,
    features: Any,
    shares: Any,
    points: Any,
    seen_shares: Any,
    seen_points: Any,
) -> int:
    """Plays games with so many playouts a decision for each seat, and notes some positions; returns how many.

    `noise` is how many moves in a thousand are random, for each place; places are dealt to seats anew in each game.
    `weights` are one row for each seat, or no rows, and then those at the address stay as they are.
    """
    notes = 0
    own, desk, root = owns[0], desks[0], nodes[ROOT]
    for number in range(games):
        states[GAME] = template[0]
        game = states[GAME]
        begin(game, words[0], words[1], words[2], words[3], offset + number)
        begin_picker(own, words[0], words[1], words[2], words[3], offset + number)
        shift = below(own, game.players)
        first = notes
        while game.ending == 0:
            seat = game.decider
            noted = game.ply == 0 or (below(own, EVERY) == 0 and notes + games - number < len(about))
            at_random = below(own, MILLE) < noise[(seat + shift) % game.players]
            move = -1
            root.visits = 0
            if noted or not at_random:
                if len(weights):
                    put_weights(weights[seat])
                states[START] = states[GAME]
                move = decide(states, bits, mask, nodes, desk, own, settings[0], playouts[seat])
            if noted:
                fill_features(game, features[notes].reshape(-1))
                about[notes].game = offset + number
                about[notes].ply = game.ply
                about[notes].players = game.players
                about[notes].seen = root.visits > 1
                for player in range(game.players):
                    seen_shares[notes, player] = root.shares[player] / max(root.visits, 1)
                    seen_points[notes, player] = root.points[player] / max(root.visits, 1)
                notes += 1
            if at_random:
                move = pick(game, own, desk.moves)
            play(game, move)
        learning_value(game, desk.shares, desk.points)  # exact, as the game is over
        for note in range(first, notes):
            about[note].plies = game.ply
            for player in range(game.players):
                shares[note, player] = desk.shares[player]
                points[note, player] = desk.points[player]
                if not about[note].seen:
                    seen_shares[note, player] = desk.shares[player]
                    seen_points[note, player] = desk.points[player]
    return notes


def learnt(game: Game) -> Learnt:
    """What a game's value learns by."""
    own = Value.of(game).learnt
    if own is None:
        raise LabError(f"{Cover.of(game).title} has no value that learns.")
    return own


class SelfPlay:
    """Compiled play of one game, with weights that can be changed."""

    def __init__(self, game: Game, threads: int) -> None:
        self.game = game
        own = Value.of(game)
        self.value = learnt(game)
        self.weights = np.array(own.weights, np.float32)
        self._threads = threads
        constants = {
            **own.constants(game),
            "value": learning_value,
            "weigh": self.value.weigh,
            "fill_features": self.value.fill_features,
            "ADDRESS": self.weights.ctypes.data,
            "SIZE": len(self.weights),
        }
        (self._run,) = compiled(game.name, constants, [play_and_note], keep=False)  # an address is good only once

    def play(
        self,
        players: int,
        options: Mapping[str, str],
        seed: int,
        games: int,
        playouts: Sequence[int],
        noise: Sequence[int] = NOISE,
        weights: Any = (),
    ) -> Notes:
        """Notes of some games. If each seat has weights of its own, one thread plays, as there is one address."""
        rows = np.array(weights, np.float32).reshape(-1, len(self.weights))
        threads = 1 if len(rows) else self._threads
        step = -(-games // (4 * threads))

        def some(first: int) -> Notes:
            return self._some(players, options, seed, first, min(step, games - first), playouts, noise, rows)

        with ThreadPoolExecutor(threads) as pool:
            return Notes.joined(list(pool.map(some, range(0, games, step))))

    def _some(
        self,
        players: int,
        options: Mapping[str, str],
        seed: int,
        first: int,
        games: int,
        playouts: Sequence[int],
        noise: Sequence[int],
        rows: Any,
    ) -> Notes:
        room = Workspace(self.game, TREE)
        notes = Notes.blank(games * ROOM, self.game.players[-1], len(self.value.features))
        start = template(self.game, players, options)
        count = self._run(
            np.frombuffer(bytearray(start.pack()), room.states.dtype),
            np.array(seed_words(seed), np.int64),
            first,
            games,
            np.array(playouts, np.int64),
            np.array(noise, np.int64),
            rows,
            record_of(Search.of(self.game).settings),
            *room.arrays(),
            *vars(notes).values(),
        )
        return notes.pick(slice(count))

    def match(
        self, players: int, options: Mapping[str, str], seed: int, games: int, sides: Sequence[tuple[Any, int]]
    ) -> list[float]:
        """The share of wins of each side, given as weights and playouts for each; the sides go around the seats."""
        wins = [0.0] * players
        before = self.weights.copy()
        for turn in range(players):
            order = [(seat + turn) % players for seat in range(players)]
            playouts, weights = [sides[side][1] for side in order], [sides[side][0] for side in order]
            notes = self.play(players, options, seed, games // players, playouts, [0] * players, weights)
            ends = notes.shares[notes.about["ply"] == 0].mean(0)
            for seat, side in enumerate(order):
                wins[side] += float(ends[seat]) / players
        self.weights[:] = before
        return wins
