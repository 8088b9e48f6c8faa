"""What a game must tell of itself, and the part of the state that all games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Self

from .chance import Chance
from .decision import Decision, OwnState, Rules, dispatch
from .given import shown
from .moves import MoveSpace
from .python import PythonEngine
from .rule import rule
from .schema import Record, i8, i16, i32


class GameState(Record):
    """The fields that loops, tables and bots rely on in every game."""

    chance: Chance
    ply: Annotated[int, i32]
    round_number: Annotated[int, i16]
    players: Annotated[int, i8]
    first: Annotated[int, i8]
    decider: Annotated[int, i8]
    decision: Annotated[int, i8]
    ending: Annotated[int, i8]
    winners: Annotated[int, i8]


@dataclass(frozen=True)
class Option:
    """A choice that is made before the game: a key, and the values it can take."""

    key: str
    choices: tuple[str, ...]
    field: str
    values: tuple[int, ...]
    read: Callable[[str], int | str] | None = None
    """For options with too many choices to list, of which `choices` are then examples: the value of a choice, or
    what is wrong with it."""
    write: Callable[[int], str] | None = None
    """For those of them that chance may choose: the choice that a state has."""
    older: tuple[str, Mapping[str, str]] | None = None
    """A key that it had once, and what the choices of then are now: older records and tables have it."""
    unnamed: str | None = None
    """What records and tables mean that do not name it, where the default was another once: what is written today
    names every option."""

    @property
    def default(self) -> str:
        return self.choices[0]

    def value(self, choice: str) -> int | str:
        """What a choice puts into the state, or what is wrong with it."""
        if self.read is not None:
            return self.read(choice)
        if choice not in self.choices:
            return f"Option {self.key} cannot be {shown(choice)}. It can be: {', '.join(self.choices)}."
        return self.values[self.choices.index(choice)]


def who_begins(most_players: int) -> Option:
    """The option that every game may have: which seat begins. It was called `first` once, and counted seats from 1."""
    seats = range(most_players)
    once = {"random": "random"} | {str(seat + 1): str(seat) for seat in seats}
    return Option("begins", ("random", *map(str, seats)), "first", (-1, *seats), older=("first", once))


@rule
def next_player(state: OwnState) -> None:
    """What follows an answer in games of one question: the next player is asked."""
    state.decider = (state.decider + 1) % state.players
    state.round_number += state.decider == state.first
    state.decision = 0


@rule
def nothing_of_its_own(state: OwnState) -> None:
    """The game's own turn in games that never take one."""


def _refuse_nothing(players: int, options: Mapping[str, str]) -> str | None:
    return None


class Facet:
    """Something that a game may have beyond its rules, and that layers above the engine know of.

    `Reasons.of(game)` is the game's own, or the plain one that does for any game.
    """

    @classmethod
    def of(cls, game: Game) -> Self:
        """A game's facet of this kind."""
        if cls not in game.facet_of:
            own = (facet for facet in game.facets if isinstance(facet, cls))
            game.facet_of[cls] = next(own, None) or cls.plain(game)
        facet = game.facet_of[cls]
        assert isinstance(facet, cls)
        return facet

    @classmethod
    def plain(cls, game: Game) -> Self:
        """What stands in for it in a game that has none of its own."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class Game:
    """One game with one set of components: its rules, and facets for those who show, teach and judge it."""

    name: str
    rules_version: int
    players: range
    state: type[Any]
    setup: Callable[[OwnState], None]
    decisions: tuple[Decision, ...]
    moves: MoveSpace
    score: Callable[[OwnState, int], tuple[int, ...]]
    """What ranks a player, the most important first."""
    score_names: tuple[str, ...] = ("points",)
    endings: tuple[str, ...] = ("not over", "over")
    carry_on: Callable[[OwnState], None] = next_player
    game_turn: Callable[[OwnState], None] = nothing_of_its_own
    """What no player decides: the roll of the dice, the reckoning."""
    constants: Mapping[str, object] = field(default_factory=dict)
    identity: object = None
    """What tells this box from others, for records; if nothing is said, its constants: see `components.told`."""
    most_moves: int = 0
    """The longest list of legal moves; if nothing is said, all moves."""
    options: tuple[Option, ...] = ()
    refuse: Callable[[int, Mapping[str, str]], str | None] = _refuse_nothing
    """Why some number of players and options do not go together, if so."""
    facets: tuple[Facet, ...] = ()
    facet_of: dict[type[Facet], Facet] = field(default_factory=dict, init=False, repr=False)
    """Those that were asked for, plain ones too: see `Facet.of`."""

    def __post_init__(self) -> None:
        if not self.most_moves:
            object.__setattr__(self, "most_moves", len(self.moves))
        if self.identity is None:
            object.__setattr__(self, "identity", sorted(self.constants.items()))

    @cached_property
    def rules(self) -> Rules:
        """What engines run."""
        return dispatch(self.decisions, self.carry_on, self.game_turn)

    @cached_property
    def python(self) -> PythonEngine:
        """The game on the python engine."""
        return PythonEngine(self)
