"""The games. Each folder here is one game and is found by itself; its `GAME` says what it is."""

from __future__ import annotations

import pkgutil
from difflib import get_close_matches
from importlib import import_module

from khlong.engine.errors import KhlongError
from khlong.engine.game import Game


class UnknownGameError(KhlongError):
    """A game that we do not have."""


def game_names() -> list[str]:
    """The names of all games.

    >>> "floating-market" in game_names()
    True
    """
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__) if module.ispkg)


def game_named(name: str) -> Game:
    """The game of that name, with the components that come with it."""
    names = game_names()
    if name not in names:
        close = get_close_matches(name.lower().replace(" ", "-").replace("_", "-"), names, 1, 0.5)
        hint = f" Did you mean {close[0]}?" if close else ""
        raise UnknownGameError(f"There is no game {name!r}.{hint} The games are: {', '.join(names)}.")
    game: Game = import_module(f"{__name__}.{name.replace('-', '_')}").GAME
    return game
