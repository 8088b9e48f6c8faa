"""Game end: three conditions, of which two must hold, and who wins."""

from khlong.engine.decision import GAME_TURN, NOTHING
from khlong.engine.moves import count_members
from khlong.engine.rule import rule

from ..components import KING_COLUMNS
from ..constants import BOX, KING_ROWS
from ..enums import GOODS
from ..state import NOBODY, Ending, State
from .gains import gain_coins
from .scoring import count_board, total_score, worth_of_goods

TITHE, WORSHIP, SUPREMACY = 1, 2, 4
TIE_BREAK = 1 << 16  # more than there can be Favors or flowers
LOWEST = -(1 << 60)


@rule
def note_conditions(state: State) -> None:
    """Looks whether a condition has come about: once met it stays met (PH-22). The published game ends at the moment
    that the second one is (PH-21)."""
    if tithe_is_complete(state):
        state.conditions |= TITHE
    for good in range(GOODS):
        if state.temple_count[good] > BOX.temple_last[state.edition]:
            state.conditions |= WORSHIP
    for player in range(state.players):
        if state.seat[player].stalls == 0:
            state.conditions |= SUPREMACY
    if BOX.ends_at_once[state.edition] and count_members(state.conditions) >= 2:
        state.decision = GAME_TURN


@rule
def tithe_is_complete(state: State) -> bool:
    """Whether a row of the King's chart is full of disks."""
    complete = False
    for row in range(KING_ROWS):
        full = True
        for column in range(KING_COLUMNS):
            space = row * KING_COLUMNS + column
            if BOX.king_spaces[state.edition] >> space & 1 and state.king[space] == NOBODY:
                full = False
        if full:
            complete = True
    return complete


@rule
def reckon(state: State) -> None:
    """The game's turn, its last: everybody sells all goods, and the scores are compared, Favors and flowers
    breaking ties (PH-27)."""
    state.decision = NOTHING
    for player in range(state.players):
        sell_all(state, player)
    counts = count_board(state)
    best = LOWEST
    for player in range(state.players):
        seat = state.seat[player]
        standing = (total_score(state, counts, player) * TIE_BREAK + seat.favors) * TIE_BREAK + seat.flowers
        if standing > best:
            best = standing
            state.winners = 0
        if standing == best:
            state.winners |= 1 << player
    met = state.conditions
    if count_members(met) < 2:
        state.ending = Ending.LAST_ROUND
    elif met == TITHE | WORSHIP:
        state.ending = Ending.TITHE_AND_WORSHIP
    elif met == TITHE | SUPREMACY:
        state.ending = Ending.TITHE_AND_SUPREMACY
    elif met == WORSHIP | SUPREMACY:
        state.ending = Ending.WORSHIP_AND_SUPREMACY
    else:
        state.ending = Ending.ALL_THREE


@rule
def standing(state: State, player: int) -> tuple[int, int, int]:
    """What ranks a player, behind the winner too (PH-27, PH-36)."""
    seat = state.seat[player]
    return total_score(state, count_board(state), player), seat.favors, seat.flowers


@rule
def sell_all(state: State, player: int) -> None:
    """Goods on the boat become coins at the current prices."""
    gain_coins(state.seat[player], worth_of_goods(state, player))
    for good in range(GOODS):
        state.seat[player].goods[good] = 0
