"""The odds: exact, and what real rolls come out as."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from khlong.engine.chance import sow
from khlong.games.facets import Views
from khlong.games.floating_market.components import BOX
from khlong.games.floating_market.odds import location_odds
from khlong.table import Table

from .helpers import DICE, GAME, LOCATIONS, before_roll, first_lap_over, market, play, seat

FACES: dict[str, list[int]] = {
    "d4": [1, 2, 3, 4],
    "d6": [1, 2, 3, 4, 5, 6],
    "d10": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    "d12": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    "white": [-1, -2, -3, -4, -5, -6],
    "board d12": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    "board d6": [-1, -2, -3, -4, -5, -6],
    "ama": [1, 2, 3, 4, 5, 6],
    "+4": [4],
    "-2": [-2],
}
HIGHEST = [13, 16, 19, 23, 28, 35]


def by_hand(*pool: str) -> list[Fraction]:
    """The odds of a pool, every way the dice can fall counted one by one."""
    totals = [sum(faces) for faces in product(*(FACES[piece] for piece in pool))]
    places = Counter(6 if total < 9 else sum(total > highest for highest in HIGHEST) for total in totals)
    return [Fraction(places[location], len(totals)) for location in range(7)]


def odds(table: Table) -> list[Fraction]:
    return location_odds(table.state, BOX)


def pooled(*dice: str) -> Table:
    """As many players as dice before the second lap, each with one of them in the pool."""
    return first_lap_over(*(seat(left=2, pool=(die,)) for die in dice), players=len(dice))


EACH_POOL = pytest.mark.parametrize(
    ("dice", "moves", "more"),
    [
        (("d4", "d6", "d10", "d12"), (), ()),
        (("white", "d12", "d12", "d12"), (), ()),
        (("white", "white", "white", "white"), (), ()),
        (("d4", "d6", "d10", "d12", "white"), (), ()),
        (("d12", "d12", "d12", "d12"), ("place temple", "tile +4"), ("+4",)),
        (("d12", "d12", "d12", "d12"), ("place temple", "tile -2"), ("-2",)),
        (("d4", "d4", "d4", "d4"), ("place woodworker", "board d12"), ("board d12",)),
        (("d4", "d4", "d4", "d4"), ("place woodworker", "board block-d12"), ()),
        (("d4", "d4", "d6", "d6"), ("place hut", "board d6"), ("board d6",)),
        (("d12", "d12", "d12"), (), ("ama",)),
    ],
)


@EACH_POOL
def test_odds_are_those_of_all_ways_the_dice_can_fall(
    dice: tuple[str, ...], moves: tuple[str, ...], more: tuple[str, ...]
) -> None:
    table = play(pooled(*dice), *moves)
    assert odds(table) == by_hand(*dice, *more)
    assert sum(odds(table)) == 1


def test_with_two_players_the_odds_of_the_missing_location_are_missing() -> None:
    """FM-1: what is left to one is the chance that nothing is activated."""
    expected = by_hand("d12", "d12", "ama", "ama")
    nothing, expected[5] = expected[5], Fraction(0)
    assert nothing > 0
    assert odds(pooled("d12", "d12")) == expected
    assert sum(expected) == 1 - nothing


def test_a_pool_without_dice_is_a_total_of_nothing() -> None:
    assert odds(market()) == [0, 0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize("die", ["d4", "d6", "d10", "white"])
def test_the_odds_with_one_more_die_are_those_after_it_is_added(die: str) -> None:
    table = play(first_lap_over(), "place hut", "own die")
    expected = location_odds(table.state, BOX, (DICE.index(die),))
    assert odds(play(table, f"die {die}")) == expected
    assert expected == by_hand("d12", "d12", "d12", "d12", die)


def test_the_view_shows_the_odds() -> None:
    shown = pooled("d4", "d6", "d10", "d12").view()["odds"]
    assert shown == [float(chance) for chance in by_hand("d4", "d6", "d10", "d12")]


@pytest.mark.parametrize("dice", [DICE, ("d12",) * 4, ("d12",) * 3, ("d12",) * 2])
def test_real_rolls_come_out_as_the_odds_say(dice: tuple[str, ...]) -> None:
    table = before_roll(*(seat(pool=(die,)) for die in dice), players=len(dice))
    rolls, last_customer = 3000, GAME.moves.number("place boatsman")
    seen = Counter[str | None]()
    for seed in range(rolls):
        state = table.state.copy()
        sow(state.chance, seed, 0, 0, 0, 0)
        GAME.python.play(state, last_customer)
        seen[Views.of(GAME).view(state)["last_roll"]["activated"]] += 1
    for location, chance in zip(LOCATIONS, odds(table), strict=True):
        expected = float(chance)
        assert abs(seen[location] / rolls - expected) <= 5 * sqrt(expected * (1 - expected) / rolls)
    assert (seen[None] > 0) == (len(dice) == 2)  # FM-1
