"""The value of a position: who is likely to win, and with how many points."""

from math import exp
from typing import Any

from khlong.engine.rule import rule

from .canal import PARTS
from .components import BOXES
from .kinds import GOODS
from .rules.scoring import total_score
from .state import NONE, State
from .tables import ORDER_COINS, ORDER_GOODS, ORDER_VP, PRICE

COIN, FLOWER, FAVOR, ROWER, BASKET, MARKET_CARD = 0.4, 1.0, 1.4, 1.6, 1.6, 2.8
ENOUGH_BASKETS = 4
POINTS_TO_WIN = 12.0


@rule
def value(state: State, shares: Any, points: Any) -> None:
    """Fills in each player's share of the win and expected points."""
    best = -1e9
    for player in range(state.players):
        points[player] = standing(state, player)
        best = max(best, points[player])
    total = 0.0
    for player in range(state.players):
        shares[player] = float(state.winners >> player & 1)
        if state.ending == 0:
            shares[player] = exp((points[player] - best) / POINTS_TO_WIN)
        total += shares[player]
    for player in range(state.players):
        shares[player] /= total


@rule
def standing(state: State, player: int) -> float:
    """The score as it is; while the game goes on, means to score with later count too: half as much once one end
    condition holds."""
    points = float(total_score(state, player))
    if state.ending == 0:
        prospects = means(state, player)
        points += 0.5 * prospects if state.conditions else prospects
    return points


@rule
def means(state: State, player: int) -> float:
    """What coins, flowers, Favors, rowers, baskets, cards and goods that somebody has ordered are good for."""
    seat = state.seat[player]
    worth = FLOWER * seat.flowers + FAVOR * seat.favors
    worth += ROWER * (seat.rowers - 2) + BASKET * min(seat.baskets, ENOUGH_BASKETS)
    cards = seat.hand | seat.discard
    while cards:
        cards &= cards - 1
        worth += MARKET_CARD
    coins = seat.coins
    for good in range(GOODS):
        coins += seat.goods[good] * PRICE[BOXES * good + state.box[good]]
    best = 0.0
    for part in range(PARTS):
        if state.order_at[part] != NONE:
            best = max(best, order_prospect(state, player, state.order_at[part]))
    return worth + COIN * coins + best


@rule
def order_prospect(state: State, player: int, order: int) -> float:
    """What an order brings more than selling its goods, the more of them are aboard the more of it."""
    gain = float(ORDER_VP[order]) + COIN * ORDER_COINS[order]
    asked = 0
    aboard = 0
    for good in range(GOODS):
        need = ORDER_GOODS[GOODS * order + good]
        asked += need
        aboard += min(need, state.seat[player].goods[good])
        gain -= COIN * need * PRICE[BOXES * good + state.box[good]]
    return max(0.0, 0.8 * gain * aboard * aboard / (asked * asked))
