"""Bots before their code is compiled: they answer at once, on the python engine, as well as their time allows."""

from __future__ import annotations

import subprocess
import sys

import pytest

import khlong
from khlong.bots import Clock, UnpreparedBot, UnpreparedExplainingBot, ask, ask_unprepared, bot_named
from khlong.bots.search.at_once import quick_search_of
from khlong.games.facets import Value

GAMES = khlong.game_names()
UNPREPARED = ("easy", "medium", "hard", "expert", "greedy", "search")


def unprepared(name: str, seed: int = 1) -> UnpreparedBot:
    bot = bot_named(name, seed)
    assert isinstance(bot, UnpreparedBot)
    return bot


@pytest.mark.parametrize("game", GAMES)
def test_every_level_plays_without_a_compiler_being_loaded(game: str) -> None:
    code = (
        "import sys, khlong; from khlong.bots import ask_unprepared, bot_named\n"
        f"table = khlong.new_table({game!r}, players=2, seed=4)\n"
        f"for name in {UNPREPARED}: table.play(ask_unprepared(bot_named(name, 1), table, 0.2)[0])\n"
        "print('numba' in sys.modules, table.ply)"
    )
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert said.split() == ["False", str(len(UNPREPARED))]


@pytest.mark.parametrize("game", GAMES)
def test_a_number_of_playouts_is_as_much_thought_as_usual_and_a_choice_of_its_own_seed(game: str) -> None:
    table = khlong.new_table(game, players=2, seed=4)
    chosen = [quick_search_of(table.game).choose(table, 7, 10, Clock()) for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert chosen[0][1]


@pytest.mark.parametrize("game", GAMES)
def test_no_time_is_less_thought_than_usual_but_still_a_legal_move(game: str) -> None:
    table = khlong.new_table(game, players=2, seed=4)
    while len(table.legal_moves()) == 1:  # which needs no thought
        table.play(table.legal_moves()[0].number)
    move, usual = ask_unprepared(unprepared("hard"), table, seconds=0)
    assert not usual
    assert move in {legal.number for legal in table.legal_moves()}


@pytest.mark.parametrize("game", [name for name in GAMES if Value.of(khlong.game_named(name)).learnt])
@pytest.mark.slow
def test_an_unprepared_bot_beats_random_ones(game: str) -> None:
    won = 0
    for seed in range(6):
        table = khlong.new_table(game, players=2, seed=seed)
        bots = [unprepared("medium", seed), bot_named("random", seed)]
        while not table.over:
            assert table.question is not None
            seat = (table.question.seat + seed) % 2
            bot = bots[seat]
            table.play(ask_unprepared(bot, table)[0] if isinstance(bot, UnpreparedBot) else ask(bot, table))
        won += table.state.winners == 1 << seed % 2
    assert won >= 5


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", ["greedy", "search", "expert"])
def test_an_unprepared_bot_can_say_why_however_short_the_time(game: str, bot: str) -> None:
    table = khlong.new_table(game, players=2, seed=4)
    explaining = bot_named(bot, 1)
    assert isinstance(explaining, UnpreparedExplainingBot)
    found = explaining.explain_unprepared(table.for_bot(), Clock(0))
    legal = {move.notation for move in table.legal_moves()}
    assert {move.notation for move in found.moves} <= legal
    assert found.line[0] == found.moves[0].notation
    assert all(0 <= share <= 1 for move in found.moves for share in move.win_shares)
    assert found.playouts > 0
