"""The native engine: the same rules, compiled by Numba, on NumPy records. Loops run without the interpreter's lock."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

try:
    import numba
    import numpy as np
    from numba.core.dispatcher import Dispatcher
    from numba.extending import overload
    from numba.np.numpy_support import as_dtype
except ModuleNotFoundError as missing:
    raise ImportError("the native engine needs Numba: pip install 'khlong[native]'") from missing

from platformdirs import user_cache_path

from . import loops
from .chance import Chance, seed_words
from .making import made_once
from .python import check_run, game_constants
from .rule import Linker, made_from
from .schema import dtype
from .scratch import boxed, copy_into, floats, numbers
from .tally import Result, Tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from .game import Game, GameState

    Records = npt.NDArray[np.void]

CALLED: Mapping[str, bool] = {"no_cpython_wrapper": True}
INLINED: Mapping[str, bool] = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
CHECKED: Mapping[str, bool] = {"boundscheck": True}
"""How inner rules are compiled."""


# Numba wants the names and hints of both signatures to be the same, so there are no hints


@overload(floats)
def _floats(count):  # type: ignore[no-untyped-def]
    return lambda count: np.zeros(count, np.float32)


@overload(numbers)
def _numbers(count):  # type: ignore[no-untyped-def]
    return lambda count: np.zeros(count, np.int16)


@overload(boxed)
def _boxed(state):  # type: ignore[no-untyped-def]
    layout = as_dtype(state)

    def box(state):  # type: ignore[no-untyped-def]
        made = np.zeros(1, layout)
        made[0] = state
        return made

    return box


@overload(copy_into)
def _copy_into(box, state, slot=0):  # type: ignore[no-untyped-def]
    def copy(box, state, slot=0):  # type: ignore[no-untyped-def]
        box[slot] = state
        return box[slot]

    return copy


def table(values: tuple[float, ...]) -> Any:
    """A long tuple of numbers for compiled code. Weights need no more than single precision, and are quicker so."""
    return np.array(values, np.float32 if isinstance(values[0], float) else np.int64)


def compiled(
    name: str,
    constants: Mapping[str, object],
    entries: Sequence[Callable[..., object]],
    *,
    inner: Mapping[str, bool] = CALLED,
    keep: bool = True,
) -> list[Dispatcher]:
    """Some rules in native code, with a game's rules and constants in them; kept on the disk under the game's name."""
    linker = Linker(numba.njit(error_model="numpy", **inner), constants, table)
    bound = [linker.bind(entry) for entry in entries]
    build = numba.njit(cache=keep, nogil=True, error_model="numpy", boundscheck=inner.get("boundscheck", False))
    with cache_folder(name, linker):
        return [build(entry) for entry in bound]


def making(entries: Sequence[Dispatcher]) -> AbstractContextManager[None]:
    """Where compiled rules are called for the first time: they are made there by one process, or loaded.

    How far that is shows in how many of the rules below them are compiled.
    """
    below = _rules_below(entries)
    folder = Path(str(entries[0].stats.cache_path)).parent  # Numba makes folders of its own in ours
    return made_once(folder, lambda: 100 * sum(bool(rule.signatures) for rule in below) // (len(below) + 1))


def _rules_below(entries: Sequence[Dispatcher]) -> list[Dispatcher]:
    found = dict.fromkeys(entries)
    waiting = list(entries)
    while waiting:
        scope = waiting.pop().py_func.__globals__.values()
        new = [value for value in scope if isinstance(value, Dispatcher) and value not in found]
        found |= dict.fromkeys(new)
        waiting += new
    return list(found)


class NativeEngine:
    """Plays on records: single ones through the calls below, whole games in compiled loops."""

    name = "native"

    def __init__(self, game: Game, *, check_bounds: bool = False) -> None:
        self.game = game
        self.state_type = dtype(game.state)
        self._legal_moves, self.play, self._begin, self._play_games = compiled(
            game.name,
            game_constants(game),
            (loops.list_legal_moves, loops.play_move, loops.begin, loops.play_games),
            inner=CHECKED if check_bounds else INLINED,
            keep=not check_bounds,
        )
        self._moves = np.zeros(game.most_moves + 1, np.int16)

    def begin(self, template: GameState, seed: int) -> np.void:
        """A new game with the options of the template."""
        state = self.from_state(template)
        self._begin(state, *seed_words(seed), 0)
        return state

    def legal_moves(self, state: np.void) -> list[int]:
        """The numbers of the legal moves, in the order of the rules."""
        return self._moves[: self._legal_moves(state, self._moves)].tolist()  # type: ignore[no-any-return]

    def copy(self, state: np.void) -> np.void:
        return self._record(state.tobytes())  # NumPy's own copy walks through all fields: 15 times slower

    def from_state(self, state: GameState) -> np.void:
        return self._record(state.pack())

    def _record(self, data: bytes) -> np.void:
        record: np.void = np.frombuffer(bytearray(data), self.state_type)[0]
        return record

    def to_state(self, state: np.void) -> GameState:
        return self.game.state.unpack(state.tobytes())  # type: ignore[no-any-return]

    def random_games(self, template: GameState, seed: int, games: int, first: int = 0) -> Tally:
        """Plays games of random players with the seeds from seed + first on."""
        check_run(self.game, template, seed, games, first)
        results = np.zeros(games, dtype(Result))
        self._run(template, seed, first, np.zeros(1, self.state_type), results)
        return Tally.of_array(results)

    def last_states(self, template: GameState, seed: int, games: int, first: int = 0) -> Records:
        """The last states of such games."""
        check_run(self.game, template, seed, games, first)
        states = np.zeros(games, self.state_type)
        self._run(template, seed, first, states, np.zeros(games, dtype(Result)))
        return states

    def _run(self, template: GameState, seed: int, first: int, states: Records, results: Records) -> None:
        start = np.frombuffer(bytearray(template.pack()), self.state_type)
        words = np.array(seed_words(seed), np.int64)
        picker, moves = np.zeros(1, dtype(Chance)), np.zeros(self.game.most_moves + 1, np.int16)
        self._play_games(start, words, first, states, results, picker, moves)


@contextmanager
def cache_folder(name: str, linker: Linker) -> Iterator[None]:
    """Compiled code is kept in a folder named after all it was made from: Numba looks only at the outermost file."""
    folder = _writable_folder() / f"{name}-{made_from(linker, numba.__version__, np.__version__, sys.version)}"
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def _writable_folder() -> Path:
    """The user's cache folder, or a temporary one where that cannot be written."""
    folder = user_cache_path("khlong")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="khlong-"))
