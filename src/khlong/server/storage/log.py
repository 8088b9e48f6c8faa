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

MadeBy = Literal["person", "bot", "quick", "stand-in", "clock", "record"]
GivenBy = Literal["owner", "vote", "clock", "resigned", "record"]
Deciders = Literal["others", "nobody"]


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
class Keep:
    """A seat is open for one person alone, who sat there in the game before."""

    seat: int
    name: str
    owner: str
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
class Absence:
    """What is settled, when a table is made, about seats that keep it waiting: who may give them to which bot, and
    after how many seconds."""

    decide: Deciders
    bot: str
    patience: float
    timeouts: int
    """How often in a row somebody's time may be up until the bot plays on."""
    version: Literal[2] = 2


@dataclass(frozen=True, slots=True)
class Holiday:
    """Somebody is away for some days, while the clock stands; one that begins then already has another end now."""

    seat: int
    name: str
    begins: float
    ends: float
    version: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class TimeOut:
    """Somebody's time is up: a bot makes this one move."""

    seat: int
    name: str
    version: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class Start:
    """The game begins; one that is only to be watched is over at once."""

    status: Status = "playing"
    version: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class End:
    """The game is over without a result: its last person resigned, or the table was closed before it began."""

    version: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class Remove:
    """Somebody has done with the table: it is not listed among theirs any more."""

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
class AskBack:
    """Somebody asks the others to take back their last move and all that came after it: to go back to a ply."""

    seat: int
    name: str
    ply: int
    version: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class AgreeBack:
    """One of those who were asked agrees."""

    seat: int
    name: str
    version: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class RefuseBack:
    """What was played stands: one of those who were asked refuses, or who asked thinks better of it."""

    seat: int
    name: str
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


Happening = (
    Sit
    | Keep
    | Rise
    | GiveToBot
    | TakeBack
    | Vote
    | Absence
    | Holiday
    | TimeOut
    | Start
    | End
    | Remove
    | Move
    | Undo
    | AskBack
    | AgreeBack
    | RefuseBack
    | Chat
    | OfferRematch
    | Become
)
KINDS: dict[str, type[Happening]] = {
    "sit": Sit,
    "keep": Keep,
    "rise": Rise,
    "bot": GiveToBot,
    "back": TakeBack,
    "vote": Vote,
    "absence": Absence,
    "holiday": Holiday,
    "timeout": TimeOut,
    "start": Start,
    "end": End,
    "remove": Remove,
    "move": Move,
    "undo": Undo,
    "ask-back": AskBack,
    "agree-back": AgreeBack,
    "refuse-back": RefuseBack,
    "chat": Chat,
    "rematch": OfferRematch,
    "become": Become,
}
"""The kinds by the names that the database knows them by."""
NAMES = {kind: name for name, kind in KINDS.items()}
READERS: dict[str, TypeAdapter[Happening]] = {name: TypeAdapter(kind) for name, kind in KINDS.items()}
UPGRADES: dict[tuple[str, int], Callable[[Data], Data]] = {
    ("absence", 1): lambda body: body | {"timeouts": 1, "version": 2},  # the first one cost the seat
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
