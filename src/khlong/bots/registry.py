"""Bots by name: our own by a word, anybody's by `module:Class`, any program by `program:COMMAND`, a trained network by
`torch:FILE`."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from pathlib import Path

from khlong.engine.cores import cores
from khlong.engine.data import Data
from khlong.engine.given import LONGEST, cut, shown, whole

from .agent import PREFIX as AGENT
from .agent import AgentBot
from .bot import Bot
from .errors import UnknownBotError
from .program import PREFIX, ProgramBot
from .random_bot import RandomBot

MOST_CORES = 16


def _search(seed: int | None = None, threads: int = 1, playouts: int | None = None) -> Bot:
    from .search import SearchBot  # compilers are loaded only for those who search

    return SearchBot(seed, threads, playouts)


def _greedy(seed: int | None = None) -> Bot:
    from .greedy import GreedyBot

    return GreedyBot(seed)


def _level(level: str, seed: int | None = None, threads: int = 1) -> Bot:
    from .levels import LevelBot

    return LevelBot(level, seed, threads)


BOTS: dict[str, Callable[..., Bot]] = {
    "random": RandomBot,
    "easy": partial(_level, "easy"),
    "medium": partial(_level, "medium"),
    "hard": partial(_level, "hard"),
    "expert": partial(_level, "expert", threads=min(MOST_CORES, cores())),
    "greedy": _greedy,
    "search": _search,
}


def bot_names() -> list[str]:
    """The names of our own bots, those for people from the weakest to the strongest."""
    return list(BOTS)


def is_from_outside(name: str) -> bool:
    """Whether making a bot runs somebody's code: a module is imported, or a program started.

    >>> [is_from_outside(name) for name in ("hard", "search:playouts=5", "module:Class", "program:COMMAND")]
    [False, False, True, True]
    """
    own, colon, _ = name.partition(":")
    return bool(colon) and own not in BOTS


def bot_named(name: str, seed: int | None = None, threads: int | None = None) -> Bot:
    """A new bot: one of ours, or one from outside as `module:Class`, `program:COMMAND` or `torch:FILE`.

    A bot that takes a `seed` or a number of `threads` is given them; what its name says comes first.

    >>> bot_named("random")  # doctest: +ELLIPSIS
    <khlong.bots.random_bot.RandomBot object at ...>

    Some of ours can be adjusted, as in `search:playouts=500,threads=2`.
    """
    if not isinstance(name, str):
        raise UnknownBotError(f"A bot is called by its name, not {shown(name)}.")
    for what, number in (("seed", seed), ("number of threads", threads)):
        if number is not None and whole(number) is None:
            raise UnknownBotError(f"The {what} of a bot is a whole number, not {shown(number)}.")
    if name.startswith(PREFIX):
        return ProgramBot(name.removeprefix(PREFIX))
    if name.startswith(AGENT):
        return AgentBot(name.removeprefix(AGENT))
    if is_from_outside(name):
        maker, given = _outside_bot(name), {}
    else:
        own, colon, choices = name.partition(":")
        maker, given = _own_bot(own), _choices(own, choices) if colon else {}
    try:
        bot = maker(**_usual(maker, seed, threads) | given)
    except ImportError as error:
        raise UnknownBotError(f"The bot {cut(name)} is not installed: {error}.") from None
    except Exception as error:
        raise UnknownBotError(f"The bot {cut(name)} cannot be made: {type(error).__name__}: {error}.") from error
    if not isinstance(bot, Bot):
        raise UnknownBotError(f"{cut(name)} is no bot: it has no method choose(position, clock).")
    return bot


def _own_bot(name: str) -> Callable[..., Bot]:
    if name not in BOTS:
        close = get_close_matches(name[:LONGEST].lower(), BOTS, 1)
        hint = f" Did you mean {close[0]}?" if close else ""
        raise UnknownBotError(
            f"There is no bot {shown(name)}.{hint} The bots are: {', '.join(bot_names())}; "
            "or your own as module:Class, program:COMMAND or torch:FILE."
        )
    return BOTS[name]


def _choices(name: str, text: str) -> dict[str, int]:
    """What stands behind the colon of one of our bots: whole numbers by name."""
    known = [key for key in _parameters(BOTS[name]) if key != "seed"]
    given = {}
    for choice in text.split(","):
        key, _, number = choice.partition("=")
        if key not in known:
            can = f"It has: {', '.join(known)}." if known else "It has none."
            raise UnknownBotError(f"The bot {name} has no setting {shown(key)}. {can}")
        if not (number.isascii() and number.isdecimal() and len(number) < 10):
            raise UnknownBotError(f"The setting {key} of the bot {name} is a whole number, not {shown(number)}.")
        given[key] = int(number)
    return given


def _outside_bot(name: str) -> Callable[..., object]:
    """The class behind `module:Class`. Modules in the folder one stands in are found too."""
    module_name, _, class_name = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not module_name.startswith(error.name):
            raise UnknownBotError(
                f"The module {cut(module_name)} needs {error.name}, which is not installed."
            ) from error
        raise UnknownBotError(
            f"There is no module {cut(module_name)} for the bot {cut(name)}: looked in {here} too."
        ) from None
    except Exception as error:
        raise UnknownBotError(
            f"The module {cut(module_name)} cannot be read: {type(error).__name__}: {error}."
        ) from error
    maker = getattr(module, class_name, None)
    if not callable(maker):
        raise UnknownBotError(f"The module {cut(module_name)} has no class {shown(class_name)}.")
    return maker  # type: ignore[no-any-return]


def _usual(maker: Callable[..., object], seed: int | None, threads: int | None) -> Data:
    usual = {"seed": seed} | ({"threads": threads} if threads else {})
    return {key: value for key, value in usual.items() if key in _parameters(maker)}


def _parameters(maker: Callable[..., object]) -> list[str]:
    try:
        return list(inspect.signature(maker).parameters)
    except (TypeError, ValueError):
        return []
