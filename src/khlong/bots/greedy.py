"""A bot that looks one decision ahead, with the game's value function."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, MutableSequence, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cache, partial
from typing import Any

from khlong.engine.chance import Chance, draw, seed_words, sow
from khlong.engine.game import Game, GameState
from khlong.engine.loops import legal_moves, play, value
from khlong.engine.rule import Linker, rule
from khlong.engine.schema import Record, dtype
from khlong.engine.scratch import Floats, Moves, copy_into
from khlong.games.facets import Value
from khlong.table import Table, new_table

from .clock import Clock
from .errors import BotError
from .explanation import Estimate, Explanation

SAMPLES = 8  # of a move that leaves something to chance


@rule
def weigh(state: GameState, weights: Sequence[float], shares: Floats, points: Floats) -> None:
    """The game's value. Training puts one in its place that goes by the given weights."""
    value(state, shares, points)


@rule
def appraise(
    state: GameState,
    own: Chance,
    samples: int,
    weights: Sequence[float],
    box: MutableSequence[GameState],
    moves: Moves,
    visits: Floats,
    win_shares: Floats,
    scores: Floats,
    shares: Floats,
    points: Floats,
) -> int:
    """Lists the legal moves, with each player's share of the win and score after each of them; returns how many.

    Moves are tried on copies that have the player's own chance, the same for all of them; once, if chance has no part.
    """
    count = legal_moves(state, moves)
    players = state.players
    word0, word1, word2, word3 = draw(own), draw(own), draw(own), draw(own)
    for index in range(count):
        first = index * players
        for player in range(players):
            win_shares[first + player] = 0.0
            scores[first + player] = 0.0
        tries = 0
        while tries < samples:
            trial = copy_into(box, state)
            sow(trial.chance, word0, word1, word2, word3, tries)
            before = trial.chance.counter
            play(trial, moves[index])
            weigh(trial, weights, shares, points)
            for player in range(players):
                win_shares[first + player] += shares[player]
                scores[first + player] += points[player]
            tries += 1
            if trial.chance.counter == before:
                break
        for player in range(players):
            win_shares[first + player] /= tries
            scores[first + player] /= tries
        visits[index] = tries
    return count


@rule
def look_at(state: GameState, weights: Sequence[float], shares: Floats, points: Floats) -> None:
    """What a position is worth, as an entry point."""
    weigh(state, weights, shares, points)


class Appraiser:
    """Values a game's positions and legal moves: in compiled code, or in plain Python where there is no compiler."""

    def __init__(self, game: Game, *, native: bool = True) -> None:
        self._game = game
        self._appraise: Callable[..., int]
        self._look_at: Callable[..., None]
        self._box: Callable[[Record], Any]
        self._zeros: Callable[[int], Any]
        self._moves: Callable[[int], Any]
        self.making: Callable[[], AbstractContextManager[None]] = nullcontext
        """For the first call: see `engine.native.making`."""
        if not (native and self._compiled()):
            linker = Linker(lambda function: function, Value.of(game).constants(game))
            self._appraise, self._look_at = linker.link(appraise), linker.link(look_at)
            self._box = lambda record: [record.copy()]
            self._zeros = self._moves = lambda count: [0] * count

    def _compiled(self) -> bool:
        try:
            import numpy as np

            from khlong.engine.native import compiled, making
        except ImportError:
            return False
        constants = Value.of(self._game).constants(self._game)
        entries = compiled(self._game.name, constants, [appraise, look_at])
        self._appraise, self._look_at = entries
        self.making = partial(making, entries)
        self._box = lambda record: np.frombuffer(bytearray(record.pack()), dtype(type(record)))
        self._zeros = np.zeros
        self._moves = partial(np.zeros, dtype=np.int16)
        return True

    def worth(self, state: GameState) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Everybody's share of the win and score in a position, as the value sees it."""
        players = state.players
        shares, points = self._zeros(players), self._zeros(players)
        self._look_at(self._box(state)[0], 0, shares, points)
        return tuple(map(float, shares)), tuple(map(float, points))

    def __call__(self, state: GameState, own: Chance, samples: int) -> list[Estimate]:
        """What each legal move leads to, in the order of the rules."""
        room, players = self._game.most_moves + 1, state.players
        moves, visits, each = self._moves(room), self._zeros(room), self._zeros
        shares, scores = each(room * players), each(room * players)
        count = self._appraise(
            self._box(state)[0],
            self._box(own)[0],
            samples,
            0,  # no weights: the game has its own
            self._box(state),
            moves,
            visits,
            shares,
            scores,
            each(players),
            each(players),
        )
        return [
            Estimate(
                int(moves[index]),
                self._game.moves.notation[moves[index]],
                tuple(float(share) for share in shares[index * players : (index + 1) * players]),
                tuple(float(score) for score in scores[index * players : (index + 1) * players]),
                int(visits[index]),
            )
            for index in range(count)
        ]


@cache
def appraiser_of(game: Game, *, native: bool) -> Appraiser:
    """The appraiser of a game, made once."""
    return Appraiser(game, native=native)


class GreedyBot:
    """Takes the move after which it has the largest share of the win.

    What it takes depends on its seed, the position and how far the game is, on nothing else.

    >>> import khlong
    >>> table = khlong.new_table("floating-market", seed=1)
    >>> GreedyBot(seed=7).choose(table, Clock()) == GreedyBot(seed=7).choose(table, Clock())
    True
    """

    def __init__(self, seed: int | None = None, samples: int = SAMPLES) -> None:
        self._seed = secrets.randbits(128) if seed is None else seed
        self._samples = samples

    def choose(self, position: Table, clock: Clock) -> int:
        return self._estimates(position)[0].move

    def choose_unprepared(self, position: Table, clock: Clock) -> tuple[int, bool]:
        return self._estimates(position, native=False)[0].move, True

    def explain(self, position: Table, clock: Clock, about: int | None = None) -> Explanation:
        """All moves from the best down."""
        return self._explained(position, about, native=True)

    def explain_unprepared(self, position: Table, clock: Clock, about: int | None = None) -> Explanation:
        """The same, without compiled code."""
        return self._explained(position, about, native=False)

    def _explained(self, position: Table, about: int | None, *, native: bool) -> Explanation:
        start = time.monotonic()
        moves = tuple(replace(each, line=(each.notation,)) for each in self._estimates(position, native=native))
        asked = next((each for each in moves if each.move == about), None)
        tries = sum(each.visits for each in moves)
        return Explanation(moves, moves[0].line, tries, time.monotonic() - start, asked)

    def prepare(self, game: Game) -> None:
        """Compiles what is compiled, so that the first move does not have to wait for it."""
        with appraiser_of(game, native=True).making():
            table = new_table(game, game.players[0], seed=0)
            self.choose(table, Clock())
            appraiser_of(game, native=True).worth(table.state)

    def _estimates(self, position: Table, *, native: bool = True) -> list[Estimate]:
        """All legal moves from the best down; equals stay in order."""
        if position.over:
            raise BotError("The game is over: there is nothing to choose.")
        seat = position.state.decider
        own = Chance()
        sow(own, *seed_words(self._seed), position.ply)
        estimates = appraiser_of(position.game, native=native)(position.state, own, self._samples)
        return sorted(estimates, key=lambda each: each.win_shares[seat], reverse=True)
