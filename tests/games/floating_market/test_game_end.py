"""Game end: when it comes, who wins, and what happens if nobody does."""

import pytest

import khlong

from .helpers import DICE, FRUIT, asked, boat_at, choices, coins, first_lap_over, fruit, market, play, rolled, seat

FOUR, FIVE, SIX = list(FRUIT[:4]), list(FRUIT[:5]), list(FRUIT[:6])  # guava, at 20-23, is the fourth
WITHOUT_GUAVA = ["mango", "banana", "papaya", "rambutan"]
SEVEN = {"goal": 7}


def winners(table: khlong.Table) -> tuple[int, ...]:
    """Who has won, seats counted from 1."""
    result = table.result
    assert result is not None, "the game is not over"
    return tuple(seat + 1 for seat in result.winners)


def ending(table: khlong.Table) -> str:
    assert table.result is not None, "the game is not over"
    return table.result.ending


# five fruits


def test_five_different_fruits_win_at_the_market() -> None:
    table = play(first_lap_over(seat(left=2, coins=4, fruit=FOUR)), "place market", "fruit starfruit")
    assert winners(table) == (1,)
    assert ending(table) == "bought at the Market"


def test_four_different_fruits_do_not_win() -> None:
    table = play(first_lap_over(seat(left=2, coins=4, fruit=FOUR[:3])), "place market", "fruit starfruit")
    assert not table.over
    assert not rolled("20-23", seat("20-23", fruit=WITHOUT_GUAVA[:3])).over


def test_five_different_fruits_win_in_collect() -> None:
    table = rolled("20-23", seat(), seat("20-23", fruit=WITHOUT_GUAVA))
    assert winners(table) == (2,)
    assert ending(table) == "collected from a boat"


def test_a_fruit_that_one_has_is_not_a_fifth() -> None:
    assert not rolled("20-23", seat("20-23", fruit=FOUR)).over


def test_the_fifth_fruit_may_come_through_the_fruit_stand() -> None:
    table = rolled("20-23", seat("fruit-stand", "24-28", fruit=WITHOUT_GUAVA), stand={"seat": 1, "location": "24-28"})
    assert winners(table) == (1,)


# seven fruits


def test_in_the_longer_game_five_and_six_fruits_do_not_win() -> None:
    for had in (FOUR, FIVE):
        table = first_lap_over(seat(left=2, coins=4, fruit=had), options=SEVEN)
        assert not play(table, "place market", "fruit starfruit").over


def test_in_the_longer_game_all_seven_fruits_win() -> None:
    table = first_lap_over(seat(left=2, coins=4, fruit=SIX), options=SEVEN)
    assert winners(play(table, "place market", "fruit starfruit")) == (1,)
    table = rolled("36-8", seat("36-8", fruit=SIX), options=SEVEN)
    assert winners(table) == (1,)


# the moment of winning


def test_a_win_at_the_market_stops_everything() -> None:
    """FM-25: not even the die of the first customer is asked for."""
    table = play(market({"coins": 4, "fruit": FOUR}), "place market", "fruit starfruit")
    assert table.question is None
    assert choices(table) == set()
    view = table.view()
    assert view["seats"][0] == {
        **{"coins": 0, "fruit": [*FOUR, "starfruit"], "customers": 2},
        **{"hand": list(DICE), "pool": [], "out": []},
    }
    assert next(place for place in view["places"] if place["place"] == "market")["customers"] == [1, 0, 0, 0]
    with pytest.raises(khlong.GameOverError):
        table.play("die d4")


def test_the_last_customer_at_the_market_wins_before_the_roll() -> None:
    """FM-25: the others get nothing more."""
    everyone = [*(seat("20-23", fruit=WITHOUT_GUAVA), seat(), seat()), seat(left=1, coins=4, fruit=FOUR)]
    table = play(market(*everyone, decider=4), "place market", "fruit starfruit")
    assert winners(table) == (4,)
    assert table.view()["last_roll"] is None


def test_a_win_in_collect_leaves_the_market_as_it_is() -> None:
    """FM-25: dice, tiles, customers and boats stay, and nobody swaps boats."""
    table = rolled("20-23", seat("20-23", "temple", fruit=WITHOUT_GUAVA), board_pool=["+4"])
    view = table.view()
    assert table.question is None
    assert view["start"] == 0
    assert view["round"] == 5
    assert boat_at(table, "20-23")["customers"] == [1, 0, 0, 0]
    assert view["pool"]["tiles"] == ["+4"]
    assert [seat["pool"] for seat in view["seats"]] == [["d12"]] * 4
    assert [seat["out"] for seat in view["seats"]] == [[]] * 4
    assert [boat["fruit"] for boat in view["boats"]] == list(FRUIT)


# several at the same time


def test_of_several_winners_the_one_with_most_coins_wins() -> None:
    first = seat("20-23", fruit=WITHOUT_GUAVA, coins=3)
    table = rolled("20-23", first, seat("fishmonger", "20-23", fruit=WITHOUT_GUAVA, coins=4))
    assert winners(table) == (2,)


