"""Goods stalls: buying or selling one kind of goods at the price of the chart (PH-11)."""

from collections.abc import MutableSequence

from khlong.engine.rule import rule

from ..components import BOXES
from ..constants import BOX
from ..enums import Special
from ..moves import BUY, MOST_AT_ONCE, PURCHASES, SELL
from ..state import NOBODY, State
from .favors import pay_favors
from .gains import gain_coins, gain_flowers
from .used import use_side

PURCHASE_COUNT = tuple(count for count, _ in PURCHASES)
PURCHASE_FAVORS = tuple(favors for _, favors in PURCHASES)


@rule
def price_of(state: State, good: int) -> int:
    """The price on the chart."""
    return BOX.price[good * BOXES + state.box[good]]


@rule
def buying_price(state: State, good: int) -> int:
    """The price on the chart, or its row's lowest with the card for that (PH-12)."""
    if BOX.card_special[state.card] == Special.LOWEST and BOX.card_good[state.card] == good:
        return BOX.price[good * BOXES]
    return price_of(state, good)


@rule
def list_purchases(state: State, side: int, good: int, moves: MutableSequence[int], count: int) -> int:
    """One or more, at most the free room; a Favor pays for one."""
    seat = state.seat[state.decider]
    price = buying_price(state, good)
    room = seat.room[good] - seat.goods[good]
    move = BUY(side, 0)
    for number in range(1, min(room, MOST_AT_ONCE) + 1):
        for favors in range(number + 1):
            if favors <= seat.favors and (number - favors) * price <= seat.coins:
                moves[count] = move
                count += 1
            move += 1
    return count


@rule
def buy_goods(state: State, side: int, purchase: int) -> None:
    use_side(state, side)
    seat = state.seat[state.decider]
    stall = 2 * seat.section + side
    good = state.stall[stall]
    number, favors = PURCHASE_COUNT[purchase], PURCHASE_FAVORS[purchase]
    seat.coins -= (number - favors) * buying_price(state, good)
    pay_favors(state, favors)
    seat.goods[good] += number
    thank_owner(state, stall)


@rule
def list_sales(state: State, side: int, good: int, moves: MutableSequence[int], count: int) -> int:
    """One or more of what one has."""
    for number in range(1, min(state.seat[state.decider].goods[good], MOST_AT_ONCE) + 1):
        moves[count] = SELL(side, number)
        count += 1
    return count


@rule
def sell_goods(state: State, side: int, number: int) -> None:
    use_side(state, side)
    seat = state.seat[state.decider]
    stall = 2 * seat.section + side
    good = state.stall[stall]
    seat.goods[good] -= number
    gain_coins(seat, number * price_of(state, good))
    thank_owner(state, stall)


@rule
def thank_owner(state: State, stall: int) -> None:
    """Trading at another player's stall gives its owner flowers, however much is traded."""
    owner = state.owner[stall]
    if owner != NOBODY and owner != state.decider:
        gain_flowers(state.seat[owner], BOX.flowers_for_an_owner)
