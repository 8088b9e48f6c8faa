"""Games out of a file that a browser has saved: only those that can be played through find their way in."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection
from typing import Literal

from pydantic import BaseModel, ValidationError

from khlong.server.storage import Entry, Header
from khlong.server.storage.log import LogError
from khlong.server.tables.games import find_game
from khlong.server.tables.room import Room

from .store import Fresh, read_entry

VERSION = 1
Trouble = Literal["not-games", "newer"]


class GamesError(Exception):
    """A file that holds no games, or games of another version."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble: Trouble = trouble


class TableRow(BaseModel):
    id: str
    header: str


class EntryRow(BaseModel):
    table: str
    text: str


class GamesFile(BaseModel):
    khlong: Literal["games"]
    version: int
    tables: list[TableRow]
    entries: list[EntryRow]


def read_games(text: str, known: Collection[str]) -> list[Fresh]:
    """The games of a file that are not known yet, each with its log and with what lists show of it."""
    try:
        file = GamesFile.model_validate_json(text)
    except ValidationError:
        raise GamesError("not-games") from None
    if file.version > VERSION:
        raise GamesError("newer")
    logs: dict[str, list[Entry]] = defaultdict(list)
    try:
        for row in file.entries:
            logs[row.table].append(read_entry(row.text))
        return [_played(row, logs[row.id]) for row in file.tables if row.id not in known]
    except LogError:
        raise GamesError("newer") from None
    except Exception:  # whatever a file holds, it is not a game
        raise GamesError("not-games") from None


def _played(row: TableRow, log: list[Entry]) -> Fresh:
    header = Header(**json.loads(row.header))
    if header.id != row.id:
        raise ValueError(f"the table {row.id} says that it is {header.id}")
    log.sort(key=lambda entry: entry.number)
    room = Room(header, find_game(header.game, header.own_components)).replay(log)
    return header, room.summary(), log
