"""What the tests and pictures of all games know of one: `SCENES` in tests/games/<game>/scenes.py, if it has that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from khlong.engine.game import Facet
from khlong.games import game_named, our_games
from khlong.table import Table

Test = Callable[[Table], bool]
Options = Mapping[str, str]


@cache
def asked(key: str, plies: int = 0) -> Test:
    return lambda table: table.ply >= plies and table.question is not None and table.question.key == key


@cache
def offers(start: str, plies: int = 0) -> Test:
    return lambda table: table.ply >= plies and any(move.notation.startswith(start) for move in table.legal_moves())


@cache
def under_way(plies: int) -> Test:
    return lambda table: table.ply >= plies


@dataclass(frozen=True)
class Position:
    """A place in a random game, with seat 0 to move."""

    players: int
    seed: int
    test: Test
    why: bool = False
    """Whether a picture is taken of something that is not possible there."""
    drawers: Mapping[str, str] = field(default_factory=dict)
    """The keys that open something there, and what the pictures of it are called."""


@dataclass(frozen=True)
class Scenes:
    """What is worth seeing of a game. All of it may be left out."""

    fixed: Options = field(default_factory=dict)
    """Options that leave as little as possible of the set-up to chance, so that two games can be compared."""
    short: Options = field(default_factory=dict)
    """The options of a short game."""
    idle: tuple[str, ...] = ()
    """Moves that lead nowhere: without them random games get on."""
    variants: tuple[tuple[int, Options], ...] = ()
    """Numbers of players and options that differ most; else each number of players."""
    games: int = 20
    """How many random games of each variant show most of what there is."""
    reasons: int = 0
    """How many reasons against moves they come to, at least."""
    usual: str = ""
    """The question that is asked most; else any will do."""
    positions: Mapping[str, Position] = field(default_factory=dict)
    """Where the page looks different."""
    texts: tuple[Test, ...] = ()
    """Where there is much to read."""
    crowded: tuple[Test, ...] = ()
    """Where there is much to do."""
    in_sight: str = ""
    """What is never cut off then, as a selector."""
    ends_turn: str = ""
    """The move that ends a turn: it lies apart from all others."""
    kinds: int = 1
    """How many kinds of moves a random game comes to, at least."""
    told: int = 0
    """How many numbers are told of what those would do, at least."""
    rules_say: str = ""
    """What the rules tell of a table with nothing chosen."""
    rules_sought: str = ""
    """Words that stand in a few entries of the whole rules, not side by side."""
    pictures: Mapping[str, Position] = field(default_factory=dict)
    """The pictures of the page that are taken of it, by name."""
    shown: tuple[str, ...] = ()
    """The screens of every game that pictures show with this one: `set-up`, `lobby`, `look-back`."""
    terminal: tuple[int, int, str] | None = None
    """The picture of it in a terminal: the seed, how many moves at least, and the first move that is legal there."""

    def midway(self, plies: int) -> Test:
        """After so many moves, where something usual is asked."""
        return asked(self.usual, plies) if self.usual else under_way(plies)


def scenes_of(name: str) -> Scenes:
    """What a game brings, or what does for any."""
    folder = f"tests.games.{name.replace('-', '_')}"
    if find_spec(folder) and find_spec(f"{folder}.scenes"):
        found: Scenes = import_module(f"{folder}.scenes").SCENES
        return found
    return Scenes(variants=tuple((players, {}) for players in game_named(name).players))


def games_with(facet: type[Facet]) -> list[str]:
    """Our games that bring something of their own: tests of what a game may leave out are of these."""
    return [name for name in our_games() if any(isinstance(own, facet) for own in game_named(name).facets)]


def variants_of(names: list[str]) -> list[tuple[str, int, Options]]:
    """The variants of some games, for tests of each."""
    return [(name, players, options) for name in names for players, options in scenes_of(name).variants]
