"""The value of positions of Phraya."""

from __future__ import annotations

import pytest

from khlong.games.estimate import HIDDEN, WAYS
from khlong.games.phraya.rules.game_end import sell_all
from khlong.games.phraya.rules.scoring import count_board, total_score
from khlong.games.phraya.value import EDITION_WEIGHTS, fill_features, pieces_to_end, weigh
from khlong.games.phraya.value.features import FEATURES, INPUTS
from khlong.table import Table, template

from ..test_value import positions, value_of
from .helpers import GAME, at, part_of, river, seat, spot


def features(table: Table, player: int = 0) -> dict[str, float]:
    """A player's features by name."""
    return _features(table.state)[player]


def _features(state: object) -> list[dict[str, float]]:
    rows = [0.0] * (4 * INPUTS)
    fill_features(state, rows)  # type: ignore[arg-type]
    return [dict(zip(FEATURES, rows[start : start + INPUTS], strict=True)) for start in range(0, 4 * INPUTS, INPUTS)]


@pytest.mark.parametrize("edition", ["published", "prototype"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_score_among_the_features_is_that_of_the_pad_but_for_rounding(players: int, edition: str) -> None:
    for number, state in enumerate(positions(GAME, players, {"edition": edition}, seed=11)):
        if number % 40 == 0 and not state.ending:
            seen = _features(state)
            for player in range(players):
                sold = state.copy()
                sell_all(sold, player)
                assert 100 * seen[player]["score"] == pytest.approx(total_score(sold, count_board(sold), player), abs=3)


def test_the_lead_is_over_the_best_of_the_others() -> None:
    table = river(seat(coins=50), seat(coins=10), seat(coins=20))
    assert features(table, 0)["lead"] == pytest.approx(3 * 0.06)
    assert features(table, 2)["lead"] == pytest.approx(-3 * 0.06)


def test_more_of_everything_is_better() -> None:
    rich = seat(coins=60, flowers=8, favors=3)
    shares, points = value_of(GAME, river(seat(), rich, seat()).state)
    assert shares.index(max(shares)) == 1
    assert points.index(max(points)) == 1


def test_an_order_counts_more_the_nearer_it_is_to_delivery() -> None:
    place = spot("restaurant")
    part = part_of(place.stall)
    far = at(place, seat(), restaurants={part: "1b"})
    half = at(place, seat(goods={"vegetable": 1}, tiles=[]), restaurants={part: "1b"})
    assert features(far)["order underway"] == 0
    assert features(half)["order underway"] > 0
    assert features(half)["order ready"] == 0


def test_what_has_been_used_this_turn_is_not_in_reach() -> None:
    place = spot("administration")
    table = at(place, seat(coins=25))
    assert features(table)["stall in reach"]
    free = next(move for move in table.legal_moves() if move.notation.startswith("stall"))
    table.play(free.number)
    assert features(table)["stall possible"]
    assert not features(table)["stall in reach"]


def test_pieces_to_the_end_are_those_of_the_two_nearest_conditions() -> None:
    fresh = river(players=2).state
    assert pieces_to_end(fresh) == 5 + 5
    fresh.seat[0].stalls = 1
    assert pieces_to_end(fresh) == 5 + 1
    fresh.seat[1].stalls = 0
    assert pieces_to_end(fresh) == 5 + 0


def test_whoever_has_recovered_has_had_the_turn_whether_the_market_is_refreshed_or_not() -> None:
    table = river(seat(discard=["trade", "haggle"]))
    assert features(table)["decides"]
    table.play("card recover")
    assert table.state.decider == 0
    assert not features(table)["decides"]
    asked = value_of(GAME, table.state)[0]
    table.play("done")
    assert value_of(GAME, table.state)[0] == pytest.approx(asked, abs=1e-6)


@pytest.mark.parametrize(("edition", "number"), [("published", 0), ("prototype", 1)])
def test_each_edition_has_weights_of_its_own(edition: str, number: int) -> None:
    state = GAME.python.begin(template(GAME, 2, {"edition": edition}), 1)
    weights = [0.0] * (2 * EDITION_WEIGHTS)
    past_the_hidden_units = FEATURES.index("decides") * WAYS + HIDDEN
    shares, points = [0.0] * 4, [0.0] * 4
    for which in (0, 1):
        weights[which * EDITION_WEIGHTS + past_the_hidden_units] = float(which == number)
    weigh(state, weights, shares, points)
    assert shares[state.decider] > 0.7
    weights[number * EDITION_WEIGHTS + past_the_hidden_units] = 0.0
    weigh(state, weights, shares, points)
    assert shares[0] == shares[1]


def test_the_prototype_tells_who_still_has_a_turn_in_the_round() -> None:
    state = GAME.python.begin(template(GAME, 3, {"edition": "prototype", "first": "2"}), 1)
    state.decider = 2
    state.conditions = 0b11
    state.seat[0].stalls = 0
    seen = _features(state)
    assert [seen[player]["place in the round"] for player in range(3)] == [0.5, 0.0, 0.25]
    assert [seen[player]["turn to come"] for player in range(3)] == [1, 0, 1]
    assert seen[0]["last turn to come"] == seen[0]["end is near"] > 0
    assert seen[1]["last turn to come"] == 0


def test_where_the_game_ends_at_once_nobody_has_a_last_turn() -> None:
    seen = features(river(players=2))
    assert seen["end is near"] > 0
    assert not seen["turn to come"]
    assert not seen["last turn to come"]
