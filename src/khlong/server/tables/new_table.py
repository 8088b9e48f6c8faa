"""New tables: from wishes, from a record, from a game that is over."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import replace

from khlong.engine.chance import SEED_BITS
from khlong.server.errors import Refusal
from khlong.server.people.texts import LONGEST_NAME, clean
from khlong.server.storage import Header, Person
from khlong.server.storage.log import GiveToBot, Happening, Sit, Start
from khlong.server.wire.messages import NewTable, Pace, RecordUpload, SeatWish
from khlong.table import KhlongError, Table, components_print, table_from_record
from khlong.table.dice import write_rolls
from khlong.table.options import full_options

from .commands import known_bot
from .games import find_game
from .room import Room

Plan = tuple[Header, list[Happening]]
"""A table to be made, and what happens at it at once."""


def plan_table(person: Person, wish: NewTable) -> Plan:
    """A new game."""
    game = find_game(wish.game, wish.components)
    players = wish.players or max(len(wish.seats), game.players[0])
    try:
        options = full_options(game, players, wish.options)
        if wish.position is not None:
            Table(game, players, 0, options, position=wish.position)
    except KhlongError as error:
        raise Refusal("bad_table", str(error)[:2000], 422) from None
    header = _header(person, wish.game, wish.components, players, options, wish.public, wish.pace, wish.start)
    header = replace(header, position=wish.position)
    seats = _seated(person, _filled(wish.seats, players))
    return header, [*seats, *_start(header, seats, players)]


def plan_from_record(person: Person, upload: RecordUpload) -> Plan:
    """A record to watch, or to go on with: from its end or from an earlier ply."""
    record = upload.record
    if len(record.get("moves", ())) > 20_000:
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
    opening = {"moves": table.moves, "rolls": write_rolls(table.rolls())}
    goes_on = upload.mode == "continue" and not table.over
    header = _header(
        person, game.name, upload.components, table.players, table.options, upload.public, upload.pace, goes_on
    )
    header = replace(header, position=table.position, opening=opening)
    if goes_on:
        seats = _seated(person, _filled(upload.seats, table.players))
        return header, [*seats, *_start(header, seats, table.players)]
    players = enumerate(zip(table.names, table.bots, strict=True))
    return header, [*(_watched_seat(number, name, bot) for number, (name, bot) in players), Start("over")]


def plan_rematch(person: Person, room: Room) -> Plan:
    """The same table again: bots sit where they sat, people find their seats open."""
    old = room.header
    header = replace(
        _header(person, old.game, old.own_components, old.players, old.options, old.public, Pace(), True),
        pace=old.pace,
        invite=old.invite,
    )
    wishes = []
    for seat in room.seats:
        if seat.owner == person.id:
            wishes.append(SeatWish(kind="me", name=seat.name))
        elif seat.owner is not None:
            wishes.append(SeatWish(kind="open"))
        else:
            wishes.append(SeatWish(kind="bot", bot=seat.bot, name=seat.name))
    seats = _seated(person, wishes)
    return header, [*seats, *_start(header, seats, old.players)]


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
