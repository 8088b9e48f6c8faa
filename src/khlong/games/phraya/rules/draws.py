"""Draws from deck, bag and stacks. Nothing is shuffled: each draw picks from what is left."""

from khlong.engine.chance import below
from khlong.engine.moves import count_members
from khlong.engine.rule import rule

from ..components import SLOTS, STACK_SIZE, STACKS
from ..state import NONE, State

STACK_TILES = (1 << STACK_SIZE) - 1


@rule
def pick_member(state: State, members: int) -> int:
    """A random member of a set, or NONE if it is empty."""
    count = count_members(members)
    if count == 0:
        return NONE
    skip = below(state.chance, count)
    member = 0
    while True:
        if members >> member & 1:
            if skip == 0:
                return member
            skip -= 1
        member += 1


@rule
def draw_card(state: State) -> int:
    """A card of the deck, or, when only those are left, the first that was put under it (PH-30)."""
    card = pick_member(state, state.deck)
    if card != NONE:
        state.deck &= ~(1 << card)
    elif state.under_count > 0:
        card = state.under[0]
        state.under_count -= 1
        for index in range(state.under_count):
            state.under[index] = state.under[index + 1]
        state.under[state.under_count] = 0
    return card


@rule
def fill_market(state: State) -> None:
    """Slides the cards to the left and draws one for the last slot; the row shrinks when the deck is gone (PH-16)."""
    filled = 0
    for slot in range(SLOTS):
        if state.market[slot] != NONE:
            card = state.market[slot]
            state.market[slot] = NONE
            state.market[filled] = card
            filled += 1
    while filled < SLOTS:
        card = draw_card(state)
        if card == NONE:
            return
        state.market[filled] = card
        filled += 1


@rule
def draw_basket(state: State) -> int:
    """A basket tile of the bag, or NONE."""
    tile = pick_member(state, state.bag)
    if tile != NONE:
        state.bag &= ~(1 << tile)
    return tile


@rule
def draw_order(state: State) -> int:
    """An order of the lowest stack that has one (PH-14, PH-31), or NONE."""
    for stack in range(STACKS):
        if state.stack_left[stack] > 0:
            state.stack_left[stack] -= 1
            order = pick_member(state, state.unseen_orders & STACK_TILES << stack * STACK_SIZE)
            state.unseen_orders &= ~(1 << order)
            return order
    return NONE
