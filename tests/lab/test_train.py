"""Training: the fit goes down the real slope, games are noted truly, and the same seed gives the same weights."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba")

from khlong.games import game_named
from khlong.games.estimate import HIDDEN, OUTPUTS, WAYS
from khlong.lab import train
from khlong.lab.fitting import fit, gradient, loss, new_weights, quality
from khlong.lab.selfplay import Notes, SelfPlay, learnt

pytestmark = pytest.mark.slow

PUBLISHED, PROTOTYPE = learnt(game_named("phraya")).files


@cache
def crew() -> SelfPlay:
    return SelfPlay(game_named("floating-market"), threads=2)


def made_up(count: int, seed: int = 0) -> Notes:
    """Notes of a made-up game with three features in which the second one decides."""
    dice = np.random.default_rng(seed)
    notes = Notes.blank(count, 4, 3)
    notes.about["players"] = dice.integers(2, 5, count)
    notes.about["ply"] = np.arange(count) % 90
    notes.about["plies"] = 90
    notes.features[:] = dice.normal(size=notes.features.shape)
    notes.features[..., 0] = 1
    strength = np.where(np.arange(4) < notes.about["players"][:, None], notes.features[..., 1], -np.inf)
    notes.shares[np.arange(count), strength.argmax(1)] = 1
    notes.points[:] = 2 * notes.features[..., 1] + 3
    notes.seen_shares[:], notes.seen_points[:] = notes.shares, notes.points
    return notes


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    notes = made_up(20)
    notes = notes._replace(features=notes.features.astype(np.float64))
    weights = new_weights(3, np.random.default_rng(1)).astype(np.float64)
    slope = gradient(notes, notes.shares, notes.points, weights)
    for index in (0, 5, WAYS + 3, 2 * WAYS + HIDDEN, 2 * WAYS + HIDDEN + 1, 3 * WAYS, 3 * WAYS + 7):
        step = np.zeros_like(weights)
        step[index] = 1e-5
        up, down = (loss(notes, notes.shares, notes.points, weights + sign * step) for sign in (1, -1))
        assert slope[index] == pytest.approx((up - down) / 2e-5, abs=1e-6)


def test_fitting_finds_what_decides() -> None:
    notes, others = made_up(4000), made_up(1000, seed=9)
    dice = np.random.default_rng(1)
    start = new_weights(3, dice)
    *_, weights = fit(notes, start, 5.0, 200, 0.0, dice)
    before, after = quality(others, start, 5.0), quality(others, weights, 5.0)
    assert after.log_loss < 0.2 < before.log_loss
    assert after.points < 0.5 < before.points
    assert after.miss < 0.05


def test_quality_looks_at_a_third_of_the_games() -> None:
    notes = made_up(900)
    weights = np.zeros(3 * WAYS + HIDDEN * OUTPUTS, np.float32)
    parts = [quality(notes, weights, 1.0, phase) for phase in ("early", "middle", "late")]
    assert sum(part.positions for part in parts) == 900
    assert all(part.log_loss == pytest.approx(part.blind, abs=1e-4) for part in parts)


def test_notes_say_how_their_game_ended() -> None:
    notes = crew().play(3, {}, 5, 12, [0, 0, 0])
    assert set(notes.about["game"]) == set(range(12))
    assert (notes.about["players"] == 3).all()
    assert (notes.about["ply"] < notes.about["plies"]).all()
    assert notes.shares.sum(1) == pytest.approx(np.ones(len(notes.about)))
    assert notes.points.max() == 5
    firsts = notes.about["ply"] == 0
    assert firsts.sum() == 12


def test_the_same_seed_gives_the_same_notes_on_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    two = crew().play(2, {}, 6, 9, [3, 3])
    monkeypatch.setattr(crew(), "_threads", 1)
    one = crew().play(2, {}, 6, 9, [3, 3])
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


def test_a_match_knows_which_side_is_which() -> None:
    weights = crew().weights.copy()
    wins = crew().match(2, {}, 1, 40, [(weights, 1), (weights, 0)])
    assert wins[0] > 0.8
    assert sum(wins) == pytest.approx(1)
    assert np.array_equal(crew().weights, weights)


def test_training_writes_weights_that_foretell_better(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(train, "FROM_NOTHING", (train.Round(40, 0),))
    monkeypatch.setattr(train, "GREEDY", train.Round(30, 1))
    monkeypatch.setattr(train, "SEARCHED", train.Round(10, 2))
    monkeypatch.setattr(train, "MATCH_PLAYOUTS", 2)
    monkeypatch.setattr(train, "SelfPlay", lambda game, threads: crew())
    kept = crew().weights.copy()
    try:
        for name in ("one", "other"):
            crew().weights[:] = kept
            out = tmp_path / f"{name}.json"
            asked = ["floating-market", "--anew", "--rounds", "2", "--out", str(out), "--seed", "3"]
            monkeypatch.setattr(sys, "argv", ["train", *asked])
            train.main()
            said = capsys.readouterr().out.replace("\n", "")
            assert out.name in said
            assert "Round 4, search" in said
            assert "Round 5" not in said
    finally:
        crew().weights[:] = kept
    one, other = (json.loads((tmp_path / f"{name}.json").read_text()) for name in ("one", "other"))
    assert one == other
    assert tuple(one["features"]) == crew().value.features
    assert len(one["hidden"]) == HIDDEN


def test_weights_are_learnt_from_the_games_they_are_for() -> None:
    games = {
        file: train.Trainer(game_named("phraya"), file, 0, 1).plan(train.Round(100, 0))
        for file in (PUBLISHED, PROTOTYPE)
    }
    assert games[PUBLISHED] == [
        (players, options, games)
        for players in (2, 3, 4)
        for options, games in (({}, 100), ({"start": "asymmetric"}, 25))
    ]
    assert games[PROTOTYPE] == [(players, {"edition": "prototype"}, 100) for players in (2, 3, 4)]


def test_learning_one_editions_weights_leaves_the_others_alone() -> None:
    trainer = train.Trainer(game_named("phraya"), PROTOTYPE, 3, 2)
    before = trainer.crew.weights.copy()
    for _ in trainer.play(0, train.Round(4, 0)):
        pass
    for _ in trainer.learn(epochs=1):
        pass
    published, prototype = np.split(trainer.crew.weights != before, 2)
    assert not published.any()
    assert prototype.any()


def test_weights_that_a_game_does_not_have_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["train", "phraya", "--weights", "weights-first"])
    with pytest.raises(SystemExit):
        train.main()
    assert "It has: weights-published, weights-prototype." in capsys.readouterr().err
