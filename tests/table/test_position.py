"""Starting from a position: what holds for every game. What is impossible in a game is tested with the game."""

from typing import Any

import pytest

import khlong
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
        ({"position": {"round": "three"}}, "round: Input should be a valid integer"),
    ],
)
def test_a_position_that_cannot_be_read_says_why(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(khlong.KhlongError, match=message):
        table_from_position(position(**changes))


def test_a_finished_game_has_no_position_to_go_on_from() -> None:
    table = new_table("floating-market", 2, 9)
    while not table.over:
        table.play(table.legal_moves()[-1].number)
    with pytest.raises(khlong.PositionError, match="The game is over"):
        table.write_position()


def test_a_position_of_one_game_is_not_read_as_another() -> None:
    with pytest.raises(khlong.PositionError, match="not of floating-market"):
        table_from_position(position(game="phraya"), khlong.game_named("floating-market"))
