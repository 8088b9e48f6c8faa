"""What is said on the wire of positions and puzzles."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from khlong.engine.data import Data

from .messages import EventInfo, File, Previews, Snapshot, Strict

LONGEST_FILE = 1_000_000


class PositionWish(Strict):
    """A position to look at; without one, a fresh game."""

    players: Annotated[int, Field(ge=1, le=20)]
    options: Annotated[dict[str, str], Field(max_length=20, default_factory=dict)]
    position: File | None = None


class PositionFile(Strict):
    text: Annotated[str, Field(max_length=LONGEST_FILE, description="A position (JSON or TOML), or a record.")]


class Scene(TypedDict):
    """A position as a table shows it, with all that can be done in it."""

    position: Annotated[Data, Field(description="The whole position: the same whatever the seed.")]
    names: Annotated[dict[str, list[str]], Field(description="What can stand in a position of such a game, by kind.")]
    snapshot: Snapshot
    previews: Previews


class PositionSeen(TypedDict):
    """A position that was handed in: as a table shows it, as far as it can be shown, and why it cannot come about."""

    faults: list[EventInfo]
    scene: Scene | None


class PositionForm(TypedDict):
    """What a position of a game can say."""

    form: Annotated[Data | None, Field(description="A JSON schema; none if games begin from their set-up only.")]


class PositionThen(TypedDict):
    """Where a game stood, as a position file has it."""

    game: str
    players: int
    options: dict[str, str]
    position: Data


class PuzzleLine(TypedDict):
    """A puzzle in the list of its game."""

    number: Annotated[int, Field(description="From 1 on, the easiest first.")]
    rating: Annotated[int, Field(description="How deep one must look, from 1 to 5.")]
    players: int
    options: dict[str, str]
    asked: str
    choices: Annotated[int, Field(description="How many moves there are.")]


class PuzzleStep(TypedDict):
    """A move of the line that a puzzle expects, and what the table looks like after it."""

    move: str
    seat: int
    events: list[EventInfo]
    view: Data


class PuzzleSeen(TypedDict):
    """A puzzle with its answer."""

    number: int
    rating: int
    scene: Scene
    shares: Annotated[dict[str, float], Field(description="The chance to win by each move, the best one first.")]
    why: Annotated[list[EventInfo], Field(description="What the best move is good for, in the game's words.")]
    line: Annotated[list[PuzzleStep], Field(description="What is expected to follow, up to where chance decides.")]
