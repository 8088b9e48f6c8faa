"""Puzzles: positions in which one move is much better than all others, kept as data in a game's folder.

`python -m khlong.lab.puzzles` cuts them from games of strong bots. They are listed from the easiest to the hardest.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import Field

from khlong.engine.components import Sheet, check_sheet
from khlong.engine.data import Data
from khlong.engine.errors import KhlongError
from khlong.engine.files import parse_json, read_text
from khlong.engine.game import Game

from .facets import Puzzles

HARDEST = 5
Share = Annotated[float, Field(ge=0, le=1)]


class PuzzleError(KhlongError):
    """A file of puzzles that cannot be read."""


class Puzzle(Sheet):
    """A position, and what a deep search thinks of the moves."""

    players: int
    options: dict[str, str]
    position: Data
    rating: Annotated[int, Field(ge=1, le=HARDEST)]
    """How deep one must look: 1 is seen at first glance."""
    shares: dict[str, Share]
    """The share of the win that each legal move promises whoever is asked, the best one first."""
    line: list[str]
    """What is expected to be played, beginning with the best move, up to where chance decides."""

    @property
    def asked(self) -> str:
        """The key of what is asked."""
        return str(self.position["asked"])

    @property
    def best(self) -> str:
        return next(iter(self.shares))

    @property
    def lead(self) -> float:
        """By how much the best move is ahead of the next."""
        best, second, *_ = self.shares.values()
        return best - second


class PuzzleFile(Sheet):
    """All puzzles of a game, and how they were made."""

    game: str
    rules: int
    components: str
    command: str
    depths: list[int]
    """How often each judgement was tried: the best move is far ahead at every one of these depths."""
    puzzles: list[Puzzle]


@cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of a game, from the easiest to the hardest; none for one that has none."""
    file = Puzzles.of(game).file
    return tuple(read_puzzles(file).puzzles) if file is not None and file.is_file() else ()


def read_puzzles(path: Path) -> PuzzleFile:
    """A file of puzzles, checked."""
    try:
        data = parse_json(read_text(path, PuzzleError))
    except ValueError as error:
        raise PuzzleError(f"{path}: is no file of puzzles: {error}.") from None
    return check_sheet(PuzzleFile, data, str(path), PuzzleError)
