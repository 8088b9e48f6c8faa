"""Why a move is good, in words; and what a move that somebody asks about is worth."""

from __future__ import annotations

import random

import pytest

import khlong
from khlong.bots import Clock, bot_named
from khlong.bots.greedy import GreedyBot
from khlong.bots.search import SearchBot
from khlong.bots.search.at_once import quick_search_of
from khlong.bots.why import MOST_TOLD, why
from khlong.engine.chance import sow
from khlong.games import our_games
from khlong.words import LANGUAGES

GAMES = pytest.mark.parametrize("game", our_games())
EVERY_GAME = pytest.mark.parametrize("game", [*our_games(), "pig"])


def random_table(game: str, seed: int, moves: int) -> khlong.Table:
    """A game of random players, some moves on."""
    table, dice = khlong.new_table(game, 3, seed), random.Random(seed)
    while not table.over and table.ply < moves:
        table.play(dice.choice(table.legal_moves()).number)
    return table


@EVERY_GAME
def test_whatever_a_move_brings_is_told_in_each_language_with_nothing_missing(game: str) -> None:
    for seed in range(6):
        table = random_table(game, seed, 15 * seed)
        for move in table.legal_moves():
            told = why(table, [move.notation])
            assert 1 <= len(told) <= MOST_TOLD
            for table.language in LANGUAGES:
                for event in told:
                    assert f"merit.{event.key}" in table.messages or f"event.{event.key}" in table.messages, event
                    assert "{" not in table.say(event)


@EVERY_GAME
def test_a_reason_tells_nothing_of_what_chance_has_in_store(game: str) -> None:
    table = random_table(game, 2, 20)
    for move in table.legal_moves():
        told = []
        for future in range(4):
            twin = table.copy()
            twin.state = table.state.copy()
            sow(twin.state.chance, future, 1, 2, 3, 0)
            told.append(why(twin, [move.notation]))
        assert all(each == told[0] for each in told)


def test_a_move_that_wins_says_so_and_nothing_else() -> None:
    table = khlong.table_from_position(
        {
            "game": "floating-market",
            "players": 2,
            "options": {"begins": "0"},
            "position": {"seats": [{"coins": 4, "fruit": ["mango", "banana", "papaya", "guava"]}, {}]},
        }
    )
    fruit = next(fruit for fruit in ("grapefruit", "rambutan", "starfruit") if _can_buy(table, fruit))
    assert [event.key for event in why(table, ["place market", f"fruit {fruit}"])] == ["wins-game"]


def _can_buy(table: khlong.Table, fruit: str) -> bool:
    return f"fruit {fruit}" in [move.notation for move in table.copy().play("place market").legal_moves()]


def test_a_line_is_followed_to_the_end_of_the_turn_and_no_further() -> None:
    table = khlong.new_table("floating-market", 3, 7, {"begins": "0"}, ["Ann", "Bo", "Chai"])
    own = ["place 14-16", "die d6"]
    assert why(table, own) == why(table, [*own, "place 17-19", "die d4"]) != why(table, own[:1])
    assert why(table, ["place nowhere"]) == why(table, ["die d6"]) == []


@GAMES
def test_the_move_in_question_is_looked_at_as_long_as_all_others_together(game: str) -> None:
    table = random_table(game, 3, 25)
    legal = table.legal_moves()
    unlikely = SearchBot(seed=1, playouts=400).explain(table, Clock()).moves[-1].move
    found = SearchBot(seed=1, playouts=400).explain(table, Clock(), unlikely)
    assert found.asked is not None
    assert (found.asked.move, found.asked.line[0]) == (unlikely, found.asked.notation)
    assert found.asked.visits >= 200
    assert found.moves[0].move in {move.number for move in legal}
    assert abs(sum(found.asked.win_shares) - 1) < 0.01


@GAMES
def test_what_a_bot_thinks_next_does_not_depend_on_what_it_was_asked_about(game: str) -> None:
    table = random_table(game, 3, 25)
    asked = table.legal_moves()[-1].number
    bot = SearchBot(seed=3, playouts=200)
    bot.explain(table, Clock(), asked)
    plain = SearchBot(seed=3, playouts=200).explain(table, Clock())
    again = bot.explain(table, Clock())
    assert (again.moves, again.asked) == (plain.moves, None)


@GAMES
def test_a_quick_look_and_a_greedy_one_answer_what_they_are_asked_too(game: str) -> None:
    table = random_table(game, 3, 25)
    asked = table.legal_moves()[-1].number
    quick = quick_search_of(table.game).explain(table.for_bot(), 1, Clock(0), 10, 20, asked)
    greedy = GreedyBot(seed=1).explain(table, Clock(), asked)
    level = bot_named("medium", 1).explain(table.for_bot(), Clock(), asked)  # type: ignore[attr-defined]
    for found in (quick, greedy, level):
        assert found.asked is not None
        assert found.asked.move == asked
        assert found.asked.visits > 0


def test_what_loses_at_once_is_worth_less_however_it_is_asked() -> None:
    """With four fruits and four coins the Market wins; anything else lets the other go on."""
    table = khlong.table_from_position(
        {
            "game": "floating-market",
            "players": 2,
            "options": {"begins": "0"},
            "position": {
                "seats": [
                    {"coins": 4, "fruit": ["mango", "banana", "papaya", "guava"]},
                    {"coins": 4, "fruit": ["mango"]},
                ]
            },
        }
    )
    other = table.game.moves.number("place boatsman")
    found = SearchBot(seed=1, playouts=300).explain(table, Clock(), other)
    assert found.moves[0].notation == "place market"
    assert found.asked is not None
    assert found.asked.win_shares[0] < found.moves[0].win_shares[0]
