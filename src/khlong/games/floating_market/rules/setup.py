"""Set-up."""

from khlong.engine.chance import below
from khlong.engine.rule import rule

from ..components import BOX
from ..places import BOATS
from ..state import ALL_DICE, NOBODY, NOWHERE, State
from .customers import retrieve_customers
from .round_end import begin_round


@rule
def setup(state: State) -> None:
    """Lays out the market. Number of players and options stand in the state already."""
    if state.first == NOBODY:
        state.first = below(state.chance, state.players)
    state.start = state.first
    state.closed = BOX.closed_with_two if state.players == 2 else NOWHERE
    place_boats(state)
    place_ama(state)
    for player in range(state.players):
        seat = state.seat[player]
        seat.coins = BOX.start_coins
        seat.hand = ALL_DICE
    state.activated = NOWHERE
    retrieve_customers(state)
    begin_round(state)


@rule
def place_boats(state: State) -> None:
    """One boat on each location, at random."""
    for location in range(BOATS):
        state.boat[location] = location
    for location in range(BOATS - 1, 0, -1):
        other = below(state.chance, location + 1)
        fruit = state.boat[other]
        state.boat[other] = state.boat[location]
        state.boat[location] = fruit


@rule
def place_ama(state: State) -> None:
    """With two or three players, Ama sends two customers of an unused colour."""
    for customer in range(2):
        state.ama[customer] = BOX.ama_start[customer] if state.players <= 3 else NOWHERE
