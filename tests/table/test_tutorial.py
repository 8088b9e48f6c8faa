"""Tutorials: prepared games whose every move the rules make."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from khlong.games import game_named, game_names
from khlong.games.facets import Tutorials
from khlong.table import KhlongError, TutorialError
from khlong.table.tutorial import LEARNER, Tutorial, check_tutorial, read_tutorial, tutorials_of
from tests.scenes import games_with

ALL = [tutorial for name in game_names() for tutorial in tutorials_of(game_named(name)).values()]
each = pytest.mark.parametrize("tutorial", ALL, ids=lambda tutorial: f"{tutorial.game.name}/{tutorial.name}")
SMALL = """
game = "floating-market"
kind = "rules"
names = ["Ann", "Bo"]
title = { en = "One", ja = "1", th = "1" }
about = { en = "One", ja = "1", th = "1" }
[[scenes]]
options = { begins = "0" }
[[scenes.steps]]
says = { en = "Go", ja = "1", th = "1" }
moves = ["place temple", "place woodworker"]
"""
LAST = """[[scenes.steps]]
says = { en = "Done", ja = "1", th = "1" }
"""
SMALL += LAST


def written(tmp_path: Path, old: str = "", new: str = "") -> Tutorial:
    assert old in SMALL
    (tmp_path / "small.toml").write_text(SMALL.replace(old, new), encoding="utf-8")
    return read_tutorial(tmp_path / "small.toml")


@each
def test_every_way_through_a_tutorial_is_legal(tutorial: Tutorial) -> None:
    assert check_tutorial(tutorial) >= 1


@each
def test_the_learner_makes_moves_and_the_last_thing_is_read(tutorial: Tutorial) -> None:
    assert sum(bool(step.moves) for step in tutorial.steps) >= 5
    assert not tutorial.steps[-1].moves


@pytest.mark.parametrize("name", games_with(Tutorials))
def test_each_game_of_ours_teaches_its_rules_first_and_good_play_after(name: str) -> None:
    kinds = [each.sheet.kind for each in tutorials_of(game_named(name)).values()]
    assert kinds == ["rules", "play"]


def test_a_game_without_tutorials_has_none() -> None:
    assert tutorials_of(game_named("pig")) == {}


def test_a_walk_stops_where_the_learner_is_asked_and_goes_on_with_each_choice(tmp_path: Path) -> None:
    tutorial = written(tmp_path)
    (begin,) = tutorial.walk([])
    assert (begin.step, begin.table.ply, begin.table.state.decider) == (0, 0, LEARNER)
    (after,) = tutorial.walk(["place woodworker"])
    assert (after.step, after.table.moves) == (1, ["place woodworker"])


def test_only_choices_of_the_script_are_taken(tmp_path: Path) -> None:
    tutorial = written(tmp_path)
    with pytest.raises(TutorialError, match="'place boatsman' is none of its moves"):
        tutorial.walk(["place boatsman"])
    with pytest.raises(TutorialError, match="ends before"):
        tutorial.walk(["place temple", "place temple"])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"place woodworker"', '"place castle"', "step 1: the game knows no move 'place castle'"),
        ('"place woodworker"', '"place market"', r"step 1: .*'place market' is not possible now|step 1: .*coins"),
        ('en = "Go"', f'en = "{"o" * 300}"', r"says\.en must have|says\.en"),
        (', th = "1" }\nmoves', " }\nmoves", r"says\.th is missing"),
        ('begins = "0"', 'begins = "1"', "step 1: it is not the learner's turn"),
        ('kind = "rules"', 'kind = "tricks"', "kind must be"),
        ('game = "floating-market"', 'game = "chess"', "chess"),
        ('[[scenes.steps]]\nsays = { en = "Done", ja = "1", th = "1" }\n', "", "a scene ends with something to read"),
        ("moves = [", "falls = [3]\nmoves = [", "falls has 1 left|falls is too short"),
        ('says = { en = "Done"', 'plays = ["place temple"]\nsays = { en = "Done"', "step 2"),
        ('says = { en = "Done"', 'otherwise = { en = "a", ja = "b", th = "c" }\nsays = { en = "Done"', "asks for none"),
    ],
)
def test_what_is_wrong_with_a_tutorial_is_said(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(KhlongError) as caught:
        check_tutorial(written(tmp_path, old, new))
    assert re.search(said, str(caught.value)), str(caught.value)
