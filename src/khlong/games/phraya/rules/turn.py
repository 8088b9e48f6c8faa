"""The course of a turn: after a card its effects, the merchant first (PH-7), then move and actions; and how it ends."""

from khlong.engine.decision import GAME_TURN, NOTHING
from khlong.engine.moves import count_members
from khlong.engine.rule import rule

from ..constants import BOX
from ..enums import GOODS
from ..state import NONE, Ask, State, Step
from .gains import gain_coins, gain_flowers
from .game_end import note_conditions
from .movement import bonus_sections


@rule
def carry_on(state: State) -> None:
    """Goes on to the next step of the turn that asks something. After an action comes another, unless the game ends."""
    if state.step == Step.ACTION:
        note_conditions(state)
        if state.decision == NOTHING:
            state.decision = Ask.ACTION
    while state.decision == NOTHING:
        state.step += 1
        begin_step(state)


@rule
def begin_step(state: State) -> None:
    """Asks what a step asks, if the card played shows it; gains need no question."""
    step, card = state.step, state.card
    seat = state.seat[state.decider]
    if step == Step.MERCHANT:
        if BOX.card_changes[card]:
            state.decision = Ask.MERCHANT
    elif step == Step.PRICES:
        if BOX.card_changes[card]:
            state.decision = Ask.PRICES
    elif step == Step.GAINS:
        if BOX.card_coins[card]:
            gain_coins(seat, BOX.card_coins[card])
        if BOX.card_flowers[card]:
            gain_flowers(seat, BOX.card_flowers[card])
    elif step == Step.BARGE:
        if BOX.card_barge[card]:
            state.decision = Ask.BARGE
    elif step == Step.BONUS_MOVE:
        if BOX.card_boat[card] and bonus_sections(state):
            state.decision = Ask.BONUS_MOVE
    elif step == Step.GOODS:
        if BOX.card_goods_for_flowers[card]:
            for good in range(GOODS):
                if seat.goods[good] > 0:
                    state.decision = Ask.GOODS
    elif step == Step.FLOWERS:
        if BOX.card_flowers_for_coins[card] and seat.flowers > 0:
            state.decision = Ask.FLOWERS
    elif step == Step.MOVE:
        state.decision = Ask.MOVE
    else:
        state.decision = Ask.ACTION


@rule
def end_turn(state: State) -> None:
    """Passes the turn on. After the last player of a round the prototype ends, if it is to end (PH-21), and any game
    ends after the last round (PH-29)."""
    state.card = NONE
    state.used = 0
    state.step = Step.CARD
    state.decider = (state.decider + 1) % state.players
    if state.decider == state.first:
        if count_members(state.conditions) >= 2 or state.round_number == BOX.last_round:
            state.decision = GAME_TURN
            return
        state.round_number += 1
    state.decision = Ask.CARD
