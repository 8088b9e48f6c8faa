"""The cuda engine: the same rules on the GPU, whole games in bulk.

Games of few decision points are played apart: one a thread, its record in shared memory. Others are played in step.

Runs under Numba's CUDA simulator too (NUMBA_ENABLE_CUDASIM=1), where every integer is 64 bits wide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

try:
    import numpy as np

    if not hasattr(np, "row_stack"):  # numba-cuda still asks for the name that NumPy 2.5 dropped
        np.row_stack = np.vstack
    import numba
    from numba import cuda
except ModuleNotFoundError as missing:
    raise ImportError("the cuda engine needs numba-cuda: pip install 'khlong[cuda]'") from missing

from .chance import Chance, seed_words
from .decision import GAME_TURN, NOTHING
from .errors import EngineError
from .loops import answer, begin, begin_picker, finish, game_turn, pick
from .python import check_run, game_constants
from .rule import Linker, rule
from .schema import Record, dtype
from .tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, MutableSequence, Sequence

    import numpy.typing as npt

    from .game import Game, GameState

    Counts = npt.NDArray[np.int64]
    Records = npt.NDArray[np.void]
    States = MutableSequence[GameState]

SIMULATED = bool(numba.config.ENABLE_CUDASIM)
MOVE_TYPE = numba.int64 if SIMULATED else numba.int16
BLOCK = 2 if SIMULATED else 64
POOL = 2 * BLOCK if SIMULATED else 256
BLOCKS = 132 * 64  # fills the largest cards several times over; each thread plays game after game
FEW_DECISIONS = 10  # decision points; with more of them threads that play apart hardly ever run the same code
numba.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a few games are a fair thing to ask for

# put in place by the linker
STATE_TYPE: Any = None
PICKER_TYPE: Any = None
MOST_MOVES = 1
RETIRED = 1  # what `state.decision` says in a slot that has no more games to play
KINDS = 1

MOST_COUNTED = 0xFFFF


@rule
def copy_record(target: States, slot: int, source: States, index: int) -> None:
    """Copies one record of an array into another array."""
    target[slot] = source[index]


def copy_simulated_record(target: Any, slot: int, source: Any, index: int) -> None:
    """The same in the simulator, whose stand-ins for arrays cannot do it."""
    target._item._ary[slot] = source._item._ary[index]


@rule
def count_game(state: GameState, counts: Counts) -> None:
    """Counts what `Tally` counts, in one row each."""
    cuda.atomic.add(counts, (0, state.first << 8 | state.winners), 1)
    cuda.atomic.add(counts, (1, state.ending), 1)
    cuda.atomic.add(counts, (2, min(state.round_number, MOST_COUNTED)), 1)
    cuda.atomic.add(counts, (3, min(state.ply, MOST_COUNTED)), 1)


@rule
def next_game(
    template: States, words: Sequence[int], offset: int, index: int, state_box: States, slot: int, picker: Chance
) -> None:
    """Begins a game in a slot."""
    copy_record(state_box, slot, template, 0)
    begin(state_box[slot], words[0], words[1], words[2], words[3], offset + index)
    begin_picker(picker, words[0], words[1], words[2], words[3], offset + index)


@rule
def keep_game(index: int, state_box: States, slot: int, counts: Counts, states: States) -> None:
    """Counts a game that is over, and keeps its last state as far as there is room."""
    count_game(state_box[slot], counts)
    if index < len(states):
        copy_record(states, index, state_box, slot)


def play_apart(
    template: States,
    words: Sequence[int],
    offset: int,
    games: int,
    counts: Counts,
    states: States,
    pool: States,
    pickers: Sequence[Chance],
) -> None:
    """Each thread plays every so-manyth game, from the first move to the last.

    Threads work in shared memory or, where it is only simulated and cannot hold records, in the pool.
    """
    if SIMULATED:
        slot = cuda.grid(1)
        state_box, picker = pool, pickers[slot]
        moves = cuda.local.array(MOST_MOVES, MOVE_TYPE)
    else:
        state_box = cuda.shared.array(BLOCK, STATE_TYPE, alignment=8)
        slot = cuda.threadIdx.x
        picker = cuda.local.array(1, PICKER_TYPE)[0]
        moves = cuda.shared.array((BLOCK, MOST_MOVES), MOVE_TYPE)[slot]
    for index in range(cuda.grid(1), games, cuda.gridsize(1)):
        next_game(template, words, offset, index, state_box, slot, picker)
        finish(state_box[slot], picker, moves)
        keep_game(index, state_box, slot, counts, states)


def play_in_step(
    template: States,
    words: Sequence[int],
    offset: int,
    games: int,
    counts: Counts,
    states: States,
    pool: States,
    pickers: Sequence[Chance],
) -> None:
    """Each slot of the pool plays every so-manyth game, one decision at a time.

    A block has more games than threads, and keeps those that ask the same on one stack. At each step its threads take
    games off the tallest stack: so all of them run the same rules, and fetch the same code.
    """
    thread = cuda.threadIdx.x
    base = cuda.blockIdx.x * POOL
    slots = cuda.gridsize(1) // BLOCK * POOL
    moves = cuda.local.array(MOST_MOVES, MOVE_TYPE)
    game_of = cuda.shared.array(POOL, numba.int64)
    height = cuda.shared.array(KINDS, numba.int64)
    stack = cuda.shared.array((KINDS, POOL), numba.int16)
    for kind in range(thread, KINDS, BLOCK):
        height[kind] = POOL if kind == NOTHING - GAME_TURN else 0
    for slot in range(thread, POOL, BLOCK):
        game_of[slot] = base + slot - slots
        stack[NOTHING - GAME_TURN, slot] = slot
    cuda.syncthreads()
    while height[RETIRED - GAME_TURN] < POOL:
        tallest = 0
        for kind in range(1, RETIRED - GAME_TURN):
            if height[kind] > height[tallest]:
                tallest = kind
        top = height[tallest]
        slot = int(stack[tallest, max(0, top - 1 - thread)])
        cuda.syncthreads()
        if thread == 0:
            height[tallest] = max(0, top - BLOCK)
        cuda.syncthreads()
        if thread < top:
            state, picker = pool[base + slot], pickers[base + slot]
            if tallest >= -GAME_TURN:
                answer(state, pick(state, picker, moves))
            elif tallest == 0:
                game_turn(state)
            else:
                index = game_of[slot]
                if index >= 0:
                    keep_game(index, pool, base + slot, counts, states)
                index += slots
                game_of[slot] = index
                if index < games:
                    next_game(template, words, offset, index, pool, base + slot, picker)
                else:
                    state.decision = RETIRED
            kind = state.decision - GAME_TURN
            stack[kind, cuda.atomic.add(height, kind, 1)] = slot
        cuda.syncthreads()


class CudaEngine:
    """Plays whole games in bulk."""

    name = "cuda"

    def __init__(self, game: Game) -> None:
        if not SIMULATED and not cuda.is_available():
            raise EngineError(
                "No usable NVIDIA GPU was found. Use the native engine, or set NUMBA_ENABLE_CUDASIM=1 to simulate one."
            )
        self.game = game
        self.state_type = dtype(game.state, wide=SIMULATED)
        self._in_step = len(game.decisions) > FEW_DECISIONS
        self._kernel = cuda.jit(link_kernel(game, play_in_step if self._in_step else play_apart))

    def random_games(self, template: GameState, seed: int, games: int, first: int = 0) -> Tally:
        """Plays games of random players with the seeds from seed + first on."""
        counts, _ = self._run(template, seed, games, first, keep=0)
        if counts[3, MOST_COUNTED]:
            raise EngineError(f"Some games took {MOST_COUNTED} moves or more, too many for the cuda engine to count.")
        return Tally.of_counts(*counts)

    def last_states(self, template: GameState, seed: int, games: int, first: int = 0) -> Records:
        """The last states of such games."""
        return self._run(template, seed, games, first, keep=games)[1]

    def _run(self, template: GameState, seed: int, games: int, first: int, keep: int) -> tuple[Counts, Records]:
        check_run(self.game, template, seed, games, first)
        start = np.array([nested(template)], self.state_type)
        words = np.array(seed_words(seed), np.int64)
        counts = cuda.to_device(np.zeros((4, MOST_COUNTED + 1), np.int64))
        states = cuda.device_array(keep, self.state_type)
        slots = POOL if self._in_step else BLOCK
        blocks = min(BLOCKS * BLOCK // slots, -(-games // slots))
        room = blocks * slots if self._in_step or SIMULATED else 0
        self._kernel[blocks, BLOCK](
            cuda.to_device(start),
            cuda.to_device(words),
            first,
            games,
            counts,
            states,
            cuda.device_array(room, self.state_type),
            cuda.device_array(room, dtype(Chance, wide=SIMULATED)),
        )
        return counts.copy_to_host(), states.copy_to_host()


def link_kernel(game: Game, kernel: Callable[..., None]) -> Callable[..., None]:
    """A kernel with a game's rules, components and layout in it, not yet compiled."""
    layout = {
        "STATE_TYPE": numba_type(dtype(game.state, wide=SIMULATED)),
        "PICKER_TYPE": numba_type(dtype(Chance, wide=SIMULATED)),
        "MOST_MOVES": game.most_moves + 1,
        "RETIRED": len(game.decisions),
        "KINDS": len(game.decisions) + 1 - GAME_TURN,
    }
    if SIMULATED:
        layout["copy_record"] = copy_simulated_record
    table = tuple if SIMULATED else np.array
    return Linker(cuda.jit(device=True), game_constants(game) | layout, table).bind(kernel)


def numba_type(layout: Any) -> Any:
    """The type of a record in kernels."""
    return layout if SIMULATED else numba.from_dtype(layout)


def nested(value: object) -> object:
    """A record's values as the nested tuples that NumPy makes structured arrays of."""
    if isinstance(value, Record):
        return tuple(nested(getattr(value, field.name)) for field in value.__fields__)
    return [nested(item) for item in value] if isinstance(value, list) else value
