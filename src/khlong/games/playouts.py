"""The value of a position in games that have learnt none: what random games from there come to."""

from collections.abc import MutableSequence

from khlong.engine.chance import sow
from khlong.engine.game import GameState
from khlong.engine.loops import finish
from khlong.engine.rule import rule
from khlong.engine.scratch import Floats, Moves, boxed, copy_into, numbers

PLAYOUTS = 16
ROOM = 1  # for legal moves; put in place by the linker


@rule
def final_score(state: GameState, player: int) -> tuple[int]:
    """The game's own score, where it is a rule."""
    return (0,)


@rule
def value(state: GameState, shares: Floats, points: Floats) -> None:
    """Fills in each player's part of the wins in random games from here, and their mean score."""
    for player in range(state.players):
        shares[player] = 0.0
        points[player] = 0.0
    box, moves = boxed(state), numbers(ROOM)
    games = 1 if state.ending else PLAYOUTS
    for number in range(games):
        play_out(box, state, number, moves)
        add_end(box, games, shares, points)


@rule
def play_out(box: MutableSequence[GameState], state: GameState, number: int, moves: Moves) -> None:
    """Plays a copy of the state to its end, with chance of its own."""
    trial = copy_into(box, state)
    words = state.chance
    sow(trial.chance, words.a, words.b, words.c, words.counter, number)
    finish(trial, trial.chance, moves)


@rule
def add_end(box: MutableSequence[GameState], games: int, shares: Floats, points: Floats) -> None:
    """Adds what one of some games came to."""
    end = box[0]
    winners = 0
    for player in range(end.players):
        winners += end.winners >> player & 1
    for player in range(end.players):
        shares[player] += (end.winners >> player & 1) / winners / games
        points[player] += final_score(end, player)[0] / games
