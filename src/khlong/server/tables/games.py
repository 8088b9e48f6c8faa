"""The games as the server offers them, with components of a table's own where it has some."""

from __future__ import annotations

import asyncio
import warnings
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from khlong.bots import bot_names
from khlong.engine.game import Game
from khlong.games.facets import Components, Cover, Wording
from khlong.server.errors import Refusal
from khlong.server.wire.messages import GameInfo, OptionInfo
from khlong.table import ComponentError, UnknownGameError, game_named, game_names

ONE_AT_A_TIME = Lock()  # warnings are ignored for the whole process


async def find_game_aside(name: str, own_components: str | None = None) -> Game:
    """Like `find_game`, while the server goes on: components take a while to read."""
    if own_components is None:
        return find_game(name)
    return await asyncio.to_thread(find_game, name, own_components)


def find_game(name: str, own_components: str | None = None) -> Game:
    """A game, with the components that come with it or its own."""
    try:
        found = _game(name, own_components) if own_components is not None else game_named(name)
    except UnknownGameError as error:
        raise Refusal("unknown_game", str(error), 422) from None
    if isinstance(found, str):
        raise Refusal("bad_components", found, 422)
    return found


@lru_cache(maxsize=32)
def _game(name: str, own_components: str) -> Game | str:
    """A game with components of its own, or what is wrong with them: nobody's mistake is worked out twice."""
    game = game_named(name)
    with ONE_AT_A_TIME, TemporaryDirectory(prefix="khlong-") as folder, warnings.catch_warnings(action="ignore"):
        path = Path(folder) / "components.toml"
        path.write_text(own_components, encoding="utf-8", errors="replace")
        try:
            return Components.of(game).load(path)
        except ComponentError as error:
            return str(error).replace(str(path), "components")[:2000]


def list_games() -> list[GameInfo]:
    return [_describe(game_named(name)) for name in game_names()]


def _describe(game: Game) -> GameInfo:
    wording = Wording.of(game)
    options = [
        OptionInfo(
            key=option.key, choices=list(option.choices), default=option.default, help=wording.option_help(option.key)
        )
        for option in game.options
    ]
    return GameInfo(
        name=game.name,
        title=Cover.of(game).title,
        about=Cover.of(game).about,
        players=list(game.players),
        options=options,
        bots=bot_names(),
        rules=game.rules_version,
        numbers=dict(wording.numbers),
    )
