"""Levels for people, and bots by name with settings."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import khlong
from khlong.bots import Clock, ExplainingBot, UnknownBotError, ask, bot_named, bot_names
from khlong.bots.levels import LEVELS, LevelBot
from khlong.bots.search import SearchBot


def test_each_level_thinks_more_and_slips_less_than_the_one_below() -> None:
    levels = list(LEVELS.values())
    assert [*LEVELS] == ["easy", "medium", "hard", "expert"]
    effort = [float("inf") if level.playouts is None else level.playouts for level in levels]
    strength = [(playouts, -level.slips) for playouts, level in zip(effort, levels, strict=True)]
    assert strength == sorted(set(strength))


@pytest.mark.slow
def test_every_level_explains_itself_and_plays_legal_moves() -> None:
    table = khlong.new_table("floating-market", players=2, seed=4)
    for level in LEVELS:
        bot = bot_named(level, seed=1)
        assert isinstance(bot, ExplainingBot)
        assert bot.explain(table, Clock(0.05)).moves
        table.play(ask(bot, table, seconds=0.05))


def test_a_careless_bot_slips_about_as_often_as_it_is_said_to() -> None:
    table = khlong.new_table("floating-market", players=3, seed=4)
    slips = LEVELS["easy"].slips
    careful = SearchBot(seed=1, playouts=LEVELS["easy"].playouts).choose(table, Clock())
    others = sum(LevelBot("easy", seed).choose(table, Clock()) != careful for seed in range(200))
    legal = len(table.legal_moves())
    expected = 200 * slips / 100 * (legal - 1) / legal
    assert 0.6 * expected < others < 1.4 * expected


def test_our_bots_take_settings_behind_a_colon() -> None:
    bot: Any = bot_named("search:playouts=50,threads=1", seed=3)
    assert (bot.playouts, bot.threads) == (50, 1)
    assert isinstance(bot_named("expert:threads=1"), LevelBot)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("expret", "There is no bot 'expret'. Did you mean expert?"),
        ("search:playout=5", "The bot search has no setting 'playout'. It has: threads, playouts."),
        ("search:", "The bot search has no setting ''."),
        ("random:playouts=5", "The bot random has no setting 'playouts'. It has none."),
        ("search:playouts=many", "The setting playouts of the bot search is a whole number, not 'many'."),
        ("search:playouts=", "is a whole number, not ''"),
        ("search:playouts=0", "playouts are a number from 1 on, not 0"),
        ("expert:threads=17", "threads are a number from 1 to 16, not 17"),
    ],
)
def test_a_setting_that_is_wrong_is_an_error_that_says_why(name: str, message: str) -> None:
    with pytest.raises(UnknownBotError) as caught:
        bot_named(name)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", [*LEVELS, "search"])
def test_without_a_compiler_bots_that_need_it_say_how_to_get_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)  # neither found nor imported
    with pytest.raises(UnknownBotError, match=r"needs? Numba: pip install 'khlong\[native\]'"):
        bot_named(name)


def test_names_are_listed_from_the_weakest_level_to_the_strongest() -> None:
    assert [name for name in bot_names() if name in LEVELS] == [*LEVELS]
