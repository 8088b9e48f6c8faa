"""Advice that tutorials give is good advice: the search that plays as our strongest bot shares it."""

from __future__ import annotations

import pytest

from khlong.bots import Clock
from khlong.bots.search import SearchBot
from khlong.games import game_named, our_games
from khlong.table.tutorial import LEARNER, Tutorial, tutorials_of

ADVICE = [
    tutorial
    for name in our_games()
    for tutorial in tutorials_of(game_named(name)).values()
    if tutorial.sheet.kind == "play"
]
PLAYOUTS = 400_000
LOSS = 0.02  # shares of the win by which what is recommended may seem worse than the best


@pytest.mark.slow
@pytest.mark.parametrize("tutorial", ADVICE, ids=lambda tutorial: f"{tutorial.game.name}/{tutorial.name}")
def test_a_strong_bot_shares_the_advice_of_a_tutorial(tutorial: Tutorial) -> None:
    choices: list[str] = []
    for number, step in enumerate(tutorial.steps):
        if not step.moves:
            continue
        table = tutorial.walk(choices)[-1].table
        found = SearchBot(seed=1, playouts=PLAYOUTS).explain(table.for_bot(), Clock())
        shares = {each.notation: each.win_shares[LEARNER] for each in found.moves}
        best = max(shares.values())
        for move in step.moves:
            assert shares.get(move, 0.0) >= best - LOSS, (number, move, shares)
        choices.append(step.moves[0])
    assert choices
