"""Batches on the cuda engine: a game a thread, one decision a step or many, arrays that stay on the card.

Runs under Numba's CUDA simulator too (NUMBA_ENABLE_CUDASIM=1), where every number is 64 bits wide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from functools import cache
from math import gcd, prod
from types import FunctionType
from typing import Any, NamedTuple, Protocol, TypeAlias

import numba
import numpy as np
from numba import cuda

from khlong.engine.chance import Chance, sow
from khlong.engine.cuda import MOST_MOVES, MOVE_TYPE, SIMULATED, copy_simulated_record, nested, numba_type
from khlong.engine.errors import EngineError
from khlong.engine.game import Game
from khlong.engine.given import shown
from khlong.engine.loops import legal_moves, play
from khlong.engine.rule import Linker, Rule, rule
from khlong.engine.schema import dtype

from .batch import Array, Batch, Frame, Numbers, Plan, Rewards, Saved, refuse_what_does_not_fit
from .errors import EnvError
from .loops import Grid, Seen, States, begin_game, clear_turn, end_game, observe_piece, run_game

THREADS = 8 if SIMULATED else 128
MOST_SPREAD = 2 if SIMULATED else 8
BUSY = 1 << 17  # threads that keep a card busy
SHARED_BYTES = 45 * 1024  # what a block has for certain, less a little
WORD_BYTES = 4
BYTE_TYPE, WORD_TYPE = numba.int8, numba.int32
Bytes: TypeAlias = MutableSequence[int]
Allocate: TypeAlias = Callable[[tuple[int, ...], str], Any]
"""Makes an array on the card of a shape and a type, such as `int8`: the caller's own memory."""

# put in place by the linker
SEEN_TYPE: Any = None
SEEN_BYTES = 1
SEEN_GAMES = 1  # games that a block looks at
SEEN_LANES = 1  # threads for them that do the same piece of each
SEEN_PIECES = 1
LEGAL_BYTES = 1


class Kernel(Protocol):
    """A compiled kernel: so many blocks of so many threads, and perhaps a stream, make it ready to be launched."""

    def __getitem__(self, how: tuple[object, ...], /) -> Callable[..., None]: ...


class Kernels(NamedTuple):
    """What a game runs on the card."""

    begin: Kernel
    look: Kernel
    mark: Kernel
    find: Kernel
    step: Kernel
    run: Kernel
    resample: Kernel
    wipe: Kernel


def begin_kernel(template: States, states: States, seeds: Sequence[int], numbers: MutableSequence[int]) -> None:
    """Begins all games."""
    slot = cuda.grid(1)
    if slot < len(states):
        begin_game(template, states, seeds, numbers, slot)


# What games show is made in memory that a block shares, and leaves it in whole words, side by side: a thread that wrote
# its own row, number by number, would keep the card waiting.


@rule
def records(shared: Seen) -> Seen:
    """Memory of a block as it is: the simulator's own knows no records."""
    return shared


def simulated_records(shared: Any) -> Any:
    """The same in the simulator."""
    from numba.cuda.simulator.cudadrv.devicearray import FakeCUDAArray, FakeWithinKernelCUDAArray

    return FakeWithinKernelCUDAArray(FakeCUDAArray(shared))


