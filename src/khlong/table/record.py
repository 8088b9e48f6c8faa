"""Records: a game on file, finished or not. Replaying its moves gives the same states on any engine."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field

from khlong.engine.components import Sheet, check_sheet
from khlong.engine.data import Data
from khlong.engine.errors import KhlongError, RollError
from khlong.engine.files import LONGEST_NAME, named, parse_json, path_of, read_text, trouble
from khlong.engine.game import Game
from khlong.engine.given import cut, shown
from khlong.games import game_named
from khlong.games.facets import Cover

from .dice import PROVABLE, DiceKind, read_rolls, write_rolls
from .errors import ArgumentError, IllegalMoveError, RecordError
from .fallen import Face
from .options import a_game, kept_options, read_seed
from .table import Table

FORMAT = 1


class SeatSheet(Sheet):
    name: str
    bot: str | None = None


class ResultSheet(Sheet):
    winners: list[int]
    scores: list[list[int]]
    ending: str


class RecordSheet(Sheet):
    """A record file."""

    format: int
    game: str
    rules: int
    components: str
    options: dict[str, str]
    seed: str
    dice: DiceKind = "seed"
    rolls: Annotated[dict[str, str] | None, Field(max_length=20_000)] = None
    given: Annotated[dict[str, list[int | str]] | None, Field(max_length=20_000)] = None
    seats: Annotated[list[SeatSheet], Field(min_length=1, max_length=20)]
    position: Data | None = None
    moves: list[str]
    state: str
    result: ResultSheet | None


def write_record(table: Table) -> Data:
    """A table as plain data.

    >>> from khlong.table import new_table
    >>> write_record(new_table("floating-market", seed=7).play("place temple"))["moves"]
    ['place temple']
    """
    _a_table(table)
    record: Data = {
        "format": FORMAT,
        "game": table.game.name,
        "rules": table.game.rules_version,
        "components": components_print(table.game),
        "options": table.options,
        "seed": str(table.seed),
        "seats": [{"name": name, "bot": bot} for name, bot in zip(table.names, table.bots, strict=True)],
        "moves": table.moves,
        "state": _state_print(table),
        "result": _result(table),
    }
    if table.dice != "seed":
        record["dice"] = table.dice
    if table.known_rolls:
        record["rolls"] = write_rolls(table.known_rolls)
    return record | write_given(table) | ({"position": table.position} if table.position is not None else {})


def write_open_record(table: Table) -> Data:
    """A record of a game that goes on, for those who play it: all that has happened, and another future."""
    moves, rolls = _a_table(table).moves, table.rolls()
    blind = Table(
        table.game, table.players, None, table.options, table.names, table.bots, table.position, PROVABLE, rolls
    )
    for ply, move in enumerate(moves, 1):
        blind.play(move, table.given_rolls.get(ply))
    return write_record(blind)


def table_from_record(data: object, game: Game | None = None, source: str = "record") -> Table:
    """The table of a record, every move of it played again and checked."""
    source = cut(source, LONGEST_NAME) if isinstance(source, str) else shown(source)
    version = data.get("format") if isinstance(data, dict) else None
    if isinstance(version, int) and version != FORMAT:
        raise RecordError(f"{source}: is of format {shown(version)}; this program reads format {FORMAT}.")
    sheet = check_sheet(RecordSheet, data, source, RecordError)
    found = game_named(sheet.game) if game is None else a_game(game)
    _check_fit(sheet, found, source)
    names, bots = [seat.name for seat in sheet.seats], [seat.bot for seat in sheet.seats]
    try:
        rolls = read_rolls(sheet.rolls or {}, source)
        seed = read_seed(sheet.seed)
        options = kept_options(found, sheet.options)
        table = Table(found, len(names), seed, options, names, bots, sheet.position, sheet.dice, rolls)
    except KhlongError as error:
        raise RecordError(f"{source}: {error}") from None
    given = read_given(sheet.given or {}, len(sheet.moves), source)
    for ply, move in enumerate(sheet.moves, 1):
        try:
            table.play(move, given.get(ply))
        except (IllegalMoveError, RollError) as error:
            raise RecordError(f"{source}: stops making sense at move {ply}: {error}") from None
    result = sheet.result.model_dump() if sheet.result else None
    if _state_print(table) != sheet.state or _result(table) != result:
        raise RecordError(f"{source}: was changed or damaged: its moves do not lead to the state it was saved in.")
    return table


def write_given(table: Table) -> Data:
    """What fell outside as it stands in a record, where anything did."""
    given = {str(ply): faces for ply, faces in table.given_rolls.items()}
    return {"given": given} if given else {}


def read_given(data: Mapping[str, Sequence[Face]], plies: int, source: str) -> dict[int, Sequence[Face]]:
    """What fell outside, by the ply that it led to."""
    wanted = {str(ply): ply for ply in range(1, plies + 1)}
    wrong = next((ply for ply in data if ply not in wanted), None)
    if wrong is not None:
        raise RecordError(f"{source}: given names a ply that has a move, not {shown(wrong)}.")
    return {wanted[ply]: faces for ply, faces in data.items()}


def save_record(table: Table, path: str | os.PathLike[str]) -> None:
    """Writes a record: all of it, or nothing."""
    target = path_of(path, RecordError)
    text = json.dumps(write_record(table), indent=1, ensure_ascii=False) + "\n"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=target.parent, delete=False, encoding="utf-8") as draft:
            try:
                draft.write(text)
                draft.flush()
                os.fsync(draft.fileno())
                Path(draft.name).replace(target)
            except BaseException:
                Path(draft.name).unlink(missing_ok=True)
                raise
    except UnicodeEncodeError:
        raise RecordError(f"{named(target)}: cannot be written: a name at the table is no text.") from None
    except (OSError, ValueError) as error:
        raise RecordError(f"{named(target)}: cannot be written: {trouble(error)}.") from None


def load_record(path: str | os.PathLike[str], game: Game | None = None) -> Table:
    """Reads a record and replays it."""
    text = read_text(path, RecordError)
    source = named(Path(path))
    try:
        data = parse_json(text)
    except ValueError as error:
        raise RecordError(f"{source}: is cut off or not a record: {error}.") from None
    return table_from_record(data, game, source)


def components_print(game: Game) -> str:
    """A short print of a game's components, names included: equal prints, equal games."""
    return hashlib.sha256(repr((a_game(game).identity, game.moves.notation)).encode()).hexdigest()[:16]


def _a_table(table: object) -> Table:
    if not isinstance(table, Table):
        raise ArgumentError(f"A record is written of a table, not of {shown(table)}.")
    return table


def _check_fit(sheet: RecordSheet, game: Game, source: str) -> None:
    if sheet.game != game.name:
        raise RecordError(f"{source}: is a game of {cut(sheet.game)}, not of {game.name}.")
    if sheet.rules != game.rules_version:
        raise RecordError(
            f"{source}: was played by version {sheet.rules} of the rules of {Cover.of(game).title}; "
            f"this program has version {game.rules_version} and would play it differently."
        )
    if sheet.components != components_print(game):
        raise RecordError(
            f"{source}: was played with other components: hand in the same component file with --components."
        )


def _state_print(table: Table) -> str:
    return hashlib.sha256(table.state.pack()).hexdigest()[:32]


def _result(table: Table) -> Data | None:
    result = table.result
    if result is None:
        return None
    data = result.as_data()
    return {"winners": data["winners"], "scores": data["scores"], "ending": data["ending"]}
