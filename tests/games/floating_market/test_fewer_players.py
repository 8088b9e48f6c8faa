"""What is different with two and three players: Ama's customers and dice, and a smaller market."""

from itertools import combinations
from typing import Any

import pytest

import khlong

from .helpers import (
    BUILDINGS,
    DICE,
    DOCKS,
    FRUIT,
    GAME,
    LOCATIONS,
    ama_at,
    asked,
    before_roll,
    boat_at,
    choices,
    coins,
    first_lap_over,
    fruit,
    market,
    of_seat,
    places,
    play,
    rolled,
    seat,
)

RING_OF_SIX = tuple(location for location in LOCATIONS if location != "29-35")
TWO_OR_THREE = pytest.mark.parametrize("players", [2, 3])
FOUR_OR_FIVE = pytest.mark.parametrize("players", [4, 5])


def around_six(location: str, steps: int) -> str:
    """The location so many steps on in ascending order, round the ring of two players."""
    return RING_OF_SIX[(RING_OF_SIX.index(location) + steps) % 6]


# Ama's customers


@TWO_OR_THREE
def test_two_customers_of_ama_begin_on_fixed_locations_and_block_them(players: int) -> None:
    table = khlong.new_table(GAME, players, 5)
    assert ama_at(table) == {"20-23", "9-13"}
    assert not choices(table) & places("20-23", "9-13")


@FOUR_OR_FIVE
def test_with_four_or_five_players_ama_stays_at_home(players: int) -> None:
    table = khlong.new_table(GAME, players, 5)
    assert ama_at(table) == set()
    assert places(*LOCATIONS) < choices(table)
    assert table.view()["pool"]["ama"] == 0
    assert rolled("20-23", players=players).view()["last_roll"]["ama"] == []


@TWO_OR_THREE
def test_the_fishmonger_may_lead_to_a_boat_where_only_ama_stands(players: int) -> None:
    """FM-5: such a boat is occupied."""
    table = play(market(players=players), "place fishmonger")
    assert choices(table) == places("9-13", "20-23")
    play(table, "place 20-23")
    assert boat_at(table, "20-23")["customers"][0] == 1
    assert fruit(rolled("20-23", seat("fishmonger", "20-23"), players=players))[0] == ["guava"]


@TWO_OR_THREE
def test_amas_customers_collect_nothing(players: int) -> None:
    for activated in ("9-13", "14-16", "17-19"):
        table = rolled(activated, players=players)
        assert fruit(table) == [[]] * players
        assert coins(table) == [2] * players


@TWO_OR_THREE
def test_amas_customers_take_nothing_from_others(players: int) -> None:
    table = rolled("9-13", seat("fishmonger", "9-13", "14-16"), players=players)
    assert fruit(table)[0] == ["mango"]
    assert coins(table)[0] == 4


@TWO_OR_THREE
def test_before_the_swap_both_customers_of_ama_move_one_location_clockwise(players: int) -> None:
    table = rolled("14-16", players=players)
    assert asked(table) == (1, "swap")
    assert ama_at(table) == {"24-28", "14-16"}


def test_amas_customers_walk_all_the_way_round() -> None:
    assert ama_at(rolled("14-16", players=3, ama=["36-8", "29-35"])) == {"9-13", "36-8"}


def test_with_two_players_amas_customers_skip_the_location_out_of_the_game() -> None:
    """FM-2."""
    assert ama_at(rolled("14-16", players=2, ama=["24-28", "36-8"])) == {"36-8", "9-13"}


@TWO_OR_THREE
def test_boats_move_under_amas_customers_who_block_whatever_comes(players: int) -> None:
    """FM-4: the boats where they stand may be swapped; they stay where they are."""
    table = rolled("14-16", players=players)
    assert {"swap 14-16 24-28", "swap 14-16 17-19"} < choices(table)
    play(table, "swap 14-16 17-19")
    assert ama_at(table) == {"24-28", "14-16"}
    assert boat_at(table, "14-16")["fruit"] == "papaya"
    assert not choices(table) & places("24-28", "14-16")
    assert places("9-13", "17-19", "20-23") < choices(table)


@TWO_OR_THREE
def test_where_ama_was_the_boat_is_free_in_the_next_round(players: int) -> None:
    table = play(rolled("14-16", players=players), "swap 9-13 17-19")
    assert places("9-13", "20-23") < choices(table)


# Ama's dice


@pytest.mark.parametrize(("players", "dice"), [(2, 2), (3, 1)])
def test_amas_dice_are_in_the_pool_of_every_roll(players: int, dice: int) -> None:
    table = market(players=players)
    for _ in range(2):
        assert table.view()["pool"]["ama"] == dice
        while asked(table)[1] != "swap":
            play(table, "place boatsman" if asked(table)[1] == "customer" else "die d4")
        roll = table.view()["last_roll"]
        assert len(roll["ama"]) == dice
        assert roll["total"] == sum(die["face"] for die in roll["dice"]) + sum(roll["ama"])
        play(table, "swap 9-13 17-19")
    assert table.view()["round"] == players + 3


def test_amas_dice_are_ordinary_d6() -> None:
    shown: list[int] = []
    for seed in range(60):
        shown += before_roll(players=2, seed=seed).play("place boatsman").view()["last_roll"]["ama"]
    assert set(shown) == {1, 2, 3, 4, 5, 6}


# three players play the whole market


def test_with_three_players_all_boats_and_buildings_are_in_the_game() -> None:
    table = khlong.new_table(GAME, 3, 5)
    view = table.view()
    assert all(place["in_play"] for place in view["boats"] + view["places"])
    assert "place hut" in choices(table)
    assert {f"swap {one} {other}" for one, other in combinations(LOCATIONS, 2)} == choices(rolled("14-16", players=3))


