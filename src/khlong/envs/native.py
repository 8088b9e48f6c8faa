"""Batches on the native engine: compiled loops over NumPy arrays, on as many cores as wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache

try:
    import numpy as np

    from khlong.engine.native import INLINED, compiled
except ImportError as missing:
    raise ImportError("batches need Numba: pip install 'khlong[rl]'") from missing

from khlong.engine.chance import Chance
from khlong.engine.cores import cores
from khlong.engine.game import Game
from khlong.engine.given import shown, whole
from khlong.engine.rule import Rule
from khlong.engine.schema import dtype

from . import loops
from .batch import (
    Batch,
    Fractions,
    Frame,
    Marks,
    Numbers,
    Plan,
    Records,
    Rewards,
    Saved,
    memory_of_machine,
    refuse_what_does_not_fit,
)
from .errors import EnvError

GAMES_WORTH_A_THREAD = 512


class NativeBatch(Batch):
    """Games on the native engine. Arrays are NumPy's, and the batch's own: it alone writes them."""

    backend = "native"

    def __init__(
        self,
        game: str | Game,
        games: int,
        *,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        rewards: Rewards = "share",
        threads: int | None = None,
    ) -> None:
        super().__init__(game, games, players=players, options=options, rewards=rewards)
        wanted = cores() if threads is None else whole(threads)
        if wanted is None or wanted < 1:
            raise EnvError(f"Threads are a number from 1 on, not {shown(threads)}.")
        refuse_what_does_not_fit(self.bytes_needed, memory_of_machine(), "this machine")
        self._threads = max(1, min(wanted, self.games // GAMES_WORTH_A_THREAD))
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self._code = code_of(self.plan.game)
        self._lay_out()

    def _lay_out(self) -> None:
        plan, games = self.plan, self.games
        layout = dtype(plan.observations.layout)
        self._template = np.frombuffer(bytearray(plan.template.pack()), dtype(plan.game.state))
        self._states = np.zeros(games, dtype(plan.game.state))
        self._seeds, self._numbers = np.zeros(games, np.int64), np.zeros(games, np.int64)
        self._seen, self._last_seen = np.zeros(games, layout), np.zeros(games, layout)
        self._rows, self._last_rows = (
            each.view(plan.number).reshape(games, -1) for each in (self._seen, self._last_seen)
        )
        self._legal = np.zeros((games, plan.moves), np.bool_)
        self._deciders = np.zeros(games, np.int8)
        self._rewards = np.zeros((games, plan.players), np.float32)
        self._done = np.zeros(games, np.bool_)
        self.frame = Frame(
            *map(_read_only, (self._rows, self._legal, self._deciders, self._rewards, self._done, self._last_rows))
        )

    # what callers do

    def reset(self, seeds: int | Sequence[int] | Numbers | None = None) -> Frame:
        """Begins all games anew."""
        self._seeds[:] = self.checked_seeds(seeds)
        self._numbers[:] = 0
        self._rewards[:] = 0
        self._done[:] = False
        self._each(lambda first, last: self._code.begin(first, last, *self._games))
        self.begun = True
        return self._show()

    def step(self, actions: Sequence[int] | Numbers) -> Frame:
        """Makes a decision in every game: each action is the number of a legal move."""
        self._must_have_begun()
        chosen = self.checked_actions(actions)
        self._each(
            lambda first, last: self._code.step(
                first, last, chosen, *self._games, self.plan.kind, *self._ends, *self._shown, self._room()
            )
        )
        return self.frame

    def run(self, decisions: int, seed: int = 0, policy: Rule | None = None) -> Frame:
        """Makes so many decisions in every game without coming back in between.

        `policy` is a rule (seen, moves, count, picker) that gives one of the first `count` moves, from an observation
        as a record and a generator; without one, any of them. `rewards` are all that was paid, `done` whether any game
        of the slot ended.
        """
        self._must_have_begun()
        number = self.checked_decisions(decisions)
        words = np.array(self.checked_words(seed), np.int64)
        code = self._code if policy is None else code_with(self.plan.game, self.checked_policy(policy))
        pickers, paid = np.zeros(self.games, dtype(Chance)), np.zeros_like(self._rewards)
        rewards, *others = self._ends

        def some(first: int, last: int) -> None:
            code.pickers(first, last, pickers, words)
            code.run(
                first,
                last,
                number,
                pickers,
                *self._games,
                self.plan.kind,
                rewards,
                paid,
                *others,
                *self._shown,
                self._room(),
            )

        self._each(some)
        return self.frame

    def save(self) -> Saved:
        """All games as they stand, dice to come included: who plans ahead restores them and then resamples."""
        self._must_have_begun()
        return Saved(self._about(), self._states.copy(), self._seeds.copy(), self._numbers.copy())

    def restore(self, saved: Saved) -> Frame:
        """Goes back to what was saved."""
        kept = self.checked_saved(saved)
        self._states[:], self._seeds[:], self._numbers[:] = kept.states, kept.seeds, kept.numbers
        self._rewards[:] = 0
        self._done[:] = False
        self.begun = True
        return self._show()

    def resample(self, seed: int) -> None:
        """Gives every game other dice to come, so that who looks ahead learns nothing of the real ones."""
        self._must_have_begun()
        words = self.checked_words(seed)
        self._each(lambda first, last: self._code.resample(first, last, self._states, *words))

    @property
    def legal(self) -> Marks:
        """Whether each move can be made in each game."""
        return self.frame.legal  # type: ignore[no-any-return]

    @property
    def game_seeds(self) -> list[int]:
        """The seed of the table that plays the same game, for each slot."""
        return self.seeds_of(self._seeds, self._numbers)

    def checked_actions(self, actions: object) -> Numbers:
        """The actions, if each is legal."""
        given = np.asarray(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise EnvError(
                f"Actions are {self.games} whole numbers, one for each game, not {given.dtype} of shape {given.shape}."
            )
        chosen: Numbers = np.ascontiguousarray(given, np.int64)
        wrong = self._code.first_illegal(chosen, self._legal)
        if wrong != loops.NO_GAME:
            raise self.refuse_action(int(wrong), int(chosen[wrong]))
        return chosen

    # how

    @property
    def _games(self) -> tuple[Numbers | Marks | Fractions | Records, ...]:
        return self._template, self._states, self._seeds, self._numbers

    @property
    def _ends(self) -> tuple[Numbers | Marks | Fractions | Records, ...]:
        return self._rewards, self._done, self._last_seen, self._last_rows

    @property
    def _shown(self) -> tuple[Numbers | Marks | Fractions | Records, ...]:
        return self._seen, self._rows, self._legal, self._deciders

    def _room(self) -> Numbers:
        return np.zeros(self.plan.game.most_moves + 1, np.int16)

    def _show(self) -> Frame:
        self._each(lambda first, last: self._code.show(first, last, self._states, *self._shown, self._room()))
        return self.frame

    def _each(self, work: Callable[[int, int], None]) -> None:
        """Does something for all games, some of them in each thread."""
        if self._pool is None:
            work(0, self.games)
            return
        share = -(-self.games // self._threads)
        bounds = [(first, min(first + share, self.games)) for first in range(0, self.games, share)]
        for each in [self._pool.submit(work, *bound) for bound in bounds]:
            each.result()


class Code:
    """The compiled loops of a game."""

    def __init__(self, constants: Mapping[str, object], name: str, *, keep: bool = True) -> None:
        entries = (
            loops.begin_games,
            loops.show_games,
            loops.first_illegal,
            loops.step_games,
            loops.run_games,
            loops.resample_games,
            loops.begin_pickers,
        )
        made = compiled(name, constants, entries, inner=INLINED, keep=keep)
        self.begin, self.show, self.first_illegal, self.step, self.run, self.resample, self.pickers = made


@cache
def code_of(game: Game) -> Code:
    """The compiled loops of a game, made once."""
    return Code(Plan(game, game.players[0], None).constants(), game.name)


@cache
def code_with(game: Game, policy: Rule) -> Code:
    """The same with somebody's own policy in them."""
    return Code(Plan(game, game.players[0], None).constants(policy), game.name, keep=False)


def _read_only(array: Numbers) -> Numbers:
    """What callers see of an array."""
    view = array.view()
    view.flags.writeable = False
    return view
