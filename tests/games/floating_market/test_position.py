"""Positions: written and read back, and refused where they cannot come about."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import khlong

from .helpers import DICE, FRUIT, GAME, choices, first_lap_over, market, of_seat, seat


def last_roll(**changes: Any) -> dict[str, Any]:
    """A roll of 21 in the round before, with some changes."""
    dice = [{"seat": number, "die": "d12", "face": face} for number, face in enumerate((3, 5, 6, 7), 1)]
    roll = {"total": 21, "activated": "20-23", "dice": dice, "ama": [], "tiles": [], "board": {}}
    return {"last_roll": roll | changes}


# there and back


def settled(state: Any) -> Any:
    """A state without what a position does not keep."""
    twin = state.copy()
    twin.ply = 0
    twin.chance = type(twin.chance)()
    return twin


@given(
    seed=st.integers(0, 2**128 - 1),
    players=st.integers(2, 5),
    options=st.fixed_dictionaries(
        {"goal": st.sampled_from([5, 7]), "traders": st.sampled_from(["owner", "everyone"]), "first": st.integers(1, 2)}
    ),
    moves=st.integers(0, 200),
    picks=st.integers(0, 10**6),
)
def test_a_position_written_and_read_is_the_same(
    seed: int, players: int, options: dict[str, object], moves: int, picks: int
) -> None:
    table = khlong.new_table(GAME, players, seed, options | ({"goal": 5} if players == 2 else {}))
    random = Random(picks)
    for _ in range(moves):
        table.play(random.choice(table.legal_numbers()))
        if table.over:
            table.undo(past_chance=True)
            break
    again = khlong.table_from_position(json.loads(json.dumps(table.write_position())))
    assert settled(again.state) == settled(table.state)
    assert choices(again) == choices(table)
    assert again.view() == table.view()


def test_a_position_names_only_what_differs_from_a_fresh_game() -> None:
    table = khlong.new_table(GAME, 3, 5, {"first": 1})
    assert table.write_position()["position"] == {}
    table.play("place temple")
    assert table.write_position()["position"] == {
        "seats_from": 0,
        "asked": "temple",
        "owes_first_die": True,
        "seats": [{"customers": {"temple": 1}}, {}, {}],
    }


def test_what_a_position_does_not_name_is_as_in_a_fresh_game() -> None:
    position = {"game": "floating-market", "players": 3, "seed": 5, "position": {"seats": [{"coins": 6}]}}
    table, fresh = khlong.table_from_position(position), khlong.new_table(GAME, 3, 5)
    assert of_seat(table, 1)["coins"] == 6
    assert of_seat(table, 2) == of_seat(fresh, 2)
    assert table.view()["boats"] == fresh.view()["boats"]


def test_dice_that_are_not_named_are_in_hand() -> None:
    assert of_seat(market({"out": ["d4", "white"]}), 1)["hand"] == ["d6", "d10", "d12"]


def test_a_finished_game_has_no_position() -> None:
    table = market({"coins": 4, "fruit": list(FRUIT[:4])}).play("place market").play("fruit starfruit")
    with pytest.raises(khlong.PositionError, match="The game is over"):
        table.write_position()


# what cannot be read


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ({"rounds": 3}, "rounds is not known here"),
        ({"seats": [{"coin": 3}]}, r"seats\.0\.coin is not known here"),
        ({"last_roll": {"total": 3}}, r"last_roll\.activated is missing"),
        ({"seats": [{"coins": "3"}]}, r"seats\.0\.coins must be a whole number, not '3'"),
        ({"seats": [{"coins": -1}]}, r"seats\.0\.coins must be at least 0, not -1"),
        ({"seats": [{}] * 5}, "The position has 5 seats, the game 4"),
        ({"boats": list(FRUIT[:6])}, "boats must have at least 7 entries, not 6"),
        ({"seats": [{"fruit": ["apple"]}]}, "There is no fruit 'apple'. There are mango, banana"),
        ({"seats": [{"out": ["d20"]}]}, "There is no die 'd20'. There are d4, d6, d10, d12, white"),
        ({"seats": [{"customers": {"pub": 1}}]}, "There is no place 'pub'"),
        ({"asked": "tea"}, "There is no question 'tea'"),
        ({"board_pool": ["+5"]}, r"There is no board piece '\+5'"),
        ({"stand": {"seat": 1, "location": "temple"}}, "There is no location 'temple'"),
    ],
)
def test_what_cannot_be_read_is_named(position: dict[str, Any], says: str) -> None:
    with pytest.raises(khlong.PositionError, match=says):
        khlong.table_from_position({"game": "floating-market", "players": 4, "position": position})


# what cannot come about


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ({"round": 0}, "Round 0 does not exist: rounds go from 1 to 100"),
        ({"round": 101}, "Round 101 does not exist"),  # FM-21
        ({"decider": 5}, "decider must be one of the seats 0 to 3"),
        ({"start": 5}, "start player must be one of the seats 0 to 3"),
        ({"decider": 2}, "start player, Seat 0, places the first customer"),
        ({"boats": ["mango", *FRUIT[:6]]}, "Each fruit's boat must stand on exactly one location"),
        ({"ama": ["9-13", "20-23"]}, "only with two or three players"),
        ({"players": 3, "ama": ["9-13"]}, "Ama's two customers must stand on two different locations"),
        ({"players": 3, "ama": ["9-13", "9-13"]}, "Ama's two customers must stand on two different locations"),
        ({"players": 2, "ama": ["9-13", "29-35"]}, "Ama's two customers must stand .* in the game"),
        ({"board_pool": ["+4"]}, "only when the Temple has added it"),
        ({"board_pool": ["d12"]}, "only when the Woodworker has added it"),
        ({"board_pool": ["d6"]}, "only when a customer at the Artist's Hut has added it"),
        ({"d12_blocked": True}, "blocked only when the Woodworker has done so"),
        ({"stand": {"seat": 1, "location": "9-13"}}, "under a customer of its owner that stands on a boat"),
        ({"asked": "temple"}, "The Temple asks Seat 0, who has no customer there"),
        ({"asked": "die"}, "exactly when a die is asked for"),
        ({"asked": "die", "dice_to_add": 1}, "owes a die only with a customer on the board"),
        ({"asked": "swap", "last_roll": None}, "Boats are swapped after a roll"),
        ({"asked": "swap", "decider": 2}, "Boats are swapped by the start player"),
        ({"office_open": True}, "none at the Office"),
    ],
)
def test_a_market_that_cannot_come_about_is_refused(position: dict[str, Any], says: str) -> None:
    with pytest.raises(khlong.PositionError, match=says):
        market(**position)


@pytest.mark.parametrize(
    ("seats", "position", "says"),
    [
        ([{"coins": 7}], {}, "has 7 coins: nobody has fewer than 0 or more than 6"),
        ([{"fruit": list(FRUIT[:5])}], {}, "has 5 fruits and would have won already"),
        ([{"fruit": ["rambutan"]}], {"players": 2}, "has a fruit that is not in this game"),
        ([{"hand": list(DICE), "out": ["d4"]}], {}, "each of the five dice in exactly one"),
        ([{"hand": ["d4"], "out": ["d6"]}], {}, "each of the five dice in exactly one"),
        ([{"pool": ["d4"]}], {}, "dice in the pool but no customer on the board"),
        ([seat("9-13", "temple", "tailor", "14-16")], {}, "has 4 customers on the board: 3 are there in all"),
        ([seat("9-13", left=2), seat("9-13", left=2)], {}, "9–13 holds 2 customers: only a customer led by the Fish"),
        ([seat("temple", left=2)] * 2, {"board_pool": ["+4"]}, "Temple holds 2 customers: there is room for 1"),
        ([seat("market", left=2)] * 3, {}, "Market holds 3 customers: there is room for 2"),
        ([seat("market", left=2)] * 2, {"players": 2}, "Market holds 2 customers: there is room for 1"),
        ([seat("hut", left=2)], {"players": 2}, "Artist's Hut is not in use with 2 players"),
        ([seat("29-35", left=2)], {"players": 2}, "29–35 is not in use with 2 players"),
        ([seat("20-23", left=2)], {"players": 3}, "20–23 holds 2 customers"),
        ([seat("temple", left=2)], {"board_pool": ["+4", "-2"]}, "never both"),
        ([seat("woodworker", left=2)], {"board_pool": ["d12"], "d12_blocked": True}, "The board's D12"),
        ([seat("woodworker", left=2)], {"players": 2, "d12_blocked": True}, "The board's D12 is blocked only"),
        ([seat("9-13", left=2)], {"stand": {"seat": 1, "location": "9-13"}}, "its owner has no customer there"),
        ([seat()] * 4, {"asked": "swap"}, "Boats are swapped .* when all customers are back"),
        ([seat()] * 4, {}, "is asked to place a customer but has none left"),
    ],
)
def test_seats_that_cannot_come_about_are_refused(
    seats: list[dict[str, Any]], position: dict[str, Any], says: str
) -> None:
    with pytest.raises(khlong.PositionError, match=says):
        market(*seats, **position)


@pytest.mark.parametrize(
    ("seats", "position"),
    [
        pytest.param([seat(left=2, pool=())], {}, id="a customer without a die in the pool"),
        pytest.param([seat(left=2, fruit=["mango", "mango"])], {}, id="a fruit twice"),
        pytest.param([seat(left=2, out=["d4", "d4"])], {}, id="a die twice"),
        pytest.param([], {"dice_to_add": 2}, id="dice to add while a customer is asked for"),
        pytest.param([], {"owes_first_die": True}, id="a die owed for the second customer"),
        pytest.param([seat("9-13", "fruit-stand", left=1)], {"decider": 2}, id="a Fruit Stand visited and not laid"),
        pytest.param([seat("temple", left=2)], {}, id="a Temple visited that added no tile"),
        pytest.param([seat("fishmonger", left=2)], {}, id="a Fishmonger who led nobody to a boat"),
        pytest.param(
            [seat("fishmonger", "9-13", "14-16"), seat("9-13", left=2), seat("14-16", left=2)],
            {"decider": 4},
            id="a Fishmonger who led two customers",
        ),
        pytest.param(
            [seat("woodworker", left=2)], {"players": 2, "board_pool": ["d12", "d6"]}, id="two dice of one Woodworker"
        ),
        pytest.param([], last_roll(dice=[{"seat": 1, "die": "d4", "face": 5000}]), id="a die that shows 5000"),
        pytest.param([], last_roll(total=22), id="a total that is not the sum of its dice"),
        pytest.param(
            [], last_roll(dice=[{"seat": 1, "die": "d12", "face": 10}] * 2, total=10), id="a die twice in a roll"
        ),
        pytest.param([], last_roll(board={"d12": 120}, total=141, activated="36-8"), id="a board die that shows 120"),
        pytest.param([], last_roll(tiles=["d12"]), id="a die among the tiles"),
        pytest.param([], last_roll(ama=[0, 0, 0]), id="three dice of Ama's"),
        pytest.param([], last_roll(dice=[], total=0, activated="36-8"), id="a roll of no dice"),
        pytest.param(
            [seat(left=2, pool=())], {"asked": "die", "dice_to_add": 1, "owes_first_die": True}, id="a die owed twice"
        ),
        pytest.param([seat(left=2)], {"asked": "die", "dice_to_add": 1}, id="a die for a customer who has one"),
        pytest.param([seat(left=2)], {"asked": "die", "dice_to_add": 2}, id="two dice without the Tailor"),
        pytest.param(
            [seat("tailor", left=2)], {"asked": "die", "dice_to_add": 3}, id="more dice than the Tailor lets add"
        ),
        pytest.param(
            [seat(left=2, pool=()), seat(left=2, pool=())],
            {"asked": "die", "dice_to_add": 1},
            id="another player's customer without a die",
        ),
        pytest.param([seat(left=2, pool=(), out=DICE)], {}, id="a customer without a die, all dice being out"),
        pytest.param(
            [seat("temple", left=2)], {"asked": "temple", "board_pool": ["+4"]}, id="a Temple that asks a second time"
        ),
        pytest.param(
            [seat("woodworker", left=2)],
            {"asked": "woodworker", "d12_blocked": True},
            id="a Woodworker who asks a second time",
        ),
        pytest.param([seat("hut", left=2)], {"asked": "hut", "board_pool": ["d6"]}, id="a Hut that asks a second time"),
        pytest.param(
            [seat("fruit-stand", "9-13", left=1)],
            {"asked": "fruit-stand", "stand": {"seat": 1, "location": "9-13"}},
            id="a Fruit Stand that asks a second time",
        ),
        pytest.param([], last_roll(activated="24-28"), id="a total that activates another location"),
        pytest.param([], last_roll(ama=[2], total=23), id="Ama's dice in a roll of four players"),
    ],
)
def test_a_position_that_contradicts_itself_is_refused(seats: list[dict[str, Any]], position: dict[str, Any]) -> None:
    with pytest.raises(khlong.PositionError):
        first_lap_over(*seats, **position)


def test_a_last_roll_can_be_given() -> None:
    table = first_lap_over(**last_roll())
    assert table.view()["last_roll"]["total"] == 21
    assert table.view()["last_roll"]["dice"][3] == {"seat": 3, "die": "d12", "face": 7}


def test_a_fault_is_told_without_words_of_the_program() -> None:
    with pytest.raises(khlong.PositionError) as error:
        first_lap_over(seat("temple", left=2), seat("temple", left=2), board_pool=["+4"])
    assert str(error.value).splitlines()[1:] == ["- Temple holds 2 customers: there is room for 1."]


def test_two_on_a_boat_are_possible_with_the_fishmonger() -> None:
    table = market(seat("9-13", left=1), seat("fishmonger", "9-13", left=1), seat(left=1), seat(left=1))
    assert "place 9-13" not in choices(table)
