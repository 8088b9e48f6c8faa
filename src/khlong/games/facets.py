"""What a game may have beyond its rules, each a facet of its own; without one, something plain does instead.

`Cover.of(game).title` and the like find a game's own facet or the plain one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Never

from khlong.engine.data import Data, ReadData
from khlong.engine.decision import OwnState
from khlong.engine.errors import ComponentError, PositionError
from khlong.engine.game import Facet, Game
from khlong.engine.python import game_constants
from khlong.engine.rule import is_rule
from khlong.engine.scratch import Floats
from khlong.words import Messages, load_messages
from khlong.words import Value as Said

from . import plain, playouts

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

ANY_GAME = Path(__file__).parent / "words"
"""What does for any game: how a move is told, and that another is not possible."""


@dataclass(frozen=True)
class Event:
    """Something that happened: a key and parameters, put into words by whoever shows it."""

    key: str
    values: ReadData = field(default_factory=dict)


@dataclass(slots=True)  # quicker to make than frozen ones: a sheet of Phraya has sixty, and every move makes one
class Line:
    """A line of a score sheet: its points, and the things that they come from."""

    key: str
    points: int
    parts: list[Data] = field(default_factory=list)


@dataclass(frozen=True)
class Wording(Facet):
    """All that a game says to people: a folder with a file of messages for each language, `en.json` and so on.

    Plain: a few sentences that do for any game.
    """

    folder: Path
    numbers: Mapping[str, Said] = field(default_factory=dict)
    """The printed numbers that its short rules name, from the components: the values of its `rules.` messages."""

    @classmethod
    def plain(cls, game: Game) -> Wording:
        return cls(ANY_GAME)

    def spoken(self, language: str = "en") -> Messages:
        """What it says in a language."""
        return load_messages(language, self.folder, ANY_GAME)

    def option_help(self, option: str, language: str = "en") -> str:
        """What an option of the game means, if anything is said of it."""
        words, key = self.spoken(language), f"option-help.{option}"
        return words.say(key) if key in words else ""


@dataclass(frozen=True)
class Cover(Facet):
    """What stands on the box, in English. Plain: as the game's words have it."""

    title: str
    about: str = ""

    @classmethod
    def plain(cls, game: Game) -> Cover:
        english = Wording.of(game).spoken()
        title = english.say("title") if "title" in english else game.name.replace("-", " ").title()
        return cls(title, english.say("about") if "about" in english else "")


@dataclass(frozen=True)
class Views(Facet):
    """What people and bots see. Plain: the fields of the state, and the score by its names."""

    view: Callable[[OwnState], ReadData]
    """What a viewer sees. Pages and bot writers are told of it by the type that it is annotated to return: see
    `views.py`."""
    score_sheet: Callable[[OwnState], list[list[Line]]]
    """Each player's score line by line, as if the game ended now."""
    unchanging: tuple[str, ...] = ()
    """Keys of the view that stay the same through a whole game: viewers are told of them once."""

    @classmethod
    def plain(cls, game: Game) -> Views:
        def score_sheet(state: OwnState) -> list[list[Line]]:
            scores = [game.score(state, seat) for seat in range(state.players)]
            return [[Line(name, part) for name, part in zip(game.score_names, score, strict=True)] for score in scores]

        return cls(plain.view, score_sheet)


@dataclass(frozen=True)
class Story(Facet):
    """What a move brought about, from the states before and after it. Plain: the move itself."""

    events: Callable[[OwnState, int, OwnState], list[Event]]

    @classmethod
    def plain(cls, game: Game) -> Story:
        def events(before: OwnState, move: int, after: OwnState) -> list[Event]:
            return [Event("moved", {"seat": before.decider, "move": game.moves.notation[move]})]

        return cls(events)


@dataclass(frozen=True)
class Reasons(Facet):
    """Why moves are not possible. Plain: that they are not."""

    wishes: Callable[[OwnState], list[int]]
    """The moves that a player would naturally try now, legal or not: those that pieces on a table stand for."""
    why_not: Callable[[OwnState, Sequence[int]], Mapping[int, Event]]
    """Why moves are not possible now: a reason, in the form of an event, for each of some that is not legal."""

    @classmethod
    def plain(cls, game: Game) -> Reasons:
        def why_not(state: OwnState, moves: Sequence[int]) -> Mapping[int, Event]:
            legal = set(game.python.legal_moves(state))
            return {move: Event("not-now") for move in moves if move not in legal}

        return cls(lambda state: [], why_not)


