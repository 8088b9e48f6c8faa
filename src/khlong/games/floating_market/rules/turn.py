"""What follows when a place has acted: dice to add, the Office's next customer, the next player."""

from collections.abc import MutableSequence

from khlong.engine.decision import GAME_TURN, Decision
from khlong.engine.moves import list_members
from khlong.engine.rule import rule

from ..moves import DIE
from ..state import Ask, State


@rule
def carry_on(state: State) -> None:
    """First the dice that a building lets its visitor add, then the Office's customers, then the die of the round's
    first customer (FM-6), then the next player. Whoever runs out of dice adds what there is (FM-8)."""
    seat = state.seat[state.decider]
    if state.dice_to_add and seat.hand:
        state.decision = Ask.DIE
        return
    state.dice_to_add = 0
    if state.office_open and seat.customers:
        state.decision = Ask.CUSTOMER
        return
    state.office_open = 0
    if state.owes_first_die and seat.hand:
        state.owes_first_die = 0
        state.dice_to_add = 1
        state.decision = Ask.DIE
        return
    state.owes_first_die = 0
    next_player(state)


@rule
def next_player(state: State) -> None:
    """The next player clockwise who has a customer left (FM-23); when nobody has, the pool is rolled."""
    for step in range(1, state.players + 1):
        player = (state.decider + step) % state.players
        if state.seat[player].customers:
            state.decider = player
            state.decision = Ask.CUSTOMER
            return
    state.decision = GAME_TURN


@rule
def list_dice(state: State, moves: MutableSequence[int]) -> int:
    """Any die in the player's hand."""
    return list_members(state.seat[state.decider].hand, DIE(0), moves)


@rule
def add_die(state: State, die: int) -> None:
    """The die goes from the hand to the pool."""
    seat = state.seat[state.decider]
    seat.hand &= ~(1 << die)
    seat.pool |= 1 << die
    state.dice_to_add -= 1


ADD_DIE = Decision("die", list_dice, {DIE: add_die})
