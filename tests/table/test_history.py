"""The past of a table: what was let go of comes back as it was."""

from __future__ import annotations

import random

import pytest

import khlong
from khlong.table import PROVABLE, Table, game_named
from khlong.table.dice import DiceKind


@pytest.mark.parametrize("dice", ["seed", PROVABLE])
@pytest.mark.parametrize("name", khlong.game_names())
def test_every_state_of_a_game_can_be_had_again(name: str, dice: DiceKind) -> None:
    table, choices, states, events = Table(game_named(name), 3, 5, dice=dice), random.Random(5), [], []
    for _ in range(80):
        states.append(table.state.copy())
        table.play(choices.choice(table.legal_numbers()))
        events.append(table.events())
    moves = table.moves
    for ply in (0, 1, 15, 16, 17, 78, 79, 80):
        assert [*table.events_since(ply)] == events[ply:]
        assert [table.events(later) for later in range(ply + 1, 81)] == events[ply:]
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
            twin.play(choices.choice(twin.legal_numbers()))
    again = [khlong.new_table("floating-market", players=2, seed=5) for _ in twins]
    for twin, other in zip(twins, again, strict=True):
        for move in twin.moves:
            other.play(move)
        assert [other.at(ply).state for ply in range(31)] == [twin.at(ply).state for ply in range(31)]
    assert table.ply == 0


def test_a_table_that_came_from_elsewhere_has_no_events_of_what_was_before() -> None:
    table = khlong.new_table("floating-market", players=2, seed=5)
    for _ in range(20):
        table.play(table.legal_moves()[0].number)
    twin = table.for_bot()
    assert [*twin.events_since(0)] == [[]] * 20
    twin.play(twin.legal_moves()[0].number)
    assert [*twin.events_since(19)] == [[], twin.events()]
