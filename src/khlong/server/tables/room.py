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
    Absence,
    AgreeBack,
    AskBack,
    Become,
    Chat,
    End,
    GivenBy,
    GiveToBot,
    Happening,
    Holiday,
    Keep,
    MadeBy,
    Move,
    OfferRematch,
    RefuseBack,
    Remove,
    Rise,
    Sit,
    Start,
    TakeBack,
    TimeOut,
    Undo,
    Vote,
)
from khlong.server.wire.messages import ChatLine, Notice, SeatKind
from khlong.table import PROVABLE, Asked, Table, components_print
from khlong.table.dice import read_rolls
from khlong.table.options import kept_options

from .absence import MINUTE, first_absence

CHAT_KEPT = 100
BACK_NOTICES: dict[type[Happening], Notice] = {
    AskBack: "ask-back",
    AgreeBack: "agree-back",
    RefuseBack: "refuse-back",
}


@dataclass(frozen=True)
class Seat:
    """A place at the table: whose it is, and who plays it now."""

    name: str
    owner: str | None = None
    bot: str | None = None
    given: GivenBy = "owner"
    """Why the bot plays here, if it does."""
    votes: dict[str, str] = field(default_factory=dict)
    """Who wants which bot to play here."""
    timeouts: int = 0
    """How often in a row time was up here."""
    holidays: dict[float, float] = field(default_factory=dict)
    """When whoever sits here is away and the clock stands: the ends by the beginnings."""
    kept: str | None = None
    """For whom alone the seat is open."""

    def holiday(self, at: float) -> tuple[float, float] | None:
        """The holiday that is at some time, or the next one."""
        left = [(begins, ends) for begins, ends in self.holidays.items() if at < ends]
        return min(left, default=None)

    def deadline(self, since: float, pace: float) -> float:
        """When the time for a move is up, with what holidays add to it.

        >>> Seat("Ann", holidays={30.0: 50.0, 100.0: 200.0}).deadline(since=10.0, pace=40.0)
        70.0
        """
        end = since + pace
        for begins, ends in sorted(self.holidays.items()):
            if begins < end and ends > since:
                end += ends - max(begins, since)
        return end

    @property
    def resigned(self) -> bool:
        """Whether the owner has given it up for good."""
        return self.bot is not None and self.given == "resigned"

    @property
    def kind(self) -> SeatKind:
        return "bot" if self.bot else "open" if self.owner is None else "person"


@dataclass(slots=True)
class Made:
    """Who made a move, and when."""

    seat: int
    by: MadeBy
    at: float
    round: int
    final: bool = False
    """Whether chance had a say in it: nothing before it can be taken back, or the dice would be known."""
    told: orjson.Fragment | None = None
    """The move as clients are told of it, once somebody was."""


@dataclass(frozen=True)
class BackRequest:
    """Somebody's wish that their last move be taken back, and who agrees."""

    seat: int
    ply: int
    agreed: frozenset[str] = frozenset()


