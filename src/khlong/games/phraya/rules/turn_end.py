"""The end of a turn: the next player, the next round, or the end of the game."""

from khlong.engine.decision import GAME_TURN
from khlong.engine.rule import rule

from ..constants import BOX
from ..state import NONE, Ask, State, Step
from .game_end import conditions_met


@rule
def end_turn(state: State) -> None:
    """Passes the turn on. After the last player of a round the prototype ends, if it is to end (PH-21), and any game
    ends after the last round (PH-29)."""
    state.card = NONE
    state.used = 0
    state.step = Step.CARD
    state.decider = (state.decider + 1) % state.players
    if state.decider == state.first:
        if conditions_met(state) >= 2 or state.round_number == BOX.last_round:
            state.decision = GAME_TURN
            return
        state.round_number += 1
    state.decision = Ask.CARD
