"""One table in memory, worked out from its header and its log and from nothing else."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from khlong.engine.game import Game
from khlong.games.facets import Cover
from khlong.server.errors import Refusal
from khlong.server.storage.entries import Entry, Header, Owners, Status, Summary
from khlong.table import PROVABLE, Question, Table, components_print
from khlong.table.dice import read_rolls
from khlong.table.shared_list import SharedList

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
    def kind(self) -> str:
        return "bot" if self.bot else "open" if self.owner is None else "person"


@dataclass(slots=True)
class Made:
    """Who made a move, and when."""

    seat: int
    by: str
    at: float
    frame: bytes = b""
    """The move as clients are told of it, once it has been written out."""


class Memory:
    """What only ever grows: chat, and the ids of what was done already."""

    def __init__(self) -> None:
        self.chat: list[dict[str, Any]] = []
        self._done: dict[str, int] = {}

    def done(self, person: str, message: str) -> int | None:
        """The ply that a person's message led to, if it was heard already."""
        return self._done.get(f"{person} {message}")

    def note(self, entry: Entry, ply: int) -> None:
        if entry.person is not None and entry.message is not None:
            self._done[f"{entry.person} {entry.message}"] = ply
        if entry.kind == "chat":
            self.chat.append(
                {"seat": entry.seat, "name": entry.body["name"], "text": entry.body["text"], "at": entry.at}
            )
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
        self.question: Question | None = None
        """What is asked, once the game is on."""
        self._seat_lines: list[dict[str, Any]] | None = None
        self._shown = True
        """Whether the table may have been seen: then the next one is another."""
        self.memory = Memory()
        opening = header.opening or {"moves": [], "rolls": {}}
        rolls = read_rolls(opening["rolls"], "opening")
        self.table = Table(
            game, header.players, header.seed, header.options, None, None, header.position, PROVABLE, rolls
        )
        self.made: SharedList[Made] = SharedList([])
        for move in opening["moves"]:
            self.made.append(Made(self.table.state.decider, "record", header.created))
            self.table.play(move)
        self.opening_ply = self.table.ply
        self.last_by: list[str | None] = [None] * header.players
        """Who made the last move of each seat: a person, a bot, or somebody in the bot's place."""

    def seats_of(self, person: str | None) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if person is not None and seat.owner == person]

    def people(self) -> set[str]:
        """Everybody to whom the table belongs."""
        return {self.header.host, *(seat.owner for seat in self.seats if seat.owner)}

    def owners(self) -> Owners:
        return Owners(self.header.host, frozenset(self.people()))

    def seated_like(self, other: Room) -> bool:
        """Whether it belongs to the same people as a room of the same table."""
        return self.seats == other.seats and self.header is other.header

    def awaited_like(self, other: Room) -> bool:
        """Whether somebody is awaited as in another room of the table, and neither a clock nor a bot has to know."""
        return (
            self.status == other.status
            and self.header.pace is None
            and self.seated_like(other)
            and self.bot_to_move() is None
            and other.bot_to_move() is None
        )

    # the log

    def after(self, entries: Iterable[Entry]) -> Room:
        """The room once these have happened. What only grows is not touched: see `settle`."""
        twin = object.__new__(Room)
        twin.__dict__.update(self.__dict__)
        twin.seats, twin.made = self.seats[:], self.made.copy()
        for entry in entries:
            twin._apply(entry)
        twin._ask()
        return twin

    def settle(self, entries: Iterable[Entry]) -> None:
        """Notes entries that have been applied and are on the disk now."""
        for entry in entries:
            self.memory.note(entry, self.table.ply)

    def replay(self, entries: Iterable[Entry]) -> Room:
        """Follows a log that is on the disk already."""
        self.seats, self.made = self.seats[:], self.made.copy()
        self.table, self._shown = self.table.copy(), False
        for entry in entries:
            self._apply(entry)
            self.settle([entry])
        self._shown = True
        self._ask()
        return self

    def _ask(self) -> None:
        self.question = self.table.question if self.status == "playing" else None

    def _apply(self, entry: Entry) -> None:
        if entry.number != self.version + 1:
            raise ValueError(f"entry {entry.number} does not follow {self.version}")
        getattr(self, f"_apply_{entry.kind}")(entry)
        self.version = entry.number
        self.changed = entry.at

    def _seat(self, entry: Entry, **changes: Any) -> None:
        assert entry.seat is not None
        self.seats[entry.seat] = replace(self.seats[entry.seat], **changes)
        self._seat_lines = None

    def _apply_sit(self, entry: Entry) -> None:
        self._seat(entry, owner=entry.body.get("owner", entry.person), name=entry.body["name"], bot=None, votes={})

    def _apply_rise(self, entry: Entry) -> None:
        self._seat(entry, owner=None, name="", bot=None, votes={})

    def _apply_bot(self, entry: Entry) -> None:
        self._seat(entry, bot=entry.body["bot"], name=entry.body["name"], votes={})
        self.since = entry.at

    def _apply_back(self, entry: Entry) -> None:
        self._seat(entry, bot=None, votes={})
        self.since = entry.at

    def _apply_vote(self, entry: Entry) -> None:
        assert entry.seat is not None
        self._seat(entry, votes=self.seats[entry.seat].votes | {str(entry.person): entry.body["bot"]})

    def _apply_start(self, entry: Entry) -> None:
        self.status = entry.body.get("status", "playing")
        self.since = entry.at

    def _apply_move(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.table = (self.table.copy() if self._shown else self.table).play(entry.body["move"])
        self.made.append(Made(entry.seat, entry.body["by"], entry.at))
        if self.seats[entry.seat].votes:
            self._seat(entry, votes={})
        if self.last_by[entry.seat] != entry.body["by"]:
            self._note_last()
        self.since = entry.at
        if self.table.over:
            self.status = "over"

    def _apply_undo(self, entry: Entry) -> None:
        self.table = (self.table.copy() if self._shown else self.table).undo()
        self.made.cut(len(self.made) - 1)
        self._note_last()

    def _note_last(self) -> None:
        latest = {made.seat: made.by for made in self.made[self.opening_ply :]}
        self.last_by = [latest.get(seat) for seat in range(self.header.players)]

    def _apply_chat(self, entry: Entry) -> None:
        pass

    def _apply_rematch(self, entry: Entry) -> None:
        self.rematch = entry.body["table"]

    def _apply_become(self, entry: Entry) -> None:
        """A guest who has an account now: everything of the one is the other's."""
        guest, account = entry.body["from"], entry.body["to"]
        for number, seat in enumerate(self.seats):
            votes = {account if voter == guest else voter: bot for voter, bot in seat.votes.items()}
            owner = account if seat.owner == guest else seat.owner
            self.seats[number] = replace(seat, owner=owner, votes=votes)
        if self.header.host == guest:
            self.header = replace(self.header, host=account)
        self._seat_lines = None

    # what may be done

    def may_see(self, person: str | None, invite: str | None) -> bool:
        invited = invite is not None and secrets.compare_digest(invite.encode(), self.header.invite.encode())
        return self.header.public or person in self.people() or invited

    @property
    def undoable(self) -> bool:
        """Whether the last move was made by whoever is asked now, in person, with no dice since."""
        asked = self.question
        if asked is None or self.table.ply <= self.opening_ply or self.table.at_barrier:
            return False
        last = self.made.last
        return last.by == "person" and last.seat == asked.seat

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
        if self._seat_lines is None:
            self._seat_lines = [
                {"name": seat.name, "kind": seat.kind, "owner": seat.owner, "bot": seat.bot} for seat in self.seats
            ]
        return Summary(
            status=self.status,
            version=self.version,
            ply=self.table.ply,
            turn=asked.seat if asked else None,
            bot_turn=self.bot_to_move() is not None,
            deadline=self.deadline(),
            seats=self._seat_lines,
            changed=self.changed,
        )

    def named_table(self) -> Table:
        """The game with its players' names, for a record."""
        table = self.table.copy()
        table.names = [seat.name or f"Seat {number + 1}" for number, seat in enumerate(self.seats)]
        table.bots = [seat.bot for seat in self.seats]
        return table


def _check_fit(header: Header, game: Game) -> None:
    if header.rules != game.rules_version:
        raise Refusal(
            "other_rules",
            f"This table was played by version {header.rules} of the rules of {Cover.of(game).title}; "
            f"this server has version {game.rules_version} and would play it differently.",
        )
    if header.components != components_print(game):
        raise Refusal("other_components", f"This table was played with other components of {Cover.of(game).title}.")
