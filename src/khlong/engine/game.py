"""What every game tells of itself, and the part of the state that all games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from typing import Annotated, Any

from .chance import Chance
from .decision import Decision, Rules, dispatch
from .moves import MoveSpace
from .python import PythonEngine
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
    """A choice that is made before the game: a key, the values it can take, and what it means."""

    key: str
    choices: tuple[str, ...]
    help: str
    field: str
    values: tuple[int, ...]
    read: Callable[[str], int | str] | None = None
    """For options with too many choices to list, of which `choices` are then examples: the value of a choice, or
    what is wrong with it."""

    @property
    def default(self) -> str:
        return self.choices[0]

    def value(self, choice: str) -> int | str:
        """What a choice puts into the state, or what is wrong with it."""
        if self.read is not None:
            return self.read(choice)
        if choice not in self.choices:
            return f"Option {self.key} cannot be {choice!r}. It can be: {', '.join(self.choices)}."
        return self.values[self.choices.index(choice)]


@dataclass(frozen=True)
class Event:
    """Something that happened: a key and parameters, put into words by whoever shows it."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Line:
    """A line of a score sheet: its points, and the things that they come from."""

    key: str
    points: int
    parts: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Game:
    """One game with one set of components: everything the layers above need to know of it, in one place."""

    name: str
    title: str
    about: str
    rules_version: int
    players: range
    options: tuple[Option, ...]
    refuse: Callable[[int, Mapping[str, str]], str | None]
    """Why some number of players and options do not go together, if so."""

    # the rules
    state: type[Any]
    setup: Callable[[Any], None]
    decisions: tuple[Decision, ...]
    carry_on: Callable[[Any], None]
    game_turn: Callable[[Any], None]
    """What no player decides: the roll of the dice, the reckoning."""
    constants: Mapping[str, object]
    identity: object
    """What tells this box from others, for records: see `components.told`."""
    moves: MoveSpace
    most_moves: int
    """The longest list of legal moves."""
    value: Callable[[Any, Any, Any], None]
    """A rule (state, shares, points) for bots: fills in each player's estimated share of the win, all of them together
    1, and expected score, the first of `score`. Exact when the game is over; leaves the state alone."""
    weights: tuple[float, ...]
    """What the value has learnt from games: `WEIGHTS` in its rule."""

    # what people see
    view: Callable[[Any], dict[str, Any]]
    events: Callable[[Any, int, Any], list[Event]]
    wishes: Callable[[Any], list[int]]
    """The moves that a player would naturally try now, legal or not: those that pieces on a table stand for."""
    why_not: Callable[[Any, Sequence[int]], Mapping[int, Event]]
    """Why moves are not possible now: a reason, in the form of an event, for each of some that is not legal."""
    words: Mapping[str, str]
    """English sentences for events and reasons."""
    labels: Mapping[str, str]
    amounts: Mapping[str, tuple[str, str]]
    """What can be counted in events, as one and as many of it: amounts are tables of these, like {"coins": 2}."""
    endings: tuple[str, ...]
    score: Callable[[Any, int], tuple[int, ...]]
    """What ranks a player, the most important first."""
    score_names: tuple[str, ...]
    score_sheet: Callable[[Any], list[list[Line]]]
    """Each player's score line by line, as if the game ended now."""
    draw: Callable[[Mapping[str, Any], Sequence[str]], Any]
    """The board for a terminal, from a view and the players' names."""
    hints: Callable[[Any, Sequence[int]], Mapping[int, Any]]
    """A few words for a terminal on those moves that need them, from a state and moves."""

    # positions and components
    faults: Callable[[Any], list[str]]
    read_position: Callable[[Any, Mapping[str, Any]], None]
    write_position: Callable[[Any], dict[str, Any]]
    with_components: Callable[[str | PathLike[str]], Game]

    @cached_property
    def rules(self) -> Rules:
        """What engines run."""
        return dispatch(self.decisions, self.carry_on, self.game_turn)

    @cached_property
    def python(self) -> PythonEngine:
        """The game on the python engine."""
        return PythonEngine(self)
