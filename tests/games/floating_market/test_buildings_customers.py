"""The buildings that sell fruit and place customers, and those that wait until fruit is collected."""

import pytest

from .helpers import (
    BUILDINGS,
    DOCKS,
    FRUIT,
    LOCATIONS,
    asked,
    boat_at,
    choices,
    first_lap_over,
    fruit,
    market,
    of_seat,
    places,
    play,
    seat,
)

FOUR_DICE = ["d6", "d10", "d12", "white"]


# Market


def test_the_market_sells_any_one_fruit_that_the_buyer_does_not_have() -> None:
    table = play(first_lap_over(seat(left=2, coins=5, fruit=["mango", "guava"])), "place market")
    assert asked(table) == (1, "market")
    assert choices(table) == {f"fruit {name}" for name in set(FRUIT) - {"mango", "guava"}}
    play(table, "fruit starfruit")
    assert fruit(table) == [["mango", "guava", "starfruit"], [], [], []]
    assert of_seat(table, 1)["coins"] == 1
    assert asked(table) == (2, "customer")


# Fruit Stand


def test_the_fruit_stand_goes_under_one_of_ones_own_customers_on_a_boat() -> None:
    table = market(seat("9-13", "24-28", left=1), seat("20-23", left=1), seat(left=1), seat(left=1))
    play(table, "place fruit-stand")
    assert asked(table) == (1, "fruit-stand")
    assert choices(table) == {"stand 9-13", "stand 24-28"}
    play(table, "stand 24-28")
    assert boat_at(table, "24-28")["stand"] == 0
    assert boat_at(table, "9-13")["stand"] is None
    assert asked(table) == (2, "customer")


def test_the_fruit_stand_is_seen_to_be_its_owners() -> None:
    table = first_lap_over(seat(left=1), seat("9-13", left=2), decider=2)
    assert boat_at(play(table, "place fruit-stand", "stand 9-13"), "9-13")["stand"] == 1


def test_the_fruit_stand_needs_a_customer_of_ones_own_on_a_boat() -> None:
    """FM-9: neither a dock nor somebody else's boat will do."""
    without = first_lap_over(seat("west-dock", left=2), seat("20-23", left=2))
    assert "place fruit-stand" not in choices(without)
    assert "place fruit-stand" in choices(first_lap_over(seat("9-13", left=2)))


# Traders and docks act later


@pytest.mark.parametrize("place", ["north-trader", "south-trader", *DOCKS, *LOCATIONS])
def test_traders_docks_and_boats_do_nothing_until_fruit_is_collected(place: str) -> None:
    table = first_lap_over()
    before = table.view()["seats"]
    play(table, f"place {place}")
    before[0]["customers"] -= 1
    assert table.view()["seats"] == before
    assert asked(table) == (2, "customer")


# Office


def test_the_office_places_all_remaining_customers_at_once() -> None:
    """FM-15: one after the other, before anybody else."""
    table = play(first_lap_over(), "place office")
    assert asked(table) == (1, "customer")
    play(table, "place 9-13")
    assert of_seat(table, 1)["customers"] == 0
    assert asked(table) == (2, "customer")
    table = play(market(), "place office", "place 9-13")
    assert asked(table) == (1, "customer")
    play(table, "place 14-16", "die d4")
    assert asked(table) == (2, "customer")


def test_the_office_sends_customers_to_boats_and_buildings_but_not_to_docks() -> None:
    """FM-15."""
    table = first_lap_over(seat("9-13", left=2, coins=6))
    assert places(*DOCKS) < choices(table)
    play(table, "place office")
    only_with_more_customers = {"fishmonger"}
    expected = {*LOCATIONS[1:], *BUILDINGS} - {"office"} - only_with_more_customers
    assert choices(table) == places(*expected)
    play(table, "place 14-16")
    assert places(*DOCKS) < choices(table)  # the next player is not at the Office


def test_the_office_needs_a_customer_that_remains() -> None:
    """FM-15."""
    assert "place office" in choices(market(*(seat(left=2) for _ in range(4))))
    assert "place office" not in choices(market(*(seat(left=1) for _ in range(4))))


def test_places_cost_the_same_through_the_office() -> None:
    """FM-15: with one coin the Office takes it, with two there is one for the Tailor."""
    poor = play(first_lap_over(seat("9-13", left=2, coins=1)), "place office")
    assert not choices(poor) & places("tailor", "market", "fruit-stand")
    table = play(first_lap_over(seat("9-13", left=2, coins=2)), "place office")
    assert places("tailor", "fruit-stand") < choices(table)
    assert of_seat(play(table, "place tailor"), 1)["coins"] == 0


def test_the_boatsman_is_always_a_choice_at_the_office() -> None:
    """FM-15."""
    table = play(first_lap_over(seat(left=2, pool=("d4",), out=FOUR_DICE)), "place office")
    assert "place boatsman" in choices(table)
    assert of_seat(play(table, "place boatsman"), 1)["hand"] == FOUR_DICE


def test_the_fishmonger_can_be_part_of_the_office_chain() -> None:
    """FM-15 and FM-16."""
    table = play(market(), "place 9-13", "die d4", "place office")
    play(table, "place fishmonger", "place 9-13", "die d4")
    assert of_seat(table, 2)["customers"] == 0
    assert boat_at(table, "9-13")["customers"] == [1, 1, 0, 0]
    assert asked(table) == (3, "customer")


# Fishmonger


def test_the_fishmonger_leads_a_remaining_customer_to_an_occupied_boat() -> None:
    """FM-16: somebody else's or one's own, and no other place."""
    table = first_lap_over(seat("9-13", left=2), seat("20-23", left=2), seat("temple", left=2), board_pool=["+4"])
    play(table, "place fishmonger")
    assert asked(table) == (1, "fishmonger")
    assert choices(table) == places("9-13", "20-23")
    play(table, "place 20-23")
    assert boat_at(table, "20-23")["customers"] == [1, 1, 0, 0]
    assert of_seat(table, 1)["customers"] == 0
    assert asked(table) == (2, "customer")


def test_the_fishmonger_may_lead_to_ones_own_boat() -> None:
    """FM-16."""
    table = play(first_lap_over(seat("9-13", left=2)), "place fishmonger", "place 9-13")
    assert boat_at(table, "9-13")["customers"] == [2, 0, 0, 0]


def test_the_fishmonger_needs_an_occupied_boat_and_a_customer_that_remains() -> None:
    """FM-16."""
    assert "place fishmonger" not in choices(first_lap_over(seat("west-dock", left=2)))
    assert "place fishmonger" in choices(first_lap_over(seat(left=2), seat("9-13", left=2)))
    assert "place fishmonger" not in choices(market(seat("9-13", left=1), *(seat(left=1) for _ in range(3))))
