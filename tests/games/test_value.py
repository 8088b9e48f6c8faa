"""The value of positions, for every game: shares and points that make sense, on both engines."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from khlong.engine.game import Game
from khlong.engine.rule import Linker
from khlong.games import game_named, game_names
from khlong.games.estimate import HIDDEN, OUTPUTS, WAYS, load_weights, save_weights
from khlong.games.facets import Value
from khlong.lab.fuzz import variants
from khlong.table import template

every_game = pytest.mark.parametrize("name", game_names())
learning_game = pytest.mark.parametrize("name", [name for name in game_names() if Value.of(game_named(name)).learnt])
MOST_PLAYERS = 6


@cache
def linked_value(game: Game) -> Any:
    """The rule that values a game's positions, on the python engine."""
    return Linker(lambda function: function, Value.of(game).constants(game)).link(Value.of(game).value)


def value_of(game: Game, state: Any) -> tuple[list[float], list[float]]:
    """Shares and points on the python engine."""
    shares, points = [0.0] * MOST_PLAYERS, [0.0] * MOST_PLAYERS
    linked_value(game)(state, shares, points)
    return shares[: state.players], points[: state.players]


@cache
def native_value(game: Game) -> Any:
    """The same in compiled code, bounds checked."""
    numba = pytest.importorskip("numba")
    from khlong.engine.native import table

    linker = Linker(numba.njit(boundscheck=True, error_model="numpy"), Value.of(game).constants(game), table)
    return linker.link(Value.of(game).value)


def positions(game: Game, players: int, options: dict[str, str], seed: int) -> Iterator[Any]:
    """The states of a random game, the last one included."""
    choices = random.Random(seed)
    state = game.python.begin(template(game, players, options), seed)
    yield state
    while not state.ending:
        game.python.play(state, choices.choice(game.python.legal_moves(state)))
        yield state


@every_game
def test_shares_sum_to_one_in_every_variant_and_leave_the_state_alone(name: str) -> None:
    game = game_named(name)
    for _, players, options in variants(game):
        for number, state in enumerate(positions(game, players, options, seed=players)):
            if number % 20 == 0:
                before = state.pack()
                shares, points = value_of(game, state)
                assert sum(shares) == pytest.approx(1)
                assert min(shares) >= 0
                assert all(abs(each) < 1000 for each in points)
                assert state.pack() == before


@every_game
def test_the_value_is_exact_when_the_game_is_over(name: str) -> None:
    game = game_named(name)
    for players in game.players:
        *_, state = positions(game, players, {}, seed=1)
        shares, points = value_of(game, state)
        winners = [seat for seat in range(players) if state.winners >> seat & 1]
        assert shares == [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]
        assert points == [game.score(state, seat)[0] for seat in range(players)]


@every_game
def test_a_shared_win_is_split(name: str) -> None:
    game = game_named(name)
    *_, state = positions(game, 3, {}, seed=2)
    state.winners = 0b101
    assert value_of(game, state)[0] == [0.5, 0.0, 0.5]


@every_game
@pytest.mark.slow
def test_both_engines_come_to_the_same_value(name: str) -> None:
    np = pytest.importorskip("numpy")
    from khlong.engine.native import NativeEngine

    game = game_named(name)
    native, value = NativeEngine(game), native_value(game)
    for players in game.players:
        for number, state in enumerate(positions(game, players, {}, seed=3)):
            if number % 15 == 0:
                shares, points = np.zeros(MOST_PLAYERS), np.zeros(MOST_PLAYERS)
                value(native.from_state(state), shares, points)
                plain = value_of(game, state)
                assert shares[:players].tolist() == pytest.approx(plain[0], abs=1e-4)
                assert points[:players].tolist() == pytest.approx(plain[1], abs=1e-2)


@learning_game
def test_seats_are_alike_to_the_value(name: str) -> None:
    """Who sits where does not matter: what counts is how far a player is from the first one and the one to decide."""
    game = game_named(name)
    state = game.python.begin(template(game, 2, {"first": "1"}), 4)
    other = game.python.begin(template(game, 2, {"first": "2"}), 4)
    assert value_of(game, state)[0] == pytest.approx(value_of(game, other)[0][::-1], abs=1e-6)


@learning_game
def test_the_weights_were_made_for_the_features(name: str) -> None:
    value = Value.of(game_named(name))
    assert value.learnt is not None
    for file in value.learnt.files:
        kept = json.loads(file.read_text(encoding="utf-8"))
        assert tuple(kept["features"]) == value.learnt.features
        assert any(any(ways) for ways in kept["features"].values())
    each = len(value.learnt.features) * WAYS + HIDDEN * OUTPUTS
    assert len(value.weights) == len(value.learnt.files) * each


def test_weights_come_back_as_they_were_written(tmp_path: Path) -> None:
    features = ("one", "another")
    weights = tuple(number / 8 for number in range(2 * WAYS + HIDDEN * OUTPUTS))
    save_weights(tmp_path / "weights.json", features, weights)
    assert load_weights(tmp_path / "weights.json", features) == weights


def test_a_feature_without_weights_counts_nothing(tmp_path: Path) -> None:
    save_weights(tmp_path / "weights.json", ("one",), [1.0] * (WAYS + HIDDEN * OUTPUTS))
    weights = load_weights(tmp_path / "weights.json", ("new", "one"))
    assert weights[: 2 * WAYS] == (0.0,) * WAYS + (1.0,) * WAYS
    assert not any(load_weights(tmp_path / "nowhere.json", ("one",)))
