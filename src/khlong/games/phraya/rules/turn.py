"""The course of a turn: after a card its effects, the merchant first (PH-7), then the move, then actions."""

from khlong.engine.decision import NOTHING
from khlong.engine.rule import rule

from ..constants import BOX
from ..enums import GOODS
from ..state import Ask, State, Step
from .cards import gain
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
        gain(state)
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
