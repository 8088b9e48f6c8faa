"""What the lab keeps of games of Phraya."""

from __future__ import annotations

from collections import Counter

import pytest

pytest.importorskip("numpy")

from khlong.games import game_named
from tests.lab.balance_helpers import facts_of, random_moves


@pytest.mark.parametrize("edition", ["published", "prototype"])
def test_causes_are_its_conditions_as_they_came_about(edition: str) -> None:
    for seed in range(4):
        _, last = random_moves("phraya", 3, seed, {"edition": edition})
        causes = facts_of("phraya", 3, seed, {"edition": edition}).causes
        assert len(causes) == last.conditions.bit_count() >= 2
        if edition == "published":
            assert set(causes) == set(game_named("phraya").endings[last.ending].split(" and "))


def test_uses_are_the_moves_that_were_made() -> None:
    moves, _ = random_moves("phraya", 3, 2)
    notation = game_named("phraya").moves.notation
    verbs = Counter(notation[move].split()[0] for move in moves)
    uses = sum(facts_of("phraya", 3, 2, {}).uses, Counter[str]())
    assert uses["temple offerings"] == verbs["offer"]
    assert uses["royal offerings"] == verbs["king"]
    assert uses["cards taken"] == verbs["take"]
    assert uses["stalls built"] == verbs["stall"] - 3  # the first ones are given
    bought = [int(notation[move].split()[2]) for move in moves if notation[move].startswith("buy ")]
    assert uses["goods bought"] == sum(bought)


def test_what_players_have_is_in_their_seats() -> None:
    _, last = random_moves("phraya", 2, 3)
    facts = facts_of("phraya", 2, 3, {})
    for place, has in enumerate(facts.has):
        seat = last.seat[(last.first + place) % 2]
        kinds = Counter(item.split("/")[0] for item in has.elements())
        assert kinds["order"] == seat.orders.bit_count()
        assert kinds["card"] == (seat.hand | seat.discard).bit_count() - 5
        assert kinds["stall"] == 7 - seat.stalls
        assert kinds["basket"] == seat.tiles.bit_count()


def test_price_paths_have_a_value_for_each_round() -> None:
    facts = facts_of("phraya", 3, 1, {})
    assert all(len(path) == facts.rounds for path in facts.paths.values())
    assert [path[0] for path in facts.paths.values()] == [3, 4, 5, 6]
