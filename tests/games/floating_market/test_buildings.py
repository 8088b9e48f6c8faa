"""The buildings that add dice and tiles to the pool or bring dice back, with three players or more."""

import pytest

from .helpers import DICE, asked, choices, first_lap_over, market, of_seat, play, rolled, seat

FOUR_DICE = ["d6", "d10", "d12", "white"]


# Temple


@pytest.mark.parametrize("tile", ["+4", "-2"])
def test_the_temple_adds_one_of_its_two_tiles(tile: str) -> None:
    table = play(first_lap_over(), "place temple")
    assert asked(table) == (1, "temple")
    assert choices(table) == {"tile +4", "tile -2"}
    play(table, f"tile {tile}")
    assert table.view()["pool"]["tiles"] == [tile]
    assert asked(table) == (2, "customer")


@pytest.mark.parametrize(("tile", "worth"), [("+4", 4), ("-2", -2)])
def test_a_tile_counts_in_the_total(tile: str, worth: int) -> None:
    table = rolled("20-23", moves=("place temple", f"tile {tile}"))
    roll = table.view()["last_roll"]
    assert roll["tiles"] == [tile]
    assert roll["total"] == sum(die["face"] for die in roll["dice"]) + worth


# Woodworker


def test_the_woodworker_adds_the_d12_of_the_board_or_blocks_it() -> None:
    table = play(first_lap_over(), "place woodworker")
    assert asked(table) == (1, "woodworker")
    assert choices(table) == {"board d12", "board block-d12"}
    play(table, "board d12")
    assert table.view()["pool"] == {"ama": 0, "tiles": [], "board": ["d12"], "d12_blocked": False}
    assert asked(table) == (2, "customer")


def test_a_blocked_d12_stays_out_of_the_pool() -> None:
    table = play(first_lap_over(), "place woodworker", "board block-d12")
    assert table.view()["pool"] == {"ama": 0, "tiles": [], "board": [], "d12_blocked": True}
    assert "place woodworker" not in choices(table)
    table = rolled("20-23", moves=("place woodworker", "board block-d12"))
    assert table.view()["last_roll"]["board"] == {}


def test_the_d12_of_the_board_counts_in_the_total() -> None:
    roll = rolled("20-23", moves=("place woodworker", "board d12")).view()["last_roll"]
    assert roll["total"] == sum(die["face"] for die in roll["dice"]) + roll["board"]["d12"]


# Artist's Hut


def test_the_hut_adds_the_subtracting_d6_of_the_board_or_one_more_die_of_ones_own() -> None:
    table = play(first_lap_over(), "place hut")
    assert asked(table) == (1, "hut")
    assert choices(table) == {"board d6", "own die"}
    play(table, "board d6")
    assert table.view()["pool"]["board"] == ["d6"]
    assert of_seat(table, 1)["pool"] == ["d12"]
    assert asked(table) == (2, "customer")


def test_the_d6_of_the_board_is_subtracted_from_the_total() -> None:
    roll = rolled("20-23", moves=("place hut", "board d6")).view()["last_roll"]
    assert roll["total"] == sum(die["face"] for die in roll["dice"]) - roll["board"]["d6"]


def test_one_more_die_at_the_hut_is_any_die_of_the_hand() -> None:
    table = play(first_lap_over(seat(left=2, out=["d4"])), "place hut", "own die")
    assert asked(table) == (1, "die")
    assert choices(table) == {"die d6", "die d10", "die white"}
    play(table, "die white")
    assert of_seat(table, 1)["pool"] == ["d12", "white"]
    assert table.view()["pool"]["board"] == []
    assert asked(table) == (2, "customer")


def test_one_more_die_at_the_hut_may_be_chosen_without_dice_and_adds_none() -> None:
    """FM-8: the choice is there, and play goes on."""
    table = play(first_lap_over(seat(left=2, pool=("d4",), out=FOUR_DICE)), "place hut")
    assert choices(table) == {"board d6", "own die"}
    play(table, "own die")
    assert of_seat(table, 1)["pool"] == ["d4"]
    assert asked(table) == (2, "customer")


