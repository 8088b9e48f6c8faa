"""The games as the server offers them, with components of a table's own where it has some."""

from __future__ import annotations

import tempfile
import warnings
from functools import lru_cache
from pathlib import Path

from khlong.bots import bot_names
from khlong.engine.game import Game
from khlong.games.facets import Components, Cover
from khlong.server.errors import Refusal
from khlong.server.wire.messages import GameInfo, OptionInfo
from khlong.table import ComponentError, UnknownGameError, game_named, game_names


def find_game(name: str, own_components: str | None = None) -> Game:
    """A game, with the components that come with it or its own."""
    try:
        return _game(name, own_components)
    except UnknownGameError as error:
        raise Refusal("unknown_game", str(error), 422) from None


@lru_cache(maxsize=32)
def _game(name: str, own_components: str | None) -> Game:
    game = game_named(name)
    if own_components is None:
        return game
    with tempfile.TemporaryDirectory(prefix="khlong-") as folder, warnings.catch_warnings(action="ignore"):
        path = Path(folder) / "components.toml"
        path.write_text(own_components, encoding="utf-8", errors="replace")
        try:
            return Components.of(game).load(path)
        except ComponentError as error:
            reason = str(error).replace(str(path), "components")
            raise Refusal("bad_components", reason[:2000], 422) from None


def list_games() -> list[GameInfo]:
    return [_describe(game_named(name)) for name in game_names()]


def _describe(game: Game) -> GameInfo:
    options = [
        OptionInfo(key=option.key, choices=list(option.choices), default=option.default, help=option.help)
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
    )
