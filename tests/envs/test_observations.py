"""What learning players are given: named, as long for any number of players, and nothing that is hidden."""

import random
from functools import cache
from typing import Any

import pytest

from khlong.engine.chance import sow
from khlong.engine.python import game_constants
from khlong.engine.rule import Linker
from khlong.engine.schema import overflows
from khlong.games import game_named
from khlong.games.observations import Observations
from khlong.games.reference import words_of
from khlong.lab.fuzz import Variant
from khlong.table import Table, new_table
from tests.scenes import games_with

from .helpers import every_game, every_variant, seen_by


@cache
def observer(name: str) -> Any:
    game = game_named(name)
    return Linker(lambda function: function, game_constants(game)).link(Observations.of(game).observe)


def seen(table: Table, state: Any, seat: int) -> Any:
    made = Observations.of(table.game).layout()
    observer(table.game.name)(state, seat, made)
    return made


@every_variant
def test_states_that_differ_only_in_what_is_hidden_give_the_same_observation(variant: Variant) -> None:
    name, players, options = variant
    table, dice = new_table(name, players, 11, options), random.Random(11)
    while not table.over:
        other = table.state.copy()
        sow(other.chance, dice.getrandbits(32), dice.getrandbits(32), 0, 0, 0)
        assert other.chance != table.state.chance
        seat = dice.randrange(players)
        assert seen(table, table.state, seat).values() == seen(table, other, seat).values()
        for _ in range(5):
            if not table.over:
                table.play(dice.choice(table.legal_numbers()))


@every_variant
def test_every_number_of_an_observation_fits_its_width(variant: Variant) -> None:
    name, players, options = variant
    table, dice = new_table(name, players, 5, options), random.Random(5)
    while not table.over:
        for _ in range(9):
            if not table.over:
                table.play(dice.choice(table.legal_numbers()))
        assert overflows(seen(table, table.state, 0)) == []


@every_game
def test_an_observation_is_as_long_for_any_number_of_players_and_every_number_has_a_name(name: str) -> None:
    entries = Observations.of(game_named(name)).entries()
    assert len(set(entries)) == len(entries)
    for players in game_named(name).players:
        assert len(seen_by(new_table(name, players, 1), 0)) == len(entries)


@every_game
def test_a_position_looks_the_same_from_each_seat_but_for_where_one_sits(name: str) -> None:
    """What a seat has is told first to itself, and last to the one after it."""
    table, dice = new_table(name, 3, 8), random.Random(8)
    for _ in range(40):
        table.play(dice.choice(table.legal_numbers()))
    own = [seen(table, table.state, seat).seat for seat in range(3)]
    assert own[0][0] == own[1][2] == own[2][1]
    assert own[0][1] == own[1][0]
    assert [seat.values() for seat in own[0]] != [seat.values() for seat in own[1]]


def test_entries_are_called_by_the_names_of_the_box() -> None:
    table = new_table("floating-market", 2, seed=7)
    entries = Observations.of(table.game).entries()
    told = dict(zip(entries, seen_by(table.play("place temple").play("tile +4"), table.state.decider), strict=True))
    assert told["asked[die]"] == told["board_pool[+4]"] == told["seat[0].at[temple]"] == 1
    assert told["seat[0].customers"] == 2
    assert told["free[temple]"] == 0


def test_entries_of_phraya_are_called_by_the_names_of_the_box() -> None:
    table = new_table("phraya", 2, seed=7, options={"board": "1a-2a-3a-4a"})
    table.play("boat a2")
    seat = 1 - table.state.decider
    told = dict(zip(Observations.of(table.game).entries(), seen_by(table, seat), strict=True))
    assert told["seat[0].section[a2]"] == told["barge[d4]"] == told["seat[1].hand[recover]"] == 1
    assert told["seat[1].section[a2]"] == 0


@pytest.mark.parametrize("name", games_with(Observations))
def test_every_field_of_an_observation_is_explained(name: str) -> None:
    fields = {part.name for part in Observations.of(game_named(name)).parts()}
    assert set(words_of(game_named(name)).get("observation", {})) == fields


@every_game
def test_the_score_as_a_rule_is_the_score(name: str) -> None:
    table, dice = new_table(name, 3, 2), random.Random(2)
    while not table.over:
        table.play(dice.choice(table.legal_numbers()))
    rule = Observations.of(table.game).standing
    assert rule is not None
    standing = Linker(lambda function: function, game_constants(table.game)).link(rule)
    result = table.result
    assert result is not None
    assert tuple(tuple(standing(table.state, seat)) for seat in range(3)) == result.scores
