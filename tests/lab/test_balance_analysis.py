"""Figures of many games: shares, lifts, and what a thing adds while all else is equal."""

from __future__ import annotations

import math
import random

import pytest

pytest.importorskip("numpy")

from khlong.games.balance import Facts, Group
from khlong.lab.balance.analysis import analyse
from khlong.lab.balance.regression import adjusted_effects

from .balance_helpers import PROFILE, made_up


def test_places_get_their_share_of_the_wins() -> None:
    games = [made_up(winner, [[], []]) for winner in [0] * 30 + [1] * 10]
    first, second = analyse(games, PROFILE).places
    assert (first.wins.share, second.wins.share) == (0.75, 0.25)
    assert first.wins.low < 0.75 < first.wins.high
    assert first.points.share == pytest.approx(10 + 5 * 0.75)


def test_causes_count_when_they_are_among_those_that_ended_the_game() -> None:
    games = [made_up(0, [[], []], causes=("tithe", "worship"))] * 6
    games += [made_up(0, [[], []], causes=("supremacy", "tithe", "worship"))] * 4
    analysis = analyse(games, PROFILE)
    tithe, worship, supremacy = analysis.causes
    assert (worship.came.share, worship.decided.share, worship.last.share) == (1, 0.6, 0.6)
    assert (tithe.decided.share, tithe.last.share) == (1, 0.4)
    assert (supremacy.decided.share, supremacy.last.share) == (0.4, 0)
    assert {name: share.share for name, share in analysis.pairs.items()} == {
        "tithe and worship": 0.6,
        "tithe and supremacy": 0.4,
        "worship and supremacy": 0,
    }
    assert analysis.stopped.share == 0


def test_a_card_is_measured_in_the_games_it_appears_in() -> None:
    games = [made_up(0, [["card/monk"], []])] * 3 + [made_up(1, [["card/monk"], []])]
    games += [made_up(0, [[], []])] * 4 + [made_up(0, [[], []], offered=["card/abbot"])] * 8
    abbot, monk = analyse(games, PROFILE).items["card"]
    assert (monk.offered, monk.owners) == (8, 4)
    assert monk.got is not None
    assert monk.got.share == 0.5
    assert monk.lift is not None
    assert monk.lift.share == pytest.approx(0.75 - 0.5)
    assert abbot.lift is None
    assert abbot.got is not None
    assert abbot.got.share == 0


def test_where_players_have_several_the_one_with_most_is_measured() -> None:
    group = Group("stall", "Stalls", "owned", ("fish",), several=True)
    profile = type(PROFILE)(**{**PROFILE.__dict__, "groups": (group,)})
    most_wins = made_up(0, [["stall/fish"] * 2, ["stall/fish"]], offered=["stall/fish"])
    tied = made_up(0, [["stall/fish"], ["stall/fish"]], offered=["stall/fish"])
    (fish,) = analyse([most_wins, most_wins, tied], profile).items["stall"]
    assert fish.owners == 2
    assert fish.lift is not None
    assert fish.lift.share == 0.5


def drawn_games(weights: dict[str, float], count: int) -> list[Facts]:
    """Games in which the chance to win follows a known law: weights of cards, of which a rich player has more."""
    luck = random.Random(5)
    games = []
    for _ in range(count):
        rich = luck.randrange(3)
        has = [[card for card in weights if luck.random() < (0.8 if place == rich else 0.2)] for place in range(3)]
        strength = [math.exp(sum(weights[card] for card in own)) for own in has]
        games.append(made_up(luck.choices(range(3), strength)[0], has))
    return games


def test_the_regression_tells_a_good_card_from_one_that_goes_with_it() -> None:
    games = drawn_games({"card/abbot": 1.0, "card/monk": 0.0}, 3000)
    effects = adjusted_effects(games, ["card/abbot", "card/monk", "card/never"])
    raw = {item.name: item.lift for item in analyse(games, PROFILE).items["card"]}
    assert raw["monk"] is not None
    assert raw["monk"].low > 0.03  # the rich have it
    assert effects["card/monk"].low < 0 < effects["card/monk"].high
    assert effects["card/abbot"].low > 0.1
    assert "card/never" not in effects


def test_no_effect_is_claimed_from_few_games() -> None:
    games = [made_up(0, [["card/monk"], []])] * 20
    assert all(item.adjusted is None for item in analyse(games, PROFILE).items["card"])
