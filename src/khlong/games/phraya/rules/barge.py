"""The royal barge: exact crossings, then blessings for all stalls beside it (PH-4, PH-5, PH-33)."""

from collections.abc import MutableSequence

from khlong.engine.decision import Decision
from khlong.engine.moves import list_members
from khlong.engine.rule import rule

from ..canal import BARGE_REACH, MOST_BARGE_STEPS, ONLY_WAY_OUT, SECTIONS_AT
from ..constants import BOX
from ..enums import Blessing
from ..moves import BARGE
from ..state import NOBODY, NONE, State
from .favors import gain_favors
from .gains import gain_coins, gain_flowers


@rule
def list_crossings(state: State, moves: MutableSequence[int]) -> int:
    crossings = BARGE_REACH[state.barge * (MOST_BARGE_STEPS + 1) + BOX.card_barge[state.card]]
    only_way_out = ONLY_WAY_OUT[state.seat[state.decider].section]
    if only_way_out != NONE and crossings & ~(1 << only_way_out):
        crossings &= ~(1 << only_way_out)
    return list_members(crossings, BARGE(0), moves)


@rule
def move_barge(state: State, crossing: int) -> None:
    state.barge = crossing
    for index in range(4):
        section = SECTIONS_AT[4 * crossing + index]
        bless(state, state.owner[2 * section])
        bless(state, state.owner[2 * section + 1])


@rule
def bless(state: State, owner: int) -> None:
    if owner == NOBODY:
        return
    seat = state.seat[owner]
    blessing = BOX.card_blessing[state.card]
    if blessing == Blessing.FLOWER:
        gain_flowers(seat, 1)
    elif blessing == Blessing.COINS:
        gain_coins(seat, BOX.card_blessing_coins[state.card])
    else:
        gain_favors(state, owner, 1)


MOVE_BARGE = Decision("barge", list_crossings, {BARGE: move_barge})
