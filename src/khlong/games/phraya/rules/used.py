"""What has been used this turn: each stall beside the boat can be once, and the King once (PH-10)."""

from khlong.engine.rule import rule

from ..state import State

USED_STALLS = 1 | 2  # left and right
USED_KING = 4


@rule
def use_side(state: State, side: int) -> None:
    """Uses up the stall on one side of the boat."""
    state.used |= 1 << side


@rule
def use_stall(state: State, kind: int) -> None:
    """Uses up the first unused stall of a kind beside the boat."""
    section = state.seat[state.decider].section
    for side in range(2):
        if state.stall[2 * section + side] == kind and not state.used >> side & 1:
            use_side(state, side)
            return
