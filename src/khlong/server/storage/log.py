"""The log of a table: one entry for each thing that happened, of a kind that says what it holds.

Entries are written as JSON with the version of their kind. A kind that changes gets the next version, and `UPGRADES`
says how what was written before is read, so that every log there ever was can be opened.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import orjson
from pydantic import TypeAdapter

from khlong.engine.data import Data
from khlong.table import KhlongError

from .headers import Status

MadeBy = Literal["person", "bot", "quick", "stand-in", "record"]
GivenBy = Literal["owner", "vote", "clock", "record"]


class LogError(KhlongError):
    """An entry that this version of the server cannot read."""


@dataclass(frozen=True, slots=True)
class Sit:
    """Somebody took a seat: who wrote the entry, or the owner that it names."""

    seat: int
    name: str
    owner: str | None = None
    version: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class Rise:
    """A seat is open again."""

    seat: int
    version: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class GiveToBot:
    """A bot plays a seat from now on."""

    seat: int
    bot: str
    name: str
    by: GivenBy
    version: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The owner plays a seat again that a bot had."""

    seat: int
    version: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class Vote:
    """Somebody wants a bot to play a seat."""

    seat: int
    bot: str
    version: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class Start:
    """The game begins; one that is only to be watched is over at once."""

    status: Status = "playing"
    version: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class Move:
    """A move, in notation."""

    seat: int
    move: str
    by: MadeBy
    version: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class Undo:
    """The last move was taken back."""

    seat: int
    version: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class Chat:
    """Somebody said something; those who only watch have no seat."""

    name: str
    text: str
    seat: int | None = None
    version: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class OfferRematch:
    """Where the next game is."""

    table: str
    version: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class Become:
    """A guest has an account now: everything of the one is the other's."""

    guest: str
    account: str
    version: Literal[2] = 2


Happening = Sit | Rise | GiveToBot | TakeBack | Vote | Start | Move | Undo | Chat | OfferRematch | Become
KINDS: dict[str, type[Happening]] = {
    "sit": Sit,
    "rise": Rise,
    "bot": GiveToBot,
    "back": TakeBack,
    "vote": Vote,
    "start": Start,
    "move": Move,
    "undo": Undo,
    "chat": Chat,
    "rematch": OfferRematch,
    "become": Become,
}
"""The kinds by the names that the database knows them by."""
NAMES = {kind: name for name, kind in KINDS.items()}
READERS: dict[str, TypeAdapter[Happening]] = {name: TypeAdapter(kind) for name, kind in KINDS.items()}
UPGRADES: dict[tuple[str, int], Callable[[Data], Data]] = {
    ("become", 1): lambda body: {"guest": body["from"], "account": body["to"], "version": 2},
}


class Entry(NamedTuple):
    """One thing that happened at a table. The log is nothing but these, numbered from 1."""

    number: int
    at: float
    person: str | None
    message: str | None
    """The id that its sender gave it: a second one with the same id is the same."""
    what: Happening


def read_happening(kind: str, seat: int | None, body: str) -> Happening:
    """What a row tells. The first logs had the seat in its own column alone, and no version.

    >>> read_happening("move", 2, '{"move":"place temple","by":"person"}')
    Move(seat=2, move='place temple', by='person', version=1)
    """
    told: Data = {} if seat is None else {"seat": seat}
    told |= orjson.loads(body)
    while (upgrade := UPGRADES.get((kind, told.get("version", 1)))) is not None:
        told = upgrade(told)
    try:
        return READERS[kind].validate_python(told)
    except (KeyError, ValueError) as error:
        raise LogError(f"An entry {kind!r} of version {told.get('version', 1)} cannot be read: {error}") from None
