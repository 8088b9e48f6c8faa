"""What the store keeps of people and tables beside their logs, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from khlong.engine.data import Data

Status = Literal["open", "playing", "over"]


@dataclass(frozen=True)
class Header:
    """What is settled when a table is made."""

    id: str
    game: str
    rules: int
    components: str
    own_components: str | None
    """A component file of the table's own."""
    players: int
    options: dict[str, str]
    seed: int
    position: Data | None
    opening: Data | None
    """Moves and rolls of a record that the table goes on from."""
    public: bool
    host: str
    invite: str
    pace: float | None
    """Seconds for a move."""
    starts_itself: bool
    created: float


@dataclass(frozen=True)
class Summary:
    """Where a table stands, for lists and clocks."""

    status: Status
    version: int
    ply: int
    turn: int | None
    bot_turn: bool
    deadline: float | None
    seats: list[Data]
    changed: float


@dataclass(frozen=True)
class Owners:
    """To whom a table belongs: its host, and with the host all who sit at it."""

    host: str
    people: frozenset[str]


class KeptNotices(NamedTuple):
    """Where somebody wants to be told of turns."""

    wishes: str
    mail: str | None
    """The address that was confirmed."""
    token: str | None
    """A hash of what confirms the next."""
    told: dict[str, int]
    """The ply that the last turn began with that was told of, by table."""


class KeptReview(NamedTuple):
    """A game looked at again: by which version of what an analysis does, how deep, and what was found, as JSON."""

    version: int
    depth: int
    body: bytes


@dataclass(frozen=True)
class Person:
    """Somebody who plays: a guest, or one with an account."""

    id: str
    name: str
    account: str | None
