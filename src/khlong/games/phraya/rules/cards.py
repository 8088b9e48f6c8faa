"""Playing a card, and carrying out what it shows: merchant, gains, barge, bonus move, exchanges (PH-7)."""

from collections.abc import MutableSequence

from khlong.engine.decision import Decision
from khlong.engine.moves import list_members
from khlong.engine.rule import rule

from ..canal import BARGE_REACH, MOST_BARGE_STEPS, ONLY_WAY_OUT, REACH_IN_TWO, SECTIONS, SECTIONS_AT
from ..components import BOXES
from ..components import ROUTE as ROUTE_SPACES
from ..constants import (
    BARGE_CARDS,
    CARD_BARGE,
    CARD_BLESSING,
    CARD_BLESSING_COINS,
    CARD_CHANGE_ONE,
    CARD_CHANGE_OTHER,
    CARD_CHANGES,
    CARD_COINS,
    CARD_FLOWERS,
    CARD_STEPS,
    MAY_REFRESH,
    RECOVER,
    ROUTE,
)
from ..enums import GOODS, Blessing
from ..moves import BARGE, BOAT, CARD, DONE, FLOWERS, GIVE, MERCHANT, MOST_FLOWERS, PRICES, REFRESH
from ..state import NOBODY, NONE, Ask, State, Step
from .draws import fill_market
from .setup import boats_at
from .turn_end import end_turn

COINS_FOR_A_FLOWER = 3


# Choosing a card


@rule
def is_blocked(state: State) -> bool:
    """Whether the barge lies on the only crossing that the decider's boat can leave by."""
    return ONLY_WAY_OUT[state.seat[state.decider].section] == state.barge


@rule
def list_cards(state: State, moves: MutableSequence[int]) -> int:
    """Any card in hand; whoever is blocked must move the barge, or recover if no card does that (PH-3)."""
    hand = state.seat[state.decider].hand
    if is_blocked(state):
        hand = hand & BARGE_CARDS if hand & BARGE_CARDS else 1 << RECOVER
    return list_members(hand, CARD, moves)


@rule
def play_card(state: State, move: int) -> None:
    seat = state.seat[state.decider]
    state.card = move - CARD
    seat.hand &= ~(1 << state.card)
    seat.discard |= 1 << state.card
    state.used = 0
    state.step = Step.CARD
    if state.card == RECOVER:
        recover(state)


PLAY_CARD = Decision("card", "Play a card.", list_cards, play_card)


# Recover: all cards back, a coin for each, and perhaps a fresh card in the market; nothing else this turn (PH-19)


@rule
def recover(state: State) -> None:
    seat = state.seat[state.decider]
    cards = seat.discard
    while cards:
        cards &= cards - 1
        seat.coins += 1
    seat.hand |= seat.discard
    seat.discard = 0
    if MAY_REFRESH[state.edition] and state.market[0] != NONE:
        state.decision = Ask.REFRESH
    else:
        end_turn(state)


@rule
def list_refresh(state: State, moves: MutableSequence[int]) -> int:
    moves[0] = REFRESH
    moves[1] = DONE
    return 2


@rule
def refresh_market(state: State, move: int) -> None:
    """The first card goes under the deck, where everybody knows it to be (PH-30)."""
    if move == REFRESH:
        state.under[state.under_count] = state.market[0]
        state.under_count += 1
        state.market[0] = NONE
        fill_market(state)
    end_turn(state)


REFRESH_MARKET = Decision("refresh", "Put the first market card under the deck?", list_refresh, refresh_market)


# The merchant: exact steps either way, then the prices of his two goods (PH-6)


@rule
def list_merchant_spaces(state: State, moves: MutableSequence[int]) -> int:
    spaces = 0
    for steps in range(1, 4):
        if CARD_STEPS[state.card] >> steps & 1:
            spaces |= 1 << (state.merchant + steps) % ROUTE_SPACES
            spaces |= 1 << (state.merchant - steps + ROUTE_SPACES) % ROUTE_SPACES
    return list_members(spaces, MERCHANT, moves)


@rule
def move_merchant(state: State, move: int) -> None:
    state.merchant = move - MERCHANT


MOVE_MERCHANT = Decision("merchant", "Move the merchant.", list_merchant_spaces, move_merchant)


@rule
def list_goods_of_merchant(state: State, moves: MutableSequence[int]) -> int:
    goods = 1 << ROUTE[2 * state.merchant] | 1 << ROUTE[2 * state.merchant + 1]
    return list_members(goods, PRICES, moves)


