"""Playing a card: Recover and exchanges.

What else cards show has files of its own, `merchant`, `barge` and `movement`; `turn` has the order of all (PH-7).
"""

from collections.abc import MutableSequence

from khlong.engine.decision import Decision
from khlong.engine.moves import count_members, list_members
from khlong.engine.rule import rule

from ..constants import BOX
from ..enums import GOODS
from ..moves import CARD, DONE, FLOWERS, GIVE, MOST_FLOWERS, REFRESH
from ..state import NONE, Ask, State, Step
from .draws import fill_market
from .gains import gain_coins, gain_flowers
from .movement import is_blocked
from .turn import end_turn

# Choosing a card


@rule
def list_cards(state: State, moves: MutableSequence[int]) -> int:
    """Any card in hand; whoever is blocked must move the barge, or recover if no card does that (PH-3)."""
    hand = state.seat[state.decider].hand
    if is_blocked(state):
        hand = hand & BOX.barge_cards if hand & BOX.barge_cards else 1 << BOX.recover
    return list_members(hand, CARD(0), moves)


@rule
def play_card(state: State, card: int) -> None:
    seat = state.seat[state.decider]
    state.card = card
    seat.hand &= ~(1 << card)
    seat.discard |= 1 << card
    state.used = 0
    state.step = Step.CARD
    if card == BOX.recover:
        recover(state)


PLAY_CARD = Decision("card", list_cards, {CARD: play_card})


# Recover: all cards back, a coin for each, and perhaps a fresh card in the market; nothing else this turn (PH-19)


@rule
def recover(state: State) -> None:
    seat = state.seat[state.decider]
    gain_coins(seat, BOX.coins_for_a_card * count_members(seat.discard))
    seat.hand |= seat.discard
    seat.discard = 0
    if BOX.may_refresh[state.edition] and state.market[0] != NONE:
        state.decision = Ask.REFRESH
    else:
        end_turn(state)


@rule
def list_refresh(state: State, moves: MutableSequence[int]) -> int:
    moves[0] = REFRESH()
    moves[1] = DONE()
    return 2


@rule
def refresh_market(state: State) -> None:
    """The first card goes under the deck, where everybody knows it to be (PH-30)."""
    state.under[state.under_count] = state.market[0]
    state.under_count += 1
    state.market[0] = NONE
    fill_market(state)
    end_turn(state)


REFRESH_MARKET = Decision("refresh", list_refresh, {REFRESH: refresh_market, DONE: end_turn})


# Exchanges: any number, none included


@rule
def list_goods_to_give(state: State, moves: MutableSequence[int]) -> int:
    count = 0
    for good in range(GOODS):
        if state.seat[state.decider].goods[good] > 0:
            moves[count] = GIVE(good)
            count += 1
    moves[count] = DONE()
    return count + 1


@rule
def give_good(state: State, good: int) -> None:
    seat = state.seat[state.decider]
    seat.goods[good] -= 1
    gain_flowers(seat, BOX.flowers_for_a_good)
    for other in range(GOODS):
        if seat.goods[other] > 0:
            state.decision = Ask.GOODS


@rule
def keep_goods(state: State) -> None:
    """The rest stays on the boat."""


GIVE_GOODS = Decision("goods", list_goods_to_give, {GIVE: give_good, DONE: keep_goods})


@rule
def list_flowers(state: State, moves: MutableSequence[int]) -> int:
    most = min(state.seat[state.decider].flowers, MOST_FLOWERS)
    for number in range(most + 1):
        moves[number] = FLOWERS(number)
    return most + 1


@rule
def sell_flowers(state: State, number: int) -> None:
    seat = state.seat[state.decider]
    seat.flowers -= number
    gain_coins(seat, BOX.coins_for_a_flower * number)
    if number == MOST_FLOWERS and seat.flowers > 0:
        state.decision = Ask.FLOWERS


SELL_FLOWERS = Decision("flowers", list_flowers, {FLOWERS: sell_flowers})
