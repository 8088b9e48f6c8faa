"""What clients are told of moves, however much of it has been written out before."""

from __future__ import annotations

import orjson

from khlong.server.storage import Entry, Person
from khlong.server.storage.log import Move
from khlong.server.tables.games import find_game
from khlong.server.tables.new_table import plan_table
from khlong.server.tables.room import Room
from khlong.server.tables.snapshots import Snapshots
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
