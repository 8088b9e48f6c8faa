"""What is agreed on before the game: editions, starts, boards and who begins."""

from typing import Any

import pytest

import khlong

from .data_helpers import GAME


@pytest.mark.parametrize(
    ("players", "options", "says"),
    [
        (3, {"edition": "deluxe"}, "Option edition cannot be 'deluxe'. It can be: published, prototype."),
        (3, {"start": "empty"}, "Option start cannot be 'empty'. It can be: standard, asymmetric."),
        (3, {"edition": "prototype", "start": "asymmetric"}, "The asymmetric start belongs to the published edition."),
        (3, {"board": "1a-1b-3a-4a"}, "uses part 1 twice"),
        (3, {"board": "1a-2a-4b-4a"}, "uses part 4 twice"),
        (3, {"board": "1a-2a-3a"}, "A board is named by its four parts and their sides"),
        (3, {"board": "1a-2a-3a-4a-1a"}, "A board is named by its four parts and their sides"),
        (3, {"board": "1a-2a-3a-4c"}, "A board is named by its four parts and their sides"),
        (3, {"board": "1a-2a-3a-5a"}, "A board is named by its four parts and their sides"),
        (3, {"board": "a1-2a-3a-4a"}, "A board is named by its four parts and their sides"),
        (3, {"board": ""}, "A board is named by its four parts and their sides"),
        (3, {"board": 17}, "A board is named by its four parts and their sides"),
        (3, {"bord": "1a-2a-3a-4a"}, "Did you mean board?"),
        (3, {"begins": 3}, "Seat 3 cannot begin: the seats are 0 to 2."),
        (3, {"begins": 4}, "Option begins cannot be '4'."),
        (3, {"begins": -1}, "Option begins cannot be '-1'."),
        (1, {}, "Phraya is for 2 to 4 players, not 1."),
        (5, {}, "Phraya is for 2 to 4 players, not 5."),
        (0, {}, "Phraya is for 2 to 4 players, not 0."),
    ],
)
def test_what_cannot_be_agreed_on_is_refused_with_a_reason(players: int, options: dict[str, Any], says: str) -> None:
    with pytest.raises(khlong.OptionError) as error:
        khlong.new_table(GAME, players, 1, options)
    assert says in str(error.value)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_without_options_it_is_the_published_game_with_the_standard_start(players: int) -> None:
    view = khlong.new_table(GAME, players, 1).view()
    assert (view["edition"], view["start"], len(view["seats"])) == ("published", "standard", players)


@pytest.mark.parametrize("board", ["1a-2a-3a-4a", "4b-3b-2b-1b", "2a-4b-1b-3a"])
def test_a_board_that_is_given_is_that_board_whatever_the_seed(board: str) -> None:
    """PH-2."""
    views = [khlong.new_table(GAME, 2, seed, {"board": board}).view() for seed in range(5)]
    assert {view["board"] for view in views} == {board}
    assert len({tuple(stall["kind"] for stall in view["stalls"]) for view in views}) == 1


def test_the_side_of_a_part_decides_what_stands_on_it() -> None:
    """PH-2: turning one part over changes its twelve stalls at most, and some of them."""
    one, other = (
        khlong.new_table(GAME, 2, 1, {"board": board}).view()["stalls"] for board in ("1a-2a-3a-4a", "1b-2a-3a-4a")
    )
    changed = {stall["stall"] for stall, turned in zip(one, other, strict=True) if stall["kind"] != turned["kind"]}
    south_west = {f"{name}-{side}" for name in ("a2", "b1", "b3", "c2") for side in ("left", "right")}
    assert changed
    assert changed <= south_west | {"a4-left", "c4-left", "d1-left", "d3-left"}


def test_a_board_can_be_written_in_capitals() -> None:
    assert khlong.new_table(GAME, 2, 1, {"board": "1A-2B-3A-4B"}).view()["board"] == "1a-2b-3a-4b"


def test_otherwise_the_board_comes_from_the_seed() -> None:
    """PH-2."""
    boards = [khlong.new_table(GAME, 2, seed).view()["board"] for seed in range(60)]
    assert len(set(boards)) > 40
    assert boards == [khlong.new_table(GAME, 2, seed).view()["board"] for seed in range(60)]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_seat_that_is_given_begins(first: int) -> None:
    """PH-2."""
    for seed in range(5):
        table = khlong.new_table(GAME, 3, seed, {"begins": first})
        assert table.view()["first"] == first
        assert table.question is not None
        assert table.question.seat == first


def test_otherwise_the_first_player_comes_from_the_seed() -> None:
    """PH-2."""
    assert {khlong.new_table(GAME, 4, seed).view()["first"] for seed in range(60)} == {0, 1, 2, 3}


def test_the_asymmetric_start_deals_two_baskets_each() -> None:
    view = khlong.new_table(GAME, 4, 1, {"start": "asymmetric", "first": 1}).view()
    assert view["start"] == "asymmetric"
    assert [len(seat["tiles"]) for seat in view["seats"]] == [2, 2, 2, 2]
    worth = [-(-sum(tile["price"] for tile in seat["tiles"]) // 2) for seat in view["seats"]]
    extra = [seat["coins"] - coins for seat, coins in zip(view["seats"], (8, 9, 10, 11), strict=True)]
    assert extra == [max(worth) - own for own in worth]
