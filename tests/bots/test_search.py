"""The search bot: what it finds, what it keeps, what it says, and that it cannot see what comes."""

from __future__ import annotations

from itertools import count
from typing import Any

import numpy as np
import pytest

import khlong
from khlong.bots import BotError, Clock, ask, bot_named, bot_names, seat_seed
from khlong.bots.search import SearchBot
from khlong.bots.search.nodes import ROOT
from khlong.bots.search.player import SearchPlayer, player_of, self_play, workspace
from khlong.bots.search.tree import Tree
from khlong.engine.chance import seed_words, sow
from khlong.games import our_games
from khlong.games.facets import Value

GAMES = [name for name in our_games() if Value.of(khlong.game_named(name)).learnt]
SOLITARY = {"expert": "expert:threads=1"}  # many threads do not take turns in the same order twice


def table_after(game: str, players: int, moves: int, seed: int = 1) -> khlong.Table:
    """A game of random bots, some moves on."""
    table = khlong.new_table(game, players, seed)
    bot = bot_named("random", seed)
    for _ in range(moves):
        table.play(ask(bot, table))
    return table


def with_another_future(table: khlong.Table, seed: int) -> khlong.Table:
    """The same position, in which chance will answer differently."""
    twin = table.copy()
    twin.state = table.state.copy()
    sow(twin.state.chance, *seed_words(seed), 0)
    return twin


def moves_of(tree: Tree) -> dict[int, int]:
    """How often each move of the root was visited."""
    return {int(node["move"]): int(node["visits"]) for node in tree.moves()}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", bot_names())
@pytest.mark.slow
def test_games_that_differ_only_in_their_future_give_the_same_decision(game: str, name: str) -> None:
    for moves in (5, 40):
        table = table_after(game, 3, moves)
        futures = [with_another_future(table, seed) for seed in (1, 2)]
        assert futures[0].state.chance != futures[1].state.chance
        chosen = {bot_named(SOLITARY.get(name, name), seed=7).choose(future, Clock()) for future in futures}
        assert len(chosen) == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.slow
def test_self_play_makes_the_moves_that_the_same_bots_make_at_a_table(game: str) -> None:
    table = khlong.new_table(game, players=3, seed=9)
    playouts = (12, 0, 30)
    made = self_play(table.game, khlong.template(table.game, 3), 9, playouts)
    bots = [SearchBot(seat_seed(9, seat), playouts=number or 1) for seat, number in enumerate(playouts)]
    for move in made:
        assert table.question is not None
        seat = table.question.seat
        if playouts[seat]:
            assert ask(bots[seat], table) == move
        table.play(move)
    assert table.over


@pytest.mark.parametrize("game", GAMES)
def test_searching_players_beat_random_ones(game: str) -> None:
    found = player_of(khlong.game_named(game))
    start = khlong.template(found.game, 3)
    won = 0
    for seed in range(12):
        playouts = [0, 0, 0]
        playouts[seed % 3] = 60
        won += found.play_game(start, seed, playouts)[1].winners == 1 << seed % 3
    assert won >= 10  # of which a random player would win 4


@pytest.mark.slow
def test_trees_have_room_for_as_many_players_as_the_game() -> None:
    """With bounds checked: a list that is too short for the last player would be an IndexError."""
    game = max(map(khlong.game_named, khlong.game_names()), key=lambda game: max(game.players))
    players = max(game.players)
    assert players > 5
    moves, end = SearchPlayer(game, check_bounds=True).play_game(khlong.template(game, players), 1, [3] * players)
    assert end.ending
    assert moves
    assert workspace(game, 1).nodes.dtype["shares"].shape == (players,)  # type: ignore[attr-defined]


def test_a_win_at_the_market_is_found() -> None:
    table = khlong.table_from_position(
        {
            "game": "floating-market",
            "players": 2,
            "options": {"first": "1"},
            "position": {"seats": [{"coins": 4, "fruit": ["mango", "banana", "papaya", "guava"]}, {}]},
        }
    )
    assert table.game.moves.notation[SearchBot(seed=1, playouts=300).choose(table, Clock())] == "place market"
    best = SearchBot(seed=1, playouts=300).explain(table, Clock()).moves[0]
    assert best.notation == "place market"
    assert best.win_shares[0] > 0.95


def test_without_a_clock_it_does_not_matter_how_fast_the_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_after("phraya", 2, 20)
    usual = SearchBot(seed=3, playouts=500).explain(table, Clock())
    ages = count(step=1000)
    monkeypatch.setattr("time.perf_counter", lambda: float(next(ages)))
    slow = SearchBot(seed=3, playouts=500).explain(table, Clock())
    assert (slow.moves, slow.playouts) == (usual.moves, usual.playouts)


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_with_a_number_of_playouts_does_not_depend_on_what_it_thought_before(game: str) -> None:
    table = table_after(game, 2, 20)
    experienced = SearchBot(seed=3, playouts=200)
    experienced.choose(table_after(game, 2, 19), Clock())
    assert experienced.explain(table, Clock()).moves == SearchBot(seed=3, playouts=200).explain(table, Clock()).moves


