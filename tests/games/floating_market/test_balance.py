"""What the lab keeps of games of Floating Market."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy")

from tests.lab.balance_helpers import facts_of


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_fruit_has_a_source(players: int) -> None:
    for seed in range(6):
        facts = facts_of("floating-market", players, seed, {})
        for points, uses in zip(facts.points, facts.uses, strict=True):
            sources = ("fruits bought at the Market", "fruits collected", "fruits through the Fruit Stand")
            assert sum(uses[source] for source in sources) == points
