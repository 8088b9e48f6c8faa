"""Assign customers: who places when, where, for how much, and when a die is added."""

import pytest

import khlong

from .helpers import (
    BUILDINGS,
    DICE,
    DOCKS,
    GAME,
    LOCATIONS,
    asked,
    choices,
    first_lap_over,
    market,
    of_seat,
    places,
    play,
    seat,
    send,
)

ALL_PLACES = (*LOCATIONS, *DOCKS, *BUILDINGS)
COSTS = {"market": 4, "fruit-stand": 1, "tailor": 1, "office": 1}
FREE_PLACES = [place for place in ALL_PLACES if place not in COSTS]
FOR_ONE = [place for place in ALL_PLACES if place not in ("market", "boatsman")]


def laps(table: khlong.Table, *first_customer: str) -> list[int]:
    """The order in which seats place customers until the roll: by the moves given, then all at the Boatsman."""
    order = []
    moves = list(first_customer)
    while asked(table)[1] != "swap":
        who, what = asked(table)
        if what == "customer":
            order.append(who)
        play(table, moves.pop(0) if moves else "place boatsman" if what == "customer" else "die d4")
    return order


# whose turn it is


def test_customers_are_placed_one_at_a_time_clockwise_from_the_start_player() -> None:
    assert laps(khlong.new_table(GAME, 4, 5, {"first": 3})) == [3, 4, 1, 2] * 3


@pytest.mark.parametrize("players", [2, 3, 5])
def test_everybody_places_three_customers_before_the_roll(players: int) -> None:
    assert laps(khlong.new_table(GAME, players, 5, {"first": 1})) == [*range(1, players + 1)] * 3


def test_a_fishmonger_as_first_customer_takes_two_customers_and_its_owner_sits_out_the_last_lap() -> None:
    """FM-23: the third customer comes in the next lap, as everybody's second does."""
    order = laps(market(), "place 9-13", "die d4", "place fishmonger", "place 9-13", "die d4")
    assert order == [1, 2, 3, 4, 1, 2, 3, 4, 1, 3, 4]


def test_whoever_has_placed_all_customers_at_the_office_sits_out_the_other_laps() -> None:
    order = laps(market(), *("place boatsman", "die d4", "place office", "place boatsman", "place boatsman", "die d4"))
    assert order == [1, 2, 2, 2, 3, 4, 1, 3, 4, 1, 3, 4]


def test_the_only_player_with_customers_left_places_them_one_after_the_other() -> None:
    table = market(players=2)
    moves = ("place boatsman", "die d4", "place office", "place boatsman", "place boatsman", "die d4")
    assert laps(table, *moves) == [1, 2, 2, 2, 1, 1]


def test_a_customer_must_be_placed() -> None:
    assert all(move.startswith("place ") for move in choices(market()))


# where a customer may go


def test_the_first_customer_may_go_to_any_boat_dock_or_building_that_can_be_used() -> None:
    without_use_or_coins = {"fruit-stand", "fishmonger", "market"}
    assert choices(market()) == places(*(set(ALL_PLACES) - without_use_or_coins))


def test_a_later_customer_may_go_to_any_unoccupied_place() -> None:
    table = first_lap_over(seat("9-13", left=2, coins=4), seat("temple", left=2), board_pool=["+4"])
    assert choices(table) == places(*(set(ALL_PLACES) - {"9-13", "temple"}))


@pytest.mark.parametrize("place", FOR_ONE)
def test_one_customer_fills_a_place(place: str) -> None:
    occupied = LOCATIONS[2:4] if place in LOCATIONS[:2] else LOCATIONS[:2]
    table = first_lap_over(*(seat(boat, left=2) for boat in occupied))
    assert f"place {place}" in choices(table)
    send(table, place)
    assert asked(table) == (2, "customer")
    assert f"place {place}" not in choices(table)
    with pytest.raises(khlong.IllegalMoveError, match=f"'place {place}' is not possible now"):
        table.play(f"place {place}")


def test_two_customers_fill_the_market() -> None:
    table = first_lap_over(*(seat(left=2, coins=4) for _ in range(4)))
    play(table, "place market", "fruit mango")
    assert asked(table) == (2, "customer")
    play(table, "place market", "fruit mango")
    assert asked(table) == (3, "customer")
    assert "place market" not in choices(table)


def test_the_boatsman_takes_any_number_of_customers() -> None:
    """FM-24: of any number of players, and of the same player again."""
    table = market(*(seat(left=1) for _ in range(4)))
    for number in (1, 2, 3, 4):
        assert asked(table) == (number, "customer")
        assert "place boatsman" in choices(table)
        play(table, "place boatsman")
    assert asked(table) == (1, "swap")


# what a place costs


