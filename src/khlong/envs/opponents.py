"""Batches in which one seat of each game learns, and our bots play the others without coming back in between."""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence, Sequence
from functools import cache

import numpy as np

from khlong.bots.levels import LEVELS
from khlong.bots.search.descent import START, Workspace, decide
from khlong.engine.chance import MASK, Chance, below, draw, sow
from khlong.engine.game import Game, GameState
from khlong.engine.given import shown, whole
from khlong.engine.loops import PICKER_OFFSET, pick, play
from khlong.engine.native import CALLED, compiled
from khlong.engine.rule import Rule, rule
from khlong.engine.schema import dtype
from khlong.engine.scratch import Moves, copy_into
from khlong.games.facets import Settings, Value

from .batch import Fractions, Frame, Numbers, Plan, Rewards
from .errors import EnvError
from .loops import WORD, Grid, Seen, States, begin_game, clear_turn, pay, show_last, show_legal, show_position
from .native import NativeBatch

RANDOM = "random"
COMPILED = (RANDOM, *(name for name, level in LEVELS.items() if level.playouts is not None))
"""The opponents that play in compiled code."""
NODES = 1 << 13  # for the trees of those who search: more than 150 playouts take
ANY_SEAT = -1
HUNDRED = 100


@rule
def reply(
    state: GameState, picker: Chance, moves: Moves, playouts: int, slips: int, space: Workspace, settings: Settings
) -> int:
    """The move of a bot of some level: see `bots/levels.py`."""
    if below(picker, HUNDRED) < slips:
        return pick(state, picker, moves)
    copy_into(space.states, state, START)
    sow(space.own, draw(picker), draw(picker), draw(picker), draw(picker), 0)
    return decide(space, settings, playouts)


@rule
def reply_at_random(
    state: GameState, picker: Chance, moves: Moves, playouts: int, slips: int, space: object, settings: object
) -> int:
    """The move of a bot that does not think."""
    return pick(state, picker, moves)


@rule
def sow_pickers(first: int, last: int, pickers: Sequence[Chance], seeds: Sequence[int]) -> None:
    """Generators for the opponents, one for each game: not those of the games."""
    for slot in range(first, last):
        sow(pickers[slot], seeds[slot] & MASK, seeds[slot] >> WORD & MASK, PICKER_OFFSET, 0, 0)


@rule
def seat_learner(slot: int, players: int, wanted: int, picker: Chance, learners: MutableSequence[int]) -> None:
    """The seat that learns in the next game."""
    learners[slot] = below(picker, players) if wanted == ANY_SEAT else wanted


@rule
def await_learner(
    states: States,
    slot: int,
    learners: Sequence[int],
    picker: Chance,
    moves: Moves,
    playouts: int,
    slips: int,
    space: Workspace,
    settings: Settings,
) -> None:
    """Lets the others play until the learner is to decide, or the game is over."""
    while states[slot].ending == 0 and states[slot].decider != learners[slot]:
        play(states[slot], reply(states[slot], picker, moves, playouts, slips, space, settings))


@rule
def begin_seats(
    first: int,
    last: int,
    wanted: int,
    pickers: Sequence[Chance],
    template: States,
    states: States,
    seeds: Sequence[int],
    numbers: Sequence[int],
    learners: MutableSequence[int],
    playouts: int,
    slips: int,
    space: Workspace,
    settings: Settings,
    moves: Moves,
) -> None:
    """Begins all games and plays them up to the learner's first decision."""
    for slot in range(first, last):
        begin_game(template, states, seeds, numbers, slot)
        seat_learner(slot, states[slot].players, wanted, pickers[slot], learners)
        await_learner(states, slot, learners, pickers[slot], moves, playouts, slips, space, settings)


@rule
def step_seats(
    first: int,
    last: int,
    actions: Sequence[int],
    wanted: int,
    pickers: Sequence[Chance],
    template: States,
    states: States,
    seeds: Sequence[int],
    numbers: MutableSequence[int],
    learners: MutableSequence[int],
    playouts: int,
    slips: int,
    space: Workspace,
    settings: Settings,
    kind: int,
    rewards: Grid,
    done: MutableSequence[int],
    last_seen: Seen,
    last_rows: Grid,
    seen: Seen,
    rows: Grid,
    legal: Grid,
    deciders: MutableSequence[int],
    moves: Moves,
) -> None:
    """A decision of the learner in every game, and what follows up to the next one."""
    for slot in range(first, last):
        clear_turn(rewards, done, slot)
        play(states[slot], actions[slot])
        await_learner(states, slot, learners, pickers[slot], moves, playouts, slips, space, settings)
        while states[slot].ending != 0:
            pay(states[slot], rewards, slot, kind)
            done[slot] = 1
            show_last(states, slot, learners[slot], last_seen, last_rows)
            numbers[slot] += 1
            begin_game(template, states, seeds, numbers, slot)
            deciders[slot] = learners[slot]
            seat_learner(slot, states[slot].players, wanted, pickers[slot], learners)
            await_learner(states, slot, learners, pickers[slot], moves, playouts, slips, space, settings)
    for slot in range(first, last):
        show_position(states, slot, seen, rows, learners)
    for slot in range(first, last):
        show_legal(states, slot, legal, moves)


