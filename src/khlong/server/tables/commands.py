"""What people say and may do at a table. A command looks at a room and gives what is to happen there, or refuses.

The room comes last: a decision is a command with all but its room, as in `partial(play_move, person, ply, move)`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from pydantic import TypeAdapter, ValidationError

from khlong.server.errors import Refusal, forbidden
from khlong.server.people.texts import LONGEST_CHAT, LONGEST_NAME, clean
from khlong.server.storage import Person
from khlong.server.storage.log import (
    AgreeBack,
    AskBack,
    Become,
    Chat,
    End,
    GiveToBot,
    Happening,
    Holiday,
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
from khlong.server.wire.messages import ChatMessage, ClientMessage, MoveMessage, UndoMessage

from .absence import DAY, LONGER_IF_HERE, in_words, known_bot
from .room import Room

Decision = Callable[[Room], Sequence[Happening]]
READER: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


def read_message(message: bytes) -> ClientMessage:
    """A message, checked."""
    try:
        return READER.validate_json(message)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        if fault["type"] == "json_invalid":
            raise Refusal("bad_message", "That is not JSON.") from None
        place = ".".join(str(part) for part in fault["loc"])
        raise Refusal("bad_message", f"{place or 'message'}: {fault['msg']}"[:300]) from None


def decision_of(message: MoveMessage | UndoMessage | ChatMessage, person: Person) -> Decision:
    """The command that a message stands for."""
    if isinstance(message, MoveMessage):
        return partial(play_move, person, message.ply, message.move)
    if isinstance(message, UndoMessage):
        return partial(take_back, person, message.ply)
    return partial(say, person, message.text)


def check_seat(room: Room, seat: int) -> int:
    if seat >= len(room.seats):
        raise Refusal("no_such_seat", f"This table has the seats 0 to {len(room.seats) - 1}.", 404)
    return seat


def play_move(person: Person, ply: int, move: str, room: Room) -> Sequence[Happening]:
    """A move by the one whose turn it is."""
    return [Move(asked_seat(person, ply, room), " ".join(move.lower().split()), "person")]


def play_bot_move(bot: str, thought_on: Room, move: str, by: MadeBy, room: Room) -> Sequence[Happening]:
    """A bot's move, or one that was made in its place, unless the table has gone on without it."""
    asked = room.question
    same = room.table.state is thought_on.table.state  # not the ply: moves can have been taken back, and others made
    if asked is None or not same or room.bot_to_move != bot:
        raise Refusal("stale", "The table went on while the bot was thinking.")
    return [Move(asked.seat, move, "clock" if room.overdue else by)]


def asked_seat(person: Person, ply: int, room: Room) -> int:
    """The seat whose turn it is, if this person may answer for it now."""
    if room.status == "open":
        raise Refusal("not_started", "The game has not started yet.")
    if room.question is None:
        raise Refusal("over", "The game is over.")
    plays = room.turn_of == person.id
    if not plays and not room.seats_of(person.id):
        raise forbidden("You watch this table; only those who sit at it can play.")
    if ply != room.table.ply:
        raise Refusal("stale", f"The table is at ply {room.table.ply}, not at {ply}: look again.")
    if not plays:
        raise Refusal("not_your_turn", "It is not your turn.", 403)
    return room.question.seat


def take_back(person: Person, ply: int, room: Room) -> Sequence[Happening]:
    """Undo: one's own last move, in the same turn, with no dice since."""
    seat = asked_seat(person, ply, room)
    if not room.undoable_by(person.id):
        raise Refusal("barrier", "There is no move of yours to take back: dice or another's turn came after it.")
    return [Undo(seat)]


def ask_back(person: Person, ply: int, room: Room) -> Sequence[Happening]:
    """One's own last move back, with all that came after it. Bots agree; people are asked."""
    mine = room.seats_of(person.id)
    if not mine:
        raise forbidden("You watch this table; only those who sit at it can take moves back.")
    if room.question is None:
        raise Refusal("over", "No move can be taken back now.")
    if ply != room.table.ply:
        raise Refusal("stale", f"The table is at ply {room.table.ply}, not at {ply}: look again.")
    if room.back is not None:
        raise Refusal("asked_already", "That has been asked, and is not answered yet.")
    found = [(to, seat) for seat in mine if (to := room.back_to(seat)) is not None]
    if not found:
        raise Refusal("barrier", "There is no move of yours to take back: dice or a draw came with it or after it.")
    to, seat = max(found)
    if room.opponents(seat):
        return [AskBack(seat, room.seats[seat].name, to)]
    return [Undo(seat)] * (room.table.ply - to)


