"""New tables: from wishes, from a record, from a game that is over."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import replace

import orjson
from pydantic import ValidationError

from khlong.engine.chance import SEED_BITS
from khlong.engine.game import Game
from khlong.server.errors import Refusal, misunderstood
from khlong.server.people.texts import LONGEST_NAME, clean
from khlong.server.storage import Header, Person
from khlong.server.storage.log import Absence, GiveToBot, Happening, Keep, Sit, Start
from khlong.server.wire.messages import AbsenceWish, Again, NewTable, Pace, RecordUpload, SeatWish
from khlong.table import KhlongError, components_print, table_from_record
from khlong.table.dice import write_rolls
from khlong.table.options import full_options
from khlong.table.record import write_given

from .absence import MINUTE, known_bot, usual_absence
from .games import find_game
from .room import Room

MOST_MOVES = 20_000
Plan = tuple[Header, list[Happening]]
"""A table to be made, and what happens at it at once."""


def plan_table(person: Person, wish: NewTable, patience: float = MINUTE) -> Plan:
    """A new game. `patience` is how long seats are waited for at least, if the wish does not say it."""
    game = find_game(wish.game, wish.components)
    players = wish.players or max(len(wish.seats), game.players[0])
    try:
        options = full_options(game, players, wish.options)
    except KhlongError as error:
        raise Refusal("bad_table", str(error)[:2000], 422) from None
    header = _header(person, wish.game, wish.components, players, options, wish.public, wish.pace, wish.start)
    header = _checked(replace(header, position=wish.position), game)
    seats = _seated(person, _filled(wish.seats, players))
    return header, [_absence(wish.absence, header, patience), *seats, *_start(header, seats, players)]


def plan_from_upload(person: Person, body: bytes, patience: float = MINUTE) -> Plan:
    """A record to watch, or to go on with, as it was sent."""
    try:
        upload = RecordUpload.model_validate_json(body)
    except ValidationError as error:
        raise misunderstood(error.errors(include_url=False, include_input=False)) from None
    return plan_from_record(person, upload, patience)


def plan_from_record(person: Person, upload: RecordUpload, patience: float = MINUTE) -> Plan:
    """The same once it is read: from its end or from an earlier ply."""
    record = upload.record
    moves = record.get("moves")
    if isinstance(moves, list) and len(moves) > MOST_MOVES:
        raise Refusal("bad_record", "The record is longer than any game.", 422)
    game = find_game(str(record.get("game")), upload.components)
    try:
        table = table_from_record(record, game)
    except KhlongError as error:
        raise Refusal("bad_record", str(error)[:2000], 422) from None
    if upload.ply is not None:
        if upload.ply > table.ply:
            raise Refusal("bad_record", f"The record has only {table.ply} moves.", 422)
        table = table.at(upload.ply)
    opening = {"moves": table.moves, "rolls": write_rolls(table.rolls()), **write_given(table)}
    goes_on = upload.mode == "continue" and not table.over
    header = _header(
        person, game.name, upload.components, table.players, table.options, upload.public, upload.pace, goes_on
    )
    header = _checked(replace(header, position=table.position, opening=opening), game)
    if goes_on:
        seats = _seated(person, _filled(upload.seats, table.players))
        return header, [_absence(upload.absence, header, patience), *seats, *_start(header, seats, table.players)]
    players = enumerate(zip(table.names, table.bots, strict=True))
    return header, [*(_watched_seat(number, name, bot) for number, (name, bot) in players), Start("over")]


def _checked(header: Header, game: Game) -> Header:
    """A header with a position or an opening that can be built and kept: with its own seed, not with any."""
    if header.position is None and header.opening is None:
        return header
    try:
        Room(header, game)
        orjson.dumps([header.position, header.opening])
    except KhlongError as error:
        raise Refusal("bad_table", str(error)[:2000], 422) from None
    except TypeError:
        raise Refusal("bad_table", "There is a number in it that is too large.", 422) from None
    return header


def plan_rematch(person: Person, room: Room) -> Plan:
    """The same table again: bots sit where they sat, and everybody else's seat is kept for them."""
    old = room.header
    header = replace(
        _header(person, old.game, old.own_components, old.players, old.options, old.public, Pace(), True),
        pace=old.pace,
        invite=old.invite,
    )
    seats: list[Happening] = []
    for number, seat in enumerate(room.seats):
        if seat.owner == person.id:
            seats.append(Sit(number, seat.name))
        elif seat.owner:
            seats.append(Keep(number, seat.name, seat.owner))
        elif seat.bot:
            seats.append(GiveToBot(number, known_bot(seat.bot), seat.name, "owner"))
    complete = not any(isinstance(seat, Keep) for seat in seats)
    return header, [room.absence, *seats, *(_start(header, seats, old.players) if complete else [])]


