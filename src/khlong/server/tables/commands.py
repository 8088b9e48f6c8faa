"""What people may do at a table. Each command looks at a room and gives what is to happen there, or refuses.

The room comes last: a decision is a command with all but its room, as in `partial(play_move, person, ply, move)`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from khlong.bots import bot_names
from khlong.server.errors import Refusal, forbidden
from khlong.server.people.texts import LONGEST_CHAT, LONGEST_NAME, clean
from khlong.server.storage import Person
from khlong.server.storage.log import (
    Become,
    Chat,
    GiveToBot,
    Happening,
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

from .room import Room

FAVOURITE_BOTS = ("medium", "easy", "random")

Decision = Callable[[Room], Sequence[Happening]]


def known_bot(name: str | None) -> str:
    """The name of a bot, or of the one that stands in for leavers."""
    names = bot_names()
    if name is None:
        return next(bot for bot in (*FAVOURITE_BOTS, *names) if bot in names)
    if name not in names:
        raise Refusal("unknown_bot", f"There is no bot {name[:40]!r}. The bots are: {', '.join(names)}.", 422)
    return name


def check_seat(room: Room, seat: int) -> int:
    if seat >= len(room.seats):
        raise Refusal("no_such_seat", f"This table has the seats 0 to {len(room.seats) - 1}.", 404)
    return seat


def play_move(person: Person, ply: int, move: str, room: Room) -> Sequence[Happening]:
    """A move by the one whose turn it is."""
    return [Move(asked_seat(person, ply, room), " ".join(move.lower().split()), "person")]


def play_bot_move(seat: int, bot: str, ply: int, move: str, by: MadeBy, room: Room) -> Sequence[Happening]:
    """A bot's move, or one that was made in its place, unless the table has gone on without it."""
    asked = room.question
    if asked is None or room.table.ply != ply or asked.seat != seat or room.seats[seat].bot != bot:
        raise Refusal("stale", "The table went on while the bot was thinking.")
    return [Move(seat, move, by)]


def asked_seat(person: Person, ply: int, room: Room) -> int:
    """The seat whose turn it is, if this person may answer for it now."""
    if room.status == "open":
        raise Refusal("not_started", "The game has not started yet.")
    if room.question is None:
        raise Refusal("over", "The game is over.")
    seat = room.question.seat
    plays = room.plays(person.id, seat)
    if not plays and not room.seats_of(person.id):
        raise forbidden("You watch this table; only those who sit at it can play.")
    if ply != room.table.ply:
        raise Refusal("stale", f"The table is at ply {room.table.ply}, not at {ply}: look again.")
    if not plays:
        raise Refusal("not_your_turn", "It is not your turn.", 403)
    return seat


def take_back(person: Person, ply: int, room: Room) -> Sequence[Happening]:
    """Undo: one's own last move, in the same turn, with no dice since."""
    seat = asked_seat(person, ply, room)
    if not room.undoable_by(person.id):
        raise Refusal("barrier", "There is no move of yours to take back: dice or another's turn came after it.")
    return [Undo(seat)]


def say(person: Person, text: str, room: Room) -> Sequence[Happening]:
    """Chat, by those at the table and those who watch."""
    said = clean(text, LONGEST_CHAT)
    if not said:
        raise Refusal("empty", "There is nothing in that message that can be shown.", 422)
    seats = room.seats_of(person.id)
    name = room.seats[seats[0]].name if seats else person.name
    return [Chat(name, said, seats[0] if seats else None)]


def join(person: Person, seat: int | None, name: str | None, room: Room) -> Sequence[Happening]:
    """Takes an open seat: a certain one, or the first."""
    mine = room.seats_of(person.id)
    if mine and (seat is None or seat in mine):
        return []
    if room.status == "over":
        raise Refusal("over", "The game is over.")
    free = [number for number, place in enumerate(room.seats) if place.kind == "open"]
    if seat is not None:
        check_seat(room, seat)
        if seat not in free:
            raise Refusal("seat_taken", "Somebody sits there already.")
    if not free:
        raise Refusal("full", "All seats are taken. You can watch.")
    chosen = free[0] if seat is None else seat
    shown = clean(name or "", LONGEST_NAME) or person.name
    happenings: list[Happening] = [Sit(chosen, shown)]
    if room.status == "open" and room.header.starts_itself and len(free) == 1:
        happenings.append(Start())
    return happenings


