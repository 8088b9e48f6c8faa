"""Pig, for two to six players: roll the die as often as you dare, and keep what it brings before it shows a one."""

from collections.abc import MutableSequence
from typing import Annotated

from khlong.engine.chance import below
from khlong.engine.decision import GAME_TURN, NOTHING, Decision
from khlong.engine.game import Game, GameState, Option, next_player
from khlong.engine.moves import MoveSpace, Verbs
from khlong.engine.rule import rule
from khlong.engine.schema import Record, i8, i16
from khlong.games import facets

MOST_PLAYERS = 6
SIDES = 6


class Seat(Record):
    """What a player has."""

    points: Annotated[int, i16]


class State(GameState):
    """A game of Pig."""

    goal: Annotated[int, i16]
    die: Annotated[int, i8]
    at_stake: Annotated[int, i16]
    seat: Annotated[list[Seat], MOST_PLAYERS]


VERBS = Verbs()
ROLL = VERBS.declare("roll")
HOLD = VERBS.declare("hold")


@rule
def setup(state: State) -> None:
    """Chance says who begins."""
    state.round_number = 1
    state.first = below(state.chance, state.players)
    state.decider = state.first
    state.decision = 0


@rule
def list_choices(state: State, moves: MutableSequence[int]) -> int:
    """Roll; or hold, once something is at stake."""
    moves[0] = ROLL()
    moves[1] = HOLD()
    return 2 if state.at_stake else 1


@rule
def throw(state: State) -> None:
    """What the die shows is no player's decision: it is the game's turn."""
    state.decision = GAME_TURN


@rule
def keep(state: State) -> None:
    """What is at stake becomes points, and the turn passes on."""
    state.seat[state.decider].points += state.at_stake
    state.at_stake = 0


@rule
def roll(state: State) -> None:
    """A one loses what is at stake, and the turn; all else is added until it is enough to win."""
    state.die = 1 + below(state.chance, SIDES)
    if state.die == 1:
        state.at_stake = 0
        next_player(state)
        return
    state.at_stake += state.die
    state.decision = 0
    if state.seat[state.decider].points + state.at_stake >= state.goal:
        keep(state)
        state.decision = NOTHING
        state.ending = 1
        state.winners = 1 << state.decider


@rule
def score(state: State, player: int) -> tuple[int]:
    """The points of a player."""
    return (state.seat[player].points,)


GAME = Game(
    name="pig",
    rules_version=1,
    players=range(2, MOST_PLAYERS + 1),
    state=State,
    setup=setup,
    decisions=(Decision("roll-or-hold", list_choices, {ROLL: throw, HOLD: keep}),),
    moves=MoveSpace(VERBS),
    score=score,
    game_turn=roll,
    endings=("not over", "reached the goal"),
    options=(Option("goal", ("100", "50"), "goal", (100, 50)),),
    facets=(facets.Cover("Pig", "Roll as often as you dare, but hold before the die shows a one."),),
)
