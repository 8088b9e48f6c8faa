"""The engine: how states are laid out, rules are marked, chance is drawn, and games are run at three speeds."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .errors import EngineError

if TYPE_CHECKING:
    from .game import Game

ENGINES = {"python": "PythonEngine", "native": "NativeEngine", "cuda": "CudaEngine"}


def engine_for(game: Game, name: str) -> Any:
    """A game on the engine of that name. Compilers are imported only when they are asked for."""
    if name not in ENGINES:
        raise EngineError(f"There is no engine {name!r}. The engines are {', '.join(ENGINES)}.")
    try:
        module = import_module(f"{__name__}.{name}")
    except ImportError as error:
        raise EngineError(f"The {name} engine is not installed: {error}.") from None
    return getattr(module, ENGINES[name])(game)