@dataclass(frozen=True)
class Positions(Facet):
    """Games that begin anywhere. Plain: they begin from their set-up only."""

    faults: Callable[[OwnState], list[str]]
    """What is impossible about a state."""
    read: Callable[[OwnState, ReadData], None]
    """Puts a position, as far as it is given, into a fresh state."""
    write: Callable[[OwnState], Data]

    @classmethod
    def plain(cls, game: Game) -> Positions:
        def refuse(*_: object) -> Never:
            raise PositionError(f"{Cover.of(game).title} begins from its set-up only.")

        return cls(lambda state: [], refuse, refuse)


@dataclass(frozen=True)
class Terminal(Facet):
    """How a game looks in a terminal, drawn by Rich. Plain: a table of what is seen."""

    draw: Callable[[ReadData, Sequence[str], Messages], RenderableType]
    """The board, from a view, the players' names and the game's words."""
    hints: Callable[[OwnState, Sequence[int], Messages], Mapping[int, Text]] = lambda state, moves, words: {}
    """A few words on those moves that need them, from a state and moves."""

    @classmethod
    def plain(cls, game: Game) -> Terminal:
        return cls(plain.draw)


@dataclass(frozen=True)
class Components(Facet):
    """A box of one's own."""

    load: Callable[[str | PathLike[str]], Game]
    """The same game with the components of a file."""

    @classmethod
    def plain(cls, game: Game) -> Components:
        def load(path: str | PathLike[str]) -> Game:
            raise ComponentError(f"{Cover.of(game).title} has no components to change.")

        return cls(load)


@dataclass(frozen=True)
class Learnt:
    """What training needs to know of a value that learns."""

    features: tuple[str, ...]
    fill_features: Callable[[OwnState, Floats], None]
    """A rule (state, rows): each player's features, one row for each."""
    weigh: Callable[[OwnState, Sequence[float], Floats, Floats], None]
    """A rule (state, weights, shares, points): the value by some weights."""
    files: Mapping[Path, Mapping[str, str]]
    """Where the weights are kept, and the options that each file is for."""
    scale: float
    """Points for a 1 in the network."""


@dataclass(frozen=True)
class Value(Facet):
    """What positions are worth. Plain: what random games from there come to."""

    value: Callable[[OwnState, Floats, Floats], None]
    """A rule (state, shares, points) for bots: fills in each player's estimated share of the win, all of them together
    1, and expected score, the first of `Game.score`. Exact when the game is over; leaves the state alone."""
    weights: tuple[float, ...] = ()
    """What it has learnt from games: `WEIGHTS` in its rule."""
    learnt: Learnt | None = None

    @classmethod
    def plain(cls, game: Game) -> Value:
        return cls(playouts.value)

    def constants(self, game: Game) -> dict[str, object]:
        """What the linker puts into rules for those who think ahead: the game's rules and components, and its value."""
        ends = {"final_score": game.score} if is_rule(game.score) else {}
        room = {"ROOM": game.most_moves + 1}
        return {**game_constants(game), **ends, **room, "value": self.value, "WEIGHTS": self.weights}


@dataclass(frozen=True)
class Settings:
    """How to look around in a tree, found by matches of a search against itself."""

    exploration: float = 0.3  # how much promise and doubt count beside what was found
    temperature: float = 0.05  # shares of the win by which a move must look better to be e times as promising
    widening: float = 2.0  # moves to look at, for each root of the visits
    outcomes: float = 1.0  # the same for what chance may answer
    rolls: int = 2  # how often chance is tried where the next thing is its turn
    lookahead: int = 1  # whether a position is worth what its best move leads to
    finish: int = 0  # whether a turn is played to its end before it is valued


@dataclass(frozen=True)
class Search(Facet):
    """What a search should know of a game."""

    settings: Settings = Settings()
    forgettable: frozenset[str] = frozenset()
    """Fields that are only for people to see: positions that differ in them alone are the same to a search."""

    @classmethod
    def plain(cls, game: Game) -> Search:
        return cls()
