"""Whatever is handed to the public calls of bots and engines: they do what they say, or raise an error of ours."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import khlong
from khlong.bots import Clock, RandomBot, ask, bot_named, seated
from khlong.engine import engine_for

TABLE = khlong.new_table("floating-market", 2, seed=1)
TEMPLATE = khlong.template(TABLE.game, 2)
plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.binary(max_size=5)
odd = st.sampled_from(
    [1 << 100_000, "x" * 5000, "program:\0", "program:'", "search:playouts=x", "x:y", ":", "json:", ()]
)
anything = plain | odd | st.lists(plain, max_size=3) | st.dictionaries(st.text(max_size=3), plain, max_size=2)


@given(name=anything, seed=anything, threads=anything)
def test_a_bot_is_made_or_it_is_said_what_is_wrong(name: Any, seed: Any, threads: Any) -> None:
    with suppress(khlong.KhlongError):
        bot_named(name, seed, threads)


@given(bot=anything | st.just(RandomBot(1)), table=anything | st.just(TABLE), seconds=anything)
def test_a_bot_answers_or_it_is_said_what_is_wrong(bot: Any, table: Any, seconds: Any) -> None:
    with suppress(khlong.KhlongError):
        ask(bot, table, seconds)


@given(names=anything, seconds=anything)
def test_bots_sit_down_or_it_is_said_what_is_wrong(names: Any, seconds: Any) -> None:
    with suppress(khlong.KhlongError), seated(TABLE, names, seconds):
        pass


def test_nobody_is_asked_after_the_end() -> None:
    table = TABLE.copy()
    while not table.over:
        table.play(table.legal_moves()[-1].number)
    with pytest.raises(khlong.KhlongError, match="The game is over"):
        ask(RandomBot(1), table)


@pytest.mark.parametrize("seconds", ["long", float("nan"), [1]])
def test_a_clock_runs_for_a_number_of_seconds(seconds: Any) -> None:
    with pytest.raises(khlong.KhlongError, match="a number of seconds"):
        Clock(seconds)


@given(name=anything | st.sampled_from(["python", "native"]), game=anything | st.just(TABLE.game))
def test_an_engine_is_there_or_it_is_said_what_is_wrong(name: Any, game: Any) -> None:
    with suppress(khlong.KhlongError):
        engine_for(game, name)


@given(template=anything | st.just(TEMPLATE), seed=anything, games=plain, first=anything)
def test_games_are_played_or_it_is_said_what_is_wrong(template: Any, seed: Any, games: Any, first: Any) -> None:
    with suppress(khlong.KhlongError):
        engine_for(TABLE.game, "python").random_games(template, seed, 2 if isinstance(games, int) else games, first)


@pytest.mark.parametrize("name", ["python", "native"])
@pytest.mark.parametrize("wrong", [{"seed": -1}, {"seed": 1.5}, {"games": -1}, {"games": "two"}, {"first": None}])
def test_a_run_that_makes_no_sense_is_refused_on_every_engine(name: str, wrong: dict[str, Any]) -> None:
    engine = engine_for(TABLE.game, name)
    with pytest.raises(khlong.EngineError, match="is a whole number from 0"):
        engine.random_games(TEMPLATE, **({"seed": 1, "games": 1} | wrong))