@pytest.mark.parametrize(("place", "cost"), COSTS.items())
def test_a_place_that_costs_coins_is_paid_when_the_customer_comes(place: str, cost: int) -> None:
    table = first_lap_over(seat("9-13", left=2, coins=cost))
    play(table, f"place {place}")
    assert of_seat(table, 1)["coins"] == 0


@pytest.mark.parametrize(("place", "cost"), COSTS.items())
def test_nobody_goes_where_they_cannot_pay(place: str, cost: int) -> None:
    table = first_lap_over(seat("9-13", left=2, coins=cost - 1))
    assert f"place {place}" not in choices(table)


@pytest.mark.parametrize("place", FREE_PLACES)
def test_all_other_places_are_free(place: str) -> None:
    mine = "9-13" if place != "9-13" else "14-16"
    table = first_lap_over(seat(mine, left=2, coins=0))
    assert of_seat(play(table, f"place {place}"), 1)["coins"] == 0


# the die of the first customer


def test_the_first_customer_brings_any_one_die_from_the_hand_to_the_pool() -> None:
    table = market({"out": ["d6", "white"]})
    play(table, "place 9-13")
    assert asked(table) == (1, "die")
    assert choices(table) == {"die d4", "die d10", "die d12"}
    play(table, "die d10")
    mine = of_seat(table, 1)
    assert (mine["hand"], mine["pool"], mine["out"]) == (["d4", "d12"], ["d10"], ["d6", "white"])
    assert asked(table) == (2, "customer")


@pytest.mark.parametrize("left", [2, 1])
def test_second_and_third_customer_bring_no_die(left: int) -> None:
    table = market(*(seat(left=left) for _ in range(4)))
    play(table, "place 9-13")
    assert asked(table) == (2, "customer")
    assert of_seat(table, 1)["pool"] == ["d12"]


def test_what_the_place_does_comes_before_the_die() -> None:
    """FM-6: the Temple's tile first, then the die; and the Boatsman's dice are there to choose from."""
    table = market({"hand": ["d4"], "out": ["d6", "d10", "d12", "white"]})
    play(table, "place temple")
    assert asked(table) == (1, "temple")
    play(table, "tile +4")
    assert asked(table) == (1, "die")
    assert choices(table) == {"die d4"}
    table = market({"hand": ["d4"], "out": ["d6", "d10", "d12", "white"]})
    play(table, "place boatsman")
    assert choices(table) == {f"die {die}" for die in DICE}


def test_with_the_office_first_the_die_comes_after_all_customers() -> None:
    """FM-6: once, and after the last of the chain has acted."""
    table = market()
    for move in ("place office", "place temple", "tile -2"):
        play(table, move)
        assert asked(table)[1] != "die"
    play(table, "place tailor")
    play(table, "die d4", "die d6")
    assert asked(table) == (1, "die")
    play(table, "die white")
    assert of_seat(table, 1)["pool"] == ["d4", "d6", "white"]
    assert asked(table) == (2, "customer")


def test_with_the_fishmonger_first_the_die_comes_after_the_second_customer() -> None:
    """FM-6 and FM-23."""
    table = play(market(), "place 9-13", "die d4", "place fishmonger")
    assert asked(table) == (2, "fishmonger")
    play(table, "place 9-13")
    assert asked(table) == (2, "die")
    play(table, "die d4")
    assert asked(table) == (3, "customer")


# without dice


def test_whoever_begins_a_round_without_dice_must_go_to_the_boatsman_and_add_a_die_of_those_that_come_back() -> None:
    table = market({"hand": [], "out": list(DICE)})
    assert choices(table) == {"place boatsman"}
    play(table, "place boatsman")
    assert asked(table) == (1, "die")
    assert choices(table) == {f"die {die}" for die in DICE}
    play(table, "die white")
    mine = of_seat(table, 1)
    assert (mine["hand"], mine["pool"], mine["out"]) == (["d4", "d6", "d10", "d12"], ["white"], [])


def test_only_the_player_without_dice_is_sent_to_the_boatsman() -> None:
    table = market({}, {"hand": [], "out": list(DICE)})
    assert len(choices(table)) > 1
    play(table, "place 9-13", "die d4")
    assert choices(table) == {"place boatsman"}
    play(table, "place boatsman", "die d4")
    assert len(choices(table)) > 1


def test_one_die_in_hand_is_enough_to_go_anywhere() -> None:
    table = market({"hand": ["d4"], "out": ["d6", "d10", "d12", "white"]})
    assert choices(table) == choices(market())


def test_without_dice_left_the_second_customer_may_go_anywhere() -> None:
    table = first_lap_over(seat("9-13", left=2, hand=[], pool=("d4",), out=["d6", "d10", "d12", "white"]))
    assert places("temple", "14-16", "west-dock", "tailor") < choices(table)
