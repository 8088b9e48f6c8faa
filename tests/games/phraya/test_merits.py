"""What a move is good for, in words."""

from __future__ import annotations

from khlong.bots.why import why
from khlong.table import Table

from .helpers import at, seat, spot


def told(table: Table, *line: str) -> list[str]:
    table.names[:] = ["Ann", "Bo", "Chai", "Dao"][: table.players]
    return [table.say(event) for event in why(table, line)]


def test_a_delivery_tells_points_and_purse() -> None:
    place = spot("restaurant")
    order = next(stall["order"] for stall in at(place, seat()).view()["stalls"] if stall["stall"] == place.stall)
    lines = told(at(place, seat(goods=order["goods"])), f"deliver {place.side}")
    assert lines[0] == f"Orders: {order['vp']} more for Ann."
    assert f"In all Ann then has {order['coins']} coins more." in lines


def test_an_offering_to_the_king_tells_what_it_costs_the_others() -> None:
    place = spot("temple")
    table = at(place, seat(coins=20, goods={"meat": 1}, flowers=5))
    lines = told(table, "offer meat")
    assert lines[0].startswith("Temple")
    assert any(line.startswith("In all Ann then has") and "less" in line for line in lines)


def test_earlier_moves_of_a_turn_tell_what_they_are_made_for() -> None:
    place = spot("restaurant")
    order = next(stall["order"] for stall in at(place, seat()).view()["stalls"] if stall["stall"] == place.stall)
    table = at(place, seat(goods=order["goods"]))
    before = table.copy()
    lines = told(before, f"deliver {place.side}", "done")
    assert not any(line.startswith("Ann delivers") for line in lines), "the move itself needs no telling"


def test_trade_at_the_stall_of_another_says_whom_it_feeds() -> None:
    place = spot("meat")
    table = at(place, seat(coins=20), owners={place.stall: 2})
    lines = told(table, f"buy {place.side} 1")
    assert "But Bo gets 1 flower." in lines
    assert any("1 meat" in line and line.endswith("more.") for line in lines)
