"""A new game stands in no list of tests, pictures or benches: what it brings is found, and it may bring nothing."""

from __future__ import annotations

from importlib import import_module

import pytest

from bench.games import Bench, bench_of
from khlong.games import game_names, our_games
from tests.scenes import scenes_of, variants_of


def test_pictures_of_every_game_show_each_screen_once() -> None:
    shown = [screen for name in our_games() for screen in scenes_of(name).shown]
    assert sorted(shown) == ["lobby", "look-back", "set-up"]


def test_a_game_that_brings_nothing_takes_part_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("playwright")
    screenshots, positions = import_module("docs.screenshots"), import_module("tests.web.positions")
    everything, (toy,) = game_names(), set(game_names()) - set(our_games())
    monkeypatch.setattr(screenshots, "our_games", lambda: everything)
    assert bench_of(toy) == Bench()
    assert toy in {name for name, _, _ in variants_of(everything)}
    assert positions.random_game(toy, 2, 1, scenes_of(toy).midway(20)).ply >= 20
    assert screenshots.pictured(toy) == []
    assert screenshots.random_record(toy)["game"] == toy
    assert all(screenshots.games_for(screen) != [toy] for screen in ("set-up", "lobby", "look-back"))
