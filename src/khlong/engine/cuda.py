"""The cuda engine: the same rules on the GPU, one game a thread, its record in shared memory.

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
from .errors import EngineError
from .loops import begin, begin_picker, finish
from .python import game_constants
from .rule import Linker, rule
from .schema import Record, dtype
from .tally import Tally

if TYPE_CHECKING:
    from .game import Game, GameState

SIMULATED = bool(numba.config.ENABLE_CUDASIM)
MOVE_TYPE = numba.int64 if SIMULATED else numba.int16
BLOCK = 64
BLOCKS = 132 * 64  # fills the largest cards several times over; each thread plays game after game
numba.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a few games are a fair thing to ask for

# put in place by the linker
STATE_TYPE: Any = None
PICKER_TYPE: Any = None
MOST_MOVES = 1

MOST_COUNTED = 0xFFFF


@rule
def copy_record(target: Any, slot: int, source: Any, index: int) -> None:
    """Copies one record of an array into another array."""
    target[slot] = source[index]


def copy_simulated_record(target: Any, slot: int, source: Any, index: int) -> None:
    """The same in the simulator, whose stand-ins for arrays cannot do it."""
    target._item._ary[slot] = source._item._ary[index]


@rule
def count_game(state: Any, counts: Any) -> None:
    """Counts what `Tally` counts, in one row each."""
    cuda.atomic.add(counts, (0, state.first << 8 | state.winners), 1)
    cuda.atomic.add(counts, (1, state.ending), 1)
    cuda.atomic.add(counts, (2, min(state.round_number, MOST_COUNTED)), 1)
    cuda.atomic.add(counts, (3, min(state.ply, MOST_COUNTED)), 1)


def play_games_kernel(
    template: Any, words: Any, offset: int, games: int, counts: Any, states: Any, spare_states: Any, spare_pickers: Any
) -> None:
    """Each thread plays every so-manyth game; last states are kept as far as there is room.

    Threads work in shared memory, or, where it is only simulated and cannot hold records, in what is spare.
    """
    if SIMULATED:
        slot = cuda.grid(1)
        state_box, picker = spare_states, spare_pickers[slot]
        moves = cuda.local.array(MOST_MOVES, MOVE_TYPE)
    else:
        state_box = cuda.shared.array(BLOCK, STATE_TYPE, alignment=8)
        slot = cuda.threadIdx.x
        picker = cuda.local.array(1, PICKER_TYPE)[0]
        moves = cuda.shared.array((BLOCK, MOST_MOVES), MOVE_TYPE)[slot]
    state = state_box[slot]
    for index in range(cuda.grid(1), games, cuda.gridsize(1)):
        copy_record(state_box, slot, template, 0)
        begin(state, words[0], words[1], words[2], words[3], offset + index)
        begin_picker(picker, words[0], words[1], words[2], words[3], offset + index)
        finish(state, picker, moves)
        count_game(state, counts)
        if index < len(states):
            copy_record(states, index, state_box, slot)


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
        self._kernel = cuda.jit(link_kernel(game))

    def random_games(self, template: GameState, seed: int, games: int, first: int = 0) -> Tally:
        """Plays games of random players with the seeds from seed + first on."""
        counts, _ = self._run(template, seed, games, first, keep=0)
        if counts[3, MOST_COUNTED]:
            raise EngineError(f"Some games took {MOST_COUNTED} moves or more, too many for the cuda engine to count.")
        return Tally.of_counts(*counts)

    def last_states(self, template: GameState, seed: int, games: int, first: int = 0) -> Any:
        """The last states of such games."""
        return self._run(template, seed, games, first, keep=games)[1]

    def _run(self, template: GameState, seed: int, games: int, first: int, keep: int) -> tuple[Any, Any]:
        start = np.array([_nested(template)], self.state_type)
        words = np.array(seed_words(seed), np.int64)
        counts = cuda.to_device(np.zeros((4, MOST_COUNTED + 1), np.int64))
        states = cuda.device_array(keep, self.state_type)
        blocks = min(BLOCKS, -(-games // BLOCK))
        spare = blocks * BLOCK if SIMULATED else 0
        self._kernel[blocks, BLOCK](
            cuda.to_device(start),
            cuda.to_device(words),
            first,
            games,
            counts,
            states,
            cuda.device_array(spare, self.state_type),
            cuda.device_array(spare, dtype(Chance, wide=SIMULATED)),
        )
        return counts.copy_to_host(), states.copy_to_host()


def link_kernel(game: Game) -> Any:
    """The kernel with a game's rules, components and layout in it, not yet compiled."""
    layout = {
        "STATE_TYPE": _numba_type(dtype(game.state, wide=SIMULATED)),
        "PICKER_TYPE": _numba_type(dtype(Chance, wide=SIMULATED)),
        "MOST_MOVES": game.most_moves + 1,
    }
    if SIMULATED:
        layout["copy_record"] = copy_simulated_record
    table = tuple if SIMULATED else np.array
    return Linker(cuda.jit(device=True), game_constants(game) | layout, table).bind(play_games_kernel)


def _numba_type(layout: Any) -> Any:
    return layout if SIMULATED else numba.from_dtype(layout)


def _nested(value: Any) -> Any:
    """A record's values as the nested tuples that NumPy makes structured arrays of."""
    if isinstance(value, Record):
        return tuple(_nested(getattr(value, field.name)) for field in value.__fields__)
    return [_nested(item) for item in value] if isinstance(value, list) else value
