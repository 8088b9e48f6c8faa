"""What is said on the command line, turned into games, seats and positions."""

from __future__ import annotations

import shlex
import unicodedata
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from khlong.bots import is_from_outside
from khlong.bots.program import PREFIX
from khlong.engine.data import Data
from khlong.engine.files import parse_json, read_text
from khlong.engine.game import Game
from khlong.engine.given import cut, shown
from khlong.engine.toml import parse_toml
from khlong.games.facets import Components
from khlong.table import PositionError, Table, game_named, game_names, new_table, table_from_position
from khlong.words import LANGUAGES, OWN, load_messages, usual_language

from .errors import CommandError

USUAL_PLAYERS = 4
LONGEST_NAME = 40
BOT_NAMES = ("Mali", "Chai", "Nok", "Som", "Tida", "Ploy", "Lek", "Dao", "Wan", "Fah")


def chosen_game(name: str | None, components: Path | None) -> Game:
    """The game of that name, with components of one's own if there are any."""
    if name is None:
        raise CommandError(f"Which game? The games are: {', '.join(game_names())}.")
    game = game_named(name)
    return Components.of(game).load(components) if components else game


def read_options(given: Sequence[str]) -> dict[str, str]:
    """Options as `key=value`.

    >>> read_options(["goal=7", "begins = 2"])
    {'goal': '7', 'begins': '2'}
    """
    options: dict[str, str] = {}
    for text in given:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not (key and equals and value):
            raise CommandError(f"An option is given as key=value, for example --option goal=7, not as {shown(text)}.")
        if key in options:
            raise CommandError(f"The option {cut(key)} is given twice.")
        options[key] = value
    return options


def number_of_players(game: Game, players: int | None, seated: int) -> int:
    """As many as asked for; otherwise as many as were named, or the usual number."""
    if players is not None:
        return players
    return seated if seated > 1 else min(USUAL_PLAYERS, game.players[-1])


def chosen_language(language: str | None) -> str:
    """The language that was asked for, or the usual one."""
    if language is not None and language not in LANGUAGES:
        raise CommandError(f"We do not speak {shown(language)}. We speak: {', '.join(LANGUAGES)}.")
    return language or usual_language()


def take_seats(table: Table, seats: Sequence[str]) -> None:
    """Seats those who were named, and easy bots in what is left. `bot:NAME` is a bot, all else a person."""
    if len(seats) > table.players:
        raise CommandError(f"There are {len(seats)} seats named for {table.players} players.")
    wanted = [
        *(seats or [load_messages(table.language, OWN).say("player", number=1)]),
        *[f"bot:{_company()}"] * table.players,
    ][: table.players]
    people = [tidy(seat) for seat in wanted if not seat.startswith("bot:")]
    for name in people:
        if not name:
            raise CommandError("A seat needs a name, or bot: and the name of a bot.")
        if people.count(name) > 1:
            raise CommandError(f"Two seats are called {name}: give them names that differ.")
    spare = iter([name for name in BOT_NAMES if name not in people])
    table.bots = [seat.removeprefix("bot:") if seat.startswith("bot:") else None for seat in wanted]
    table.names = [tidy(seat) if bot is None else next(spare) for seat, bot in zip(wanted, table.bots, strict=True)]


def _company() -> str:
    """The bot that plays with those who named none; easy ones need Numba."""
    return "easy" if find_spec("numba") else "random"


def refuse_programs(path: Path, table: Table) -> None:
    """A file may come from anybody, so what it wants to run is shown first: programs, and modules to be imported."""
    outside = dict.fromkeys(bot.removeprefix(PREFIX) for bot in table.bots if bot and is_from_outside(bot))
    if outside:
        what = " and ".join(repr(bot) for bot in outside)
        raise CommandError(
            f"{path}: to go on with this game runs {what}. If you trust it, add --run-programs.\n"
            f"To look at the game runs nothing: khlong replay {shlex.quote(str(path))}"
        )


def tidy(name: str) -> str:
    """A name without line breaks, escape codes or anything else that would upset a terminal."""
    plain = "".join(letter for letter in name if unicodedata.category(letter)[0] != "C")
    return " ".join(plain.split())[:LONGEST_NAME]


def open_table(
    game: Game,
    players: int | None,
    seed: int | None,
    options: dict[str, str],
    seats: Sequence[str],
    position: Path | None,
    language: str = "en",
) -> Table:
    """A new table: a fresh game, or one that begins from a position on file."""
    if position is None:
        table = new_table(game, number_of_players(game, players, len(seats)), seed, options)
    else:
        data = read_position(position)
        if players is not None and data.get("players") != players:
            raise CommandError(
                f"{position}: is a position for {shown(data.get('players'))} players, not for {players}."
            )
        if options and isinstance(data.get("options", {}), dict):
            data["options"] = data.get("options", {}) | options
        if seed is not None:
            data["seed"] = seed
        table = table_from_position(data, game)
    table.language = language
    take_seats(table, seats)
    return table


def read_position(path: Path) -> Data:
    """A position file, in JSON or TOML."""
    text = read_text(path, PositionError)
    kind = "TOML" if path.suffix.lower() == ".toml" else "JSON"
    try:
        data = parse_toml(text) if kind == "TOML" else parse_json(text)
    except ValueError as error:
        raise PositionError(f"{path}: is not {kind}: {error}.") from None
    if not isinstance(data, dict):
        raise PositionError(f"{path}: is not a position: it holds a {type(data).__name__} instead of names and values.")
    return data