def test_the_hut_with_the_first_customer_adds_its_die_and_the_die_of_the_round() -> None:
    table = play(market(), "place hut", "own die", "die d4")
    assert asked(table) == (1, "die")
    assert of_seat(play(table, "die d6"), 1)["pool"] == ["d4", "d6"]
    assert asked(table) == (2, "customer")


# Boatsman


def test_the_boatsman_brings_back_all_dice_out_of_play_and_none_from_the_pool() -> None:
    """FM-7."""
    table = play(first_lap_over(seat(left=2, pool=("d6",), out=["d4", "white"])), "place boatsman")
    mine = of_seat(table, 1)
    assert (mine["hand"], mine["pool"], mine["out"]) == (["d4", "d10", "d12", "white"], ["d6"], [])


def test_the_boatsman_brings_back_only_ones_own_dice() -> None:
    table = play(first_lap_over(seat(left=2), seat(left=2, out=["d4", "white"])), "place boatsman")
    assert of_seat(table, 2)["out"] == ["d4", "white"]


def test_the_boatsman_may_be_visited_with_nothing_to_bring_back() -> None:
    """FM-24: and again by the same player."""
    table = play(market(*(seat("boatsman", "boatsman", left=1) for _ in range(4))), "place boatsman")
    place = next(place for place in table.view()["places"] if place["place"] == "boatsman")
    assert place["customers"] == [3, 2, 2, 2]


# Tailor


def test_the_tailor_adds_any_two_dice_of_the_hand() -> None:
    table = play(first_lap_over(seat(left=2, out=["d4"])), "place tailor")
    assert choices(table) == {"die d6", "die d10", "die white"}
    play(table, "die d6")
    assert asked(table) == (1, "die")
    assert choices(table) == {"die d10", "die white"}
    play(table, "die white")
    assert of_seat(table, 1)["pool"] == ["d6", "d12", "white"]
    assert asked(table) == (2, "customer")


def test_the_tailor_with_one_die_adds_that_one() -> None:
    """FM-8."""
    table = first_lap_over(seat(left=2, hand=["d4"], pool=("d12",), out=["d6", "d10", "white"]))
    play(table, "place tailor", "die d4")
    assert of_seat(table, 1)["pool"] == ["d4", "d12"]
    assert asked(table) == (2, "customer")


def test_the_tailor_without_dice_may_be_visited_and_adds_none() -> None:
    """FM-8: the coin is paid all the same."""
    table = play(first_lap_over(seat(left=2, pool=("d4",), out=FOUR_DICE)), "place tailor")
    assert of_seat(table, 1)["pool"] == ["d4"]
    assert of_seat(table, 1)["coins"] == 1
    assert asked(table) == (2, "customer")


def test_the_tailor_with_the_first_customer_takes_its_dice_before_the_die_of_the_round() -> None:
    """FM-8: with two dice both are the Tailor's, and there is none left for the first customer."""
    table = play(market({"out": ["d10", "d12", "white"]}), "place tailor", "die d4", "die d6")
    assert of_seat(table, 1)["pool"] == ["d4", "d6"]
    assert asked(table) == (2, "customer")
    three = play(market({"out": ["d12", "white"]}), "place tailor", "die d4", "die d6")
    assert asked(three) == (1, "die")
    assert of_seat(play(three, "die d10"), 1)["pool"] == ["d4", "d6", "d10"]


def test_dice_are_added_from_ones_own_hand() -> None:
    table = play(market(), "place tailor", "die d4", "die d6", "die d10")
    assert of_seat(table, 1)["hand"] == ["d12", "white"]
    assert all(of_seat(table, number)["hand"] == list(DICE) for number in (2, 3, 4))
