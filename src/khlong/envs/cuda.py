"""Batches on the cuda engine: a game a thread, one decision a launch, arrays that stay on the card.

Runs under Numba's CUDA simulator too (NUMBA_ENABLE_CUDASIM=1), where every number is 64 bits wide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from functools import cache
from types import FunctionType
from typing import Protocol

import numpy as np
from numba import cuda

from khlong.engine.chance import sow
from khlong.engine.cuda import MOST_MOVES, MOVE_TYPE, SIMULATED, copy_simulated_record, nested
from khlong.engine.errors import EngineError
from khlong.engine.game import Game
from khlong.engine.loops import play
from khlong.engine.rule import Linker
from khlong.engine.schema import dtype

from .batch import Array, Batch, Frame, Numbers, Plan, Rewards, Saved, refuse_what_does_not_fit
from .errors import EnvError
from .loops import Grid, Seen, States, begin_game, clear_turn, end_game, show_legal, show_position

THREADS = 2 if SIMULATED else 128


class Kernel(Protocol):
    """A compiled kernel: so many blocks of so many threads, and perhaps a stream, make it ready to be launched."""

    def __getitem__(self, how: tuple[object, ...], /) -> Callable[..., None]: ...


def begin_kernel(template: States, states: States, seeds: Sequence[int], numbers: MutableSequence[int]) -> None:
    """Begins all games."""
    slot = cuda.grid(1)
    if slot < len(states):
        begin_game(template, states, seeds, numbers, slot)


def show_kernel(states: States, seen: Seen, rows: Grid, legal: Grid, deciders: MutableSequence[int]) -> None:
    """Writes down how all games stand."""
    slot = cuda.grid(1)
    moves = cuda.local.array(MOST_MOVES, MOVE_TYPE)
    if slot < len(states):
        show_position(states, slot, seen, rows, deciders)
        show_legal(states, slot, legal, moves)


def check_kernel(actions: Sequence[int], legal: Grid, wrong: MutableSequence[int]) -> None:
    """Finds the first game whose action is not legal."""
    slot = cuda.grid(1)
    if slot < len(actions):
        action = actions[slot]
        if action < 0 or action >= legal.shape[1] or legal[slot, action] == 0:
            cuda.atomic.min(wrong, 0, slot)


def step_kernel(
    actions: Sequence[int],
    template: States,
    states: States,
    seeds: Sequence[int],
    numbers: MutableSequence[int],
    kind: int,
    rewards: Grid,
    done: MutableSequence[int],
    last_seen: Seen,
    last_rows: Grid,
    seen: Seen,
    rows: Grid,
    legal: Grid,
    deciders: MutableSequence[int],
) -> None:
    """A decision in every game whose action is legal, and how they stand then."""
    slot = cuda.grid(1)
    moves = cuda.local.array(MOST_MOVES, MOVE_TYPE)
    if slot < len(states):
        clear_turn(rewards, done, slot)
        action = actions[slot]
        if 0 <= action < legal.shape[1] and legal[slot, action] != 0:
            state = states[slot]
            play(state, action)
            if state.ending != 0:
                done[slot] = 1
                seat = deciders[slot]
                end_game(template, states, seeds, numbers, slot, seat, kind, rewards, last_seen, last_rows)
            show_position(states, slot, seen, rows, deciders)
            show_legal(states, slot, legal, moves)


def resample_kernel(states: States, word0: int, word1: int, word2: int, word3: int) -> None:
    """Other dice to come, in every game."""
    slot = cuda.grid(1)
    if slot < len(states):
        sow(states[slot].chance, word0, word1, word2, word3, slot)


KERNELS = (begin_kernel, show_kernel, check_kernel, step_kernel, resample_kernel)


def link_kernels(game: Game) -> list[FunctionType]:
    """The kernels with a game's rules, components and observation in them, not yet compiled."""
    constants = Plan(game, game.players[0], None).constants() | {"MOST_MOVES": game.most_moves + 1}
    if SIMULATED:
        constants["copy_record"] = copy_simulated_record
    linker = Linker(cuda.jit(device=True), constants, tuple if SIMULATED else np.array)
    return [linker.bind(kernel) for kernel in KERNELS]


@cache
def kernels_of(game: Game) -> list[Kernel]:
    """The kernels of a game, made once."""
    return [cuda.jit(kernel) for kernel in link_kernels(game)]


