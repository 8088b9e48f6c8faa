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
from .loops import begin, begin_picker, finish, note_result
from .python import game_constants
from .rule import Linker
from .schema import dtype
from .tally import Result, Tally

if TYPE_CHECKING:
    from .game import Game, GameState

SIMULATED = bool(numba.config.ENABLE_CUDASIM)
BLOCK = 64
BLOCKS = 132 * 16  # fills the largest cards several times over; each thread plays game after game

# put in place by the linker
STATE_TYPE: Any = None
PICKER_TYPE: Any = None
MOST_MOVES = 1


def play_games_kernel(template: Any, words: Any, offset: int, results: Any, states: Any) -> None:
    """Each thread plays every so-manyth game. `states` keeps the last states of the first games it has room for."""
    state_box = cuda.shared.array(BLOCK, STATE_TYPE)
    picker_box = cuda.shared.array(BLOCK, PICKER_TYPE)
    moves = cuda.local.array(MOST_MOVES, numba.int16)
    thread = cuda.threadIdx.x
    state = state_box[thread]
    picker = picker_box[thread]
    for index in range(cuda.grid(1), len(results), cuda.gridsize(1)):
        state_box[thread] = template[0]
        begin(state, words[0], words[1], words[2], words[3], offset + index)
        begin_picker(picker, words[0], words[1], words[2], words[3], offset + index)
        finish(state, picker, moves)
        note_result(state, results[index])
        if index < len(states):
            states[index] = state_box[thread]


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
        results, _ = self._run(template, seed, games, first, keep=0)
        return Tally.of_array(results)

    def last_states(self, template: GameState, seed: int, games: int, first: int = 0) -> Any:
        """The last states of such games."""
        return self._run(template, seed, games, first, keep=games)[1]

    def _run(self, template: GameState, seed: int, games: int, first: int, keep: int) -> tuple[Any, Any]:
        start = np.array([_nested(template, self.state_type)], self.state_type)
        words = np.array(seed_words(seed), np.int64)
        results = cuda.device_array(games, dtype(Result, wide=SIMULATED))
        states = cuda.device_array(keep, self.state_type)
        blocks = min(BLOCKS, -(-games // BLOCK))
        self._kernel[blocks, BLOCK](cuda.to_device(start), cuda.to_device(words), first, results, states)
        return results.copy_to_host(), states.copy_to_host()


def link_kernel(game: Game) -> Any:
    """The kernel with a game's rules, components and layout in it, not yet compiled."""
    layout = {
        "STATE_TYPE": _numba_type(dtype(game.state, wide=SIMULATED)),
        "PICKER_TYPE": _numba_type(dtype(Chance, wide=SIMULATED)),
        "MOST_MOVES": game.most_moves + 1,
    }
    return Linker(cuda.jit(device=True), game_constants(game) | layout).bind(play_games_kernel)


def _numba_type(layout: Any) -> Any:
    return layout if SIMULATED else numba.from_dtype(layout)


def _nested(record: Any, layout: Any) -> Any:
    """A record's values as the nested tuples that NumPy makes structured arrays of."""

    def nest(value: Any) -> Any:
        if hasattr(value, "__fields__"):
            return tuple(nest(getattr(value, field.name)) for field in value.__fields__)
        return [nest(item) for item in value] if isinstance(value, list) else value

    return nest(record)
