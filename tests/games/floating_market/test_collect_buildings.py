"""Collect fruit: what the Traders and the Fruit Stand change."""

from typing import Any

import pytest

import khlong

from .helpers import FRUIT_AT, LOCATIONS, coins, fruit, rolled, seat
from .test_collect import around

OWNER = {"traders": "owner"}
TRADERS = [("north-trader", 1), ("south-trader", -1)]  # clockwise is the ascending direction
BOTH_TRADERS = pytest.mark.parametrize(("trader", "way"), TRADERS)


# Traders


@BOTH_TRADERS
@pytest.mark.parametrize("location", LOCATIONS)
def test_a_trader_makes_the_boat_two_away_on_its_side_count_as_adjacent(trader: str, way: int, location: str) -> None:
    """FM-12: clockwise of the activated boat for the North Trader, counter-clockwise for the South Trader."""
    assert coins(rolled(location, seat(trader, around(location, 2 * way))))[0] == 4


@BOTH_TRADERS
def test_a_trader_does_nothing_on_the_other_side_or_three_away(trader: str, way: int) -> None:
    assert coins(rolled("20-23", seat(trader, around("20-23", -2 * way))))[0] == 2
    assert coins(rolled("20-23", seat(trader, around("20-23", 3 * way))))[0] == 2


@BOTH_TRADERS
def test_a_customer_at_a_trader_gets_nothing_itself(trader: str, way: int) -> None:
    table = rolled("20-23", seat(trader))
    assert coins(table)[0] == 2
    assert fruit(table)[0] == []


@BOTH_TRADERS
def test_a_trader_adds_nothing_to_the_fruit_of_the_activated_boat(trader: str, way: int) -> None:
    table = rolled("20-23", seat(trader, "20-23"))
    assert fruit(table)[0] == ["guava"]
    assert coins(table)[0] == 2


@BOTH_TRADERS
def test_a_trader_serves_everybodys_customers_on_its_side(trader: str, way: int) -> None:
    """FM-12: any customer, as the book says: those of the others and of the player who is there."""
    two_away = around("20-23", 2 * way)
    assert coins(rolled("20-23", seat(trader), seat(two_away), seat(around("20-23", -2 * way)))) == [2, 4, 2, 2]
    assert coins(rolled("20-23", seat(trader, two_away), seat("fishmonger", two_away)))[:2] == [4, 4]


@BOTH_TRADERS
def test_a_trader_serves_the_player_who_is_there_alone_if_that_is_agreed_on(trader: str, way: int) -> None:
    """FM-12: with the option, not those of the others."""
    two_away = around("20-23", 2 * way)
    assert coins(rolled("20-23", seat(trader), seat(two_away), options=OWNER)) == [2, 2, 2, 2]
    assert coins(rolled("20-23", seat(trader, two_away), seat("fishmonger", two_away), options=OWNER))[:2] == [4, 2]


def test_without_a_customer_at_a_trader_nobody_is_served() -> None:
    table = rolled("20-23", seat("14-16"), seat("29-35"))
    assert coins(table) == [2, 2, 2, 2]


def test_there_is_no_third_way_to_read_the_traders() -> None:
    """FM-12: two readings, no more."""
    with pytest.raises(khlong.OptionError, match="It can be: everyone, owner"):
        rolled("20-23", options={"traders": "nobody"})


@BOTH_TRADERS
@pytest.mark.parametrize("options", [{}, OWNER])
def test_a_customer_adjacent_by_ring_and_by_trader_gets_two_coins_once(
    trader: str, way: int, options: dict[str, str]
) -> None:
    """FM-14."""
    table = rolled("20-23", seat(trader, around("20-23", way)), options=options)
    assert coins(table)[0] == 4


@BOTH_TRADERS
def test_a_trader_serves_each_of_two_customers_on_one_boat(trader: str, way: int) -> None:
    """FM-14: two coins for each of them, whether they are of one player or of two."""
    boat = around("20-23", 2 * way)
    table = rolled("20-23", seat("fishmonger", boat, boat), seat(trader))
    assert coins(table)[:2] == [6, 2]
    table = rolled("20-23", seat(trader, boat), seat("fishmonger", boat))
    assert coins(table)[:2] == [4, 4]


def test_both_traders_serve_at_once() -> None:
    table = rolled("20-23", seat("north-trader", "29-35"), seat("south-trader", "14-16"))
    assert coins(table)[:2] == [4, 4]
    table = rolled("20-23", seat("north-trader", "south-trader", "14-16"))
    assert coins(table)[0] == 4


# Fruit Stand


def with_stand(activated: str, boat: str, *more: str, others: tuple[dict[str, Any], ...] = (), **rest: Any) -> Any:
    """The market after a roll, with seat 1's Fruit Stand under its customer on a boat."""
    mine = seat("fruit-stand", boat, *more, **rest.pop("mine", {}))
    return rolled(activated, mine, *others, stand={"seat": 1, "location": boat}, **rest)


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("location", LOCATIONS)
def test_beside_the_activated_boat_the_fruit_stand_takes_that_boats_fruit_and_no_coins(location: str, way: int) -> None:
    table = with_stand(location, around(location, way))
    assert fruit(table)[0] == [FRUIT_AT[location]]
    assert coins(table)[0] == 2


@pytest.mark.parametrize("steps", [-3, -2, 2, 3])
def test_away_from_the_activated_boat_the_fruit_stand_takes_nothing(steps: int) -> None:
    table = with_stand("20-23", around("20-23", steps))
    assert fruit(table)[0] == []
    assert coins(table)[0] == 2


def test_on_the_activated_boat_the_fruit_stand_changes_nothing() -> None:
    """FM-10: one fruit, as usual."""
    table = with_stand("20-23", "20-23")
    assert fruit(table) == [["guava"], [], [], []]
    assert coins(table)[0] == 2


def test_the_fruit_stand_takes_nothing_if_its_owner_has_the_fruit() -> None:
    """FM-11: no coins in its place either."""
    table = with_stand("20-23", "24-28", mine={"fruit": ["guava"]})
    assert fruit(table)[0] == ["guava"]
    assert coins(table)[0] == 2


def test_the_owners_other_customers_get_their_coins() -> None:
    table = with_stand("20-23", "24-28", "17-19")
    assert fruit(table)[0] == ["guava"]
    assert coins(table)[0] == 4


def test_the_fruit_stand_serves_nobody_else_on_its_boat() -> None:
    table = with_stand("20-23", "24-28", others=(seat("fishmonger", "24-28"),))
    assert fruit(table)[:2] == [["guava"], []]
    assert coins(table)[:2] == [2, 4]


@BOTH_TRADERS
def test_a_customer_two_away_collects_through_the_fruit_stand_with_a_trader(trader: str, way: int) -> None:
    """FM-13: fruit, and no coins."""
    table = with_stand("20-23", around("20-23", 2 * way), trader)
    assert fruit(table)[0] == ["guava"]
    assert coins(table)[0] == 2


@BOTH_TRADERS
def test_the_fruit_stand_two_away_needs_the_trader_of_that_side(trader: str, way: int) -> None:
    """FM-13: and one of its owner's there, if Traders serve nobody else (FM-12)."""
    far = around("20-23", 2 * way)
    assert fruit(with_stand("20-23", around("20-23", -2 * way), trader))[0] == []
    assert fruit(with_stand("20-23", far, others=(seat(trader),)))[0] == ["guava"]
    assert fruit(with_stand("20-23", far, others=(seat(trader),), options=OWNER))[0] == []
