"""Games of the search bot against itself in compiled code, with notes of what positions looked like and what came of
them. The weights of the value stand outside the code, so that they can be changed without compiling anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt
from numba.core import types
from numba.extending import intrinsic

from khlong.bots.search.descent import GAME, START, Scratch, Workspace, decide
from khlong.bots.search.nodes import ROOT, Node
from khlong.bots.search.player import as_record, workspace
from khlong.bots.search.settings import record_of
from khlong.engine.chance import below, seed_words
from khlong.engine.errors import KhlongError
from khlong.engine.game import Game, GameState
from khlong.engine.loops import begin, begin_picker, pick, play
from khlong.engine.native import compiled
from khlong.engine.rule import rule
from khlong.engine.scratch import Floats, copy_into
from khlong.games.facets import Cover, Learnt, Search, Value
from khlong.table import template


class LabError(KhlongError):
    """Something that cannot be learnt or tried."""


MILLE = 1000
EVERY = 24  # a position in so many is noted, on average, and the first one always
MOST_NOTES = 60  # of each game; what does not fit is left out
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
def weigh(state: GameState, weights: Sequence[float], shares: Floats, points: Floats) -> None:
    """The game's value by some weights."""


@rule
def fill_features(state: GameState, rows: Floats) -> None:
    """The game's own features."""


@rule
def learning_value(state: GameState, shares: Floats, points: Floats) -> None:
    """The value by the weights that stand at an address."""
    weigh(state, numba.carray(_pointer(ADDRESS), (SIZE,)), shares, points)


@rule
def put_weights(weights: Sequence[float]) -> None:
    """Puts weights at the address."""
    current = numba.carray(_pointer(ADDRESS), (SIZE,))
    for index in range(SIZE):
        current[index] = weights[index]


NOTE = np.dtype([("game", np.int64), ("ply", np.int32), ("plies", np.int32), ("players", np.int8), ("seen", np.int8)])


Numbers = npt.NDArray[np.float32]


class Notes(NamedTuple):
    """Positions of many games: each player's features, and what the end and the search said of shares and points."""

    about: Any  # of `NOTE`
    features: Numbers  # position × seat × feature
    shares: Numbers  # position × seat, so also below
    points: Numbers
    seen_shares: Numbers
    seen_points: Numbers

    @staticmethod
    def blank(count: int, seats: int, inputs: int) -> Notes:
        """Room for so many notes."""
        numbers = [np.zeros((count, seats), np.float32) for _ in range(4)]
        return Notes(np.zeros(count, NOTE), np.zeros((count, seats, inputs), np.float32), *numbers)

    @staticmethod
    def joined(parts: Sequence[Notes]) -> Notes:
        return Notes(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))

    def pick(self, which: Any) -> Notes:
        """Some of the notes, by numbers, a slice or yes and no."""
        return Notes(*(array[which] for array in self))


class Players(NamedTuple):
    """Who plays."""

    playouts: npt.NDArray[np.int64]  # a decision, for each seat
    noise: npt.NDArray[np.int64]  # random moves in a thousand, for each place; dealt to seats anew in each game
    weights: Numbers  # one row for each seat, or no rows, and then those at the address stay as they are
    settings: Any  # of the search


@rule
def play_and_note(
    template: GameState,
    words: Sequence[int],
    offset: int,
    games: int,
    players: Players,
    space: Workspace,
    notes: Notes,
) -> int:
    """Plays games from seeds that count up from `offset`, and notes some positions; returns how many."""
    count = 0
    own, scratch, root = space.own, space.scratch, space.nodes[ROOT]
    for number in range(games):
        game = copy_into(space.states, template, GAME)
        begin(game, words[0], words[1], words[2], words[3], offset + number)
        begin_picker(own, words[0], words[1], words[2], words[3], offset + number)
        shift = below(own, game.players)
        first = count
        while game.ending == 0:
            seat = game.decider
            noted = game.ply == 0 or (below(own, EVERY) == 0 and count + games - number < len(notes.about))
            at_random = below(own, MILLE) < players.noise[(seat + shift) % game.players]
            move = -1
            root.visits = 0
            if noted or not at_random:
                if len(players.weights):
                    put_weights(players.weights[seat])
                copy_into(space.states, game, START)
                move = decide(space, players.settings, players.playouts[seat])
            if noted:
                note_position(notes, count, game, root)
                notes.about[count].game = offset + number
                count += 1
            if at_random:
                move = pick(game, own, scratch.moves)
            play(game, move)
        learning_value(game, scratch.shares, scratch.points)  # exact, as the game is over
        for index in range(first, count):
            note_end(notes, index, game, scratch)
    return count


@rule
def note_position(notes: Notes, index: int, game: GameState, root: Node) -> None:
    """What a position looks like, and what the search saw in it."""
    fill_features(game, notes.features[index].reshape(-1))
    about = notes.about[index]
    about.ply = game.ply
    about.players = game.players
    about.seen = root.visits > 1
    for player in range(game.players):
        notes.seen_shares[index, player] = root.shares[player] / max(root.visits, 1)
        notes.seen_points[index, player] = root.points[player] / max(root.visits, 1)


@rule
def note_end(notes: Notes, index: int, game: GameState, scratch: Scratch) -> None:
    """What came of a position. Where the search saw nothing, that is taken for what it saw."""
    about = notes.about[index]
    about.plies = game.ply
    for player in range(game.players):
        notes.shares[index, player] = scratch.shares[player]
        notes.points[index, player] = scratch.points[player]
        if not about.seen:
            notes.seen_shares[index, player] = scratch.shares[player]
            notes.seen_points[index, player] = scratch.points[player]


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
        weights: Sequence[Numbers] = (),
    ) -> Notes:
        """Notes of some games. If each seat has weights of its own, one thread plays, as there is one address."""
        rows = np.array(weights, np.float32).reshape(-1, len(self.weights))
        threads = 1 if len(rows) else self._threads
        step = -(-games // (4 * threads))
        settings = record_of(Search.of(self.game).settings)[0]
        given = Players(np.array(playouts, np.int64), np.array(noise, np.int64), rows, settings)
        start = as_record(template(self.game, players, options))

        def some(first: int) -> Notes:
            return self._some(start, seed, first, min(step, games - first), given)

        with ThreadPoolExecutor(threads) as pool:
            return Notes.joined(list(pool.map(some, range(0, games, step))))

    def _some(self, start: GameState, seed: int, first: int, games: int, players: Players) -> Notes:
        notes = Notes.blank(games * MOST_NOTES, max(self.game.players), len(self.value.features))
        words = np.array(seed_words(seed), np.int64)
        count = self._run(start, words, first, games, players, workspace(self.game, TREE), notes)
        return notes.pick(slice(count))

    def match(
        self, players: int, options: Mapping[str, str], seed: int, games: int, sides: Sequence[tuple[Numbers, int]]
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
