"""The merchant: exact steps either way, then the prices of his two goods (PH-6)."""

from collections.abc import MutableSequence

from khlong.engine.decision import Decision
from khlong.engine.moves import list_members
from khlong.engine.rule import rule

from ..components import BOXES
from ..components import ROUTE as ROUTE_SPACES
from ..constants import BOX
from ..moves import MERCHANT, PRICES
from ..state import State


@rule
def list_merchant_spaces(state: State, moves: MutableSequence[int]) -> int:
    spaces = 0
    for steps in range(1, 4):
        if BOX.card_steps[state.card] >> steps & 1:
            spaces |= 1 << (state.merchant + steps) % ROUTE_SPACES
            spaces |= 1 << (state.merchant - steps + ROUTE_SPACES) % ROUTE_SPACES
    return list_members(spaces, MERCHANT(0), moves)


@rule
def move_merchant(state: State, space: int) -> None:
    state.merchant = space


MOVE_MERCHANT = Decision("merchant", list_merchant_spaces, {MERCHANT: move_merchant})


@rule
def list_goods_of_merchant(state: State, moves: MutableSequence[int]) -> int:
    goods = 1 << BOX.route[2 * state.merchant] | 1 << BOX.route[2 * state.merchant + 1]
    return list_members(goods, PRICES(0), moves)


@rule
def change_prices(state: State, good: int) -> None:
    """The first change to the chosen good, the second, if the card has one, to the other."""
    change_price(state, good, BOX.card_change_one[state.card])
    if BOX.card_changes[state.card] > 1:
        other = BOX.route[2 * state.merchant] + BOX.route[2 * state.merchant + 1] - good
        change_price(state, other, BOX.card_change_other[state.card])


@rule
def change_price(state: State, good: int, change: int) -> None:
    """A cube moves along its row and stops at the ends."""
    state.box[good] = min(max(state.box[good] + change, 0), BOXES - 1)


CHANGE_PRICES = Decision("prices", list_goods_of_merchant, {PRICES: change_prices})
