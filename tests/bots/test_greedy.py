"""The greedy bot: one decision ahead, blind to what chance will bring, and far better than chance."""

from __future__ import annotations

import builtins
from typing import Any

import pytest

import khlong
from khlong.bots import BotError, Clock, ExplainingBot, RandomBot, ask
from khlong.bots.greedy import Appraiser, GreedyBot
from khlong.engine.chance import Chance, seed_words, sow
from khlong.games import game_named, game_names, our_games
from khlong.games.facets import Value

every_game = pytest.mark.parametrize("name", game_names())
every_game_that_learnt = pytest.mark.parametrize(
    "name", [name for name in our_games() if Value.of(game_named(name)).learnt]
)


def play_on(table: khlong.Table, plies: int) -> khlong.Table:
    """Some random moves."""
    dice = RandomBot(seed=5)
    for _ in range(plies):
        if not table.over:
            table.play(ask(dice, table))
    return table


@every_game
@pytest.mark.slow
def test_plays_legal_moves_with_any_number_of_players(name: str) -> None:
    for players in game_named(name).players:
        table = khlong.new_table(name, players=players, seed=players)
        bot = GreedyBot(seed=1)
        for _ in range(30):
            if not table.over:
                table.play(ask(bot, table))
        assert table.ply == 30 or table.over


@every_game
def test_two_games_that_differ_only_in_their_future_get_the_same_move(name: str) -> None:
    table = play_on(khlong.new_table(name, players=2, seed=3), 5)
    for ply in range(20):
        position = table.for_bot()
        move = GreedyBot(seed=2).choose(position, Clock())
        sow(position.state.chance, *seed_words(100 + ply), 0)
        assert GreedyBot(seed=2).choose(position, Clock()) == move
        table.play(move)


@every_game
def test_leaves_the_position_as_it_is(name: str) -> None:
    table = play_on(khlong.new_table(name, players=3, seed=4), 9)
    before = table.state.pack()
    GreedyBot(seed=1).choose(table, Clock())
    assert table.state.pack() == before


@every_game_that_learnt
def test_beats_three_random_players(name: str) -> None:
    wins = 0
    for seed in range(8):
        table = khlong.new_table(name, players=4, seed=seed)
        bots: list[Any] = [RandomBot(seed=seat) for seat in range(4)]
        bots[seed % 4] = GreedyBot(seed=9)
        while not table.over:
            table.play(ask(bots[table.state.decider], table))
        assert table.result is not None
        wins += seed % 4 in table.result.winners
    assert wins >= 7


@every_game
def test_explains_all_moves_from_the_best_down(name: str) -> None:
    table = play_on(khlong.new_table(name, players=3, seed=6), 12)
    bot = GreedyBot(seed=1)
    assert isinstance(bot, ExplainingBot)
    said = bot.explain(table, Clock())
    mine = [move.win_shares[table.state.decider] for move in said.moves]
    assert mine == sorted(mine, reverse=True)
    assert {move.move for move in said.moves} == {move.number for move in table.legal_moves()}
    assert all(sum(move.win_shares) == pytest.approx(1, abs=1e-4) for move in said.moves)
    assert said.moves[0].move == bot.choose(table, Clock())
    assert said.playouts == sum(move.visits for move in said.moves)
    assert said.line == (said.moves[0].notation,)


def test_has_nothing_to_say_when_the_game_is_over() -> None:
    table = khlong.new_table("floating-market", players=2, seed=1)
    while not table.over:
        play_on(table, 50)
    with pytest.raises(BotError, match="The game is over"):
        GreedyBot(seed=1).explain(table, Clock())


def test_takes_a_win_that_is_there() -> None:
    fruit = ["mango", "banana", "papaya", "guava"]
    table = khlong.table_from_position(
        {
            "game": "floating-market",
            "players": 3,
            "options": {"first": 1},
            "position": {"round": 4, "seats": [{"fruit": fruit, "coins": 4}]},
        }
    )
    bot = GreedyBot(seed=1)
    table.play(ask(bot, table))
    assert table.moves == ["place market"]
    assert table.play(ask(bot, table)).over


def test_what_leaves_something_to_chance_is_tried_several_times() -> None:
    fresh = khlong.new_table("floating-market", players=2, seed=1)
    assert {move.visits for move in GreedyBot(seed=1, samples=5).explain(fresh, Clock()).moves} == {1}
    while fresh.state.seat[0].customers + fresh.state.seat[1].customers > 1 or fresh.question.key != "customer":  # type: ignore[union-attr]
        fresh = play_on(fresh, 1)
    visits = {move.visits for move in GreedyBot(seed=1, samples=5).explain(fresh, Clock()).moves}
    assert 5 in visits


@every_game
def test_plays_without_a_compiler_as_with_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    game = game_named(name)
    compiled = Appraiser(game)
    real_import = builtins.__import__

    def refuse(module: str, *rest: Any, **more: Any) -> Any:
        if module in ("numba", "numpy"):
            raise ModuleNotFoundError(f"No module named {module!r}")
        return real_import(module, *rest, **more)

    with monkeypatch.context() as patch:
        patch.setattr(builtins, "__import__", refuse)
        plain = Appraiser(game)
    table = play_on(khlong.new_table(name, players=2, seed=8), 7)
    for _ in range(10):
        own = Chance()
        sow(own, *seed_words(table.ply), 0)
        pairs = zip(compiled(table.state, own, 3), plain(table.state, own, 3), strict=True)
        for one, other in pairs:
            assert (one.move, one.visits) == (other.move, other.visits)
            assert one.win_shares == pytest.approx(other.win_shares, abs=1e-3)
            assert one.scores == pytest.approx(other.scores, abs=0.05)
        play_on(table, 1)
