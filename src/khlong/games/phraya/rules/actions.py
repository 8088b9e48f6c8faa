"""Actions: each stall beside the boat once, and the King once if he is near; all optional, in any order (PH-10)."""

from collections.abc import MutableSequence

from khlong.engine.decision import NOTHING, Decision
from khlong.engine.rule import rule

from ..canal import SECTIONS_AT
from ..enums import GOODS, Stall
from ..moves import (
    BASKET,
    BUY,
    CARD,
    DELIVER,
    DONE,
    KING_SPACE,
    MOST_AT_ONCE,
    OFFER,
    PURCHASES,
    ROWER,
    SELL,
    STALL,
    TAKE,
)
from ..state import Ask, State
from .game_end import note_conditions
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
from .turn_end import end_turn

PURCHASES_A_SIDE = len(PURCHASES)
USED_KING = 4


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
    moves[count] = DONE
    return count + 1


@rule
def act(state: State, move: int) -> None:
    """Carries out an action. What it brings may end the game."""
    if move == DONE:
        end_turn(state)
        return
    if move < CARD:
        use_stall(state, Stall.ADMINISTRATION)
        place_stall(state, move - STALL)
    elif move < SELL:
        side = (move - BUY) // PURCHASES_A_SIDE
        state.used |= 1 << side
        buy_goods(state, side, (move - BUY) % PURCHASES_A_SIDE)
    elif move < BASKET:
        side = (move - SELL) // MOST_AT_ONCE
        state.used |= 1 << side
        sell_goods(state, side, (move - SELL) % MOST_AT_ONCE + 1)
    elif move < ROWER:
        state.used |= 1 << (move - BASKET) // 2
        buy_basket(state, (move - BASKET) // 2, (move - BASKET) % 2)
    elif move < DELIVER:
        state.used |= 1 << (move - ROWER) // 3
        hire_rower(state, (move - ROWER) % 3)
    elif move < OFFER:
        state.used |= 1 << (move - DELIVER) // 2
        deliver_order(state, (move - DELIVER) // 2, (move - DELIVER) % 2)
    elif move < TAKE:
        use_stall(state, Stall.TEMPLE)
        make_offering(state, (move - OFFER) // 2, (move - OFFER) % 2)
    elif move < KING_SPACE:
        use_stall(state, Stall.SCRIBE)
        take_card(state, (move - TAKE) // 2, (move - TAKE) % 2)
    else:
        state.used |= USED_KING
        give_to_king(state, move - KING_SPACE)
    note_conditions(state)
    if state.decision == NOTHING:
        state.decision = Ask.ACTION


@rule
def use_stall(state: State, kind: int) -> None:
    """Uses up the first unused stall of a kind beside the boat."""
    section = state.seat[state.decider].section
    for side in range(2):
        if state.stall[2 * section + side] == kind and not state.used >> side & 1:
            state.used |= 1 << side
            return


ACTION = Decision("action", "Act at the stalls beside you or with the King, or be done.", list_actions, act)
