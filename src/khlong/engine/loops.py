"""The loops that every game shares: a new game, random play to the end, many games in a row.

`setup`, `legal_moves` and the like stand here for those of the game; the linker puts its own in their place.
"""

from collections.abc import MutableSequence, Sequence
from typing import TYPE_CHECKING

from .chance import Chance, below, sow
from .decision import GAME_TURN
from .rule import rule
from .scratch import Floats, Moves
from .tally import Result

if TYPE_CHECKING:
    from .game import GameState

PICKER_OFFSET = 0x5F3759DF


@rule
def setup(state: "GameState") -> None:
    """The game's own set-up."""


@rule
def legal_moves(state: "GameState", moves: Moves) -> int:
    """The game's own legal moves."""
    return 0


@rule
def play(state: "GameState", move: int) -> None:
    """The game's own play."""


@rule
def answer(state: "GameState", move: int) -> None:
    """The game's own play, but for turns of the game's own."""


@rule
def game_turn(state: "GameState") -> None:
    """The turn that no player decides."""


@rule
def value(state: "GameState", shares: Floats, points: Floats) -> None:
    """The game's own estimate of who wins, and with what score."""


@rule
def list_legal_moves(state: "GameState", moves: Moves) -> int:
    """The game's legal moves as an entry point: compiled code is kept on disk only for functions that have a file."""
    return legal_moves(state, moves)


@rule
def play_move(state: "GameState", move: int) -> None:
    """The game's play as an entry point."""
    play(state, move)


@rule
def begin(state: "GameState", word0: int, word1: int, word2: int, word3: int, offset: int) -> None:
    """Starts a game, whose options are already in the state, from seed + offset."""
    sow(state.chance, word0, word1, word2, word3, offset)
    setup(state)


@rule
def begin_picker(picker: Chance, word0: int, word1: int, word2: int, word3: int, offset: int) -> None:
    """Starts the generator of random players. It is not the game's own, so that the moves alone replay a game."""
    sow(picker, word2 ^ PICKER_OFFSET, word3, word0, word1, 0)
    sow(picker, picker.a, picker.b, picker.c, picker.counter, offset)


@rule
def pick(state: "GameState", picker: Chance, moves: Moves) -> int:
    """A random legal move."""
    return moves[below(picker, legal_moves(state, moves))]


@rule
def finish(state: "GameState", picker: Chance, moves: Moves) -> None:
    """Random play to the end of the game. The inner loop lets games side by side on a GPU wait for each other."""
    while state.ending == 0:
        while state.decision >= 0:
            answer(state, pick(state, picker, moves))
        if state.decision == GAME_TURN:
            game_turn(state)


@rule
def play_games(
    template: "MutableSequence[GameState]",
    words: Sequence[int],
    offset: int,
    states: "MutableSequence[GameState]",
    results: Sequence[Result],
    picker: Sequence[Chance],
    moves: Moves,
) -> None:
    """Plays whole random games in compiled code, from seeds that count up from `offset`.

    `states` keeps the last states: one for each game, or only one, which is then used over and over.
    """
    for index in range(len(results)):
        slot = index % len(states)
        states[slot] = template[0]
        state = states[slot]
        begin(state, words[0], words[1], words[2], words[3], offset + index)
        begin_picker(picker[0], words[0], words[1], words[2], words[3], offset + index)
        finish(state, picker[0], moves)
        note_result(state, results[index])


@rule
def note_result(state: "GameState", result: Result) -> None:
    """Keeps what `Tally` counts."""
    result.first = state.first
    result.winners = state.winners
    result.ending = state.ending
    result.rounds = state.round_number
    result.plies = state.ply
