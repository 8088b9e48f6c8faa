"""The games. Each folder here is one game and is found by itself; its `GAME` says what it is.

Other packages bring games as entry points of the group `khlong.games`: see docs/adding-a-game.md.
"""

from __future__ import annotations

import pkgutil
import re
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from khlong.engine.errors import KhlongError
from khlong.engine.game import Game
from khlong.engine.given import LONGEST, shown

GROUP = "khlong.games"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class UnknownGameError(KhlongError):
    """A game that we do not have."""


def game_names() -> list[str]:
    """The names of all games.

    >>> "floating-market" in game_names()
    True
    """
    return sorted([*our_games(), *(name for name, game in _guests().items() if isinstance(game, Game))])


def our_games() -> list[str]:
    """The names of those that are folders here."""
    return sorted(_folders())


def broken_games() -> dict[str, str]:
    """Games of other packages that cannot be played, and why."""
    return {name: game for name, game in _guests().items() if isinstance(game, str)}


def game_named(name: str) -> Game:
    """The game of that name, with the components that come with it."""
    if not isinstance(name, str):
        raise UnknownGameError(f"A game is called by its name, one of {', '.join(game_names())}, not {shown(name)}.")
    if name in _folders():
        game: Game = import_module(f"{__name__}.{_folders()[name]}").GAME
        return game
    guest = _guests().get(name)
    if isinstance(guest, Game):
        return guest
    if guest is not None:
        raise UnknownGameError(guest)
    names = game_names()
    close = get_close_matches(name[:LONGEST].lower().replace(" ", "-").replace("_", "-"), names, 1, 0.5)
    hint = f" Did you mean {close[0]}?" if close else ""
    raise UnknownGameError(f"There is no game {shown(name)}.{hint} The games are: {', '.join(names)}.")


@cache
def _folders() -> dict[str, str]:
    """Our own games, by their folders."""
    return {module.name.replace("_", "-"): module.name for module in pkgutil.iter_modules(__path__) if module.ispkg}


@cache
def _guests() -> dict[str, Game | str]:
    """The games of other packages, or what is wrong with them. None of them can spoil another."""
    return {entry.name: _guest(entry) for entry in entry_points(group=GROUP)}


def _guest(entry: EntryPoint) -> Game | str:
    source = f"The game {entry.name!r} of {entry.dist.name if entry.dist else entry.value}"
    if entry.name in _folders():
        return f"{source} has the name of one of our own."
    if not NAME.fullmatch(entry.name):
        return f"{source} needs a name of small letters, digits and hyphens."
    try:
        game = entry.load()
    except Exception as error:  # whatever a stranger's module does
        return f"{source} cannot be loaded: {type(error).__name__}: {error}."
    if not isinstance(game, Game):
        return f"{source} is no game: {entry.value} is {type(game).__name__}."
    if game.name != entry.name:
        return f"{source} calls itself {game.name!r}: the two names must be the same."
    return game
