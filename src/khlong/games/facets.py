"""What a game may have beyond its rules, each a facet of its own; without one, something plain does instead.

`Cover.of(game).title` and the like find a game's own facet or the plain one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Never

from khlong.engine.components import Sheet
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
from .box_files import BoxFiles

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
    rule_values: Callable[[int, Mapping[str, str]], Mapping[str, Said]] = lambda players, options: {}
    """What its short rules name of a table of so many players with such options: printed numbers from the components,
    and what rules depend on. With 0 players they are for nobody in particular, and say what numbers of players change.
    """

    @classmethod
    def plain(cls, game: Game) -> Wording:
        return cls(ANY_GAME)

    def spoken(self, language: str = "en") -> Messages:
        """What it says in a language."""
        return load_messages(language, self.folder, ANY_GAME)

    def numbers(self, players: int = 0, options: Mapping[str, str] | None = None) -> Mapping[str, Said]:
        """The values of its `rules.` messages, for a table or for nobody in particular."""
        return self.rule_values(players, options or {})

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
    passing: tuple[str, ...] = ("asked", "decider")
    """Keys that say how far the turn is: what a move would bring about is told without them."""
    hidden: bool = False
    """Whether players have what others must not see, so that a curtain falls between those who share a screen."""

    @classmethod
    def plain(cls, game: Game) -> Views:
        def score_sheet(state: OwnState) -> list[list[Line]]:
            scores = [game.score(state, seat) for seat in range(state.players)]
            return [[Line(name, part) for name, part in zip(game.score_names, score, strict=True)] for score in scores]

        return cls(plain.view, score_sheet, passing=("decision", "decider"))


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
class Merits(Facet):
    """What a move is good for. Plain: what it changes of the score."""

    merits: Callable[[Sequence[OwnState], Sequence[int]], list[Event]]
    """What some moves of one player bring, in the form of events, the weightiest first: from the state before them and
    those after each of them, the last one before chance answers it, and the moves."""

    @classmethod
    def plain(cls, game: Game) -> Merits:
        def merits(states: Sequence[OwnState], moves: Sequence[int]) -> list[Event]:
            return changed_lines(Views.of(game).score_sheet, states[0], states[-1])

        return cls(merits)


def changed_lines(
    score_sheet: Callable[[OwnState], list[list[Line]]], before: OwnState, after: OwnState
) -> list[Event]:
    """The lines of the score that some moves change for whoever makes them: the largest change first."""
    seat = before.decider
    sheets = zip(score_sheet(before)[seat], score_sheet(after)[seat], strict=True)
    changes = [(now.points - was.points, now.key.replace(" ", "-")) for was, now in sheets if now.points != was.points]
    return [
        Event("more-points" if points > 0 else "fewer-points", {"seat": seat, "line": key, "points": abs(points)})
        for points, key in sorted(changes, key=lambda change: -abs(change[0]))
    ]


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

    faults: Callable[[OwnState], list[Event]]
    """What is impossible about a state: reasons in the form of events."""
    read: Callable[[OwnState, ReadData], None]
    """Puts a position, as far as it is given, into a fresh state."""
    write: Callable[[OwnState], Data]
    names: Callable[[OwnState], Mapping[str, Sequence[str]]] = lambda state: {}
    """The names of each kind that can stand in a position of such a game: see `naming.of`."""

    @classmethod
    def plain(cls, game: Game) -> Positions:
        def refuse(*_: object) -> Never:
            raise PositionError(f"{Cover.of(game).title} begins from its set-up only.")

        return cls(lambda state: [], refuse, refuse)


@dataclass(frozen=True)
class Puzzles(Facet):
    """Positions in which one move is much better than all others: see `puzzles.py`. Plain: none."""

    file: Path | None = None
    """Where they are kept, as `python -m khlong.lab.puzzles` writes them."""

    @classmethod
    def plain(cls, game: Game) -> Puzzles:
        return cls()


@dataclass(frozen=True)
class Tutorials(Facet):
    """Prepared games to learn from: a folder of them (docs/writing-tutorials.md). Plain: none."""

    folder: Path | None

    @classmethod
    def plain(cls, game: Game) -> Tutorials:
        return cls(None)


class Draw(NamedTuple):
    """Something left to chance: a die to be rolled, a card to be drawn; and all that can come up, in order."""

    what: str
    faces: tuple[int | str, ...]
    seat: int | None = None
    """Whose it is, if anybody's."""


@dataclass(frozen=True)
class Dice(Facet):
    """What is left to chance, by names. Plain: numbers from 0 on, and no odds."""

    draws: Callable[[OwnState, int, OwnState], list[Draw]]
    """What a move leaves to chance, in the order of the rules: from the state before it, the move, and the state at the
    moment of the first draw."""
    odds: Callable[[OwnState, Sequence[str]], Mapping[str, Fraction]] = lambda state, extra: {}
    """The chance of each thing that the next roll may bring about, if some more dice were in it."""

    @classmethod
    def plain(cls, game: Game) -> Dice:
        return cls(lambda before, move, now: [])


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


class Chart(NamedTuple):
    """A table of a game's reference, such as what lies beside what."""

    title: str
    about: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Reference(Facet):
    """What those who write bots are told, beyond what types and verbs say: see `reference.py`. Plain: nothing."""

    words: Path | None = None
    """A TOML file that says what verbs, parts of moves, draws and fields of positions mean."""
    charts: Callable[[], Sequence[Chart]] = tuple
    """Geometry and printed numbers, from the game's own tables."""
    position: type[Sheet] | None = None
    """The fields of its positions."""

    @classmethod
    def plain(cls, game: Game) -> Reference:
        return cls()


@dataclass(frozen=True)
class Handbook(Facet):
    """The whole rules, in our own words and with their sources: see `handbook.py`. Plain: the rules in short."""

    folder: Path | None = None
    """`contents.json` says what is in it and in which order, a file for each language says it."""
    more_values: Callable[[int, Mapping[str, str]], Mapping[str, Said]] = lambda players, options: {}
    """What its sentences name beside the values of the short rules."""
    in_words: Callable[[Sequence[str], object, Messages], tuple[str, str] | None] = lambda path, value, words: None
    """The name of an entry of the component file and what stands there, where that takes words of the game's own."""

    @classmethod
    def plain(cls, game: Game) -> Handbook:
        return cls()


@dataclass(frozen=True)
class Components(Facet):
    """A box of one's own."""

    load: Callable[[str | PathLike[str]], Game]
    """The same game with the components of a file."""
    files: Callable[[], BoxFiles] | None = None
    """For the fuzzer, which makes boxes that nobody has thought of."""
    sheet: Sheet | None = None
    """What is in the box, as a file says it."""

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
