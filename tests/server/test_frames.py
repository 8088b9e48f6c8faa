"""What clients are told of moves, however much of it has been written out before."""

from __future__ import annotations

import orjson

from khlong.server.frames import Frames
from khlong.server.games import find_game
from khlong.server.messages import NewTable, SeatWish
from khlong.server.opening import plan_table
from khlong.server.room import Room
from khlong.server.storage.entries import Entry, Person


def test_moves_of_before_a_restart_are_told_after_newer_ones_were() -> None:
    ann = Person("ann", "Ann", None)
    wish = NewTable(game="floating-market", players=2, seats=[SeatWish(kind="me"), SeatWish(kind="me")])
    header, drafts = plan_table(ann, wish)
    log = [Entry(number, each.kind, 0.0, ann.id, each.seat, None, each.body) for number, each in enumerate(drafts, 1)]
    room = Room(header, find_game("floating-market")).replay(log)
    for _ in range(5):
        move = {"move": room.table.legal_moves()[0].notation, "by": "person"}
        room.replay([Entry(room.version + 1, "move", 0.0, ann.id, room.table.state.decider, None, move)])
    frames = Frames(room)
    assert [each["ply"] for each in orjson.loads(frames.made(4))] == [5]
    assert [each["ply"] for each in orjson.loads(frames.made(0))] == [1, 2, 3, 4, 5]
