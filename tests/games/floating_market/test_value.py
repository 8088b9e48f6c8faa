"""The value of positions of Floating Market."""

from __future__ import annotations

import pytest

from khlong.games.floating_market.components import BOX
from khlong.games.floating_market.odds import location_odds
from khlong.games.floating_market.value import FEATURES, INPUTS, fill_chances, fill_features
from khlong.table import Table

from ..test_value import value_of
from .helpers import FRUIT, GAME, market, seat


def features(table: Table, player: int) -> dict[str, float]:
    """A player's features by name."""
    rows = [0.0] * (5 * INPUTS)
    fill_features(table.state, rows)
    return dict(zip(FEATURES, rows[player * INPUTS : (player + 1) * INPUTS], strict=True))


def favourite(table: Table) -> int:
    shares, _ = value_of(GAME, table.state)
    return shares.index(max(shares))


def test_whoever_can_buy_the_last_fruit_now_is_the_favourite() -> None:
    table = market(
        seat(left=2, fruit=list(FRUIT[:4]), coins=4),
        seat(left=2, fruit=list(FRUIT[:4]), coins=3),
        seat(left=2, fruit=list(FRUIT[:3]), coins=6),
        players=3,
        decider=1,
    )
    assert features(table, 0)["wins at the market"]
    assert not features(table, 1)["wins at the market"]
    assert favourite(table) == 0


def test_only_the_first_of_those_who_can_buy_the_last_fruit_wins_with_it() -> None:
    rich = seat(left=2, fruit=list(FRUIT[:4]), coins=4)
    table = market(rich, rich, players=4, decider=2)
    assert not features(table, 0)["wins at the market"]
    assert features(table, 1)["wins at the market"]


def test_more_fruit_is_better() -> None:
    table = market(seat(left=3, pool=(), fruit=list(FRUIT[:3])), players=4)
    assert favourite(table) == 0


def test_chances_of_locations_are_near_the_exact_odds_before_the_roll() -> None:
    table = market(
        seat(pool=("d12", "d6")),
        seat(pool=("d10",)),
        seat(pool=("d12",)),
        seat("14-16", left=1, pool=("d4",)),
        players=4,
        decider=4,
    )
    state = table.state.copy()
    state.seat[3].customers = 0
    chances = [0.0] * 7
    fill_chances(state, chances)
    exact = [float(odds) for odds in location_odds(state, BOX)]
    assert sum(chances) == pytest.approx(1)
    assert chances == pytest.approx(exact, abs=0.05)


def test_a_customer_on_a_boat_has_its_chance_of_fruit_and_neighbours_coins() -> None:
    table = market(seat("17-19", left=2), players=4, decider=2)
    alone = features(table, 0)
    assert alone["chance of fruit"] > 0
    assert alone["coins to come"] > 0
    assert features(table, 1)["chance of fruit"] == 0
    owned = features(market(seat("17-19", left=2, fruit=[FRUIT[2]]), players=4, decider=2), 0)
    assert owned["chance of fruit"] == 0
    assert owned["coins to come"] == pytest.approx(alone["coins to come"])


def test_the_fruit_stand_adds_the_neighbours_fruit_and_takes_their_coins() -> None:
    without = features(market(seat("17-19", left=1, coins=1), players=4, decider=2), 0)
    stand = {"seat": 1, "location": "17-19"}
    table = market(seat("17-19", "fruit-stand", left=1, coins=1), players=4, decider=2, stand=stand)
    assert without["coins to come"] > 0
    assert features(table, 0)["chance of fruit"] > without["chance of fruit"]
    assert features(table, 0)["coins to come"] == 0


def test_with_two_players_nothing_is_expected_of_the_closed_location() -> None:
    table = market(players=2)
    chances = [0.0] * 7
    fill_chances(table.state, chances)
    assert chances[table.state.closed] == 0
