"""Starting from a position: what holds for every game. What is impossible in a game is tested with the game."""

import random
from typing import Any

import pytest

import khlong
from khlong.games import our_games
from khlong.games.facets import Positions
from khlong.table import new_table, table_from_position


def position(**changes: Any) -> dict[str, Any]:
    return {"game": "floating-market", "players": 2, "seed": "9", "position": {}} | changes


def test_an_empty_position_is_a_fresh_game() -> None:
    assert table_from_position(position()).state == new_table("floating-market", 2, 9).state


def test_a_fresh_game_differs_in_nothing_from_itself() -> None:
    assert new_table("floating-market", 4, 9).write_position()["position"] == {}


def test_only_what_differs_is_written() -> None:
    table = new_table("floating-market", 2, 9, {"first": 1}).play("place temple")
    assert table.write_position()["position"] == {
        "seats_from": 0,
        "asked": "temple",
        "owes_first_die": True,
        "seats": [{"customers": {"temple": 1}}, {}],
    }


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": None}, "names at least its game"),
        ({"players": "two"}, "names at least its game"),
        ({"players": 9}, "is for 2 to 5 players"),
        ({"colour": "red"}, "no entry 'colour'"),
        ({"position": []}, "tables of names and values"),
        ({"options": {"goal": 7}}, "only 6 fruits are in the game"),
        ({"seed": "x"}, "A seed is a whole number"),
        ({"position": {"rund": 3}}, "rund is not known here"),
        ({"position": {"round": "three"}}, "round must be a whole number, not 'three'"),
    ],
)
def test_a_position_that_cannot_be_read_says_why(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(khlong.KhlongError, match=message):
        table_from_position(position(**changes))


@pytest.mark.parametrize(
    "name", [name for name in our_games() if Positions in map(type, khlong.game_named(name).facets)]
)
def test_seats_count_from_0_in_positions_as_in_views(name: str) -> None:
    table, chance = new_table(name, 3, seed=4), random.Random(4)
    for _ in range(60):
        table.play(chance.choice(table.legal_numbers()))
    view, written = table.view(), table.write_position()["position"]
    for key in ("decider", "first", "start"):
        if key in written and isinstance(view[key], int):
            assert written[key] == view[key]
    assert table_from_position(table.write_position()).view() == view


def test_positions_that_do_not_say_so_count_seats_from_1_as_they_did() -> None:
    older = position(players=3, position={"round": 2, "start": 2, "first": 1, "decider": 2})
    newer = position(players=3, position={"seats_from": 0, "round": 2, "start": 1, "first": 0, "decider": 1})
    assert table_from_position(older).view() == table_from_position(newer).view()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"decider": 0}, "decider: 0 is no seat: they count from 1 to 5"),
        ({"seats_from": 0, "decider": 5}, "decider: 5 is no seat: they count from 0 to 4"),
        ({"seats_from": 0, "decider": -1}, "decider: -1 is no seat"),
        ({"seats_from": 0, "decider": True}, "decider: True is no seat"),
        ({"seats_from": 2, "decider": 1}, "seats_from must be at most 1, not 2"),
        ({"seats_from": "0"}, "seats_from must be a whole number"),
        ({"seats_from": None, "decider": 1}, "seats_from must be a whole number"),
        ({"seats_from": [0], "decider": 1}, "seats_from must be a whole number"),
    ],
)
def test_a_seat_that_is_not_there_is_refused(given: dict[str, Any], says: str) -> None:
    with pytest.raises(khlong.PositionError, match=says):
        table_from_position(position(players=3, position=given))


def test_a_finished_game_has_no_position_to_go_on_from() -> None:
    table = new_table("floating-market", 2, 9)
    while not table.over:
        table.play(table.legal_moves()[-1].number)
    with pytest.raises(khlong.PositionError, match="The game is over"):
        table.write_position()


def test_a_position_of_one_game_is_not_read_as_another() -> None:
    with pytest.raises(khlong.PositionError, match="not of floating-market"):
        table_from_position(position(game="phraya"), khlong.game_named("floating-market"))
