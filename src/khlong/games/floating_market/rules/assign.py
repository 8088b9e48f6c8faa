"""Assign customers: one customer at a time, and a die with the first of the round."""

from collections.abc import MutableSequence

from khlong.engine.decision import Decision
from khlong.engine.moves import list_members
from khlong.engine.rule import rule

from ..components import BOX, CUSTOMERS
from ..moves import PLACE
from ..places import BOTH_DOCKS, Place
from ..state import State
from .buildings import visit
from .customers import occupied_boats, put_customer

BOATSMAN = 1 << Place.BOATSMAN
FRUIT_STAND = 1 << Place.FRUIT_STAND
FISHMONGER = 1 << Place.FISHMONGER
NEED_ANOTHER_CUSTOMER = 1 << Place.OFFICE | FISHMONGER


@rule
def list_places(state: State, moves: MutableSequence[int]) -> int:
    """Any unoccupied building, dock or boat that the player can pay and use."""
    seat = state.seat[state.decider]
    places = state.free & BOX.affordable[seat.coins]
    if seat.customers == CUSTOMERS and seat.hand == 0:
        places = BOATSMAN  # who begins the round without dice must fetch them
    if seat.customers == 1:
        places &= ~NEED_ANOTHER_CUSTOMER  # FM-15, FM-16
    if occupied_boats(state) == 0:
        places &= ~FISHMONGER  # FM-16
    if seat.boats == 0:
        places &= ~FRUIT_STAND  # FM-9
    if state.office_open:
        places &= ~BOTH_DOCKS  # FM-15
    return list_members(places, PLACE(0), moves)


@rule
def assign_customer(state: State, place: int) -> None:
    """Puts the customer down and pays; then a building acts, if it acts at once."""
    player = state.decider
    seat = state.seat[player]
    if seat.customers == CUSTOMERS:
        state.owes_first_die = 1
    seat.coins -= BOX.cost[place]
    put_customer(state, place, player)
    visit(state, place)


ASSIGN_CUSTOMER = Decision("customer", list_places, {PLACE: assign_customer})
