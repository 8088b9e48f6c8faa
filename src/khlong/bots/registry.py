"""Bots by name: our own by a word, anybody's by `module:Class`, any program by `program:COMMAND`."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any

from .bot import Bot
from .errors import UnknownBotError
from .program import PREFIX, ProgramBot
from .random_bot import RandomBot

BOTS: dict[str, Callable[..., Bot]] = {"random": RandomBot}


def bot_names() -> list[str]:
    """The names of our own bots."""
    return sorted(BOTS)


def bot_named(name: str, seed: int | None = None) -> Bot:
    """A new bot: one of ours, or one from outside as `module:Class` or `program:COMMAND`.

    A bot that takes a `seed` is given it.

    >>> bot_named("random")  # doctest: +ELLIPSIS
    <khlong.bots.random_bot.RandomBot object at ...>
    """
    if name.startswith(PREFIX):
        return ProgramBot(name.removeprefix(PREFIX))
    maker = _outside_bot(name) if ":" in name else _own_bot(name)
    try:
        bot = maker(seed=seed) if _takes_seed(maker) else maker()
    except Exception as error:
        raise UnknownBotError(f"The bot {name} cannot be made: {type(error).__name__}: {error}.") from error
    if not isinstance(bot, Bot):
        raise UnknownBotError(f"{name} is no bot: it has no method choose(position, clock).")
    return bot


def seat_seed(game_seed: int, seat: int) -> int:
    """A seed for the bot in a seat: the same whenever the game is, and of no help in guessing the game's dice."""
    return int.from_bytes(hashlib.sha256(f"bot/{seat}/{game_seed}".encode()).digest()[:16])


def _own_bot(name: str) -> Callable[..., Bot]:
    if name not in BOTS:
        close = get_close_matches(name.lower(), BOTS, 1)
        hint = f" Did you mean {close[0]}?" if close else ""
        raise UnknownBotError(
            f"There is no bot {name!r}.{hint} The bots are: {', '.join(bot_names())}; "
            "or your own as module:Class or program:COMMAND."
        )
    return BOTS[name]


def _outside_bot(name: str) -> Callable[..., Any]:
    """The class behind `module:Class`. Modules in the folder one stands in are found too."""
    module_name, _, class_name = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not module_name.startswith(error.name):
            raise UnknownBotError(f"The module {module_name} needs {error.name}, which is not installed.") from error
        raise UnknownBotError(f"There is no module {module_name} for the bot {name}: looked in {here} too.") from None
    except Exception as error:
        raise UnknownBotError(f"The module {module_name} cannot be read: {type(error).__name__}: {error}.") from error
    maker = getattr(module, class_name, None)
    if not callable(maker):
        raise UnknownBotError(f"The module {module_name} has no class {class_name!r}.")
    return maker  # type: ignore[no-any-return]


def _takes_seed(maker: Callable[..., Any]) -> bool:
    try:
        return "seed" in inspect.signature(maker).parameters
    except (TypeError, ValueError):
        return False