# two players


def test_with_two_players_the_boat_at_29_35_is_out_of_the_game() -> None:
    table = khlong.new_table(GAME, 2, 5)
    assert [boat["location"] for boat in table.view()["boats"] if not boat["in_play"]] == ["29-35"]
    assert "place 29-35" not in choices(table)


def test_with_two_players_the_fruit_of_that_boat_is_not_for_sale() -> None:
    table = play(first_lap_over(seat(left=2, coins=4), players=2), "place market")
    assert choices(table) == {f"fruit {name}" for name in FRUIT if name != "rambutan"}


def test_which_fruit_is_missing_with_two_players_is_chance() -> None:
    missing = {boat_at(khlong.new_table(GAME, 2, seed), "29-35")["fruit"] for seed in range(80)}
    assert missing == set(FRUIT)


def test_a_total_of_29_to_35_activates_nothing_with_two_players() -> None:
    """FM-1: no fruit, no coins beside it by the ring or by a Trader, no dock."""
    one = seat("24-28", "36-8", "east-dock")
    table = rolled(None, one, seat("north-trader", "14-16"), players=2)
    roll = table.view()["last_roll"]
    assert 29 <= roll["total"] <= 35
    assert roll["activated"] is None
    assert coins(table) == [2, 2]
    assert fruit(table) == [[], []]
    assert asked(table) == (1, "swap")
    assert ama_at(table) == {"24-28", "14-16"}


@pytest.mark.parametrize(("total", "location"), [(28, "24-28"), (36, "36-8")])
def test_totals_around_it_activate_as_usual_with_two_players(total: int, location: str) -> None:
    """FM-1: only the totals of the missing location are empty."""
    table = rolled(total, seat(location), players=2)
    assert table.view()["last_roll"]["activated"] == location


@pytest.mark.parametrize("location", RING_OF_SIX)
def test_with_two_players_the_ring_closes_over_the_missing_location(location: str) -> None:
    """FM-2: for neighbours."""
    sides: dict[str, Any] = {"players": 2, "ama": [around_six(location, 2), around_six(location, 3)]}
    table = rolled(location, seat(around_six(location, -1)), seat(around_six(location, 1)), **sides)
    assert coins(table) == [4, 4]
    assert coins(rolled(location, seat(around_six(location, -2)), **sides)) == [2, 2]


@pytest.mark.parametrize(("trader", "way"), [("north-trader", 1), ("south-trader", -1)])
@pytest.mark.parametrize("location", RING_OF_SIX)
def test_with_two_players_traders_skip_the_missing_location(trader: str, way: int, location: str) -> None:
    """FM-2: for Traders, two places away on the ring of six and not three."""
    near: dict[str, Any] = {"players": 2, "ama": [around_six(location, 0), around_six(location, way)]}
    assert coins(rolled(location, seat(trader, around_six(location, 2 * way)), **near)) == [4, 2]
    assert coins(rolled(location, seat(trader, around_six(location, 3 * way)), **near)) == [2, 2]


def test_the_missing_boat_is_not_swapped_with_two_players() -> None:
    """FM-3: only boats in play, which leaves 15 pairs."""
    expected = {f"swap {one} {other}" for one, other in combinations(RING_OF_SIX, 2)}
    assert choices(rolled("14-16", players=2)) == expected
    assert len(expected) == 15


def test_with_two_players_there_is_no_artists_hut() -> None:
    table = first_lap_over(seat("14-16", left=2, coins=4), seat("17-19", left=2), players=2)
    free_boats = {"24-28", "36-8"}
    assert choices(table) == places(*free_boats, *DOCKS, *BUILDINGS) - places("hut")


def test_with_two_players_the_market_has_one_space() -> None:
    table = first_lap_over(seat(left=2, coins=4), seat(left=2, coins=4), players=2)
    play(table, "place market", "fruit mango")
    assert asked(table) == (2, "customer")
    assert "place market" not in choices(table)


@pytest.mark.parametrize(("die", "sign"), [("d12", 1), ("d6", -1)])
def test_with_two_players_the_woodworker_adds_either_die_of_the_board_and_blocks_none(die: str, sign: int) -> None:
    table = play(first_lap_over(players=2), "place woodworker")
    assert choices(table) == {"board d12", "board d6"}
    assert play(table, f"board {die}").view()["pool"]["board"] == [die]
    assert asked(table) == (2, "customer")
    roll = rolled("14-16", players=2, moves=("place woodworker", f"board {die}")).view()["last_roll"]
    own = sum(own["face"] for own in roll["dice"]) + sum(roll["ama"])
    assert roll["total"] == own + sign * roll["board"][die]


@TWO_OR_THREE
def test_player_dice_go_out_of_play_as_usual(players: int) -> None:
    table = rolled("14-16", players=players)
    assert of_seat(table, 1)["out"] == ["d12"]
    assert of_seat(table, 1)["hand"] == [die for die in DICE if die != "d12"]


def test_seven_fruits_are_not_offered_with_two_players() -> None:
    """FM-20: there are only six; five are, and three players may play for seven."""
    with pytest.raises(khlong.OptionError, match="With two players only 6 fruits are in the game"):
        khlong.new_table(GAME, 2, 5, {"goal": 7})
    assert khlong.new_table(GAME, 2, 5, {"goal": 5}).view()["goal"] == 5
    assert khlong.new_table(GAME, 3, 5, {"goal": 7}).view()["goal"] == 7
