"""The sensible player: legal, better than chance, and blind to what chance is about to bring."""

from functools import cache
from typing import Any

import pytest

pytest.importorskip("numba")

from khlong.engine.chance import seed_words, sow
from khlong.games import game_named
from khlong.lab.sensible import SensiblePlayers, mean, share, tables, won
from khlong.table import template

GAMES = ("phraya", "floating-market")


@cache
def players_of(name: str) -> SensiblePlayers:
    return SensiblePlayers(game_named(name))


def begin(name: str, seed: int) -> Any:
    game = game_named(name)
    return game.python.begin(template(game, 2, {}), seed)


@pytest.mark.parametrize("name", GAMES)
def test_makes_only_legal_moves(name: str) -> None:
    game, crew = game_named(name), players_of(name)
    state = begin(name, 5)
    for ply in range(60):
        if state.ending:
            break
        move = crew.choose(state, seed=ply, playouts=20)
        assert move in game.python.legal_moves(state)
        game.python.play(state, move)


@pytest.mark.parametrize("name", GAMES)
def test_does_not_see_what_chance_will_bring(name: str) -> None:
    game, crew = game_named(name), players_of(name)
    state = begin(name, 6)
    for ply in range(40):
        other = state.copy()
        sow(other.chance, *seed_words(1_000 + ply), 0)
        move = crew.choose(state, seed=ply, playouts=30)
        assert crew.choose(other, seed=ply, playouts=30) == move
        game.python.play(state, move)
        if state.ending:
            break


@pytest.mark.parametrize("name", GAMES)
def test_leaves_the_position_as_it_is(name: str) -> None:
    state = begin(name, 7)
    before = state.pack()
    players_of(name).choose(state, seed=1)
    assert state.pack() == before


@pytest.mark.parametrize(("name", "games", "at_least"), [("phraya", 12, 11), ("floating-market", 40, 26)])
def test_beats_random_players(name: str, games: int, at_least: int) -> None:
    crew, start = players_of(name), template(game_named(name), 2, {})
    wins = 0.0
    for seed in range(games):
        seat = seed % 2
        playouts = [0, 0]
        playouts[seat] = 60
        wins += won(crew.play_game(start, seed, playouts), seat)
    assert wins >= at_least


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    crew, start = players_of(name), template(game_named(name), 2, {})
    assert crew.play_game(start, 8, [20, 0]).pack() == crew.play_game(start, 8, [20, 0]).pack()


@pytest.mark.parametrize("name", GAMES)
def test_tables_are_about_the_games(name: str) -> None:
    game, crew = game_named(name), players_of(name)
    states = [crew.play_game(template(game, 2, {}), seed, [0, 0]) for seed in range(3)]
    found = {str(table.title): table for table in tables(game, states)}
    assert next(iter(found["Games"].columns[1].cells)) == "3"
    assert found["Turn order"].row_count == 2
    if name == "phraya":
        assert found["End conditions"].row_count == 3
        assert 4 <= found["Market cards"].row_count <= 25


def test_shares_and_means_come_with_intervals() -> None:
    assert share(25, 100) == "25 ± 8 %"
    assert share(0, 0) == "–"
    assert mean([1.0, 2.0, 3.0]) == "2.0 ± 1.1"
