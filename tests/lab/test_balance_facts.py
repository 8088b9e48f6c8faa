"""What the lab keeps of a game is what happened in it."""

from __future__ import annotations

from collections import Counter

import pytest

pytest.importorskip("numpy")

from khlong.games import game_named
from khlong.games.balance import Balance, Facts
from khlong.lab.balance.players import replay
from khlong.table import template

from .balance_helpers import random_moves

VARIANTS = [
    ("phraya", 2, {}),
    ("phraya", 3, {"edition": "prototype"}),
    ("phraya", 4, {"start": "asymmetric"}),
    ("floating-market", 2, {}),
    ("floating-market", 5, {"goal": "7"}),
]


def facts_of(name: str, players: int, seed: int, options: dict[str, str]) -> Facts:
    game = game_named(name)
    start = template(game, players, options)
    return replay(
        game, Balance.of(game).profile(game, start), start, seed, random_moves(name, players, seed, options)[0]
    )


@pytest.mark.parametrize(("name", "players", "options"), VARIANTS)
def test_wins_and_points_go_by_the_order_of_play(name: str, players: int, options: dict[str, str]) -> None:
    for seed in range(4):
        _, last = random_moves(name, players, seed, options)
        facts = facts_of(name, players, seed, options)
        for place in range(players):
            seat = (last.first + place) % players
            assert (facts.wins[place] > 0) == bool(last.winners >> seat & 1)
            assert facts.points[place] == game_named(name).score(last, seat)[0]
        assert sum(facts.wins) == pytest.approx(1)
        assert (facts.rounds, facts.decisions) == (last.round_number, last.ply)


@pytest.mark.parametrize(("name", "players", "options"), VARIANTS)
def test_everything_that_somebody_has_was_on_offer_and_belongs_to_a_group(
    name: str, players: int, options: dict[str, str]
) -> None:
    game = game_named(name)
    profile = Balance.of(game).profile(game, template(game, players, options))
    known = {item for group in profile.groups for item in group.items()}
    for seed in range(4):
        facts = facts_of(name, players, seed, options)
        assert facts.offered <= known
        owned = {item for has in facts.has for item in has}
        assert owned <= facts.offered | {item for item in owned if options.get("start") and item.startswith("basket/")}


@pytest.mark.parametrize("edition", ["published", "prototype"])
def test_causes_of_phraya_are_its_conditions_as_they_came_about(edition: str) -> None:
    for seed in range(4):
        _, last = random_moves("phraya", 3, seed, {"edition": edition})
        causes = facts_of("phraya", 3, seed, {"edition": edition}).causes
        assert len(causes) == last.conditions.bit_count() >= 2
        if edition == "published":
            assert set(causes) == set(game_named("phraya").endings[last.ending].split(" and "))


def test_uses_of_phraya_are_the_moves_that_were_made() -> None:
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


def test_what_players_of_phraya_have_is_in_their_seats() -> None:
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


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_fruit_of_floating_market_has_a_source(players: int) -> None:
    for seed in range(6):
        facts = facts_of("floating-market", players, seed, {})
        for points, uses in zip(facts.points, facts.uses, strict=True):
            sources = ("fruits bought at the Market", "fruits collected", "fruits through the Fruit Stand")
            assert sum(uses[source] for source in sources) == points