@rule
def change_prices(state: State, move: int) -> None:
    """The first change to the chosen good, the second, if the card has one, to the other."""
    good = move - PRICES
    change_price(state, good, CARD_CHANGE_ONE[state.card])
    if CARD_CHANGES[state.card] > 1:
        other = ROUTE[2 * state.merchant] + ROUTE[2 * state.merchant + 1] - good
        change_price(state, other, CARD_CHANGE_OTHER[state.card])


@rule
def change_price(state: State, good: int, change: int) -> None:
    """A cube moves along its row and stops at the ends."""
    state.box[good] = min(max(state.box[good] + change, 0), BOXES - 1)


CHANGE_PRICES = Decision("prices", "Which good gets the first price change?", list_goods_of_merchant, change_prices)


# Coins and flowers


@rule
def gain(state: State) -> None:
    seat = state.seat[state.decider]
    seat.coins += CARD_COINS[state.card]
    seat.flowers += CARD_FLOWERS[state.card]


# The barge: exact crossings, then blessings for all stalls beside it (PH-4, PH-5, PH-33)


@rule
def list_crossings(state: State, moves: MutableSequence[int]) -> int:
    crossings = BARGE_REACH[state.barge * (MOST_BARGE_STEPS + 1) + CARD_BARGE[state.card]]
    only_way_out = ONLY_WAY_OUT[state.seat[state.decider].section]
    if only_way_out != NONE and crossings & ~(1 << only_way_out):
        crossings &= ~(1 << only_way_out)
    return list_members(crossings, BARGE, moves)


@rule
def move_barge(state: State, move: int) -> None:
    state.barge = move - BARGE
    for index in range(4):
        section = SECTIONS_AT[4 * state.barge + index]
        bless(state, state.owner[2 * section])
        bless(state, state.owner[2 * section + 1])


@rule
def bless(state: State, owner: int) -> None:
    if owner == NOBODY:
        return
    seat = state.seat[owner]
    blessing = CARD_BLESSING[state.card]
    if blessing == Blessing.FLOWER:
        seat.flowers += 1
    elif blessing == Blessing.COINS:
        seat.coins += CARD_BLESSING_COINS[state.card]
    else:
        seat.favors += 1


MOVE_BARGE = Decision("barge", "Move the royal barge.", list_crossings, move_barge)


# The bonus move: exactly two sections, before the normal move (PH-8, PH-32)


@rule
def bonus_sections(state: State) -> int:
    section = state.seat[state.decider].section
    return REACH_IN_TWO[state.barge * SECTIONS + section] & ~boats_at(state)


@rule
def list_bonus_sections(state: State, moves: MutableSequence[int]) -> int:
    return list_members(bonus_sections(state), BOAT, moves)


@rule
def move_boat(state: State, move: int) -> None:
    state.seat[state.decider].section = move - BOAT


BONUS_MOVE = Decision("bonus-move", "Move your boat exactly two channels.", list_bonus_sections, move_boat)


# Exchanges: any number, none included


@rule
def list_goods_to_give(state: State, moves: MutableSequence[int]) -> int:
    count = 0
    for good in range(GOODS):
        if state.seat[state.decider].goods[good] > 0:
            moves[count] = GIVE + good
            count += 1
    moves[count] = DONE
    return count + 1


@rule
def give_good(state: State, move: int) -> None:
    seat = state.seat[state.decider]
    if move == DONE:
        return
    seat.goods[move - GIVE] -= 1
    seat.flowers += 1
    for good in range(GOODS):
        if seat.goods[good] > 0:
            state.decision = Ask.GOODS


GIVE_GOODS = Decision("goods", "Discard goods for a flower each?", list_goods_to_give, give_good)


@rule
def list_flowers(state: State, moves: MutableSequence[int]) -> int:
    most = min(state.seat[state.decider].flowers, MOST_FLOWERS)
    for number in range(most + 1):
        moves[number] = FLOWERS + number
    return most + 1


@rule
def sell_flowers(state: State, move: int) -> None:
    seat = state.seat[state.decider]
    number = move - FLOWERS
    seat.flowers -= number
    seat.coins += COINS_FOR_A_FLOWER * number
    if number == MOST_FLOWERS and seat.flowers > 0:
        state.decision = Ask.FLOWERS


SELL_FLOWERS = Decision("flowers", "How many flowers for three coins each?", list_flowers, sell_flowers)
