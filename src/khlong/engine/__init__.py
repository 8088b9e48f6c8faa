"""The engine: how states are laid out, rules are marked, chance is drawn, and games are run by four engines."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Literal, Protocol, overload

from .errors import EngineError
from .given import shown

if TYPE_CHECKING:
    from .cuda import CudaEngine
    from .game import Game, GameState
    from .native import NativeEngine
    from .python import PythonEngine
    from .tally import Tally
    from .wasm import WasmEngine

ENGINES = {"python": "PythonEngine", "native": "NativeEngine", "cuda": "CudaEngine", "wasm": "WasmEngine"}


class Engine(Protocol):
    """What all engines do: play games in bulk. The python and the native one make single moves too."""

    name: str
    game: Game

    def random_games(self, template: GameState, seed: int, games: int, first: int = 0) -> Tally:
        """Plays games of random players with the seeds from seed + first on."""


@overload
def engine_for(game: Game, name: Literal["python"]) -> PythonEngine: ...
@overload
def engine_for(game: Game, name: Literal["native"]) -> NativeEngine: ...
@overload
def engine_for(game: Game, name: Literal["cuda"]) -> CudaEngine: ...
@overload
def engine_for(game: Game, name: Literal["wasm"]) -> WasmEngine: ...
@overload
def engine_for(game: Game, name: str) -> Engine: ...
def engine_for(game: Game, name: str) -> Engine:
    """A game on the engine of that name. Compilers are imported only when they are asked for."""
    if not isinstance(name, str) or name not in ENGINES:
        raise EngineError(f"There is no engine {shown(name)}. The engines are {', '.join(ENGINES)}.")
    from .game import Game

    if not isinstance(game, Game):
        raise EngineError(f"An engine runs a game, as khlong.game_named gives it, not {shown(game)}.")
    try:
        module = import_module(f"{__name__}.{name}")
    except ImportError as error:
        raise EngineError(f"The {name} engine is not installed: {error}.") from None
    engine: Engine = getattr(module, ENGINES[name])(game)
    return engine
