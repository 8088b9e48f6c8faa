"""Games for the tests of the balance lab: random ones, and made-up ones with known figures."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from khlong.games import game_named
from khlong.games.balance import Balance, Facts, Group, Profile
from khlong.lab.balance.players import replay
from khlong.table import template


def random_moves(name: str, players: int, seed: int, options: Mapping[str, str] = {}) -> tuple[list[int], Any]:
    """The moves of a random game, and its last state."""
    game = game_named(name)
    state = game.python.begin(template(game, players, options), seed)
    choices, moves = random.Random(seed), []
    while not state.ending:
        moves.append(choices.choice(game.python.legal_moves(state)))
        game.python.play(state, moves[-1])
    return moves, state


def facts_of(name: str, players: int, seed: int, options: Mapping[str, str]) -> Facts:
    game = game_named(name)
    start = template(game, players, options)
    return replay(
        game, Balance.of(game).profile(game, start), start, seed, random_moves(name, players, seed, options)[0]
    )


def made_up(
    winner: int,
    has: Sequence[Sequence[str]],
    *,
    causes: tuple[str, ...] = ("tithe", "worship"),
    offered: Sequence[str] = ("card/abbot", "card/monk"),
    rounds: int = 20,
    seed: int = 0,
) -> Facts:
    """A game that somebody won."""
    players = len(has)
    return Facts(
        seed=seed,
        wins=tuple(float(place == winner) for place in range(players)),
        points=tuple(10 + 5 * (place == winner) for place in range(players)),
        lines=tuple({"orders": 10, "cards": 5 * (place == winner)} for place in range(players)),
        rounds=rounds,
        decisions=10 * rounds,
        causes=causes,
        has=tuple(Counter(things) for things in has),
        offered=frozenset(offered),
        uses=tuple(Counter({"cards taken": len(things)}) for things in has),
        paths={"fish": [5.0] * rounds},
    )


def no_collector(state: Any) -> Any:
    raise AssertionError("made-up games are not watched")


PROFILE = Profile(
    groups=(Group("card", "Market cards", "bought", ("abbot", "monk"), judged=True),),
    causes=("tithe", "worship", "supremacy"),
    causes_needed=2,
    paths=("fish",),
    paths_title="Prices",
    watch=no_collector,
)