def answer_back(person: Person, agree: bool, room: Room) -> Sequence[Happening]:
    """An answer to that. One refusal is enough; who asked can withdraw."""
    request = room.back
    if request is None:
        raise Refusal("not_asked", "Nobody asks for a move back any more.")
    opponents, owner = room.opponents(request.seat), room.seats[request.seat].owner
    if person.id == owner and not agree:
        return [RefuseBack(request.seat, room.seats[request.seat].name)]
    if person.id not in opponents:
        raise forbidden("The others who play at this table answer that.")
    seat = opponents[person.id]
    if not agree:
        return [RefuseBack(seat, room.seats[seat].name)]
    happenings: list[Happening] = [AgreeBack(seat, room.seats[seat].name)]
    if set(opponents) <= request.agreed | {person.id}:
        happenings += [Undo(request.seat)] * (room.table.ply - request.ply)
    return happenings


def say(person: Person, text: str, room: Room) -> Sequence[Happening]:
    """Chat, by those at the table and those who watch."""
    said = clean(text, LONGEST_CHAT)
    if not said:
        raise Refusal("empty", "There is nothing in that message that can be shown.", 422)
    seats = room.seats_of(person.id)
    name = room.seats[seats[0]].name if seats else person.name
    return [Chat(name, said, seats[0] if seats else None)]


def join(person: Person, seat: int | None, name: str | None, room: Room) -> Sequence[Happening]:
    """Takes seats that are kept for one, an open seat, a certain one or the first; or another name before the game."""
    mine = room.seats_of(person.id)
    shown = clean(name or "", LONGEST_NAME)
    if mine and (seat is None or seat in mine):
        renamed = room.status == "open" and shown and (seat is not None or len(mine) == 1)
        return [Sit(seat if seat is not None else mine[0], shown)] if renamed else []
    if room.status == "over":
        raise Refusal("over", "The game is over.")
    everywhere = [number for number, place in enumerate(room.seats) if place.kind == "open"]
    kept = [number for number in everywhere if room.seats[number].kept == person.id]
    free = kept + [number for number in everywhere if room.seats[number].kept is None]
    if seat is not None:
        check_seat(room, seat)
        if seat not in free:
            raise Refusal("seat_taken", "Somebody sits there already, or the seat is kept for somebody.")
    if not free:
        raise Refusal("full", "All seats are taken. You can watch.")
    chosen = [seat] if seat is not None else kept or free[:1]
    own = shown if len(chosen) == 1 else ""
    happenings: list[Happening] = [Sit(number, own or room.seats[number].name or person.name) for number in chosen]
    if room.status == "open" and room.header.starts_itself and len(everywhere) == len(chosen):
        happenings.append(Start())
    return happenings


def leave(person: Person, room: Room) -> Sequence[Happening]:
    """Before the game a leaver's seats are open again; during it a bot plays on, and the owner can come back."""
    mine = room.seats_of(person.id)
    if room.status == "open":
        return [Rise(number) for number, seat in enumerate(room.seats) if person.id in (seat.owner, seat.kept)]
    if room.status == "over":
        return []
    bot = room.absence.bot
    return [GiveToBot(seat, bot, room.seats[seat].name, "owner") for seat in mine if room.seats[seat].bot is None]


def resign(person: Person, room: Room) -> Sequence[Happening]:
    """Gives up: the table's bot plays on for good. Where nobody else is left, the game is over without a result."""
    if room.status != "playing":
        raise Refusal("not_playing", "One resigns from a game that is being played.")
    playing = [(number, seat) for number, seat in enumerate(room.seats) if seat.owner and not seat.resigned]
    mine = [(number, seat) for number, seat in playing if seat.owner == person.id]
    if not mine:
        raise forbidden("Those who play can resign.")
    bot = room.absence.bot
    given: list[Happening] = [GiveToBot(number, seat.bot or bot, seat.name, "resigned") for number, seat in mine]
    return given if len(mine) < len(playing) else [*given, End()]