class CudaBatch(Batch):
    """Games on a GPU. Arrays are device arrays, which torch, CuPy and JAX take without a copy.

    `stream` is the caller's, by its number (`torch.cuda.current_stream().cuda_stream`). With `check=False` a step is
    nothing but one launch, so that CUDA graphs can hold it: a game whose action is not legal then stays as it is.
    """

    backend = "cuda"

    def __init__(
        self,
        game: str | Game,
        games: int,
        *,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        rewards: Rewards = "share",
        stream: int = 0,
        check: bool = True,
    ) -> None:
        super().__init__(game, games, players=players, options=options, rewards=rewards)
        if not SIMULATED:
            if not cuda.is_available():
                raise EngineError("No usable NVIDIA GPU was found. Use the native backend.")
            refuse_what_does_not_fit(self.bytes_needed, cuda.current_context().get_memory_info().free, "the card")
        self._check, self._stream = check, cuda.external_stream(stream) if stream and not SIMULATED else 0
        self._begin, self._show_all, self._find, self._step, self._resample = kernels_of(self.plan.game)
        self._blocks = -(-self.games // THREADS)
        self._lay_out()

    def _lay_out(self) -> None:
        plan, games = self.plan, self.games
        state, layout = dtype(plan.game.state, wide=SIMULATED), dtype(plan.observations.layout, wide=SIMULATED)
        number = np.dtype(np.int64) if SIMULATED else plan.number
        self._template = cuda.to_device(np.array([nested(plan.template)], state))
        self._states = cuda.to_device(np.zeros(games, state))
        self._seeds, self._numbers = (cuda.to_device(np.zeros(games, np.int64)) for _ in range(2))
        (self._seen, self._rows), (self._last_seen, self._last_rows) = (
            _two_views(layout, number, games) for _ in range(2)
        )
        self._legal = cuda.to_device(np.zeros((games, plan.moves), np.bool_))
        self._deciders = cuda.to_device(np.zeros(games, np.int8))
        self._rewards = cuda.to_device(np.zeros((games, plan.players), np.float32))
        self._done = cuda.to_device(np.zeros(games, np.bool_))
        self._wrong = cuda.to_device(np.array([games], np.int64))
        self._frame = Frame(self._rows, self._legal, self._deciders, self._rewards, self._done, self._last_rows)

    def reset(self, seeds: int | Sequence[int] | Numbers | None = None) -> Frame:
        """Begins all games anew."""
        self._seeds.copy_to_device(self.checked_seeds(seeds))
        self._numbers.copy_to_device(np.zeros(self.games, np.int64))
        self._clear()
        self._begin[self._how](self._template, self._states, self._seeds, self._numbers)
        self.begun = True
        return self._show()

    def step(self, actions: object) -> Frame:
        """Makes a decision in every game. `actions` are an array on the card, or on the host."""
        self._must_have_begun()
        chosen = self.checked_actions(actions)
        self._step[self._how](
            chosen,
            *(self._template, self._states, self._seeds, self._numbers),
            self.plan.kind,
            *(self._rewards, self._done, self._last_seen, self._last_rows),
            *(self._seen, self._rows, self._legal, self._deciders),
        )
        return self._frame

    def checked_actions(self, actions: object) -> Array:
        """The actions on the card, if each is legal; without `check`, if their shape fits."""
        on_card = hasattr(actions, "__cuda_array_interface__") and not SIMULATED
        given: Array = cuda.as_cuda_array(actions, sync=False) if on_card else np.asarray(actions)
        if given.shape != (self.games,) or np.dtype(given.dtype).kind not in "iu":
            raise EnvError(
                f"Actions are {self.games} whole numbers, one for each game, not {given.dtype} of shape {given.shape}."
            )
        chosen = given if on_card else cuda.to_device(given.astype(np.int64))
        if self._check:
            self._wrong.copy_to_device(np.array([self.games], np.int64))
            self._find[self._how](chosen, self._legal, self._wrong)
            wrong = int(self._wrong.copy_to_host()[0])
            if wrong < self.games:
                raise self.refuse_action(wrong, int(chosen.copy_to_host()[wrong]))
        return chosen

    def save(self) -> Saved:
        """All games as they stand, on the host."""
        self._must_have_begun()
        return Saved(self._about(), *(each.copy_to_host() for each in (self._states, self._seeds, self._numbers)))

    def restore(self, saved: Saved) -> Frame:
        """Goes back to what was saved."""
        kept = self.checked_saved(saved)
        for own, other in zip(
            (self._states, self._seeds, self._numbers), (kept.states, kept.seeds, kept.numbers), strict=True
        ):
            own.copy_to_device(other)
        self._clear()
        self.begun = True
        return self._show()

    def resample(self, seed: int) -> None:
        """Gives every game other dice to come."""
        self._must_have_begun()
        self._resample[self._how](self._states, *self.checked_words(seed))

    @property
    def _how(self) -> tuple[object, ...]:
        return (self._blocks, THREADS, self._stream) if self._stream else (self._blocks, THREADS)

    def _clear(self) -> None:
        self._rewards.copy_to_device(np.zeros((self.games, self.plan.players), np.float32))
        self._done.copy_to_device(np.zeros(self.games, np.bool_))

    def _show(self) -> Frame:
        self._show_all[self._how](self._states, self._seen, self._rows, self._legal, self._deciders)
        return self._frame


def _two_views(layout: np.dtype[np.void], number: np.dtype[np.signedinteger], games: int) -> tuple[Array, Array]:
    """Memory on the card as records, and as rows of numbers."""
    host = np.zeros(games, layout)
    rows = cuda.to_device(host.view(number).reshape(games, -1))
    if SIMULATED:
        return type(rows)(rows._ary.view(layout).reshape(games)), rows
    from numba.cuda.cudadrv.devicearray import DeviceNDArray

    records = DeviceNDArray((games,), (layout.itemsize,), layout, gpu_data=rows.gpu_data)
    return records, rows
