"""Why an action is not possible: what is in the way, and what is missing."""

import pytest

from khlong.table import Table

from .helpers import at, river, seat, spot


def why(table: Table, move: str) -> str:
    number = table.game.moves.number(move)
    assert number is not None
    (reason,) = table.why_not([number]).values()
    return table.say(reason)


def test_a_purchase_that_is_too_dear_names_price_and_lack() -> None:
    place = spot("meat")
    table = at(place, seat(coins=1), prices={"meat": 9})
    price = table.view()["prices"]["meat"]["price"]
    assert why(table, f"buy {place.side} 1") == f"That takes {price} coins; you lack {price - 1} coins."


def test_room_is_named_before_money() -> None:
    place = spot("fish")
    table = at(place, seat(coins=0, goods={"fish": 1}))
    assert why(table, f"buy {place.side} 1") == "Your baskets have no room left for fish."


def test_an_order_names_all_goods_that_are_missing() -> None:
    place = spot("restaurant")
    table = at(place, seat(goods={"fruit": 1}))
    order = next(stall["order"] for stall in table.view()["stalls"] if stall["stall"] == place.stall)
    reason = table.why_not()[f"deliver {place.side}"]
    assert reason.values["price"] == order["goods"]
    had = {"fruit": 1}
    lack = {good: number - had.get(good, 0) for good, number in order["goods"].items()}
    assert reason.values["missing"] == {good: number for good, number in lack.items() if number > 0}


def test_a_restaurant_or_basket_stall_that_is_empty_says_so() -> None:
    place = spot("restaurant")
    table = at(place, seat())
    table.state.order_at = [-1] * 4
    assert why(table, f"deliver {place.side}") == "No order is left there."
    place = spot("basket")
    table = at(place, seat(coins=20))
    table.state.basket_at = [-1] * 4
    assert why(table, f"basket {place.side}") == "No basket is left there."


def test_the_temple_asks_for_flowers_of_the_next_space() -> None:
    place = spot("temple")
    table = at(place, seat(flowers=0, goods={"meat": 1}))
    asked = table.view()["temple"]["meat"][0]["flowers"]
    reason = table.why_not()["offer meat"]
    assert reason.values == {"price": {"flowers": asked, "meat": 1}, "missing": {"flowers": asked}}
    table.state.seat[0].disks = 0
    assert why(table, "offer meat") == "You have no disk left."


def test_a_claim_names_the_owner_the_pieces_or_the_price() -> None:
    place = spot("administration")
    free = next(stall["stall"] for stall in at(place, seat()).view()["stalls"] if stall["kind"] == "fish")
    table = at(place, seat(coins=9), owners={free: 2})
    table.names[1] = "Bo"
    assert why(table, f"stall {free}") == "That stall is Bo's."
    other = next(stall["stall"] for stall in table.view()["stalls"] if stall["kind"] == "fruit")
    assert why(table, f"stall {other}") == "That takes 10 coins; you lack 1 coin."
    table.state.seat[0].stalls = 0
    assert why(table, f"stall {other}") == "You have no stall left."


def test_ignoring_a_good_takes_the_card_for_it() -> None:
    place = spot("restaurant")
    table = at(place, seat(goods={"vegetable": 1, "fruit": 1, "fish": 1, "meat": 1}))
    assert why(table, f"deliver {place.side} ignore") == "No card of this turn makes up for a missing good."


@pytest.mark.parametrize(("barge", "reason"), [("d4", "The royal barge at d4 is in the way."), ("b2", "is too far")])
def test_a_channel_is_too_far_or_behind_the_barge(barge: str, reason: str) -> None:
    table = river(seat("d5", discard=["trade"]), asked="move", card="trade", barge=barge)
    assert reason in why(table, "boat d3" if barge == "d4" else "boat g2")


def test_another_question_is_named_where_a_move_belongs_to_it() -> None:
    table = river(seat("d5"))
    assert why(table, "boat d3") == "Something else is asked now. Play a card."
    assert why(table, "card farmer") == "That card is not in your hand."


def test_a_stall_that_is_not_beside_the_boat_is_named() -> None:
    place = spot("temple", "scribe")
    table = at(place, seat(coins=50))
    assert why(table, f"buy {place.side} 1") == "No goods stall is beside your boat."
    assert why(table, f"basket {place.side}") == "No basket stall is beside your boat."
