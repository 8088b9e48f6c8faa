"""Round end: the market is cleared, Ama's customers walk on, two boats change places, the marker passes."""

from collections.abc import MutableSequence

from khlong.engine.decision import Decision
from khlong.engine.moves import list_members
from khlong.engine.rule import rule

from ..components import BOX
from ..moves import SWAP
from ..places import BOATS
from ..state import NOWHERE, Ask, State
from .customers import more_than_two, retrieve_customers
from .game_end import end_after_last_round
from .river import around_ring


@rule
def begin_round(state: State) -> None:
    """The start player places the first customer."""
    state.round_number += 1
    state.decider = state.start
    state.decision = Ask.CUSTOMER


@rule
def end_round(state: State) -> None:
    """Rolled dice go out of play, board pieces and customers go back, Ama moves; then the start player swaps boats."""
    for player in range(state.players):
        seat = state.seat[player]
        seat.out |= seat.pool
        seat.pool = 0
    state.board_pool = 0
    state.d12_blocked = 0
    for customer in range(2):
        if state.ama[customer] != NOWHERE:
            state.ama[customer] = around_ring(state, state.ama[customer], 1)
    retrieve_customers(state)
    state.decider = state.start
    state.decision = Ask.SWAP


@rule
def list_swaps(state: State, moves: MutableSequence[int]) -> int:
    """Any two different boats in play; there is no way to decline (FM-3)."""
    return list_members(BOX.swaps[more_than_two(state)], SWAP(0), moves)


@rule
def swap_boats(state: State, pair: int) -> None:
    """The boats change places; Ama's customers stay on their locations (FM-4). Then the marker passes left."""
    one = 0
    steps = pair
    while steps >= BOATS - 1 - one:  # PAIRS are (0, 1) … (0, 6), (1, 2) … (1, 6) …: quicker than a table
        steps -= BOATS - 1 - one
        one += 1
    other = one + 1 + steps
    fruit = state.boat[one]
    state.boat[one] = state.boat[other]
    state.boat[other] = fruit
    state.start = (state.start + 1) % state.players
    if state.round_number == BOX.last_round:
        end_after_last_round(state)
    else:
        begin_round(state)


SWAP_BOATS = Decision("swap", list_swaps, {SWAP: swap_boats})
