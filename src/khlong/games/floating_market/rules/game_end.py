"""Game end: who has the fruit, and who wins."""

from khlong.engine.moves import count_members
from khlong.engine.rule import rule

from ..state import Ending, State


@rule
def fruit_count(state: State, player: int) -> int:
    """How many different fruits a player has."""
    return count_members(state.seat[player].fruit)


@rule
def score(state: State, player: int) -> tuple[int, int]:
    """What ranks a player behind the winner, too (FM-26)."""
    return fruit_count(state, player), state.seat[player].coins


@rule
def end_if_bought(state: State) -> None:
    """Who reaches the goal at the Market has won at once, alone; everything stays as it is (FM-25)."""
    if fruit_count(state, state.decider) >= state.goal:
        state.ending = Ending.AT_MARKET
        state.winners = 1 << state.decider


@rule
def end_if_won(state: State) -> None:
    """The game ends when somebody has collected the last fruit they need; everything stays as it is (FM-25)."""
    contenders = 0
    for player in range(state.players):
        if fruit_count(state, player) >= state.goal:
            contenders |= 1 << player
    if contenders:
        state.ending = Ending.IN_COLLECT
        state.winners = richest(state, contenders)


@rule
def end_after_last_round(state: State) -> None:
    """A game that nobody wins ends all the same: most different fruits, then most coins, then shared (FM-21)."""
    most = 0
    for player in range(state.players):
        most = max(most, fruit_count(state, player))
    contenders = 0
    for player in range(state.players):
        if fruit_count(state, player) == most:
            contenders |= 1 << player
    state.ending = Ending.LAST_ROUND
    state.winners = richest(state, contenders)


@rule
def richest(state: State, contenders: int) -> int:
    """Those of some players who have the most coins: more than one share the win."""
    most = 0
    for player in range(state.players):
        if contenders >> player & 1:
            most = max(most, state.seat[player].coins)
    winners = 0
    for player in range(state.players):
        if contenders >> player & 1 and state.seat[player].coins == most:
            winners |= 1 << player
    return winners
