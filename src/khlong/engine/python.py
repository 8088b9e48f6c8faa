"""The python engine: the rules as they stand, on plain objects. No compiler, every debugger, coverage."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from . import loops
from .chance import SEED_BITS, Chance, seed_words, told_below, told_bits
from .errors import EngineError
from .given import shown, whole
from .rule import Linker
from .tally import Result, Tally

if TYPE_CHECKING:
    from .game import Game, GameState

S = TypeVar("S", bound="GameState")


def game_constants(game: Game) -> dict[str, object]:
    """What the linker puts into rules and loops for a game: its rules and its components."""
    return {"setup": game.setup, **game.rules._asdict(), **game.constants}


def check_run(game: Game, template: object, seed: object, games: object, first: object) -> None:
    """Refuses a run of games that no engine could play."""
    if not isinstance(template, game.state):
        raise EngineError(f"Games of {game.name} begin from what khlong.template gives, not from {shown(template)}.")
    for what, number, bits in (("seed", seed, SEED_BITS), ("number of games", games, 40), ("first game", first, 63)):
        given = whole(number)
        if given is None or not 0 <= given < 1 << bits:
            raise EngineError(f"The {what} is a whole number from 0 to 2^{bits} - 1, not {shown(number)}.")


class PythonEngine:
    """Plays on `GameState` objects."""

    name = "python"

    def __init__(self, game: Game) -> None:
        self.game = game
        linker = Linker(lambda function: function, game_constants(game))
        self.list_moves = linker.link(game.rules.legal_moves)
        self.play = linker.link(game.rules.play)
        self.answer = linker.link(game.rules.answer)
        self._setup = linker.link(game.setup)
        self._begin = linker.link(loops.begin)
        self._begin_picker = linker.link(loops.begin_picker)
        self._finish = linker.link(loops.finish)

    @cached_property
    def play_told(self) -> Callable[[GameState, int], None]:
        """`play` where `state.chance` is no generator, but somebody who is asked for each draw."""
        told = {"below": told_below, "draw": told_bits}
        play: Callable[[GameState, int], None] = Linker(
            lambda function: function, game_constants(self.game) | told
        ).link(self.game.rules.play)
        return play

    @cached_property
    def moves(self) -> list[int]:
        """Room for the legal moves of any state."""
        return [0] * (self.game.most_moves + 1)

    def begin(self, template: S, seed: int) -> S:
        """A new game with the options of the template."""
        state = template.copy()
        self._begin(state, *seed_words(seed), 0)
        return state

    def set_up(self, template: S, chance: Chance) -> S:
        """A new game that draws on a generator made elsewhere."""
        state = template.copy()
        state.chance = chance.copy()
        self._setup(state)
        return state

    def legal_moves(self, state: GameState) -> list[int]:
        """The numbers of the legal moves, in the order of the rules."""
        return self.moves[: self.list_moves(state, self.moves)]

    def copy(self, state: S) -> S:
        return state.copy()

    def from_state(self, state: S) -> S:
        return state.copy()

    def to_state(self, state: S) -> S:
        return state

    def random_games(self, template: GameState, seed: int, games: int, first: int = 0) -> Tally:
        """Plays games of random players with the seeds from seed + first on."""
        check_run(self.game, template, seed, games, first)
        results = []
        for offset in range(first, first + games):
            state, picker, result = template.copy(), Chance(), Result()
            self._begin(state, *seed_words(seed), offset)
            self._begin_picker(picker, *seed_words(seed), offset)
            self._finish(state, picker, self.moves)
            loops.note_result(state, result)
            results.append(result)
        return Tally.of(results)