@pytest.mark.parametrize("game", GAMES)
def test_what_was_found_out_is_kept_when_the_game_goes_on(game: str) -> None:
    table = table_after(game, 2, 30)
    tree = Tree(player_of(table.game), 1 << 16)
    tree.set_out(table, 1, 0, keep=True)
    tree.grow(Clock(), 3000)
    followed = 0
    for _ in range(12):
        visits = moves_of(tree)
        move = max(visits, key=visits.__getitem__)
        table.play(move)
        chance_answered = table.at_barrier
        tree.set_out(table, 1, 0, keep=True)
        kept = int(tree.nodes[ROOT]["visits"])
        if not chance_answered:
            assert kept == visits[move]
            followed += 1
        assert kept <= visits[move]
        tree.grow(Clock(), 1000)
    assert followed > 5


def test_a_kept_tree_is_the_same_tree() -> None:
    """Node by node from the root, in number and in findings."""
    table = table_after("floating-market", 2, 4)
    tree = Tree(player_of(table.game), 1 << 16)
    tree.set_out(table, 1, 0, keep=True)
    tree.grow(Clock(), 20_000)
    move = next(iter(moves_of(tree)))
    index = int(tree.nodes[ROOT]["first"])
    before = sorted(_findings(tree.nodes, index))
    table.play(move)
    tree.set_out(table, 1, 0, keep=True)
    assert sorted(_findings(tree.nodes, ROOT)) == before
    assert len(before) > 100


def _findings(nodes: Any, node: int) -> list[tuple[int, ...]]:
    """Of a node and all below it: depth, move, visits, and the sum of the shares."""
    found, waiting = [], [(node, 0)]
    while waiting:
        node, depth = waiting.pop()
        record = nodes[node]
        found.append((depth, int(record["move"]), int(record["visits"]), *record["shares"].view(np.int32).tolist()))
        waiting += [(record["first"] + index, depth + 1) for index in range(record["count"])]
        outcome = record["outcome"]
        while outcome:
            waiting.append((outcome, depth + 1))
            outcome = nodes[outcome]["next"]
    return found


def test_after_another_position_the_tree_begins_anew() -> None:
    table = table_after("phraya", 2, 30)
    tree = Tree(player_of(table.game), 1 << 12)
    tree.set_out(table, 1, 0, keep=True)
    tree.grow(Clock(), 100)
    tree.set_out(table_after("phraya", 2, 31, seed=2), 1, 0, keep=True)
    assert tree.nodes[ROOT]["visits"] == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_full_tree_goes_on_counting(game: str) -> None:
    table = table_after(game, 2, 30)
    tree = Tree(player_of(table.game), 300)
    tree.set_out(table, 1, 0, keep=False)
    made = tree.grow(Clock(), 2000)
    second, most = sorted(moves_of(tree).values())[-2:]
    assert made == 2000 or most - second > 2000 - made, "it stops early only when no other move can catch up"
    assert sum(moves_of(tree).values()) > 1000
    assert set(moves_of(tree)) == {move.number for move in table.legal_moves()}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("threads", [1, 16])
def test_what_it_says_fits_together(game: str, threads: int) -> None:
    table = table_after(game, 3, 30)
    said = SearchBot(seed=1, threads=threads, playouts=2000).explain(table, Clock())
    legal = {move.number: move.notation for move in table.legal_moves()}
    assert said.moves
    for estimate in said.moves:
        assert legal[estimate.move] == estimate.notation
        assert sum(estimate.win_shares) == pytest.approx(1, abs=1e-3)
        assert len(estimate.win_shares) == len(estimate.scores) == 3
    visits = [estimate.visits for estimate in said.moves]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) <= said.playouts
    assert said.line[0] == said.moves[0].notation
    for move in said.line[: 1 if table.at_barrier else 2]:
        table.play(move)


def test_with_no_time_at_all_it_still_makes_a_legal_move_and_can_say_why() -> None:
    table = table_after("phraya", 4, 30)
    legal = {move.number for move in table.legal_moves()}
    assert SearchBot(seed=1).choose(table, Clock(0)) in legal
    assert {estimate.move for estimate in SearchBot(seed=1).explain(table, Clock(0)).moves} & legal


def test_a_single_legal_move_needs_no_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_after("phraya", 2, 4)
    while len(table.legal_moves()) > 1:
        table.play(ask(bot_named("random", 1), table))
    monkeypatch.setattr(SearchBot, "_think", None)
    assert SearchBot().choose(table, Clock()) == table.legal_moves()[0].number


def test_a_finished_game_leaves_nothing_to_think_about() -> None:
    table = khlong.new_table("floating-market", players=2, seed=1)
    while not table.over:
        table.play(ask(bot_named("random", 1), table))
    with pytest.raises(BotError, match="The game is over"):
        SearchBot().choose(table, Clock())


@pytest.mark.parametrize(("given", "message"), [({"threads": 0}, "from 1 to 16, not 0"), ({"playouts": 0}, "not 0")])
def test_impossible_settings_are_refused(given: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SearchBot(**given)
