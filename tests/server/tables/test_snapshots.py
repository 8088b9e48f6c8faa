"""What clients are told of moves, however much of it has been written out before."""

from __future__ import annotations

from dataclasses import replace

import orjson

from khlong.server.storage import Entry, Person
from khlong.server.storage.log import Move
from khlong.server.tables.games import find_game
from khlong.server.tables.new_table import plan_table
from khlong.server.tables.room import Room
from khlong.server.tables.snapshots import Present, Snapshots
from khlong.server.wire.messages import NewTable, SeatWish


def test_moves_of_before_a_restart_are_told_after_newer_ones_were() -> None:
    ann = Person("ann", "Ann", None)
    wish = NewTable(game="floating-market", players=2, seats=[SeatWish(kind="me"), SeatWish(kind="me")])
    header, happenings = plan_table(ann, wish)
    log = [Entry(number, 0.0, ann.id, None, what) for number, what in enumerate(happenings, 1)]
    room = Room(header, find_game("floating-market")).replay(log)
    for _ in range(5):
        made = Move(room.table.state.decider, room.table.legal_moves()[0].notation, "person")
        room.replay([Entry(room.version + 1, 0.0, ann.id, None, made)])
    snapshots = Snapshots(room)
    assert [each["ply"] for each in orjson.loads(orjson.dumps(snapshots.made(4)))] == [5]
    assert [each["ply"] for each in orjson.loads(orjson.dumps(snapshots.made(0)))] == [1, 2, 3, 4, 5]


def test_a_table_of_before_an_option_was_named_plays_as_it_did_then() -> None:
    """FM-12: Traders served their visitor alone, until the book was followed to the letter."""
    header, _ = plan_table(Person("ann", "Ann", None), NewTable(game="floating-market", players=2))
    game = find_game("floating-market")
    assert Room(header, game).header.options["traders"] == "everyone"
    older = {key: choice for key, choice in header.options.items() if key != "traders"}
    assert Room(replace(header, options=older), game).header.options["traders"] == "owner"


def test_a_snapshot_has_the_numbers_of_its_tables_edition_options_and_players() -> None:
    told = {}
    for edition in ("published", "prototype"):
        wish = NewTable(game="phraya", players=3, options={"edition": edition})
        header, happenings = plan_table(Person("ann", "Ann", None), wish)
        log = [Entry(number, 0.0, "ann", None, what) for number, what in enumerate(happenings, 1)]
        room = Room(header, find_game("phraya")).replay(log)
        told[edition] = Snapshots(room).snapshot("ann", Present(), None)["numbers"]
    assert [told[each]["players"] for each in told] == [3, 3]
    assert [told[each]["king_first"] for each in told] == [12, 10]
    assert [told[each]["at_once"] for each in told] == ["yes", "no"]
