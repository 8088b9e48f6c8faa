"""One table in memory, worked out from its header and its log and from nothing else."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import orjson

from khlong.engine.game import Game
from khlong.games.facets import Cover
from khlong.server.errors import Refusal
from khlong.server.storage import Entry, Header, Owners, Status, Summary
from khlong.server.storage.log import (
    Become,
    Chat,
    GiveToBot,
    MadeBy,
    Move,
    OfferRematch,
    Rise,
    Sit,
    Start,
    TakeBack,
    Undo,
    Vote,
)
from khlong.server.wire.messages import ChatLine, SeatKind
from khlong.table import PROVABLE, Asked, Table, components_print
from khlong.table.dice import read_rolls

CHAT_KEPT = 100


@dataclass(frozen=True)
class Seat:
    """A place at the table: whose it is, and who plays it now."""

    name: str
    owner: str | None = None
    bot: str | None = None
    votes: dict[str, str] = field(default_factory=dict)
    """Who wants which bot to play here."""

    @property
    def kind(self) -> SeatKind:
        return "bot" if self.bot else "open" if self.owner is None else "person"


@dataclass(slots=True)
class Made:
    """Who made a move, and when."""

    seat: int
    by: MadeBy
    at: float
    told: orjson.Fragment | None = None
    """The move as clients are told of it, once somebody was."""


def chat_line(said: Chat, at: float) -> ChatLine:
    """What was said, as it is shown."""
    return {"seat": said.seat, "name": said.name, "text": said.text, "at": at}


class Memory:
    """What only ever grows: chat, and the ids of what was done already."""

    def __init__(self) -> None:
        self.chat: list[ChatLine] = []
        self.done: dict[tuple[str, str], int] = {}
        """The plies that messages led to, by who sent them and the ids that they gave them."""

    def note(self, entry: Entry, ply: int) -> None:
        """Remembers an entry that is on the disk now."""
        if entry.person is not None and entry.message is not None:
            self.done[entry.person, entry.message] = ply
        if isinstance(entry.what, Chat):
            self.chat.append(chat_line(entry.what, entry.at))
            del self.chat[:-CHAT_KEPT]


class Room:
    """A table with its seats. `after` gives the room as it will be; nothing in a room that is shown ever changes."""

    def __init__(self, header: Header, game: Game) -> None:
        _check_fit(header, game)
        self.header = header
        self.game = game
        self.seats: list[Seat] = [Seat("") for _ in range(header.players)]
        self.status: Status = "open"
        self.version = 0
        self.since = header.created
        """When the one whose turn it is was asked."""
        self.changed = header.created
        self.rematch: str | None = None
        self.question: Asked | None = None
        """What is asked, once the game is on."""
        self.undoable = False
        """Whether the last move was made by whoever is asked now, in person, with no dice since."""
        self.has_bots = False
        self.memory = Memory()
        opening = header.opening or {"moves": [], "rolls": {}}
        rolls = read_rolls(opening["rolls"], "opening")
        self.table = Table(
            game, header.players, header.seed, header.options, None, None, header.position, PROVABLE, rolls
        )
        self.made: list[Made] = []
        for move in opening["moves"]:
            self.made.append(Made(self.table.state.decider, "record", header.created))
            self.table.play(move)
        self.opening_ply = self.table.ply
        self._name_players()
        self.last_by: list[MadeBy | None] = [None] * header.players
        """Who made the last move of each seat: a person, a bot, or somebody in the bot's place."""

    def seats_of(self, person: str | None) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if person is not None and seat.owner == person]

    def people(self) -> set[str]:
        """Everybody to whom the table belongs."""
        return {self.header.host, *(seat.owner for seat in self.seats if seat.owner)}

    def owners(self) -> Owners:
        return Owners(self.header.host, frozenset(self.people()))

    # the log

    def after(self, entries: Iterable[Entry]) -> Room:
        """The room once these have happened. What only grows is not touched: see `Memory.note`."""
        twin = object.__new__(Room)
        twin.__dict__.update(self.__dict__)
        twin.table = self.table.copy()
        twin.made = self.made[:]
        for entry in entries:
            twin._apply(entry)
        return twin

    def replay(self, entries: Iterable[Entry]) -> Room:
        """Follows a log that is on the disk already, in a room that nobody has seen yet."""
        for entry in entries:
            self._apply(entry)
            self.memory.note(entry, self.table.ply)
        return self

    def _apply(self, entry: Entry) -> None:
        if entry.number != self.version + 1:
            raise ValueError(f"entry {entry.number} does not follow {self.version}")
        match entry.what:
            case Move() as move:
                self._make(move, entry.at)
            case Undo():
                self.table.undo()
                self.made.pop()
                self._note_last()
            case Sit(seat, name, owner):
                self._change_seat(seat, owner=entry.person if owner is None else owner, name=name, bot=None, votes={})
            case Rise(seat):
                self._change_seat(seat, owner=None, name="", bot=None, votes={})
            case GiveToBot(seat, bot, name):
                self._change_seat(seat, bot=bot, name=name, votes={})
                self.since = entry.at
            case TakeBack(seat):
                self._change_seat(seat, bot=None, votes={})
                self.since = entry.at
            case Vote(seat, bot):
                self._change_seat(seat, votes=self.seats[seat].votes | {str(entry.person): bot})
            case Start(status):
                self.status = status
                self.since = entry.at
            case OfferRematch(table):
                self.rematch = table
            case Become(guest, account):
                self._become(guest, account)
            case Chat():
                pass
        self.version = entry.number
        self.changed = entry.at
        self.question = self.table.asked if self.status == "playing" else None
        last = self.made[-1] if self.question is not None and self.table.ply > self.opening_ply else None
        in_person = last is not None and last.by == "person" and last.seat == self.table.state.decider
        self.undoable = in_person and not self.table.at_barrier

    def _make(self, move: Move, at: float) -> None:
        self.table.play(move.move)
        self.made.append(Made(move.seat, move.by, at))
        if self.seats[move.seat].votes:
            self._change_seat(move.seat, votes={})
        if self.last_by[move.seat] != move.by:
            self._note_last()
        self.since = at
        if self.table.asked is None:
            self.status = "over"

    def _change_seat(self, number: int, **changes: Any) -> None:
        """Another list of seats, so that those who saw the old one see that it is another."""
        self.seats = [replace(seat, **changes) if other == number else seat for other, seat in enumerate(self.seats)]
        self.has_bots = any(seat.bot is not None for seat in self.seats)
        self._name_players()

    def _name_players(self) -> None:
        """Who plays, for the reasons that the game gives and for its record."""
        self.table.names = [seat.name or f"Seat {number}" for number, seat in enumerate(self.seats, 1)]
        self.table.bots = [seat.bot for seat in self.seats]

    def _note_last(self) -> None:
        latest = {made.seat: made.by for made in self.made[self.opening_ply :]}
        self.last_by = [latest.get(seat) for seat in range(self.header.players)]

    def _become(self, guest: str, account: str) -> None:
        for number, seat in enumerate(self.seats):
            votes = {account if voter == guest else voter: bot for voter, bot in seat.votes.items()}
            self._change_seat(number, owner=account if seat.owner == guest else seat.owner, votes=votes)
        if self.header.host == guest:
            self.header = replace(self.header, host=account)

    # what may be done

    def may_see(self, person: str | None, invite: str | None) -> bool:
        invited = invite is not None and secrets.compare_digest(invite.encode(), self.header.invite.encode())
        return self.header.public or person in self.people() or invited

    def undoable_by(self, person: str | None) -> bool:
        """Whether this person may take back the last move."""
        return self.undoable and self.question is not None and self.plays(person, self.question.seat)

    def plays(self, person: str | None, seat: int) -> bool:
        """Whether a seat is this person's to play, and not in a bot's hands."""
        return person is not None and self.seats[seat].owner == person and self.seats[seat].bot is None

    def deadline(self) -> float | None:
        """When the one whose turn it is runs out of time, by the wall clock."""
        asked = self.question
        if asked is None or self.header.pace is None or self.seats[asked.seat].bot:
            return None
        return self.since + self.header.pace

    def bot_to_move(self) -> str | None:
        """The bot whose turn it is."""
        asked = self.question
        return self.seats[asked.seat].bot if asked else None

    def summary(self) -> Summary:
        asked = self.question
        return Summary(
            status=self.status,
            version=self.version,
            ply=self.table.ply,
            turn=asked.seat if asked else None,
            bot_turn=self.bot_to_move() is not None,
            deadline=self.deadline(),
            seats=[{"name": seat.name, "kind": seat.kind, "owner": seat.owner, "bot": seat.bot} for seat in self.seats],
            changed=self.changed,
        )


def _check_fit(header: Header, game: Game) -> None:
    if header.rules != game.rules_version:
        raise Refusal(
            "other_rules",
            f"This table was played by version {header.rules} of the rules of {Cover.of(game).title}; "
            f"this server has version {game.rules_version} and would play it differently.",
        )
    if header.components != components_print(game):
        raise Refusal("other_components", f"This table was played with other components of {Cover.of(game).title}.")
