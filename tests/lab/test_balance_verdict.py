"""The verdict: what holds, what fails, and what more games would have to tell."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy")

from khlong.games.balance import Facts
from khlong.lab.balance.analysis import analyse
from khlong.lab.balance.verdict import Ruling, Status, curiosities, judge

from .balance_helpers import PROFILE, made_up

SEATS, CAUSES, PAIRS, BOUGHT, LIFTS = range(5)


def rulings_of(games: list[Facts]) -> list[Ruling]:
    return [row[0] for row in judge([analyse(games, PROFILE)], PROFILE.groups)]


def seats_of(first: int, second: int) -> Ruling:
    return rulings_of([made_up(0, [[], []])] * first + [made_up(1, [[], []])] * second)[SEATS]


def test_seats_hold_within_four_points_fail_beyond_and_are_open_between() -> None:
    assert seats_of(2550, 2450).status is Status.HOLDS
    assert seats_of(600, 400).status is Status.FAILS
    assert seats_of(26, 24).status is Status.OPEN
    assert seats_of(272, 228).status is Status.OPEN


def test_an_open_figure_is_close_when_only_its_interval_is_beyond_the_limit() -> None:
    assert all(finding.close for finding in seats_of(26, 24).findings)
    assert not any(finding.close for finding in seats_of(29, 21).findings)


def test_a_condition_that_never_decides_fails() -> None:
    rulings = rulings_of([made_up(0, [[], []])] * 200)
    assert rulings[CAUSES].status is Status.FAILS
    assert "supremacy 0.0 %" in rulings[CAUSES].words
    assert rulings[PAIRS].status is Status.FAILS


def test_conditions_hold_when_each_decides_often() -> None:
    games = [made_up(0, [[], []], causes=pair) for pair in (("tithe", "worship"), ("worship", "supremacy"))] * 100
    assert rulings_of(games)[CAUSES].status is Status.HOLDS
    assert rulings_of(games)[PAIRS].status is Status.FAILS


def test_a_card_that_nobody_buys_fails_and_one_that_wins_fails() -> None:
    rulings = rulings_of([made_up(0, [["card/monk"], []])] * 150 + [made_up(1, [["card/monk"], []])] * 50)
    assert rulings[BOUGHT].status is Status.FAILS
    assert "Misses it: abbot 0.0 %" in rulings[BOUGHT].words
    assert rulings[LIFTS].status is Status.FAILS
    assert "monk +25.0 points" in rulings[LIFTS].words


def test_what_holds_names_the_figure_nearest_to_the_limit() -> None:
    assert seats_of(2550, 2450).words == "Nearest to the limit: place 1 +1.0 points (−0.4 to +2.4)."


def test_dead_components_are_named_whatever_their_kind() -> None:
    analysis = analyse([made_up(0, [["card/monk"], []])] * 200, PROFILE)
    assert "Market cards that hardly anybody wants: abbot." in curiosities(analysis, PROFILE.groups)
