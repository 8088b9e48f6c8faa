"""Basket, restaurant, temple, scribe and administration stalls."""

from collections.abc import MutableSequence

from khlong.engine.rule import rule

from ..canal import PLACE_OF_STALL, STALLS
from ..components import SLOTS, TEMPLE_COLUMNS
from ..constants import BOX
from ..enums import GOODS, Good, RowerPay, Special, Stall
from ..moves import BASKET, DELIVER, OFFER, ROWER, STALL, TAKE
from ..state import NOBODY, NONE, State
from .draws import draw_basket, draw_order, fill_market
from .favors import pay_favors
from .gains import gain_coins
from .setup import put_basket
from .used import use_side, use_stall


@rule
def part_beside(state: State, side: int) -> int:
    """The part of the board on which the stall on one side of the boat stands."""
    return PLACE_OF_STALL[2 * state.seat[state.decider].section + side]


# Basket stall: a basket for its price, or a rower for a fish or meat; a Favor pays either (PH-13)


@rule
def list_basket_stall(state: State, side: int, moves: MutableSequence[int], count: int) -> int:
    seat = state.seat[state.decider]
    tile = state.basket_at[part_beside(state, side)]
    if tile != NONE and seat.baskets < BOX.most_baskets:
        if seat.coins >= BOX.basket_price[tile]:
            moves[count] = BASKET(side, 0)
            count += 1
        if seat.favors > 0:
            moves[count] = BASKET(side, 1)
            count += 1
    if seat.rowers < BOX.rowers_at_most:
        if seat.goods[Good.FISH] > 0:
            moves[count] = ROWER(side, RowerPay.FISH)
            count += 1
        if seat.goods[Good.MEAT] > 0:
            moves[count] = ROWER(side, RowerPay.MEAT)
            count += 1
        if seat.favors > 0:
            moves[count] = ROWER(side, RowerPay.FAVOR)
            count += 1
    return count


@rule
def buy_basket(state: State, side: int, with_favor: int) -> None:
    use_side(state, side)
    seat = state.seat[state.decider]
    part = part_beside(state, side)
    tile = state.basket_at[part]
    if with_favor:
        pay_favors(state, 1)
    else:
        seat.coins -= BOX.basket_price[tile]
    seat.baskets += 1
    put_basket(state, state.decider, tile)
    state.basket_at[part] = draw_basket(state)


@rule
def hire_rower(state: State, side: int, pay: int) -> None:
    use_side(state, side)
    seat = state.seat[state.decider]
    if pay == RowerPay.FAVOR:
        pay_favors(state, 1)
    else:
        seat.goods[Good.FISH if pay == RowerPay.FISH else Good.MEAT] -= 1
    seat.rowers += 1


# Restaurant: all goods of the order at once, less one that a card ignores (PH-12, PH-14)


@rule
def can_deliver(state: State, order: int, ignoring: int) -> bool:
    """Whether the goods are there; to ignore a good, the order must ask for it."""
    if ignoring and (
        BOX.card_special[state.card] != Special.IGNORE or BOX.order_goods[4 * order + BOX.card_good[state.card]] == 0
    ):
        return False
    enough = True
    for good in range(GOODS):
        if state.seat[state.decider].goods[good] < goods_asked(state, order, good, ignoring):
            enough = False
    return enough


@rule
def goods_asked(state: State, order: int, good: int, ignoring: int) -> int:
    asked = BOX.order_goods[4 * order + good]
    if ignoring and good == BOX.card_good[state.card]:
        asked -= 1
    return asked


@rule
def list_orders(state: State, side: int, moves: MutableSequence[int], count: int) -> int:
    order = state.order_at[part_beside(state, side)]
    if order != NONE:
        for ignoring in range(2):
            if can_deliver(state, order, ignoring):
                moves[count] = DELIVER(side, ignoring)
                count += 1
    return count


@rule
def deliver_order(state: State, side: int, ignoring: int) -> None:
    use_side(state, side)
    seat = state.seat[state.decider]
    part = part_beside(state, side)
    order = state.order_at[part]
    for good in range(GOODS):
        seat.goods[good] -= goods_asked(state, order, good, ignoring)
    gain_coins(seat, BOX.order_coins[order])
    seat.orders |= 1 << order
    state.order_at[part] = draw_order(state)


# Temple: a good and its flowers, on the leftmost empty space of the good's row (PH-15)


@rule
def flowers_asked(state: State, good: int) -> int:
    """The flowers of the next space of a row, two less with the card for that."""
    column = state.temple_count[good]
    flowers = BOX.temple_flowers[(4 * state.edition + good) * TEMPLE_COLUMNS + column]
    if BOX.card_special[state.card] == Special.TEMPLE:
        flowers = max(flowers - BOX.temple_discount, 0)
    return flowers


@rule
def list_offerings(state: State, moves: MutableSequence[int], count: int) -> int:
    seat = state.seat[state.decider]
    for good in range(GOODS):
        full = state.temple_count[good] == BOX.temple_columns_used[state.edition]
        if seat.goods[good] > 0 and seat.disks > 0 and not full:
            if seat.flowers >= flowers_asked(state, good):
                moves[count] = OFFER(good, 0)
                count += 1
            if seat.favors > 0:
                moves[count] = OFFER(good, 1)
                count += 1
    return count


@rule
def make_offering(state: State, good: int, with_favor: int) -> None:
    use_stall(state, Stall.TEMPLE)
    seat = state.seat[state.decider]
    if with_favor:
        pay_favors(state, 1)
    else:
        seat.flowers -= flowers_asked(state, good)
    seat.goods[good] -= 1
    seat.disks -= 1
    state.temple[good * TEMPLE_COLUMNS + state.temple_count[good]] = state.decider
    state.temple_count[good] += 1


# Scribe: a market card, all in coins or all in flowers (PH-16)


@rule
def list_market_cards(state: State, moves: MutableSequence[int], count: int) -> int:
    seat = state.seat[state.decider]
    for slot in range(SLOTS):
        card = state.market[slot]
        if card != NONE:
            if seat.coins >= BOX.card_cost_coins[card]:
                moves[count] = TAKE(slot, 0)
                count += 1
            if seat.flowers >= BOX.card_cost_flowers[card]:
                moves[count] = TAKE(slot, 1)
                count += 1
    return count


@rule
def take_card(state: State, slot: int, with_flowers: int) -> None:
    use_stall(state, Stall.SCRIBE)
    seat = state.seat[state.decider]
    card = state.market[slot]
    if with_flowers:
        seat.flowers -= BOX.card_cost_flowers[card]
    else:
        seat.coins -= BOX.card_cost_coins[card]
    seat.hand |= 1 << card
    state.market[slot] = NONE
    fill_market(state)


# Administration: a stall of one's own on any free goods stall (PH-17)


@rule
def stall_price(state: State) -> int:
    return BOX.stall_price_with_card if BOX.card_special[state.card] == Special.STALL else BOX.stall_price


@rule
def list_claims(state: State, moves: MutableSequence[int], count: int) -> int:
    seat = state.seat[state.decider]
    if seat.stalls > 0 and seat.coins >= stall_price(state):
        for stall in range(STALLS):
            if state.stall[stall] < GOODS and state.owner[stall] == NOBODY:
                moves[count] = STALL(stall)
                count += 1
    return count


@rule
def place_stall(state: State, stall: int) -> None:
    use_stall(state, Stall.ADMINISTRATION)
    seat = state.seat[state.decider]
    seat.coins -= stall_price(state)
    seat.stalls -= 1
    state.owner[stall] = state.decider
