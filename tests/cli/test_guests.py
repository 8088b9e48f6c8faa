"""A game from outside the package on the command line: the toy game, and games that are broken."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import khlong as library
from khlong import games
from khlong.bots import bot_names

from .helpers import Run

BROKEN = {
    "chess": ("chess:GAME", "import nowhere_to_be_found", "No module named 'nowhere_to_be_found'"),
    "go": ("go:GAME", "GAME = 361", "is no game: go:GAME is int"),
    "phraya": ("pig:GAME", "", "has the name of one of our own"),
    "hog": ("pig:GAME", "", "calls itself 'pig'"),
    "Big Pig": ("pig:GAME", "", "needs a name of small letters"),
}


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A folder with packages that bring games which cannot be played."""
    for number, (name, (entry, source, _)) in enumerate(BROKEN.items()):
        about = tmp_path / f"guest{number}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.4\nName: guest{number}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[khlong.games]\n{name} = {entry}\n")
        if source:
            (tmp_path / f"{name}.py").write_text(source)
    return tmp_path


def test_a_broken_game_is_named_with_the_reason_and_hurts_no_other(process: Run, broken: Path) -> None:
    path = os.pathsep.join((os.environ["PYTHONPATH"], str(broken)))
    listed = process("games", PYTHONPATH=path)
    assert listed.status == 0
    for name in library.game_names():
        assert name in listed.out
    for name, (_, _, reason) in BROKEN.items():
        assert f"The game {name!r}" in listed.err
        assert reason in listed.err
    asked = process("play", "chess", PYTHONPATH=path)
    assert asked.status != 0
    assert "nowhere_to_be_found" in asked.err


def test_the_toy_game_comes_from_outside() -> None:
    assert "pig" in games.game_names()
    assert "pig" not in games.our_games()
    assert games.broken_games() == {}


def test_the_toy_game_is_played_in_a_terminal(khlong: Run, tmp_path: Path) -> None:
    file = tmp_path / "pig.json"
    seats = ("--seat", "Ann", "--seat", "bot:random", "--seed", "1")
    first = khlong("play", "pig", *seats, "--record", str(file), lines=["roll", "score", "undo", "hold", "quit"])
    assert first.status == 0
    assert "Ann: roll or hold" in first.out
    assert "at stake" in first.out
    outcome = khlong("play", "--resume", str(file), lines=["1", "2"] * 400)
    assert outcome.status == 0
    assert "wins. Reached the goal." in outcome.out
    assert "Pig" in khlong("replay", str(file)).out


def test_the_toy_game_is_simulated_and_played_in_the_arena(khlong: Run) -> None:
    for engine in ("python", "native"):
        outcome = khlong("simulate", "pig", "--players", "6", "--games", "50", "--engine", engine)
        assert outcome.status == 0
        assert "reached the goal" in outcome.out
    played = khlong("arena", "pig", "--bots", "random,greedy", "--players", "2", "--games", "4", "--processes", "1")
    assert played.status == 0
    assert "4 games" in played.out


@pytest.mark.parametrize("bot", [name for name in bot_names() if name != "random"])
def test_every_bot_plays_the_toy_game_to_its_end(khlong: Run, tmp_path: Path, bot: str) -> None:
    seats = ("--seat", f"bot:{bot}", "--seat", "bot:random", "--seed", "1", "--option", "goal=50")
    outcome = khlong("play", "pig", *seats, "--seconds", "0.02", "--record", str(tmp_path / "game.json"))
    assert outcome.status == 0
    assert "wins. Reached the goal." in outcome.out
