"""What the lab keeps of a game is what happened in it."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy")

from khlong.games import game_named, our_games
from khlong.games.balance import Balance
from khlong.table import template
from tests.scenes import Options, variants_of

from .balance_helpers import facts_of, random_moves

VARIANTS = variants_of(our_games())


@pytest.mark.parametrize(("name", "players", "options"), VARIANTS)
def test_wins_and_points_go_by_the_order_of_play(name: str, players: int, options: Options) -> None:
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
    name: str, players: int, options: Options
) -> None:
    game = game_named(name)
    profile = Balance.of(game).profile(game, template(game, players, options))
    known = {item for group in profile.groups for item in group.items()}
    for seed in range(4):
        facts = facts_of(name, players, seed, options)
        assert facts.offered <= known
        owned = {item for has in facts.has for item in has}
        assert owned <= facts.offered | {item for item in owned if options.get("start") and item.startswith("basket/")}
