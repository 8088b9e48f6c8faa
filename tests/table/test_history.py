"""The past of a table: what is packed away comes back as it was."""

from __future__ import annotations

import random

import pytest

import khlong


@pytest.mark.parametrize("name", khlong.game_names())
def test_every_state_of_a_game_can_be_had_again(name: str) -> None:
    table, choices, states = khlong.new_table(name, players=3, seed=5), random.Random(5), []
    for _ in range(80):
        states.append(table.state.copy())
        table.play(choices.choice(table.legal_moves()).number)
    moves = table.moves
    for ply, state in enumerate(states):
        assert table.at(ply).state == state
        assert table.at(ply).moves == moves[:ply]
    while table.ply:
        table.undo(past_chance=True)
        assert table.state == states[table.ply]


def test_copies_go_their_own_ways_from_where_they_parted() -> None:
    table = khlong.new_table("floating-market", players=2, seed=5)
    twins = [table.copy() for _ in range(3)]
    for seed, twin in enumerate(twins):
        choices = random.Random(seed)
        for _ in range(30):
            twin.play(choices.choice(twin.legal_moves()).number)
    again = [khlong.new_table("floating-market", players=2, seed=5) for _ in twins]
    for twin, other in zip(twins, again, strict=True):
        for move in twin.moves:
            other.play(move)
        assert [other.at(ply).state for ply in range(31)] == [twin.at(ply).state for ply in range(31)]
    assert table.ply == 0
