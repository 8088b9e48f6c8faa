"""Actions: each stall beside the boat once, and the King once if he is near; all optional, in any order (PH-10)."""

from collections.abc import MutableSequence

from khlong.engine.decision import Decision
from khlong.engine.rule import rule

from ..canal import SECTIONS_AT
from ..enums import GOODS, Stall
from ..moves import BASKET, BUY, DELIVER, DONE, KING_SPACE, OFFER, ROWER, SELL, STALL, TAKE
from ..state import State
from .goods_stall import buy_goods, list_purchases, list_sales, sell_goods
from .king import give_to_king, list_king_spaces
from .stalls import (
    buy_basket,
    deliver_order,
    hire_rower,
    list_basket_stall,
    list_claims,
    list_market_cards,
    list_offerings,
    list_orders,
    make_offering,
    place_stall,
    take_card,
)
from .turn import end_turn
from .used import USED_KING


@rule
def king_is_near(state: State) -> bool:
    """Whether the barge lies at either end of the boat's section."""
    section = state.seat[state.decider].section
    near = False
    for index in range(4):
        if SECTIONS_AT[4 * state.barge + index] == section:
            near = True
    return near


@rule
def list_actions(state: State, moves: MutableSequence[int]) -> int:
    """Everything that the player can do from here, and to be done. Two temples, scribes or administrations are the
    same to a player, so that only the first unused one is listed."""
    count = 0
    listed = 0
    section = state.seat[state.decider].section
    for side in range(2):
        kind = state.stall[2 * section + side]
        if state.used >> side & 1 or listed >> kind & 1:
            continue
        if kind < GOODS:
            count = list_purchases(state, side, kind, moves, count)
            count = list_sales(state, side, kind, moves, count)
        elif kind == Stall.BASKET:
            count = list_basket_stall(state, side, moves, count)
        elif kind == Stall.RESTAURANT:
            count = list_orders(state, side, moves, count)
        else:
            listed |= 1 << kind
            if kind == Stall.TEMPLE:
                count = list_offerings(state, moves, count)
            elif kind == Stall.SCRIBE:
                count = list_market_cards(state, moves, count)
            else:
                count = list_claims(state, moves, count)
    if not state.used & USED_KING and king_is_near(state):
        count = list_king_spaces(state, moves, count)
    moves[count] = DONE()
    return count + 1


ACTION = Decision(
    "action",
    list_actions,
    {
        BUY: buy_goods,
        SELL: sell_goods,
        BASKET: buy_basket,
        ROWER: hire_rower,
        DELIVER: deliver_order,
        OFFER: make_offering,
        TAKE: take_card,
        STALL: place_stall,
        KING_SPACE: give_to_king,
        DONE: end_turn,
    },
)
