"""Tutorials: prepared games with something to say at every step, as data.

A tutorial is a TOML file in a game's `tutorials/` folder (docs/writing-tutorials.md). It has scenes, each a game that
begins from its set-up or from a position, and steps. A step may play moves by itself, says something, points at things
on the table, and either asks the learner for a move or only to read on. All moves are made by the rules at a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from khlong.engine.components import Sheet, check_sheet
from khlong.engine.data import Data
from khlong.engine.errors import KhlongError
from khlong.engine.files import named
from khlong.engine.game import Game
from khlong.engine.given import shown
from khlong.engine.toml import read_toml
from khlong.games import game_named
from khlong.games.facets import Tutorials

from .errors import TutorialError
from .fallen import Face
from .table import Table

LEARNER = 0
LONGEST_TEXT = 260
"""Letters that a step may have in English and Thai; a bubble has no room for more."""
MOST_STEPS = 60
Kind = Literal["rules", "play"]
Text = Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]


class Said(Sheet):
    """A text in every language."""

    en: Text
    ja: Text
    th: Text


class StepSheet(Sheet):
    """One thing that is explained, and what the learner does then."""

    says: Said
    plays: list[str] = Field(default=[])
    """Moves that are made by themselves before it is said."""
    falls: list[Face] = Field(default=[])
    """How dice fall and what is drawn in this step, in order; by the scene's seed if nothing is given."""
    at: list[str] = Field(default=[])
    """What it points at: anchors, moves and panels of the table."""
    opens: Literal["log", "score"] | None = None
    """What lies open meanwhile."""
    moves: list[str] = Field(default=[])
    """The moves of which the learner is to make one; without any it is enough to read."""
    otherwise: Said | None = None
    """What is said to whoever tries something else."""
    others: dict[str, Said] = Field(default={})
    """The same for moves of their own, by notation or by how it begins."""


class SceneSheet(Sheet):
    """A game, and its steps."""

    seed: str = "1"
    options: dict[str, str] = Field(default={})
    position: Data = Field(default={})
    steps: Annotated[list[StepSheet], Field(min_length=1, max_length=MOST_STEPS)]


class TutorialSheet(Sheet):
    """A tutorial file."""

    game: str
    kind: Kind
    title: Said
    about: Said
    names: Annotated[list[str], Field(min_length=1, max_length=20)]
    """Who plays, the learner first."""
    scenes: Annotated[list[SceneSheet], Field(min_length=1, max_length=20)]


@dataclass(frozen=True)
class Moment:
    """The table at one point of a tutorial."""

    step: int
    """The step to which it belongs: what happens before that is said."""
    scene: int
    table: Table = field(repr=False)


@dataclass(frozen=True)
class Tutorial:
    """A tutorial that can be walked through."""

    name: str
    game: Game
    sheet: TutorialSheet
    source: str

    @property
    def steps(self) -> list[StepSheet]:
        return [step for scene in self.sheet.scenes for step in scene.steps]

    @property
    def players(self) -> int:
        return len(self.sheet.names)

    def walk(self, choices: Sequence[str]) -> list[Moment]:
        """The moments from the last of some choices, or the beginning, up to the next one."""
        moments: list[Moment] = []
        left = list(choices)
        for number, scene, step, opens_scene in self._numbered():
            if opens_scene:
                moments.append(Moment(number, scene, self._begin(self.sheet.scenes[scene])))
            falls = list(step.falls)
            for move in step.plays:
                moments.append(Moment(number, scene, self._played(moments[-1].table, move, falls, number)))
            if not step.moves:
                self._check_fallen(falls, number)
                continue
            if not left:
                return moments
            choice = left.pop(0)
            if choice not in step.moves:
                raise TutorialError(f"{self.source}: step {number + 1}: {shown(choice)} is none of its moves.")
            moments = [Moment(number + 1, scene, self._played(moments[-1].table, choice, falls, number))]
            self._check_fallen(falls, number)
        if left:
            raise TutorialError(f"{self.source}: ends before {shown(left[0])}.")
        return moments

    def ways(self) -> Iterator[list[str]]:
        """Choices that together go through every right move: the first of each step, and each of the others once."""
        asked = [step.moves for step in self.steps if step.moves]
        first = [moves[0] for moves in asked]
        yield first
        for place, moves in enumerate(asked):
            yield from ([*first[:place], move, *first[place + 1 :]] for move in moves[1:])

    def _numbered(self) -> Iterator[tuple[int, int, StepSheet, bool]]:
        number = 0
        for scene, sheet in enumerate(self.sheet.scenes):
            for place, step in enumerate(sheet.steps):
                yield number, scene, step, place == 0
                number += 1

    def _begin(self, scene: SceneSheet) -> Table:
        position = dict(scene.position) if scene.position else None
        return Table(self.game, self.players, int(scene.seed), scene.options, self.sheet.names, None, position)

    def _played(self, before: Table, move: str, falls: list[Face], number: int) -> Table:
        """The table after a move; takes what falls in it from what is given."""
        table = before.copy()
        try:
            roll = [falls.pop(0) for _ in table.draws(move)] if falls else None
            return table.play(move, roll)
        except IndexError:
            raise TutorialError(f"{self.source}: step {number + 1}: falls is too short for {shown(move)}.") from None
        except KhlongError as error:
            raise TutorialError(f"{self.source}: step {number + 1}: {error}") from None

    def _check_fallen(self, left: Sequence[Face], number: int) -> None:
        if left:
            raise TutorialError(f"{self.source}: step {number + 1}: falls has {len(left)} left that nothing draws.")


