"""Dice that are rolled on a real table, and the odds of those to come."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

import khlong
from khlong.table import Draw, Table, game_names, new_table, table_from_record, write_open_record, write_record


def at_the_roll(players: int = 2) -> tuple[Table, str]:
    """A table of Floating Market and a move after which the pool is rolled."""
    table = new_table("floating-market", players, seed=3)
    while not table.draws(table.legal_moves()[0].number):
        table.play(table.legal_moves()[0].number)
    return table, table.legal_moves()[0].notation


def with_real_dice(name: str, seed: int, plies: int = 60) -> Table:
    """A random game whose dice are all rolled outside."""
    table, chance = new_table(name, 2, seed=seed), random.Random(seed)
    while not table.over and table.ply < plies:
        move = chance.choice(table.legal_numbers())
        table.play(move, [chance.choice(draw.faces) for draw in table.draws(move)])
    return table


def test_dice_fall_as_they_are_given() -> None:
    table, move = at_the_roll()
    assert table.draws(move) == [
        *(Draw("d4", (1, 2, 3, 4), 0), Draw("d4", (1, 2, 3, 4), 1)),
        *[Draw("ama", (1, 2, 3, 4, 5, 6))] * 2,
    ]
    roll = table.play(move, [4, 1, 6, 5]).view()["last_roll"]
    assert (roll["total"], [die["face"] for die in roll["dice"]], roll["ama"]) == (16, [4, 1], [6, 5])


def test_a_card_comes_as_it_is_given() -> None:
    table = with_real_dice("phraya", 4, plies=4)
    chance = random.Random(4)
    while not any(move.notation.startswith("take") for move in table.legal_moves()):
        table.play(chance.choice(table.legal_numbers()))
    move = next(move for move in table.legal_moves() if move.notation.startswith("take"))
    (draw,) = table.draws(move.number)
    assert draw.what == "card"
    assert table.play(move.number, ["landlord"]).view()["market"][-1]["card"] == "landlord"


def test_a_game_that_says_nothing_of_its_dice_counts_what_comes_up_from_0() -> None:
    table = new_table("pig", 2, seed=1)
    assert table.draws("roll") == [Draw("draw", (0, 1, 2, 3, 4, 5))]
    assert table.play("roll", [5]).state.die == 6


@pytest.mark.parametrize(
    ("roll", "says"),
    [
        ([4, 1, 6], "The roll is cut short: what follows its 3 faces is ama, one of 1, 2, 3, 4, 5, 6"),
        ([4, 1, 6, 6, 1], "leaves 4 things to chance, and 5 are given"),
        ([5, 1, 6, 6], "5 cannot have come up: d4 of seat 0, one of 1, 2, 3, 4"),
        ([True, 1, 6, 6], "True cannot have come up"),
        ([1.0, 1, 6, 6], "1.0 cannot have come up"),
        (["4", 1, 6, 6], "'4' cannot have come up"),
        ("4166", "A roll is a list"),
        (4, "A roll is a list"),
        ([4] * 1000, "A roll is a list"),
    ],
)
def test_dice_that_cannot_have_fallen_so_are_refused_and_nothing_is_played(roll: Any, says: str) -> None:
    table, move = at_the_roll()
    before = table.state
    with pytest.raises(khlong.RollError, match=says):
        table.play(move, roll)
    assert table.state is before
    assert table.given_rolls == {}


def test_a_move_without_dice_takes_no_roll() -> None:
    table = new_table("floating-market", 2, seed=3)
    assert table.draws("place temple") == []
    assert table.copy().play("place temple", []).given_rolls == {}
    with pytest.raises(khlong.RollError, match="leaves 0 things to chance, and 1 are given"):
        table.play("place temple", [3])


def test_what_was_rolled_outside_is_no_slip_to_be_taken_back() -> None:
    table, move = at_the_roll()
    table.play(move, [4, 1, 6, 5])
    with pytest.raises(khlong.NothingToUndoError, match="the dice have been rolled"):
        table.undo()
    again = table.undo(past_chance=True).play(move, [1, 1, 1, 1])
    assert again.view()["last_roll"]["total"] == 4
    assert list(again.given_rolls.values()) == [[1, 1, 1, 1]]


@pytest.mark.parametrize("name", game_names())
def test_a_game_with_real_dice_replays_from_its_record(name: str) -> None:
    table = with_real_dice(name, 7)
    record = write_record(table)
    again = table_from_record(record)
    assert again.state == table.state
    assert again.given_rolls == table.given_rolls
    for ply in range(0, table.ply, 7):
        assert again.at(ply).state == table.at(ply).state
    assert table_from_record(write_open_record(table)).view() == table.view()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"8": [4, 1, 6, 7]}, "stops making sense at move 8: 7 cannot have come up"),
        ({"9": [1]}, "given names a ply that has a move, not '9'"),
        ({"08": [4, 1, 6, 5]}, "given names a ply that has a move"),
        ({"8": [1.5]}, "given"),
        ({"8": [4, 1, 6, 6]}, "was changed or damaged"),
    ],
)
def test_a_record_with_dice_that_cannot_be_is_refused(given: dict[str, Any], says: str) -> None:
    table, move = at_the_roll()
    record = write_record(table.play(move, [4, 1, 6, 5]))
    with pytest.raises(khlong.RecordError, match=says):
        table_from_record(record | {"given": given})


# odds


def test_the_odds_are_those_of_the_view_and_can_be_asked_for_with_more_dice() -> None:
    table = new_table("floating-market", 3, seed=1)
    view = table.view()
    assert [float(chance) for chance in table.odds().values()] == view["odds"]
    assert list(table.odds()) == [boat["location"] for boat in view["boats"]]
    more = table.odds(["d4", "+4"])  # Ama's D6, a D4 and four: 6 to 14
    assert more == {
        **dict.fromkeys(more, Fraction(0)),
        "36-8": Fraction(6, 24),
        "9-13": Fraction(17, 24),
        "14-16": Fraction(1, 24),
    }


@pytest.mark.parametrize(
    ("extra", "says"),
    [
        (["d20"], "There is no die or tile 'd20'. There are d4, d6, d10, d12, white"),
        (["d6"] * 4, "There are only 3 d6"),
        (["+4", "+4"], r"There is only one \+4"),
        ("d6", "a list of their names"),
        ([6], "a list of their names"),
    ],
)
def test_dice_that_are_not_there_are_refused(extra: Any, says: str) -> None:
    with pytest.raises(khlong.RollError, match=says):
        new_table("floating-market", 3, seed=1).odds(extra)


def test_a_game_without_a_roll_has_no_odds() -> None:
    assert new_table("phraya", 2, seed=1).odds() == {}