def remove(person: Person, room: Room) -> Sequence[Happening]:
    """Takes a table from one's list: one that is over or that one has resigned from. Its host can close an open one."""
    if person.id not in room.people() - room.removed:
        return []
    if room.status == "open":
        if person.id != room.header.host:
            return leave(person, room)
        return [End(), Remove()]
    if room.status == "playing" and any(not room.seats[seat].resigned for seat in room.seats_of(person.id)):
        raise Refusal("still_playing", "You play here: resign first.")
    return [Remove()]


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
    """Gives a seat to a bot, or takes it back. The host also fills and frees seats, but only before the game."""
    seat = room.seats[check_seat(room, number)]
    if room.status == "over":
        raise Refusal("over", "The game is over.")
    owner, host = seat.owner == person.id, room.header.host == person.id and seat.owner is None
    if not owner and not host:
        raise forbidden("Only who sits there can hand over this seat; the others can vote.")
    if room.status == "playing":
        return _lend(number, bot, room)
    if bot is not None:
        known = known_bot(bot)
        happenings: list[Happening] = [GiveToBot(number, known, seat.name or known, "owner")]
        others_open = any(place.kind == "open" for other, place in enumerate(room.seats) if other != number)
        if room.header.starts_itself and seat.kind == "open" and not others_open:
            happenings.append(Start())
        return happenings
    if seat.bot is None:
        return [Rise(number)] if seat.kept else []
    return [TakeBack(number) if owner else Rise(number)]


def _lend(number: int, bot: str | None, room: Room) -> Sequence[Happening]:
    """During the game a person's seat is lent to the table's bot and no other; a bot's own seat stays as it is."""
    seat = room.seats[number]
    if seat.resigned:
        raise Refusal("resigned", "Whoever sat here has resigned: a bot plays on to the end.")
    if seat.owner is None:
        raise Refusal("bots_own_seat", "This seat was a bot's from the beginning, and stays that bot's to the end.")
    if bot is None:
        return [TakeBack(number)] if seat.bot else []
    if bot != room.absence.bot:
        message = f"At this table the bot {room.absence.bot} plays for people who are away: that was settled before."
        raise Refusal("other_bot", message)
    return [] if seat.bot else [GiveToBot(number, bot, seat.name, "owner")]


def vote(person: Person, number: int, waited: float, online: frozenset[str], room: Room) -> Sequence[Happening]:
    """The others can give a seat that keeps everybody waiting to the table's bot, if that was settled before: more
    than half of them must want it."""
    seat = room.seats[check_seat(room, number)]
    mine = room.seats_of(person.id)
    if not mine or number in mine:
        raise forbidden("The others at the table vote on a seat.")
    if room.absence.decide == "nobody":
        raise Refusal("not_agreed", "At this table nobody's seat is given to a bot by the others.")
    if room.question is None or seat.kind != "person" or room.question.seat != number:
        raise Refusal("no_vote", "Only a seat that the table waits for can be voted on.")
    holiday = seat.holiday(time.time())
    if holiday is not None and holiday[0] <= time.time():
        raise Refusal("on_holiday", f"{seat.name} is on holiday: their clock stands until they are back.")
    patience = room.patience() * (LONGER_IF_HERE if seat.owner in online else 1)
    if waited < patience:
        raise Refusal("too_early", f"Give them time: {in_words(patience - waited)} more.", 425)
    bot = room.absence.bot
    happenings: list[Happening] = [Vote(number, bot)]
    voters = {place.owner for place in room.seats if place.kind == "person" and place.owner != seat.owner}
    wanted = (set(seat.votes) | {person.id}) & voters
    if 2 * len(wanted) > len(voters):
        happenings.append(GiveToBot(number, bot, seat.name, "vote"))
    return happenings


def go_away(person: Person, begins: float, ends: float, room: Room) -> Sequence[Happening]:
    """Days away, in a game over days: the clock stands, and nobody votes."""
    if room.status == "over" or (room.header.pace is not None and room.header.pace < DAY):
        return []
    mine = [(number, room.seats[number]) for number in room.seats_of(person.id)]
    news = [(number, seat) for number, seat in mine if seat.holidays.get(begins) != ends and not seat.resigned]
    return [Holiday(number, seat.name, begins, ends) for number, seat in news]


def run_out(ply: int, room: Room) -> Sequence[Happening]:
    """Time is up: that costs the one whom the table waits for this move, and after several in a row the seat."""
    asked = room.question
    if asked is None or room.table.ply != ply or room.bot_to_move is not None:
        return []
    seat = room.seats[asked.seat]
    if seat.timeouts + 1 < room.absence.timeouts:
        return [TimeOut(asked.seat, seat.name)]
    return [GiveToBot(asked.seat, room.absence.bot, seat.name, "clock")]


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