def test_the_coins_of_those_without_the_fruit_do_not_matter() -> None:
    table = rolled("20-23", seat("20-23", fruit=WITHOUT_GUAVA, coins=0), seat(coins=6), seat(coins=6, fruit=FOUR))
    assert winners(table) == (1,)


def test_with_equal_coins_the_win_is_shared() -> None:
    first = seat("20-23", fruit=WITHOUT_GUAVA, coins=4)
    table = rolled("20-23", first, seat("fishmonger", "20-23", fruit=WITHOUT_GUAVA, coins=4), seat(coins=6))
    assert winners(table) == (1, 2)
    assert table.result is not None
    assert table.result.shared


def test_everybody_collects_everything_before_wins_are_judged() -> None:
    """FM-19: coins of the same roll count, in whatever order the seats are."""
    behind = seat("20-23", "24-28", fruit=WITHOUT_GUAVA, coins=2)
    ahead = seat("fishmonger", "20-23", fruit=WITHOUT_GUAVA, coins=3)
    table = rolled("20-23", ahead, behind)
    assert coins(table)[:2] == [3, 4]
    assert winners(table) == (2,)
    table = rolled("20-23", behind, ahead)
    assert winners(table) == (1,)


def test_those_who_do_not_win_collect_in_the_winning_roll_too() -> None:
    """FM-19."""
    table = rolled("20-23", seat("20-23", fruit=WITHOUT_GUAVA), seat("fishmonger", "20-23"), seat("24-28"))
    assert winners(table) == (1,)
    assert fruit(table)[1] == ["guava"]
    assert coins(table)[2] == 4


def test_coins_lost_above_six_do_not_break_a_tie() -> None:
    """FM-18 and FM-19."""
    one = seat("20-23", "24-28", fruit=WITHOUT_GUAVA, coins=6)
    two = seat("fishmonger", "20-23", fruit=WITHOUT_GUAVA, coins=6)
    assert winners(rolled("20-23", one, two)) == (1, 2)


# a game that nobody wins


def last_swap(*seats: dict[str, object]) -> khlong.Table:
    """After the swap of the last round: in round 100 of a game that seat 2 began, seat 1 has the marker."""
    return play(market(*seats, round=100, first=2, asked="swap"), "swap 9-13 14-16")


def test_the_game_ends_after_the_swap_of_round_100() -> None:
    """FM-21: the swap is still made."""
    table = last_swap({"fruit": FOUR})
    assert ending(table) == "stopped after the last round"
    assert table.view()["round"] == 100
    assert boat_at(table, "9-13")["fruit"] == "banana"
    assert table.question is None


def test_round_99_is_not_the_last() -> None:
    """FM-21."""
    table = play(market(round=99, first=3, asked="swap"), "swap 9-13 14-16")
    assert table.view()["round"] == 100
    assert asked(table) == (2, "customer")


def test_after_the_last_round_most_fruits_win_then_most_coins_then_all_of_them() -> None:
    """FM-21."""
    assert winners(last_swap({"fruit": FOUR[:2], "coins": 6}, {"fruit": FOUR[:3], "coins": 0})) == (2,)
    assert winners(last_swap({"fruit": FOUR[:2], "coins": 3}, {"fruit": FOUR[1:3], "coins": 5})) == (2,)
    assert winners(last_swap({"fruit": FOUR[:2]}, {"fruit": FOUR[1:3]}, {"fruit": FOUR[:1], "coins": 6})) == (1, 2)
    assert winners(last_swap()) == (1, 2, 3, 4)


def test_a_win_in_round_100_is_an_ordinary_win() -> None:
    """FM-21: the limit changes nothing before the end of the round."""
    table = rolled("20-23", seat("20-23", fruit=WITHOUT_GUAVA), seat(fruit=FOUR, coins=6), round=100, first=2)
    assert winners(table) == (1,)
    assert ending(table) == "collected from a boat"


# the places behind the winner


def ranks(table: khlong.Table) -> tuple[int, ...]:
    assert table.result is not None
    return table.result.ranks


def test_behind_the_winner_most_fruits_come_first_then_most_coins_and_equals_share_a_place() -> None:
    """FM-26."""
    won = seat("20-23", fruit=WITHOUT_GUAVA, coins=0)
    more_fruit, more_coins = seat(fruit=FOUR[:3], coins=0), seat(fruit=FOUR[:2], coins=6)
    assert ranks(rolled("20-23", won, more_coins, more_fruit, seat())) == (1, 3, 2, 4)
    assert ranks(rolled("20-23", won, more_coins, seat(fruit=FOUR[1:3], coins=6), seat())) == (1, 2, 2, 4)
    assert ranks(last_swap({"fruit": FOUR[:2]}, {"fruit": FOUR[1:3]}, {"fruit": FOUR[:1], "coins": 6})) == (1, 1, 3, 4)
