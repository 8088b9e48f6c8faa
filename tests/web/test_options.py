"""The page offers exactly the legal moves, in hundreds of states of each game."""

from __future__ import annotations

import random

import pytest

from khlong.games import our_games
from tests.scenes import Options, variants_of

from .conftest import Invite

pytestmark = pytest.mark.slow

STATES = 500  # of each game


@pytest.mark.parametrize(
    ("game", "players", "options"),
    variants_of(our_games()),
)
def test_what_is_offered_is_what_is_legal(invite: Invite, game: str, players: int, options: Options) -> None:
    visitor = invite()
    choices = random.Random(players)
    seen = 0
    while seen < STATES / 3:
        table = visitor.new_table(game, " ".join(["me"] + ["random"] * (players - 1)), options=options)
        visitor.sit_at(table)
        while seen < STATES / 3:
            visitor.await_turn()
            if visitor.over:
                break
            state = visitor.get(f"/tables/{table}")
            legal = {move["notation"] for move in state["moves"]}
            assert visitor.offered() == legal, state["question"]
            seen += 1
            visitor.post(
                f"/tables/{table}/moves",
                {"id": f"{table}-{seen}", "ply": state["ply"], "move": choices.choice(sorted(legal))},
            )
            visitor.await_turn(state["ply"])
    visitor.assert_content()