class Memory:
    """What only ever grows: chat, and the ids of what was done already."""

    def __init__(self) -> None:
        self.chat: list[ChatLine] = []
        self.done: dict[tuple[str, str], int] = {}
        """The plies that messages led to, by who sent them and the ids that they gave them."""
        self._given: dict[int, str] = {}
        """Seats that a vote or the clock gave to a bot, with the names of those who are waited for."""

    def note(self, entry: Entry, ply: int) -> ChatLine | None:
        """Remembers an entry that is on the disk now. Gives what is to be told among what people say."""
        if entry.person is not None and entry.message is not None:
            self.done[entry.person, entry.message] = ply
        line: ChatLine
        match entry.what:
            case Chat(name, text, seat):
                line = {"seat": seat, "name": name, "text": text, "at": entry.at, "notice": None}
            case GiveToBot(seat, _, name, ("vote" | "clock") as by):
                self._given[seat] = name
                line = {"seat": seat, "name": name, "text": "", "at": entry.at, "notice": by}
            case GiveToBot(seat, _, name, "resigned"):
                line = {"seat": seat, "name": name, "text": "", "at": entry.at, "notice": "resigned"}
            case Holiday(seat, name):
                line = {"seat": seat, "name": name, "text": "", "at": entry.at, "notice": "holiday"}
            case TimeOut(seat, name):
                line = {"seat": seat, "name": name, "text": "", "at": entry.at, "notice": "time-out"}
            case TakeBack(seat) if seat in self._given:
                line = {"seat": seat, "name": self._given.pop(seat), "text": "", "at": entry.at, "notice": "back"}
            case AskBack(seat, name) | AgreeBack(seat, name) | RefuseBack(seat, name):
                said = BACK_NOTICES[type(entry.what)]
                line = {"seat": seat, "name": name, "text": "", "at": entry.at, "notice": said}
            case _:
                return None
        self.chat.append(line)
        del self.chat[:-CHAT_KEPT]
        return line


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
        self.removed: frozenset[str] = frozenset()
        """Who has done with this table."""
        self.question: Asked | None = None
        """What is asked, once the game is on."""
        self.bot_to_move: str | None = None
        """The bot whose turn it is, for good or for one move."""
        self.turn_of: str | None = None
        """The person who is asked, unless a bot answers."""
        self.undoable = False
        """Whether the last move was made by whoever is asked now, in person, with no dice since."""
        self.overdue = False
        """Whether time is up for the one whose turn it is, so that a bot makes this one move."""
        self.back: BackRequest | None = None
        self.has_bots = False
        self.absence = first_absence(header.pace)
        self.memory = Memory()
        opening = header.opening or {"moves": [], "rolls": {}}
        rolls, given = read_rolls(opening["rolls"], "opening"), opening.get("given", {})
        options = kept_options(game, header.options)
        self.table = Table(game, header.players, header.seed, options, None, None, header.position, PROVABLE, rolls)
        self.header = replace(header, options=self.table.options)  # by the keys of today
        self.made: list[Made] = []
        for move in opening["moves"]:
            state = self.table.state
            self.made.append(Made(state.decider, "record", header.created, state.round_number))
            self.table.play(move, given.get(str(self.table.ply + 1)))
        self.opening_ply = self.table.ply
        self._name_players()
        self.last_by: list[MadeBy | None] = [None] * header.players
        """Who made the last move of each seat: a person, a bot, or somebody in the bot's place."""

    def seats_of(self, person: str | None) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if person is not None and seat.owner == person]

    def people(self) -> set[str]:
        """Everybody to whom the table belongs."""
        seated = {who for seat in self.seats for who in (seat.owner, seat.kept) if who}
        return {self.header.host, *seated}

    def owners(self) -> Owners:
        return Owners(self.header.host, frozenset(self.people() - self.removed))

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
        self._happen(entry)
        self.version = entry.number
        self.changed = entry.at
        self.question = asked = self.table.asked if self.status == "playing" else None
        self.bot_to_move = self.turn_of = None
        if asked is not None:
            self.bot_to_move = self.absence.bot if self.overdue else self.seats[asked.seat].bot
            self.turn_of = None if self.bot_to_move else self.seats[asked.seat].owner
        last = self.made[-1] if asked is not None and self.table.ply > self.opening_ply else None
        in_person = last is not None and last.by == "person" and last.seat == self.table.state.decider
        self.undoable = in_person and not self.table.at_barrier

    def _happen(self, entry: Entry) -> None:
        match entry.what:
            case Move() as move:
                self._move(move, entry.at)
            case Undo():
                self._undo(entry.at)
            case AskBack(seat, _, ply):
                self.back = BackRequest(seat, ply)
            case AgreeBack() if self.back is not None:
                self.back = replace(self.back, agreed=self.back.agreed | {str(entry.person)})
            case RefuseBack():
                self.back = None
            case Absence() as absence:
                self.absence = absence
            case Start(status):
                self.status = status
                self.since = entry.at
            case End():
                self.status = "over"
            case Remove():
                self.removed |= {str(entry.person)}
            case OfferRematch(table):
                self.rematch = table
            case Become(guest, account):
                self._become(guest, account)
            case Chat() | AgreeBack():
                pass
            case _:
                self._happen_at_seat(entry)

    def _happen_at_seat(self, entry: Entry) -> None:
        match entry.what:
            case Sit(seat, name, owner):
                owner = entry.person if owner is None else owner
                self._change_seat(seat, owner=owner, name=name, bot=None, votes={}, kept=None, holidays={})
            case Holiday(seat, _, begins, ends):
                self._change_seat(seat, holidays=self.seats[seat].holidays | {begins: ends})
            case Keep(seat, name, owner):
                self._change_seat(seat, owner=None, name=name, bot=None, kept=owner)
            case Rise(seat):
                self._change_seat(seat, owner=None, name="", bot=None, votes={}, kept=None)
            case GiveToBot(seat, bot, name, by):
                self._change_seat(seat, bot=bot, name=name, given=by, votes={}, timeouts=0, kept=None)
                self.overdue = False
                self.since = entry.at
            case TakeBack(seat):
                self._change_seat(seat, bot=None, votes={})
                self.since = entry.at
            case TimeOut(seat):
                self._change_seat(seat, timeouts=self.seats[seat].timeouts + 1)
                self.overdue = True
                self.since = entry.at
            case Vote(seat, bot):
                self._change_seat(seat, votes=self.seats[seat].votes | {str(entry.person): bot})

    def _move(self, move: Move, at: float) -> None:
        in_round, seat = self.table.state.round_number, move.seat
        self.table.play(move.move)
        self.made.append(Made(seat, move.by, at, in_round, self.table.at_barrier))
        self.overdue = False
        if move.by == "person" or self.table.at_barrier or self.table.state.ending:
            self.back = None  # whoever plays on lets it stand
        if self.seats[seat].votes:
            self._change_seat(seat, votes={})
        if self.seats[seat].timeouts and move.by == "person":
            self._change_seat(seat, timeouts=0)
        if self.last_by[seat] != move.by:
            self._note_last()
        self.since = at
        if self.table.state.ending:
            self.status = "over"

    def _undo(self, at: float) -> None:
        asked = self.table.state.decider
        self.table.undo()
        self.made.pop()
        self._note_last()
        self.back, self.overdue = None, False
        if self.table.state.decider != asked:
            self.since = at

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
            owner, kept = (account if who == guest else who for who in (seat.owner, seat.kept))
            self._change_seat(number, owner=owner, kept=kept, votes=votes)
        self.removed = frozenset(account if who == guest else who for who in self.removed)
        if self.back is not None:
            agreed = frozenset(account if person == guest else person for person in self.back.agreed)
            self.back = replace(self.back, agreed=agreed)
        if self.header.host == guest:
            self.header = replace(self.header, host=account)

    # what may be done

    def may_see(self, person: str | None, invite: str | None) -> bool:
        invited = invite is not None and secrets.compare_digest(invite.encode(), self.header.invite.encode())
        return self.header.public or person in self.people() or invited

    def undoable_by(self, person: str | None) -> bool:
        """Whether this person may take back the last move."""
        return self.undoable and self.turn_of is not None and self.turn_of == person

    def back_to(self, seat: int) -> int | None:
        """The ply before a seat's last move, if the game can go back there: past no roll and no draw, or its dice would
        be known before they are rolled."""
        for ply in range(len(self.made) - 1, self.opening_ply - 1, -1):
            made = self.made[ply]
            if made.final:
                return None
            if made.seat == seat:
                return ply if made.by == "person" else None
        return None

    def opponents(self, asker: int) -> dict[str, int]:
        """The people who play against whoever has a seat, each with a seat. Those whose seats bots play are away."""
        owner = self.seats[asker].owner
        others = [(seat, number) for number, seat in enumerate(self.seats) if seat.kind == "person"]
        return {seat.owner: number for seat, number in others if seat.owner and seat.owner != owner}

    def deadline(self) -> float | None:
        """When the one whose turn it is runs out of time, by the wall clock."""
        asked = self.question
        if asked is None or self.header.pace is None or self.bot_to_move:
            return None
        return self.seats[asked.seat].deadline(self.since, self.header.pace)

    def patience(self) -> float:
        """How long a seat that keeps the table waiting is waited for before the others may decide.

        Where moves have no limit, at least as long as people have already taken for one or to come together.
        """
        if self.header.pace is not None:
            return self.absence.patience
        before, slowest = self.header.created, 0.0
        for at, by in [*((made.at, made.by) for made in self.made)] or [(self.since, "person")]:
            slowest, before = max(slowest, at - before if by == "person" else 0.0), at
        return max(self.absence.patience, slowest if slowest > MINUTE else 0.0)

    def summary(self) -> Summary:
        asked, result = self.question, self.table.result if self.status == "over" else None
        return Summary(
            status=self.status,
            version=self.version,
            ply=self.table.ply,
            turn=asked.seat if asked else None,
            bot_turn=self.bot_to_move is not None,
            deadline=self.deadline(),
            seats=[
                {
                    "name": seat.name,
                    "kind": seat.kind,
                    "owner": seat.owner,
                    "bot": seat.bot,
                    "kept": seat.kept,
                    "resigned": seat.resigned,
                    "rank": result.ranks[number] if result else None,
                }
                for number, seat in enumerate(self.seats)
            ],
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
