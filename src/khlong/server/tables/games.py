"""The games as the server offers them, with components of a table's own where it has some."""

from __future__ import annotations

import warnings
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from khlong.bots import bot_names
from khlong.engine.game import Game
from khlong.games.facets import Components, Cover, Wording
from khlong.games.handbook import WholeRules, whole_rules
from khlong.server.aside import aside
from khlong.server.errors import Refusal
from khlong.server.wire.messages import (
    ClashInfo,
    GameInfo,
    NewGame,
    OptionInfo,
    SaidInfo,
    ScoreLine,
    TutorialInfo,
)
from khlong.table import ComponentError, KhlongError, UnknownGameError, game_named, game_names, new_table
from khlong.table.options import clashes, full_options
from khlong.table.tutorial import Tutorial, tutorials_of

ONE_AT_A_TIME = Lock()  # warnings are caught for the whole process


async def find_game_aside(name: str, own_components: str | None = None) -> Game:
    """Like `find_game`, while the server goes on: components take a while to read."""
    if own_components is None:
        return find_game(name)
    return await aside(find_game, name, own_components)


def find_game(name: str, own_components: str | None = None) -> Game:
    """A game, with the components that come with it or its own."""
    try:
        if own_components is None:
            return game_named(name)
        read = _read(name, own_components)
    except UnknownGameError as error:
        raise Refusal("unknown_game", str(error), 422) from None
    if isinstance(read, str):
        raise Refusal("bad_components", read, 422)
    return read[0]


def warnings_of(name: str, own_components: str) -> tuple[str, ...]:
    """In what a component file departs from the rulebook, though it can be played."""
    read = _read(name, own_components)
    return () if isinstance(read, str) else read[1]


@lru_cache(maxsize=32)
def _read(name: str, own_components: str) -> tuple[Game, tuple[str, ...]] | str:
    """A game with components of its own and warnings, or what is wrong: nobody's mistake is worked out twice."""
    game = game_named(name)
    with (
        ONE_AT_A_TIME,
        TemporaryDirectory(prefix="khlong-") as folder,
        warnings.catch_warnings(record=True, action="always") as noted,
    ):
        path = Path(folder) / "components.toml"
        path.write_text(own_components, encoding="utf-8", errors="replace")
        try:
            found = Components.of(game).load(path)
        except ComponentError as error:
            return str(error).replace(str(path), "components")[:2000]
    return found, tuple(str(warning.message).removeprefix(f"{path}: ") for warning in noted)


def begin_game(name: str, players: int, options: dict[str, str]) -> NewGame:
    """A game before its first move: what options come to. What chance decides is one example of many."""
    game = find_game(name)
    try:
        table = new_table(game, players, 0, options)
        score: list[list[ScoreLine]] = [
            [{"key": line.key, "points": line.points, "parts": line.parts} for line in sheet]
            for sheet in table.score_sheet()
        ]
        return NewGame(view=table.view(), score=score)
    except KhlongError as error:
        raise Refusal("bad_options", str(error)[:2000], 422) from None


def tell_rules(
    name: str, own_components: str | None, language: str, players: int, options: dict[str, str]
) -> WholeRules:
    """A game's whole rules for a table of so many players; with 0 players for nobody in particular."""
    game = find_game(name, own_components)
    try:
        full_options(game, players or game.players[-1], options)
    except KhlongError as error:
        raise Refusal("bad_options", str(error)[:2000], 422) from None
    return whole_rules(game, language, players, options)


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
        clashes=[ClashInfo(options=clash.options, players=clash.players) for clash in clashes(game)],
        bots=bot_names(),
        tutorials=[_tutorial(each) for each in tutorials_of(game).values()],
        rules=game.rules_version,
        numbers=dict(wording.numbers()),
    )


def _tutorial(tutorial: Tutorial) -> TutorialInfo:
    title, about = (SaidInfo(**said.model_dump()) for said in (tutorial.sheet.title, tutorial.sheet.about))
    return TutorialInfo(
        name=tutorial.name, kind=tutorial.sheet.kind, title=title, about=about, steps=len(tutorial.steps)
    )