def plan_again(person: Person, room: Room, wish: Again) -> Plan:
    """A game that is over, from one of its moments on, against bots: what would have been.

    The same dice are those of the same seed and the same known rolls, ply by ply. Whoever may see the game may know
    both, now that it is over; while a game goes on nobody gets as much as a copy of it here.
    """
    old = room.header
    if room.status != "over":
        raise Refusal("not_over", "This game goes on: it can be tried again when it is over.")
    if wish.ply > room.table.ply or (then := room.table.at(wish.ply)).over:
        raise Refusal("bad_table", f"It can be tried again from before its last move, ply {room.table.ply}.", 422)
    if wish.seat >= old.players:
        raise Refusal("bad_table", f"There is no seat {wish.seat} among {old.players}.", 422)
    rolls = room.table.rolls() if wish.dice == "same" else then.rolls()
    fresh = _header(person, old.game, old.own_components, old.players, then.options, False, Pace(), True)
    header = replace(
        fresh,
        seed=old.seed if wish.dice == "same" else fresh.seed,
        position=then.position,
        opening={"moves": then.moves, "rolls": write_rolls(rolls), **write_given(then)},
    )
    bot = known_bot(wish.bot or room.absence.bot)
    seats: list[Happening] = [
        Sit(number, person.name) if number == wish.seat else GiveToBot(number, bot, seat.name or bot, "owner")
        for number, seat in enumerate(room.seats)
    ]
    return _checked(header, room.game), [usual_absence(None), *seats, Start()]


def new_seed() -> int:
    """The secret of a game, from the system's generator."""
    return secrets.randbits(SEED_BITS)


def _header(
    person: Person,
    game_name: str,
    own_components: str | None,
    players: int,
    options: dict[str, str],
    public: bool,
    pace: Pace,
    start: bool,
) -> Header:
    game = find_game(game_name, own_components)
    if pace.kind == "move" and pace.seconds is None:
        raise Refusal("bad_table", "A pace by the move says how many seconds.", 422)
    return Header(
        id=secrets.token_urlsafe(9),
        game=game_name,
        rules=game.rules_version,
        components=components_print(game),
        own_components=own_components,
        players=players,
        options=options,
        seed=new_seed(),
        position=None,
        opening=None,
        public=public,
        host=person.id,
        invite=secrets.token_urlsafe(16),
        pace=pace.seconds if pace.kind == "move" else None,
        starts_itself=start,
        created=time.time(),
    )


def _absence(wish: AbsenceWish, header: Header, patience: float) -> Absence:
    """What is settled about seats that keep the table waiting."""
    usual = usual_absence(header.pace, patience)
    timeouts = wish.timeouts or usual.timeouts
    return Absence(wish.decide, known_bot(wish.bot), wish.patience or usual.patience, timeouts)


def _filled(wishes: Sequence[SeatWish], players: int) -> list[SeatWish]:
    """Wishes for all seats: without any, one for the maker and the rest open."""
    if len(wishes) > players:
        raise Refusal("bad_table", f"There are {len(wishes)} seats for {players} players.", 422)
    given = list(wishes) or [SeatWish(kind="me")]
    return given + [SeatWish(kind="open")] * (players - len(given))


def _seated(person: Person, wishes: Sequence[SeatWish]) -> list[Happening]:
    """Who sits down when a table is made."""
    seated: list[Happening] = []
    for number, wish in enumerate(wishes):
        name = clean(wish.name or "", LONGEST_NAME)
        if wish.kind == "me":
            seated.append(Sit(number, name or person.name))
        elif wish.kind == "bot":
            bot = known_bot(wish.bot)
            seated.append(GiveToBot(number, bot, name or bot, "owner"))
    return seated


def _watched_seat(number: int, name: str, bot: str | None) -> Happening:
    """Somebody of a record: a name without anybody behind it."""
    shown = clean(name, LONGEST_NAME) or "?"
    if bot is not None:
        return GiveToBot(number, clean(bot, LONGEST_NAME) or "?", shown, "record")
    return Sit(number, shown, owner="")


def _start(header: Header, seats: Sequence[Happening], players: int) -> list[Happening]:
    return [Start()] if header.starts_itself and len(seats) == players else []
