"""Royal offerings: coins, flowers or goods for a space of the King's chart, and Favors in return (PH-18, PH-34)."""

from collections.abc import MutableSequence

from khlong.engine.rule import rule

from ..components import KING_COLUMNS
from ..constants import BOX
from ..moves import KING_SPACE
from ..state import KING, NOBODY, State
from .favors import gain_favors
from .used import USED_KING

GOODS_ROW = 2 * KING_COLUMNS


@rule
def can_pay_king(state: State, space: int) -> bool:
    seat = state.seat[state.decider]
    entry = state.edition * KING + space
    if space >= GOODS_ROW:
        one, other = BOX.king_good_one[entry], BOX.king_good_other[entry]
        if one == other:
            return seat.goods[one] >= 2
        return seat.goods[one] > 0 and seat.goods[other] > 0
    return seat.coins >= BOX.king_coins[entry] and seat.flowers >= BOX.king_flowers[entry]


@rule
def list_king_spaces(state: State, moves: MutableSequence[int], count: int) -> int:
    """Any empty space that one can pay; Favors do not pay the King."""
    if state.seat[state.decider].disks > 0:
        for space in range(KING):
            empty = BOX.king_spaces[state.edition] >> space & 1 and state.king[space] == NOBODY
            if empty and can_pay_king(state, space):
                moves[count] = KING_SPACE(space)
                count += 1
    return count


@rule
def give_to_king(state: State, space: int) -> None:
    state.used |= USED_KING
    seat = state.seat[state.decider]
    entry = state.edition * KING + space
    if space >= GOODS_ROW:
        seat.goods[BOX.king_good_one[entry]] -= 1
        seat.goods[BOX.king_good_other[entry]] -= 1
    else:
        seat.coins -= BOX.king_coins[entry]
        seat.flowers -= BOX.king_flowers[entry]
    seat.disks -= 1
    gain_favors(state, state.decider, BOX.favors_for_an_offering)
    state.king[space] = state.decider