@rule
def clear_shared(size: int) -> None:
    """Empties so many bytes of a block's memory."""
    words = cuda.shared.array(0, WORD_TYPE)
    for place in range(cuda.threadIdx.x, (size + WORD_BYTES - 1) // WORD_BYTES, cuda.blockDim.x):
        words[place] = 0
    cuda.syncthreads()


@rule
def put_away(out: Bytes, out_words: Bytes, first: int, size: int) -> None:
    """Copies so many bytes of a block's memory to where they belong, from a place that is a whole word's."""
    cuda.syncthreads()
    words = cuda.shared.array(0, WORD_TYPE)  # the same memory in either way
    single = cuda.shared.array(0, BYTE_TYPE)
    whole, base = size // WORD_BYTES, first // WORD_BYTES
    for place in range(cuda.threadIdx.x, whole, cuda.blockDim.x):
        out_words[base + place] = words[place]
    for place in range(whole * WORD_BYTES + cuda.threadIdx.x, size, cuda.blockDim.x):
        out[first + place] = single[place]


def look_kernel(states: States, out: Bytes, out_words: Bytes, deciders: MutableSequence[int]) -> None:
    """Writes down how all games look to those who are to decide."""
    first = cuda.blockIdx.x * SEEN_GAMES
    games = min(SEEN_GAMES, len(states) - first)
    clear_shared(games * SEEN_BYTES)
    seen = records(cuda.shared.array(0, SEEN_TYPE))
    index, worker = cuda.threadIdx.x % SEEN_LANES, cuda.threadIdx.x // SEEN_LANES
    if index < games:
        slot = first + index
        seat = states[slot].decider
        if worker == 0:
            deciders[slot] = seat
        for piece in range(worker, SEEN_PIECES, cuda.blockDim.x // SEEN_LANES):
            observe_piece(states[slot], seat, seen[index], piece)
    put_away(out, out_words, first * SEEN_BYTES, games * SEEN_BYTES)


def mark_kernel(states: States, out: Bytes, out_words: Bytes, share: int, spread: int) -> None:
    """Marks the legal moves of all games, of so many in a block."""
    first = cuda.blockIdx.x * share
    games = min(share, len(states) - first)
    clear_shared(games * LEGAL_BYTES)
    marks = cuda.shared.array(0, BYTE_TYPE)
    moves = cuda.local.array(MOST_MOVES, MOVE_TYPE)
    index = cuda.threadIdx.x // spread
    if index < games and index * spread == cuda.threadIdx.x:
        for place in range(legal_moves(states[first + index], moves)):
            marks[index * LEGAL_BYTES + moves[place]] = 1
    put_away(out, out_words, first * LEGAL_BYTES, games * LEGAL_BYTES)


def check_kernel(actions: Sequence[int], legal: Grid, wrong: MutableSequence[int]) -> None:
    """Finds the first game whose action is not legal."""
    slot = cuda.grid(1)
    if slot < len(actions):
        action = actions[slot]
        if action < 0 or action >= legal.shape[1] or legal[slot, action] == 0:
            cuda.atomic.min(wrong, 0, slot)


def step_kernel(
    actions: Sequence[int],
    legal: Grid,
    deciders: Sequence[int],
    template: States,
    states: States,
    seeds: Sequence[int],
    numbers: MutableSequence[int],
    kind: int,
    rewards: Grid,
    done: MutableSequence[int],
    last_seen: Seen,
    last_rows: Grid,
    spread: int,
) -> None:
    """A decision in every game whose action is legal."""
    thread = cuda.grid(1)
    slot = thread // spread
    if slot < len(states) and slot * spread == thread:
        clear_turn(rewards, done, slot)
        action = actions[slot]
        if 0 <= action < legal.shape[1] and legal[slot, action] != 0:
            state = states[slot]
            play(state, action)
            if state.ending != 0:
                done[slot] = 1
                seat = deciders[slot]
                end_game(template, states, seeds, numbers, slot, seat, kind, rewards, last_seen, last_rows)


def run_kernel(
    decisions: int,
    word0: int,
    word1: int,
    word2: int,
    word3: int,
    pickers: Sequence[Chance],
    template: States,
    states: States,
    seeds: Sequence[int],
    numbers: MutableSequence[int],
    kind: int,
    rewards: Grid,
    paid: Grid,
    done: MutableSequence[int],
    last_seen: Seen,
    last_rows: Grid,
    seen: Seen,
    rows: Grid,
) -> None:
    """So many decisions in every game by a policy."""
    slot = cuda.grid(1)
    moves = cuda.local.array(MOST_MOVES, MOVE_TYPE)
    if slot < len(states):
        sow(pickers[slot], word0, word1, word2, word3, slot)
        run_game(
            slot,
            decisions,
            pickers[slot],
            template,
            states,
            seeds,
            numbers,
            kind,
            rewards,
            paid,
            done,
            last_seen,
            last_rows,
            seen,
            rows,
            moves,
        )


def resample_kernel(states: States, word0: int, word1: int, word2: int, word3: int) -> None:
    """Other dice to come, in every game."""
    slot = cuda.grid(1)
    if slot < len(states):
        sow(states[slot].chance, word0, word1, word2, word3, slot)


def wipe_kernel(out: Bytes) -> None:
    """Sets every byte to nothing."""
    for place in range(cuda.grid(1), len(out), cuda.gridsize(1)):
        out[place] = 0


ENTRIES: tuple[Rule, ...] = (
    begin_kernel,
    look_kernel,
    mark_kernel,
    check_kernel,
    step_kernel,
    run_kernel,
    resample_kernel,
    wipe_kernel,
)


class Shares(NamedTuple):
    """How much of what is shown of games a block makes in the memory that it shares."""

    each: int
    games: int

    @classmethod
    def of(cls, each: int) -> Shares:
        """As many games as there is room and threads for, so that what each block makes begins at a whole word."""
        step = WORD_BYTES // gcd(WORD_BYTES, each)
        games = min(THREADS, SHARED_BYTES // each) // step * step
        if not games:
            raise EnvError(f"A row of {each} bytes is too long for the cuda backend. Use the native one.")
        return cls(each, games)

    def spread(self, spread: int) -> Shares:
        """Fewer, where each has so many threads to itself."""
        step = WORD_BYTES // gcd(WORD_BYTES, self.each)
        return self._replace(games=min(self.games, THREADS // spread // step * step))

    def lanes(self, pieces: int) -> int:
        """How many threads do the same piece of each: one for each game at least, the others do other pieces."""
        workers = 1
        while 2 * workers <= pieces and THREADS // (2 * workers) >= self.games:
            workers *= 2
        return THREADS // workers

    @property
    def memory(self) -> int:
        """The bytes that a block needs."""
        return -(-self.games * self.each // WORD_BYTES) * WORD_BYTES


def shares_of(plan: Plan) -> tuple[Shares, Shares]:
    """For observations, and for masks."""
    return Shares.of(plan.size * _number(plan).itemsize), Shares.of(plan.moves)


def spread_of(games: int) -> int:
    """How many threads there are for each game, of which one works.

    Threads of a warp wait while another of them does something else: where there are too few games to keep the card
    busy anyway, warps get fewer of them.
    """
    spread = 1
    while 2 * spread <= MOST_SPREAD and 2 * spread * games <= BUSY:
        spread *= 2
    return spread


def _number(plan: Plan) -> np.dtype[np.signedinteger]:
    return np.dtype(np.int64) if SIMULATED else plan.number


def link_kernels(game: Game, policy: Rule | None = None) -> list[FunctionType]:
    """The kernels with a game's rules, components and observation in them, not yet compiled."""
    plan = Plan(game, game.players[0], None)
    seen, legal = shares_of(plan)
    constants: dict[str, object] = {
        **plan.constants(policy),
        "MOST_MOVES": game.most_moves + 1,
        "SEEN_TYPE": numba_type(dtype(plan.observations.layout, wide=SIMULATED)),
        "SEEN_BYTES": seen.each,
        "SEEN_GAMES": seen.games,
        "SEEN_LANES": seen.lanes(plan.observations.pieces),
        "SEEN_PIECES": plan.observations.pieces,
        "LEGAL_BYTES": legal.each,
    }
    if SIMULATED:
        constants |= {"copy_record": copy_simulated_record, "records": simulated_records}
    linker = Linker(cuda.jit(device=True), constants, tuple if SIMULATED else np.array)
    return [linker.bind(kernel) for kernel in ENTRIES]


@cache
def kernels_of(game: Game, policy: Rule | None = None) -> Kernels:
    """The kernels of a game, made once; those that run many decisions perhaps with somebody's own policy."""
    return Kernels(*(cuda.jit(kernel) for kernel in link_kernels(game, policy)))


class CudaBatch(Batch):
    """Games on a GPU. Arrays are device arrays, which torch, CuPy and JAX take without a copy.

    `stream` is the caller's, by its number (`torch.cuda.current_stream().cuda_stream`), and `allocate` makes the arrays
    that frames show, in the caller's memory: `lambda shape, kind: torch.empty(shape, dtype=getattr(torch, kind),
    device="cuda")`, say. With `check=False` a step only launches kernels, so that CUDA graphs can hold it: a game whose
    action is not legal then stays as it is.
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
        allocate: Allocate | None = None,
        check: bool = True,
    ) -> None:
        super().__init__(game, games, players=players, options=options, rewards=rewards)
        if not SIMULATED:
            if not cuda.is_available():
                raise EngineError("No usable NVIDIA GPU was found. Use the native backend.")
            refuse_what_does_not_fit(self.bytes_needed, cuda.current_context().get_memory_info().free, "the card")
        self._check, self._stream = check, cuda.external_stream(stream) if stream and not SIMULATED else 0
        self._kernels = kernels_of(self.plan.game)
        self._blocks = -(-self.games // THREADS)
        self._spread = spread_of(self.games)
        self._seen_shares, legal_shares = shares_of(self.plan)
        self._legal_shares = legal_shares.spread(self._spread)
        self._lay_out(allocate or _device_array)

    def _lay_out(self, allocate: Allocate) -> None:
        plan, games = self.plan, self.games
        state, layout = dtype(plan.game.state, wide=SIMULATED), dtype(plan.observations.layout, wide=SIMULATED)
        shapes: tuple[tuple[tuple[int, ...], np.dtype[Any]], ...] = (
            ((games, plan.size), _number(plan)),
            ((games, plan.moves), np.dtype(np.bool_)),
            ((games,), np.dtype(np.int8)),
            ((games, plan.players), np.dtype(np.float32)),
            ((games,), np.dtype(np.bool_)),
            ((games, plan.size), _number(plan)),
        )
        given = [allocate(shape, kind.name) for shape, kind in shapes]
        self.frame = Frame(*given)
        owned = [
            checked_memory(array, shape, kind, name)
            for array, (shape, kind), name in zip(given, shapes, Frame._fields, strict=True)
        ]
        self._rows, self._legal, self._deciders, self._rewards, self._done, self._last_rows = owned
        self._paid = cuda.device_array((games, plan.players), np.float32)
        self._seen, self._last_seen = (_viewed(rows, (games,), layout) for rows in (self._rows, self._last_rows))
        self._rows_out, self._legal_out = (
            (_viewed(array, None, np.dtype(np.int8)), _viewed(array, None, np.dtype(np.int32)))
            for array in (self._rows, self._legal)
        )
        self._template = self._on_card(np.array([nested(plan.template)], state))
        self._states = cuda.device_array(games, state)
        self._seeds, self._numbers = (cuda.device_array(games, np.int64) for _ in range(2))
        self._pickers = cuda.device_array(games, dtype(Chance, wide=SIMULATED))
        self._wrong = cuda.device_array(1, np.int64)
        self._wipe(*owned, self._states)

    def reset(self, seeds: int | Sequence[int] | Numbers | None = None) -> Frame:
        """Begins all games anew."""
        self._seeds.copy_to_device(self.checked_seeds(seeds), stream=self._stream)
        self._wipe(self._numbers, self._rewards, self._done)
        self._launch(self._kernels.begin, *self._games)
        self.begun = True
        return self._show()

    def step(self, actions: object) -> Frame:
        """Makes a decision in every game. `actions` are an array on the card, or on the host."""
        self._must_have_begun()
        chosen = self.checked_actions(actions)
        self._kernels.step[-(-self.games * self._spread // THREADS), THREADS, self._stream](
            *(chosen, self._legal, self._deciders, *self._games),
            *(self.plan.kind, *self._ends, self._spread),
        )
        return self._show()

    def run(self, decisions: int, seed: int = 0, policy: Rule | None = None) -> Frame:
        """Makes so many decisions in every game in one launch, as `NativeBatch.run` does."""
        self._must_have_begun()
        number, words = self.checked_decisions(decisions), self.checked_words(seed)
        own = kernels_of(self.plan.game, None if policy is None else self.checked_policy(policy))
        rewards, *others = self._ends
        self._launch(
            own.run,
            *(number, *words, self._pickers, *self._games),
            *(self.plan.kind, rewards, self._paid, *others, self._seen, self._rows),
        )
        return self._show()

    def checked_actions(self, actions: object) -> Array:
        """The actions on the card, if each is legal; without `check`, if their shape fits."""
        on_card = hasattr(actions, "__cuda_array_interface__") and not SIMULATED
        given: Array = cuda.as_cuda_array(actions, sync=False) if on_card else np.asarray(actions)
        if given.shape != (self.games,) or np.dtype(given.dtype).kind not in "iu":
            raise EnvError(
                f"Actions are {self.games} whole numbers, one for each game, not {given.dtype} of shape {given.shape}."
            )
        chosen = given if on_card else self._on_card(given.astype(np.int64))
        if self._check:
            self._wrong.copy_to_device(np.array([self.games], np.int64), stream=self._stream)
            self._launch(self._kernels.find, chosen, self._legal, self._wrong)
            wrong = int(self._on_host(self._wrong)[0])
            if wrong < self.games:
                raise self.refuse_action(wrong, int(self._on_host(chosen)[wrong]))
        return chosen

    def save(self) -> Saved:
        """All games as they stand, on the host."""
        self._must_have_begun()
        return Saved(self._about(), *(self._on_host(each) for each in (self._states, self._seeds, self._numbers)))

    def restore(self, saved: Saved) -> Frame:
        """Goes back to what was saved."""
        kept = self.checked_saved(saved)
        for own, other in zip(
            (self._states, self._seeds, self._numbers), (kept.states, kept.seeds, kept.numbers), strict=True
        ):
            own.copy_to_device(other, stream=self._stream)
        self._wipe(self._rewards, self._done)
        self.begun = True
        return self._show()

    def resample(self, seed: int) -> None:
        """Gives every game other dice to come."""
        self._must_have_begun()
        self._launch(self._kernels.resample, self._states, *self.checked_words(seed))

    @property
    def game_seeds(self) -> list[int]:
        """The seed of the table that plays the same game, for each slot."""
        return self.seeds_of(self._on_host(self._seeds), self._on_host(self._numbers))

    @property
    def _games(self) -> tuple[Array, ...]:
        return self._template, self._states, self._seeds, self._numbers

    @property
    def _ends(self) -> tuple[Array, ...]:
        return self._rewards, self._done, self._last_seen, self._last_rows

    def _launch(self, kernel: Kernel, *arguments: object) -> None:
        kernel[self._blocks, THREADS, self._stream](*arguments)

    def _show(self) -> Frame:
        for kernel, shares, arguments in (
            (self._kernels.look, self._seen_shares, (*self._rows_out, self._deciders)),
            (self._kernels.mark, self._legal_shares, (*self._legal_out, self._legal_shares.games, self._spread)),
        ):
            kernel[-(-self.games // shares.games), THREADS, self._stream, shares.memory](self._states, *arguments)
        return self.frame

    def _wipe(self, *arrays: Array) -> None:
        for array in arrays:
            self._launch(self._kernels.wipe, _viewed(array, None, np.dtype(np.int8)))

    def _on_card(self, array: Array) -> Array:
        return cuda.to_device(array, stream=self._stream)

    def _on_host(self, array: Array) -> Array:
        copy = array.copy_to_host(stream=self._stream)
        cuda.synchronize()
        return copy


def checked_memory(array: object, shape: tuple[int, ...], kind: np.dtype[Any], name: str) -> Array:
    """Memory for a part of frames as the kernels write it, if it is as it must be."""
    if not SIMULATED and not hasattr(array, "__cuda_array_interface__"):
        raise EnvError(f"The memory for {name} is on no card: {shown(type(array).__name__)}.")
    own: Array = array if SIMULATED else cuda.as_cuda_array(array, sync=False)
    if own.shape != shape or own.dtype != kind:
        raise EnvError(f"The memory for {name} must be {kind} of shape {shape}, not {own.dtype} of shape {own.shape}.")
    if not own.flags["C_CONTIGUOUS"] or (not SIMULATED and _address(own) % WORD_BYTES):
        raise EnvError(f"The memory for {name} must be in one piece that begins at a multiple of {WORD_BYTES} bytes.")
    return own


def _address(array: Array) -> int:
    return int(array.__cuda_array_interface__["data"][0])


def _device_array(shape: tuple[int, ...], kind: str) -> Array:
    return cuda.device_array(shape, np.dtype(kind))


def _viewed(array: Array, shape: tuple[int, ...] | None, kind: np.dtype[Any]) -> Array:
    """The same memory as an array of another type, by default in one row of as many as there are whole."""
    size = prod(array.shape) * array.dtype.itemsize
    shape = (size // kind.itemsize,) if shape is None else shape
    if SIMULATED:
        flat = array._ary.reshape(-1).view(np.int8)
        return type(array)(flat[: prod(shape) * kind.itemsize].view(kind).reshape(shape))
    from numba.cuda.cudadrv.devicearray import DeviceNDArray

    return DeviceNDArray(shape, (kind.itemsize,), kind, gpu_data=array.gpu_data)
