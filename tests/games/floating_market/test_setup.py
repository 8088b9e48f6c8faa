"""Set-up."""

from collections import Counter

import pytest

import khlong

from .helpers import DICE, FRUIT, GAME, LOCATIONS, asked, native_engine

ALL_NUMBERS_OF_PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])


@ALL_NUMBERS_OF_PLAYERS
def test_everybody_begins_with_five_dice_three_customers_two_coins_and_no_fruit(players: int) -> None:
    seats = khlong.new_table(GAME, players, seed=5).view()["seats"]
    begin = {"coins": 2, "fruit": [], "customers": 3, "hand": list(DICE), "pool": [], "out": []}
    assert seats == [begin] * players


@ALL_NUMBERS_OF_PLAYERS
def test_there_is_one_boat_on_each_location(players: int) -> None:
    boats = khlong.new_table(GAME, players, seed=5).view()["boats"]
    assert [boat["location"] for boat in boats] == list(LOCATIONS)
    assert {boat["fruit"] for boat in boats} == set(FRUIT)


def test_boats_are_laid_out_at_random() -> None:
    games = 400
    seen = Counter[tuple[str, str]]()
    for seed in range(games):
        for boat in khlong.new_table(GAME, 4, seed).view()["boats"]:
            seen[boat["location"], boat["fruit"]] += 1
    assert len(seen) == 49
    assert all(25 < count < 95 for count in seen.values())  # 57 expected, with a deviation of 7


def test_tiles_board_dice_and_fruit_stand_begin_on_the_board() -> None:
    view = khlong.new_table(GAME, 4, seed=5).view()
    assert view["pool"] == {"ama": 0, "tiles": [], "board": [], "d12_blocked": False}
    assert all(boat["stand"] is None for boat in view["boats"])


@ALL_NUMBERS_OF_PLAYERS
def test_nobody_stands_anywhere_yet(players: int) -> None:
    view = khlong.new_table(GAME, players, seed=5).view()
    assert all(place["customers"] == [0] * players for place in view["boats"] + view["places"])


@ALL_NUMBERS_OF_PLAYERS
def test_anybody_may_be_the_start_player_and_places_the_first_customer(players: int) -> None:
    starts = set()
    for seed in range(60):
        table = khlong.new_table(GAME, players, seed)
        view = table.view()
        assert asked(table) == (view["start"] + 1, "customer")
        assert view["first"] == view["start"]
        starts.add(view["start"])
    assert starts == set(range(players))


def test_the_start_player_can_be_named() -> None:
    for first in (1, 2, 3):
        assert asked(khlong.new_table(GAME, 3, 5, {"first": first})) == (first, "customer")


def test_a_start_player_without_a_seat_is_refused() -> None:
    with pytest.raises(khlong.OptionError, match="Seat 3 cannot begin: the seats are 0 to 2"):
        khlong.new_table(GAME, 3, 5, {"begins": 3})


@pytest.mark.parametrize("players", [0, 1, 6])
def test_the_game_is_for_two_to_five_players(players: int) -> None:
    assert list(GAME.players) == [2, 3, 4, 5]
    with pytest.raises(khlong.OptionError, match=f"2 to 5 players, not {players}"):
        khlong.new_table(GAME, players)


def test_five_fruits_win_unless_seven_are_agreed_on() -> None:
    assert khlong.new_table(GAME, 4, 5).view()["goal"] == 5
    assert khlong.new_table(GAME, 4, 5, {"goal": 7}).view()["goal"] == 7
    with pytest.raises(khlong.OptionError, match="goal cannot be '6'"):
        khlong.new_table(GAME, 4, 5, {"goal": 6})


@ALL_NUMBERS_OF_PLAYERS
def test_both_engines_lay_out_the_same_market(players: int) -> None:
    native = native_engine(GAME)
    for seed in (0, 1, 2**64 + 7):
        state = native.begin(khlong.template(GAME, players), seed)
        assert native.to_state(state) == khlong.new_table(GAME, players, seed).state
