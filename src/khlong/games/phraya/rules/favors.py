"""The King's Favors: where they come from, and what they pay.

They come with each royal offering, and with the blessings of some cards. Discarded, a Favor pays one good at a goods
stall (PH-11), a basket or a rower (PH-13), or all flowers of an offering at a temple (PH-15); never the King (PH-18).
"""

from khlong.engine.rule import rule

from ..state import State
from .gains import MOST_HELD


@rule
def gain_favors(state: State, player: int, number: int) -> None:
    seat = state.seat[player]
    seat.favors = min(seat.favors + number, MOST_HELD)


@rule
def pay_favors(state: State, number: int) -> None:
    state.seat[state.decider].favors -= number
