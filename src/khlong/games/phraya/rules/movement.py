"""Movement: the boat goes from channel to channel, and cannot pass the barge or end where another boat is (PH-9)."""

from collections.abc import MutableSequence

from khlong.engine.decision import Decision
from khlong.engine.moves import list_members
from khlong.engine.rule import rule

from ..canal import EXACT_REACH, MOST_ROWERS, ONLY_WAY_OUT, REACH, SECTIONS
from ..constants import BOX
from ..moves import BOAT
from ..state import NONE, State


@rule
def boats_at(state: State) -> int:
    """The set of sections where boats are."""
    sections = 0
    for player in range(state.players):
        if state.seat[player].section != NONE:
            sections |= 1 << state.seat[player].section
    return sections


@rule
def is_blocked(state: State) -> bool:
    """Whether the barge lies on the only crossing that the decider's boat can leave by."""
    return ONLY_WAY_OUT[state.seat[state.decider].section] == state.barge


@rule
def list_sections(state: State, moves: MutableSequence[int]) -> int:
    """Every free section within reach of the rowers (PH-9)."""
    seat = state.seat[state.decider]
    within = REACH[(state.barge * SECTIONS + seat.section) * (MOST_ROWERS + 1) + seat.rowers]
    return list_members(within & ~boats_at(state), BOAT(0), moves)


@rule
def move_boat(state: State, section: int) -> None:
    state.seat[state.decider].section = section


MOVE_BOAT = Decision("move", list_sections, {BOAT: move_boat})


# The bonus move: exactly so many sections, before the normal move (PH-8, PH-32)


@rule
def bonus_sections(state: State) -> int:
    section = state.seat[state.decider].section
    exactly = EXACT_REACH[(state.barge * SECTIONS + section) * (MOST_ROWERS + 1) + BOX.bonus_channels]
    return exactly & ~boats_at(state)


@rule
def list_bonus_sections(state: State, moves: MutableSequence[int]) -> int:
    return list_members(bonus_sections(state), BOAT(0), moves)


BONUS_MOVE = Decision("bonus-move", list_bonus_sections, {BOAT: move_boat})
