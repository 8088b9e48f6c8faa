"""The wasm engine: the same rules as WebAssembly, for browsers; here in wasmtime, to be proved and measured.

Its modules are made by `python -m khlong.lab.modules` and lie beside this file.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

try:
    import numpy as np

    from .runtime import Machine, Room
except ModuleNotFoundError as missing:
    raise ImportError("the wasm engine needs wasmtime: pip install 'khlong[wasm]'") from missing

from .. import loops
from ..chance import Chance, seed_words
from ..errors import EngineError
from ..python import check_run, game_constants
from ..rule import Linker, made_from
from ..schema import dtype
from ..tally import Result, Tally
from .module import Module

if TYPE_CHECKING:
    from ..game import Game, GameState

MODULES = Path(__file__).parent / "modules"
ENTRIES = (loops.list_legal_moves, loops.play_move, loops.begin, loops.play_games)
"""The rules that a game's module has as entries, whatever else it has."""
SEEDS = np.dtype(np.int64)
MOVES = np.dtype(np.int16)


def rules_print(game: Game) -> str:
    """What the rules of a game's module were made from."""
    linker = Linker(lambda function: function, game_constants(game))
    for entry in ENTRIES:
        linker.bind(entry)
    return made_from(linker)


def module_of(game: Game) -> Module:
    """The module that was made for a game."""
    how = f"Make it by: python -m khlong.lab.modules {game.name}"
    try:
        module = Module.load(MODULES / game.name)
    except FileNotFoundError:
        raise EngineError(f"There is no module of {game.name} yet. {how}") from None
    if module.about["rules"] != rules_print(game):
        raise EngineError(f"The module of {game.name} was made from other rules or components. {how}")
    return module


class WasmEngine:
    """Plays on states in the memory of a module: single ones through the calls below, whole games at once."""

    name = "wasm"

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state_type = dtype(game.state)
        self._machine = Machine(module_of(game))
        self._state = self._machine.room(self.state_type, 1)
        self._moves = self._machine.room(MOVES, game.most_moves + 1)
        self._words = self._machine.room(SEEDS, 4)
        self._picker = self._machine.room(dtype(Chance), 1)

    def begin(self, template: GameState, seed: int) -> bytes:
        """A new game with the options of the template, as a state's bytes."""
        return self._after("begin", template.pack(), *seed_words(seed), 0)

    def legal_moves(self, state: bytes) -> list[int]:
        """The numbers of the legal moves, in the order of the rules."""
        self._write(self._state, self.state_type, state)
        count = self._machine.call("list_legal_moves", self._state, self._moves)
        return self._machine.array(self._moves, MOVES)[:count].tolist()  # type: ignore[no-any-return]

    def play(self, state: bytes, move: int) -> bytes:
        """The state after a move."""
        return self._after("play_move", state, move)

    def _after(self, entry: str, state: bytes, *numbers: int) -> bytes:
        self._write(self._state, self.state_type, state)
        self._machine.call(entry, self._state, *numbers)
        return self._machine.array(self._state, self.state_type).tobytes()

    def from_state(self, state: GameState) -> bytes:
        return state.pack()

    def to_state(self, state: bytes) -> GameState:
        return self.game.state.unpack(state)  # type: ignore[no-any-return]

    def random_games(self, template: GameState, seed: int, games: int, first: int = 0) -> Tally:
        """Plays games of random players with the seeds from seed + first on."""
        return self._run(template, seed, games, first, kept=1)[0]

    def last_states(self, template: GameState, seed: int, games: int, first: int = 0) -> bytes:
        """The last states of such games, one after the other."""
        return self._run(template, seed, games, first, kept=games)[1]

    def _run(self, template: GameState, seed: int, games: int, first: int, kept: int) -> tuple[Tally, bytes]:
        check_run(self.game, template, seed, games, first)
        machine = self._machine
        with machine.lent():
            start, states = machine.room(self.state_type, 1), machine.room(self.state_type, kept)
            results = machine.room(dtype(Result), games)
            self._write(start, self.state_type, template.pack())
            self._write(self._words, SEEDS, np.array(seed_words(seed), SEEDS).tobytes())
            machine.call("play_games", start, self._words, first, states, results, self._picker, self._moves)
            tally = Tally.of_array(machine.array(results, dtype(Result)))
            return tally, machine.array(states, self.state_type).tobytes()

    def _write(self, room: Room, kind: np.dtype[np.generic], data: bytes) -> None:
        self._machine.array(room, kind)[...] = np.frombuffer(data, kind)