class SeatBatch(NativeBatch):
    """Games in which one seat learns against our bots: each frame is a decision of the learner's.

    `rewards` are those of all seats; `learner_rewards` those of the learner of the game that ended.
    """

    def __init__(
        self,
        game: str | Game,
        games: int,
        *,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        rewards: Rewards = "share",
        threads: int | None = None,
        opponents: str = "easy",
        seat: int | None = None,
    ) -> None:
        super().__init__(game, games, players=players, options=options, rewards=rewards, threads=threads)
        if opponents not in COMPILED:
            raise EnvError(
                f"The opponents in a batch are {', '.join(COMPILED)}, not {shown(opponents)}. "
                "Others play in environments of one game."
            )
        self._wanted = checked_seat(seat, self.plan.players)
        level = LEVELS.get(opponents)
        self._level = (level.playouts or 0, level.slips) if level else (0, 0)
        self._begin, self._step, self._sow_pickers = seat_code_of(self.plan.game, thinking=level is not None)
        self._learners = np.zeros(self.games, np.int8)
        self._own_rewards = np.zeros(self.games, np.float32)
        self._pickers = np.zeros(self.games, dtype(Chance))

    def reset(self, seeds: int | Sequence[int] | Numbers | None = None) -> Frame:
        """Begins all games anew."""
        self._seeds[:] = self.checked_seeds(seeds)
        self._numbers[:] = 0
        self._rewards[:] = 0
        self._own_rewards[:] = 0
        self._done[:] = False
        self._sow_pickers(0, self.games, self._pickers, self._seeds)
        self._each(
            lambda first, last: self._begin(
                first,
                last,
                self._wanted,
                self._pickers,
                *self._games,
                self._learners,
                *self._level,
                *self._thoughts(),
                self._room(),
            )
        )
        self.begun = True
        return self._show()

    def step(self, actions: Sequence[int] | Numbers) -> Frame:
        """A decision of the learner in every game."""
        self._must_have_begun()
        chosen = self.checked_actions(actions)
        learners = self._learners.copy()
        self._each(
            lambda first, last: self._step(
                first,
                last,
                chosen,
                self._wanted,
                self._pickers,
                *self._games,
                self._learners,
                *self._level,
                *self._thoughts(),
                self.plan.kind,
                *self._ends,
                *self._shown,
                self._room(),
            )
        )
        self._deciders[:] = self._learners
        np.copyto(self._own_rewards, self._rewards[np.arange(self.games), learners])
        return self.frame

    @property
    def learners(self) -> Numbers:
        """The seat that learns in each game."""
        return self._learners.copy()

    @property
    def learner_rewards(self) -> Fractions:
        """What the learners got in the last step."""
        return self._own_rewards.copy()

    def _thoughts(self) -> tuple[object, object]:
        """What a thread needs to think."""
        return thoughts_of(self.plan.game) if self._level[0] else (0, 0)


def checked_seat(seat: object, players: int) -> int:
    """The seat that learns, or any."""
    if seat is None:
        return ANY_SEAT
    number = whole(seat)
    if number is None or not 0 <= number < players:
        raise EnvError(f"The seat that learns is one from 0 to {players - 1}, or None for any, not {shown(seat)}.")
    return number


def thoughts_of(game: Game) -> tuple[Workspace, np.void]:
    """A search's workspace and settings."""
    from khlong.bots.search.player import workspace
    from khlong.bots.search.settings import record_of
    from khlong.games.facets import Search

    return workspace(game, NODES), record_of(Search.of(game).settings)[0]


@cache
def seat_code_of(game: Game, *, thinking: bool) -> list[Rule]:
    """The compiled loops, with opponents that think or without."""
    own = Plan(game, game.players[0], None).constants()
    replies: dict[str, object] = Value.of(game).constants(game) if thinking else {"reply": reply_at_random}
    entries = (begin_seats, step_seats, sow_pickers)
    return list(compiled(game.name, {**replies, **own}, entries, inner=CALLED))
