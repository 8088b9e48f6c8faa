"""Round end: the market is cleared, two boats change places, the marker passes."""

from itertools import combinations

import pytest

import khlong

from .helpers import (
    DICE,
    DOCKS,
    FRUIT_AT,
    GAME,
    LOCATIONS,
    asked,
    boat_at,
    choices,
    market,
    of_seat,
    places,
    play,
    rolled,
    seat,
)


def test_rolled_dice_go_out_of_play_and_dice_in_hand_stay_there() -> None:
    table = rolled("20-23", seat("hut", pool=("d6", "white"), out=["d4"]), seat(pool=("d10",)))
    one, two = of_seat(table, 1), of_seat(table, 2)
    assert (one["hand"], one["pool"], one["out"]) == (["d10", "d12"], [], ["d4", "d6", "white"])
    assert (two["hand"], two["pool"], two["out"]) == (["d4", "d6", "d12", "white"], [], ["d10"])


def test_board_dice_and_tiles_go_back_to_the_board() -> None:
    table = rolled("20-23", seat("temple", "woodworker"), seat("hut"), board_pool=["-2", "d12", "d6"])
    assert table.view()["last_roll"]["tiles"] == ["-2"]
    assert table.view()["pool"] == {"ama": 0, "tiles": [], "board": [], "d12_blocked": False}
    play(table, "swap 9-13 14-16", "place woodworker")
    assert choices(table) == {"board d12", "board block-d12"}


def test_a_block_of_the_d12_lasts_one_round() -> None:
    table = rolled("20-23", seat("woodworker"), d12_blocked=True)
    assert table.view()["pool"]["d12_blocked"] is False
    play(table, "swap 9-13 14-16", "place woodworker", "board d12")
    assert table.view()["pool"]["board"] == ["d12"]


def test_everybody_takes_all_customers_back() -> None:
    table = rolled("20-23", seat("9-13", "west-dock", "north-trader"), seat("fishmonger", "9-13"))
    view = table.view()
    assert [seat["customers"] for seat in view["seats"]] == [3, 3, 3, 3]
    assert all(place["customers"] == [0, 0, 0, 0] for place in view["boats"] + view["places"])
    play(table, "swap 9-13 14-16")
    assert {"place 9-13", "place west-dock", "place north-trader"} < choices(table)


def test_the_fruit_stand_goes_back() -> None:
    table = rolled("20-23", seat("fruit-stand", "9-13"), stand={"seat": 1, "location": "9-13"})
    assert all(boat["stand"] is None for boat in table.view()["boats"])


def test_coins_and_fruit_are_kept() -> None:
    table = rolled("20-23", seat(coins=5, fruit=["mango", "guava"]))
    assert of_seat(table, 1)["coins"] == 5
    assert of_seat(table, 1)["fruit"] == ["mango", "guava"]


@pytest.mark.parametrize("start", [1, 2, 3, 4])
def test_the_start_player_swaps_two_boats(start: int) -> None:
    last = (start - 2) % 4 + 1
    everyone = [seat(left=int(number == last)) for number in (1, 2, 3, 4)]
    table = market(*everyone, first=start, start=start, decider=last)
    play(table, "place boatsman")
    assert asked(table) == (start, "swap")


def test_any_two_different_boats_can_be_swapped_and_two_must_be() -> None:
    """FM-3: 21 pairs, no boat with itself, and nothing else to choose."""
    table = rolled("20-23")
    assert choices(table) == {f"swap {one} {other}" for one, other in combinations(LOCATIONS, 2)}
    assert len(choices(table)) == 21
    with pytest.raises(khlong.IllegalMoveError, match="is not a move of this game"):
        table.play("swap 9-13 9-13")


@pytest.mark.parametrize(("one", "other"), [*combinations(LOCATIONS, 2)])
def test_a_swap_exchanges_the_places_of_two_boats(one: str, other: str) -> None:
    table = play(market(asked="swap"), f"swap {one} {other}")
    after = {location: boat_at(table, location)["fruit"] for location in LOCATIONS}
    assert after == FRUIT_AT | {one: FRUIT_AT[other], other: FRUIT_AT[one]}


def test_the_marker_passes_left_and_the_next_round_begins() -> None:
    table = market(first=4, start=4, decider=4, asked="swap")
    assert table.view()["round"] == 5
    play(table, "swap 9-13 14-16")
    assert table.view()["round"] == 6
    assert table.view()["start"] == 0
    assert asked(table) == (1, "customer")
    table = market(asked="swap")
    play(table, "swap 9-13 14-16")
    assert asked(table) == (2, "customer")


def test_dice_out_of_play_stay_there_until_they_are_fetched() -> None:
    table = play(rolled("20-23"), "swap 9-13 14-16", "place 9-13", "die d4")
    play(table, "place 14-16")
    assert asked(table) == (3, "die")
    assert choices(table) == {f"die {die}" for die in DICE if die != "d12"}


def test_after_five_rounds_without_the_boatsman_all_dice_are_out_of_play() -> None:
    table = khlong.new_table(GAME, 3, 5, {"first": 1})
    for number, die in enumerate(DICE, 1):
        assert table.view()["round"] == number
        while asked(table)[1] != "swap":
            where_nothing_is_asked = sorted(choices(table) & places(*LOCATIONS, *DOCKS, "north-trader", "south-trader"))
            play(table, f"die {die}" if asked(table)[1] == "die" else where_nothing_is_asked[0])
        play(table, "swap 9-13 14-16")
    assert [seat["out"] for seat in table.view()["seats"]] == [list(DICE)] * 3
    assert choices(table) == {"place boatsman"}