def leave(person: Person, room: Room) -> Sequence[Happening]:
    """Before the game a leaver's seats are open again; during it a bot plays on, and the owner can come back."""
    mine = room.seats_of(person.id)
    if room.status == "open":
        return [Rise(seat) for seat in mine]
    if room.status == "over":
        return []
    bot = known_bot(None)
    return [GiveToBot(seat, bot, room.seats[seat].name, "owner") for seat in mine if room.seats[seat].bot is None]


def start(person: Person, room: Room) -> Sequence[Happening]:
    """The host starts, once every seat has somebody."""
    if room.status != "open":
        return []
    if person.id != room.header.host:
        raise forbidden("The one who made the table starts the game.")
    if any(seat.kind == "open" for seat in room.seats):
        raise Refusal("seats_open", "There are open seats: wait for people, or give the seats to bots.")
    return [Start()]


def hand_over(person: Person, number: int, bot: str | None, room: Room) -> Sequence[Happening]:
    """Gives a seat to a bot, or takes it back. The host also fills and frees seats before the game."""
    seat = room.seats[check_seat(room, number)]
    if room.status == "over":
        raise Refusal("over", "The game is over.")
    owner, host = seat.owner == person.id, room.header.host == person.id and seat.owner is None
    if not owner and not host:
        raise forbidden("Only who sits there can hand over this seat; the others can vote.")
    if bot is not None:
        known = known_bot(bot)
        happenings: list[Happening] = [GiveToBot(number, known, seat.name or known, "owner")]
        others_open = any(place.kind == "open" for other, place in enumerate(room.seats) if other != number)
        if room.status == "open" and room.header.starts_itself and seat.kind == "open" and not others_open:
            happenings.append(Start())
        return happenings
    if seat.bot is None:
        return []
    if owner:
        return [TakeBack(number)]
    if room.status != "open":
        raise Refusal("bots_own_seat", "This seat was a bot's from the beginning.")
    return [Rise(number)]


def vote(
    person: Person, number: int, bot: str | None, waited: float, patience: float, room: Room
) -> Sequence[Happening]:
    """The others can give a seat that keeps everybody waiting to a bot: more than half of them must want it."""
    seat = room.seats[check_seat(room, number)]
    mine = room.seats_of(person.id)
    if not mine or number in mine:
        raise forbidden("The others at the table vote on a seat.")
    if room.question is None or seat.kind != "person" or room.question.seat != number:
        raise Refusal("no_vote", "Only a seat that the table waits for can be voted on.")
    if waited < patience:
        raise Refusal("too_early", f"Give them a moment: {round(patience - waited)} seconds more.", 425)
    known = known_bot(bot)
    happenings: list[Happening] = [Vote(number, known)]
    voters = {place.owner for place in room.seats if place.kind == "person" and place.owner != seat.owner}
    wanted = (set(seat.votes) | {person.id}) & voters
    if 2 * len(wanted) > len(voters):
        happenings.append(GiveToBot(number, known, seat.name, "vote"))
    return happenings


def run_out(ply: int, room: Room) -> Sequence[Happening]:
    """Time is up: a bot takes over the seat that the table waits for."""
    asked = room.question
    if asked is None or room.table.ply != ply or room.seats[asked.seat].bot is not None:
        return []
    bot = known_bot(None)
    return [GiveToBot(asked.seat, bot, room.seats[asked.seat].name, "clock")]


def offer_rematch(person: Person, table: str, room: Room) -> Sequence[Happening]:
    """Notes where the next game is."""
    if room.rematch is not None:
        return []
    if room.status != "over":
        raise Refusal("not_over", "A rematch comes after the game.")
    if not room.seats_of(person.id):
        raise forbidden("Those who played can offer a rematch.")
    return [OfferRematch(table)]


def become(guest: Person, account: Person, room: Room) -> Sequence[Happening]:
    """Seats and tables of a guest are those of an account from now on."""
    return [Become(guest.id, account.id)] if guest.id in room.people() else []