def read_tutorial(path: Path, game: Game | None = None) -> Tutorial:
    """A tutorial of a file."""
    source = named(path)
    sheet = check_sheet(TutorialSheet, read_toml(path, TutorialError), source, TutorialError)
    tutorial = Tutorial(path.stem, game_named(sheet.game) if game is None else game, sheet, source)
    if tutorial.game.name != sheet.game:
        raise TutorialError(f"{source}: is of {shown(sheet.game)}, not of {tutorial.game.name}.")
    return tutorial


def check_tutorial(tutorial: Tutorial) -> int:
    """Walks every way through a tutorial; raises for what is wrong with it. Gives the number of ways."""
    source = tutorial.source
    for number, step in enumerate(tutorial.steps, 1):
        longest = max(len(step.says.ja), *(len(said.ja) for said in step.others.values()), 0)
        if longest > LONGEST_TEXT // 2:
            raise TutorialError(f"{source}: step {number}: Japanese texts have {LONGEST_TEXT // 2} letters at most.")
        known = [move for move in (*step.moves, *step.plays) if tutorial.game.moves.number(move) is None]
        known += [move for move in step.others if not _begins_a_move(tutorial.game, move)]
        if known:
            raise TutorialError(f"{source}: step {number}: the game knows no move {shown(known[0])}.")
        if (step.otherwise or step.others) and not step.moves:
            raise TutorialError(f"{source}: step {number}: has words for other moves, and asks for none.")
        if set(step.others) & set(step.moves):
            raise TutorialError(f"{source}: step {number}: a move is right and another one at once.")
    if any(scene.steps[-1].moves for scene in tutorial.sheet.scenes):
        raise TutorialError(f"{source}: a scene ends with something to read, so that what the last move did is seen.")
    ways = 0
    for choices in tutorial.ways():
        ways += 1
        for made in range(len(choices) + 1):
            _check_asked(tutorial, tutorial.walk(choices[:made]), made < len(choices))
    return ways


def _begins_a_move(game: Game, text: str) -> bool:
    return any(move == text or move.startswith(f"{text} ") for move in game.moves.notation)


def _check_asked(tutorial: Tutorial, moments: Sequence[Moment], asks: bool) -> None:
    """Whoever is asked for a move must be the learner, and each of the step's moves legal."""
    if not asks:
        return
    table = moments[-1].table
    number = next(place for place, step in _asking(tutorial, moments))
    if table.over or table.state.decider != LEARNER:
        raise TutorialError(f"{tutorial.source}: step {number + 1}: it is not the learner's turn.")
    for move in tutorial.steps[number].moves:
        try:
            table.check(move)
        except KhlongError as error:
            raise TutorialError(f"{tutorial.source}: step {number + 1}: {error}") from None


def _asking(tutorial: Tutorial, moments: Sequence[Moment]) -> Iterator[tuple[int, StepSheet]]:
    """The steps from the last moment on that ask for a move."""
    for place, step in enumerate(tutorial.steps):
        if place >= moments[-1].step and step.moves:
            yield place, step


@lru_cache(maxsize=32)
def tutorials_of(game: Game) -> Mapping[str, Tutorial]:
    """A game's tutorials by name: those on its rules first."""
    folder = Tutorials.of(game).folder
    found = [read_tutorial(path, game) for path in sorted(folder.glob("*.toml"))] if folder else []
    return {each.name: each for each in sorted(found, key=lambda each: each.sheet.kind != "rules")}
