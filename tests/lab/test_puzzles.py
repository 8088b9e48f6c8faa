"""Puzzles: those that are shipped are good ones, and the command that cuts them does what it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from khlong.games import game_named
from khlong.games.facets import Puzzles
from khlong.games.puzzles import PuzzleError, puzzles_of, read_puzzles
from khlong.lab.puzzles.__main__ import main
from khlong.lab.puzzles.cutting import LEAD, LEAST_CHOICES, choose
from khlong.lab.puzzles.judging import Judge
from khlong.server.bots import scenes
from khlong.table import Table, components_print
from tests.scenes import games_with

GAMES = pytest.mark.parametrize("name", games_with(Puzzles))
MODEST = 1500  # playouts of each of the better moves
CUT = ["floating-market", "--playouts", "20", "--glance", "60", "--depths", "60", "120", "--count", "3"]


@GAMES
def test_fifty_puzzles_are_shipped_for_the_rules_and_components_there_are(name: str) -> None:
    game, file = game_named(name), Puzzles.of(game_named(name)).file
    assert file is not None
    puzzles = read_puzzles(file)
    assert (puzzles.game, puzzles.rules, puzzles.components) == (name, game.rules_version, components_print(game))
    assert len(puzzles.puzzles) == 50
    assert puzzles.command.startswith(f"python -m khlong.lab.puzzles {name} ")
    assert [puzzle.rating for puzzle in puzzles.puzzles] == sorted(puzzle.rating for puzzle in puzzles.puzzles)


@GAMES
def test_puzzles_are_of_many_kinds(name: str) -> None:
    puzzles = puzzles_of(game_named(name))
    assert {puzzle.players for puzzle in puzzles} == set(game_named(name).players)
    assert {puzzle.rating for puzzle in puzzles} == {1, 2, 3, 4, 5}
    assert len({puzzle.asked for puzzle in puzzles}) >= 4
    assert len({puzzle.best for puzzle in puzzles}) >= 15
    for option in game_named(name).options:
        if option.default != "random":
            assert {puzzle.options[option.key] for puzzle in puzzles} == set(option.choices), option.key


@GAMES
@pytest.mark.slow
def test_in_every_puzzle_the_best_move_is_legal_and_far_ahead_at_a_modest_depth_too(name: str) -> None:
    game = game_named(name)
    judge, doubtful = Judge(game), []
    for number, puzzle in enumerate(puzzles_of(game), 1):
        table = Table(game, puzzle.players, 7, puzzle.options, position=puzzle.position)
        legal = {move.notation for move in table.legal_moves()}
        assert len(legal) >= LEAST_CHOICES
        assert set(puzzle.shares) == legal
        assert puzzle.lead >= LEAD - 0.001  # shares are kept to three digits
        weighed = judge.weigh(table, MODEST)
        first, second, *_ = weighed.values()
        if game.moves.notation[next(iter(weighed))] != puzzle.best or first - second < LEAD / 2:
            doubtful.append(number)
    assert not doubtful


@GAMES
def test_every_answer_is_told_by_what_the_moves_bring_about(name: str) -> None:
    for number, puzzle in enumerate(puzzles_of(game_named(name)), 1):
        seen = scenes.puzzle_seen(name, number)
        assert seen["line"][0]["move"] == puzzle.best
        assert all(step["events"] or step["view"] for step in seen["line"])
        moves = {move["notation"] for move in seen["scene"]["snapshot"]["moves"]}
        assert moves == set(seen["shares"])


def test_a_game_without_puzzles_has_none() -> None:
    assert puzzles_of(game_named("pig")) == ()


def test_the_same_settings_cut_the_same_puzzles_and_what_was_found_is_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, again = tmp_path / "whole.json", tmp_path / "again.json"
    assert main([*CUT, "--games", "4", "--out", str(whole)]) == 0
    assert main([*CUT, "--games", "2", "--out", str(again)]) == 0
    work = again.with_suffix(".found.jsonl")
    assert not work.exists()
    assert main([*CUT, "--games", "4", "--out", str(again)]) == 0
    assert again.read_text() == whole.read_text()
    assert 1 <= len(read_puzzles(whole).puzzles) <= 3
    assert "puzzles found in 4 games" in capsys.readouterr().err


def test_what_an_interrupted_run_found_is_kept_and_other_settings_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, cut = tmp_path / "whole.json", tmp_path / "cut.json"
    work = cut.with_suffix(".found.jsonl")
    main([*CUT, "--games", "3", "--out", str(whole)])
    begun = {"plan": [1, 20, 60, [60, 120]], "game": 1, "found": []}
    work.write_text(json.dumps(begun) + '\n{"plan": [1, 20', encoding="utf-8")  # ended while it wrote
    assert main([*CUT, "--games", "3", "--out", str(cut)]) == 0
    assert not work.exists()
    work.write_text(json.dumps(begun | {"plan": [9, 20, 60, [60, 120]]}) + "\n", encoding="utf-8")
    assert main([*CUT, "--games", "3", "--out", str(cut)]) == 2
    assert "is of other settings" in capsys.readouterr().err


def test_a_spoilt_file_of_puzzles_is_named(tmp_path: Path) -> None:
    spoilt = tmp_path / "puzzles.json"
    spoilt.write_text('{"game": ', encoding="utf-8")
    with pytest.raises(PuzzleError, match="is no file of puzzles"):
        read_puzzles(spoilt)
    spoilt.write_text('{"game": "pig"}', encoding="utf-8")
    with pytest.raises(PuzzleError, match=r"rules is missing"):
        read_puzzles(spoilt)


def test_of_alike_puzzles_those_of_other_kinds_come_first() -> None:
    assert choose([], 5) == []
