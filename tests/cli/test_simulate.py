"""Simulations: the same games on every engine and any number of threads, summed up for people and programs."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from khlong.cli.summary import spread_of
from khlong.engine.tally import Tally
from khlong.lab.shares import wilson
from khlong.lab.simulation import run_chunks
from khlong.table import game_named, template

from .helpers import OpenTerminal, Run

TIMES = ("seconds", "games_per_second", "decisions_per_second", "engine")


def simulated(khlong: Run, *words: str) -> dict[str, Any]:
    outcome = khlong("simulate", "floating-market", "--seed", "1", "--json", *words)
    assert outcome.status == 0, outcome.err
    data: dict[str, Any] = json.loads(outcome.out)
    return data


def without_times(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in TIMES}


def test_python_and_native_engines_play_the_same_games(khlong: Run) -> None:
    pytest.importorskip("numba")
    words = ["--games", "300", "--players", "3", "--option", "goal=7"]
    python = simulated(khlong, *words, "--engine", "python")
    native = simulated(khlong, *words, "--engine", "native")
    assert without_times(python) == without_times(native)
    assert (python["engine"], native["engine"]) == ("python", "native")


def test_the_number_of_threads_changes_nothing(khlong: Run) -> None:
    pytest.importorskip("numba")
    words = ["--games", "20000", "--engine", "native", "--threads"]
    assert without_times(simulated(khlong, *words, "1")) == without_times(simulated(khlong, *words, "3"))


def test_the_summary_is_that_of_the_tally(khlong: Run) -> None:
    data = simulated(khlong, "--games", "150", "--players", "4", "--engine", "python")
    game = game_named("floating-market")
    tally = game.python.random_games(template(game, 4), 1, 150)
    assert data["games"] == data["games_asked_for"] == 150
    assert data["decisions"] == tally.decisions
    assert data["endings"] == {game.endings[ending]: count for ending, count in tally.endings.items()}
    assert [share["share"] for share in data["wins_by_seat"]] == tally.share_of_wins(4)
    assert [share["share"] for share in data["wins_by_turn_order"]] == tally.share_of_wins(4, by_turn_order=True)
    assert data["rounds"]["shortest"] == min(tally.rounds)
    assert data["rounds"]["longest"] == max(tally.rounds)
    assert data["bots"] == ["random"] * 4
    assert data["options"] == {"goal": "5", "traders": "everyone", "begins": "random"}


def test_people_get_a_table(khlong: Run) -> None:
    outcome = khlong("simulate", "floating-market", "-n", "50", "--seed", "1", "--engine", "python", "-o", "begins=1")
    assert outcome.status == 0
    for words in ("50 games in", "median", "by turn order", "95 % interval", "shared wins", "how games ended"):
        assert words in outcome.out
    assert "begins 1 · seed 1" in outcome.out
    assert outcome.err == ""


def test_given_bots_play_at_tables_and_the_same_seed_gives_the_same_games(khlong: Run) -> None:
    words = ["--games", "3", "--players", "2", "--bot", "random"]
    assert without_times(simulated(khlong, *words)) == without_times(simulated(khlong, *words))


def test_a_bot_from_outside_sits_in_the_seat_it_is_named_for(
    khlong: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shopper.py").write_text(
        "class Shopper:\n"
        "    def choose(self, position, clock):\n"
        "        assert clock.seconds == 0.5\n"
        "        moves = position.legal_moves()\n"
        "        return next((m for m in moves if m.notation == 'place market'), moves[0]).number\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    data = simulated(khlong, "--games", "6", "--bot", "random", "--bot", "shopper:Shopper", "--seconds", "0.5")
    assert data["players"] == 2
    assert data["bots"] == ["random", "shopper:Shopper"]
    assert data["engine"] == "python"


def test_ctrl_c_prints_the_summary_of_what_was_finished(terminal: OpenTerminal) -> None:
    screen = terminal("simulate", "floating-market", "--games", "2000000000", "--engine", "python", columns=120)
    screen.wait_for("games/s")
    screen.press_ctrl_c()
    screen.wait_for("Stopped after ")
    screen.wait_for("how games ended")
    assert screen.status() == 130


def test_ctrl_c_among_bots_counts_whole_games_only(terminal: OpenTerminal) -> None:
    screen = terminal("simulate", "floating-market", "--games", "100000", "--bot", "random", "--json", columns=120)
    screen.wait_for("games/s")
    screen.press_ctrl_c()
    assert screen.status() == 130
    data = json.loads(screen.text[screen.text.index("{\n") :])
    assert 0 < data["games"] < data["games_asked_for"]
    assert sum(data["endings"].values()) == data["games"]


def test_chunks_cover_every_game_exactly_once() -> None:
    covered: list[int] = []

    def play(first: int, count: int) -> Tally:
        covered.extend(range(first, first + count))
        return Tally(endings=Counter({1: count}))

    told: list[int] = []
    tally = run_chunks(play, 10_001, 3, told.append)
    assert sorted(covered) == list(range(10_001))
    assert tally.games == sum(told) == 10_001
    assert len(told) < 200, "chunks grow"


def test_median_and_interval_are_the_textbook_ones() -> None:
    assert spread_of(Counter({1: 1, 2: 1, 10: 1})).median == 2
    assert spread_of(Counter({1: 2, 10: 2})).median == 5.5
    low, high = wilson(0.25, 1000).low, wilson(0.25, 1000).high
    assert (round(low, 4), round(high, 4)) == (0.2242, 0.2778)
    assert wilson(0.0, 10).low == 0.0
    assert wilson(1.0, 10).high == pytest.approx(1.0)


def test_games_that_were_finished_before_a_bot_failed_are_summed_up(
    khlong: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tired.py").write_text(
        "import tired\ngames = 0\n"
        "class Tired:\n"
        "    def __init__(self):\n        tired.games += 1\n"
        "    def choose(self, position, clock):\n"
        "        assert tired.games < 4, 'too tired'\n"
        "        return position.legal_moves()[0].number\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    words = ["--games", "10", "--bot", "random", "--bot", "tired:Tired"]
    outcome = khlong("simulate", "floating-market", "--seed", "1", *words)
    assert outcome.status == 2
    assert "Stopped after 3 of 10 games." in outcome.out
    assert "The bot tired:Tired in seat 1 failed: AssertionError: too tired" in outcome.err
