"""The course of a turn: after a card its effects, then the move, then actions."""

from collections.abc import MutableSequence

from khlong.engine.decision import Decision
from khlong.engine.moves import list_members
from khlong.engine.rule import rule

from ..canal import MOST_ROWERS, REACH, SECTIONS
from ..constants import (
    CARD_BARGE,
    CARD_BOAT,
    CARD_CHANGES,
    CARD_FLOWERS_FOR_COINS,
    CARD_GOODS_FOR_FLOWERS,
)
from ..enums import GOODS
from ..moves import BOAT
from ..state import Ask, State, Step
from .cards import bonus_sections, gain, move_boat
from .setup import boats_at


@rule
def carry_on(state: State) -> None:
    """Goes on to the next step of the turn that asks something."""
    while state.decision < 0:
        if state.step < Step.ACTION:
            state.step += 1
        begin_step(state)


@rule
def begin_step(state: State) -> None:
    """Asks what a step asks, if the card played shows it; gains need no question."""
    step, card = state.step, state.card
    seat = state.seat[state.decider]
    if step == Step.MERCHANT:
        if CARD_CHANGES[card]:
            state.decision = Ask.MERCHANT
    elif step == Step.PRICES:
        if CARD_CHANGES[card]:
            state.decision = Ask.PRICES
    elif step == Step.GAINS:
        gain(state)
    elif step == Step.BARGE:
        if CARD_BARGE[card]:
            state.decision = Ask.BARGE
    elif step == Step.BONUS_MOVE:
        if CARD_BOAT[card] and bonus_sections(state):
            state.decision = Ask.BONUS_MOVE
    elif step == Step.GOODS:
        if CARD_GOODS_FOR_FLOWERS[card]:
            for good in range(GOODS):
                if seat.goods[good] > 0:
                    state.decision = Ask.GOODS
    elif step == Step.FLOWERS:
        if CARD_FLOWERS_FOR_COINS[card] and seat.flowers > 0:
            state.decision = Ask.FLOWERS
    elif step == Step.MOVE:
        state.decision = Ask.MOVE
    else:
        state.decision = Ask.ACTION


@rule
def list_sections(state: State, moves: MutableSequence[int]) -> int:
    """Every free section within reach of the rowers (PH-9)."""
    seat = state.seat[state.decider]
    within = REACH[(state.barge * SECTIONS + seat.section) * (MOST_ROWERS + 1) + seat.rowers]
    return list_members(within & ~boats_at(state), BOAT, moves)


MOVE_BOAT = Decision("move", "Move your boat.", list_sections, move_boat)
