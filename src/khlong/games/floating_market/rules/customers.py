"""Customers on their places. A place keeps two bits for each player: how many of that player's stand there."""

from khlong.engine.rule import rule

from ..components import BOX, CUSTOMERS
from ..places import ALL_BOATS, BOATS, PLACES, Place
from ..state import NOBODY, NOWHERE, State


@rule
def more_than_two(state: State) -> int:
    """0 with two players, 1 with more: which of a pair of components is in use."""
    return 0 if state.players == 2 else 1


@rule
def customers_of(state: State, place: int, player: int) -> int:
    """How many customers of a player stand on a place."""
    return state.customers_at[place] >> 2 * player & 3


@rule
def put_customer(state: State, place: int, player: int) -> None:
    """Puts one of a player's remaining customers on a place, which may be full with that."""
    seat = state.seat[player]
    seat.customers -= 1
    if place < BOATS:
        seat.boats |= 1 << place
    if place_fills_up(state, place):
        state.free &= ~(1 << place)
    state.customers_at[place] += 1 << 2 * player


@rule
def place_fills_up(state: State, place: int) -> bool:
    """Whether one more customer takes a place's last space. The Boatsman has room for all (FM-24)."""
    if place == Place.BOATSMAN:
        return False
    return state.customers_at[place] != 0 or (BOX.full_with_one[more_than_two(state)] >> place & 1) != 0


@rule
def occupied_boats(state: State) -> int:
    """The boats in play with a customer on them, Ama's included (FM-5)."""
    return BOX.places[more_than_two(state)] & ~state.free & ALL_BOATS


@rule
def retrieve_customers(state: State) -> None:
    """Everybody takes their customers back. All places are free but for the boats that Ama's customers block."""
    for place in range(PLACES):
        state.customers_at[place] = 0
    for player in range(state.players):
        state.seat[player].customers = CUSTOMERS
        state.seat[player].boats = 0
    state.stand = NOWHERE
    state.stand_owner = NOBODY
    state.free = BOX.places[more_than_two(state)]
    for customer in range(2):
        if state.ama[customer] != NOWHERE:
            state.free &= ~(1 << state.ama[customer])
