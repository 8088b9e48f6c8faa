"""The value of a position: who is likely to win, and with how many fruits."""

from math import exp
from typing import Any

from khlong.engine.rule import rule

from .rules.game_end import fruit_count
from .state import State

FRUIT, COIN = 1.0, 0.08


@rule
def value(state: State, shares: Any, points: Any) -> None:
    """Fills in each player's share of the win and expected number of fruits."""
    total = 0.0
    for player in range(state.players):
        points[player] = float(fruit_count(state, player))
        shares[player] = float(state.winners >> player & 1)
        if state.ending == 0:
            shares[player] = exp(FRUIT * points[player] + COIN * state.seat[player].coins)
        total += shares[player]
    for player in range(state.players):
        shares[player] /= total
