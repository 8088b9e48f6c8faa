"""What a review is, as plain data: typed for the page by the server's document, written as it is by `khlong review`.

Shares of the win and losses are from 0 to 1, five points being 0.05; seats count from 0. Whoever sits there is not
named: equal games have equal reviews.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

VERSION = 1
"""Of what an analysis does: reviews of another version are made anew."""

Label = Literal["inaccuracy", "mistake", "blunder"]
MomentKind = Literal["luck", "error", "turn"]


@with_config(ConfigDict(extra="forbid"))
class Part(TypedDict):
    """A part of a review."""


class MoveWorth(Part):
    """What the bot expects of a move for the player who makes it."""

    move: str
    share: float
    score: float
    loss: Annotated[float, Field(description="Chance that it loses against the best move.")]


class Decision(Part):
    """A decision between several moves, and what it cost."""

    ply: Annotated[int, Field(description="The ply that the move led to.")]
    seat: int
    move: str
    loss: float
    label: Annotated[Label | None, Field(description="From 5, 10 and 15 points on; never for what changes nothing.")]
    best: Annotated[list[MoveWorth], Field(description="The best first; the move that was made is among them.")]
    accepts: Annotated[
        list[str], Field(description="The moves that lose less than 4 points. Only where there is a label.")
    ]
    line: Annotated[list[str], Field(description="What the bot expects from the best move on, up to where dice fall.")]


class Roll(Part):
    """A move that chance had a say in: luck as the bot sees it."""

    ply: int
    of: Annotated[int | None, Field(description="Whose roll or draw it was; null if it was everybody's.")]
    luck: Annotated[list[float], Field(description="For each seat: its share then less the mean over other dice.")]


class Moment(Part):
    """A move by which somebody's chance changed by five points or more."""

    ply: int
    kind: Annotated[
        MomentKind, Field(description="luck: a roll or draw; error: a decision; turn: the bot sees more than before.")
    ]
    seat: Annotated[int, Field(description="Who moved.")]
    whom: Annotated[int, Field(description="Whose chance changed most.")]
    change: float
    before: list[float]
    after: list[float]
    label: Label | None


class SeatReview(Part):
    """Luck and skill of a seat: what led from its first chance to its last one. The five parts are all of it."""

    seat: int
    initial: float
    final: float
    own_luck: Annotated[float, Field(description="By its own draws and by rolls that are everybody's.")]
    others_luck: float
    own_errors: float
    others_errors: float
    rest: Annotated[float, Field(description="What the bot had not foreseen, and moves that it cannot tell apart.")]
    decisions: Annotated[int, Field(description="Those with more than one move.")]
    lost: Annotated[float, Field(description="Chance lost by them in all.")]
    error_rate: Annotated[float | None, Field(description="Lost by a decision; null where they are too few.")]
    inaccuracies: int
    mistakes: int
    blunders: int


class FaceCount(Part):
    face: int | str
    count: int
    expected: float


class DiceLine(Part):
    """How a die fell through the game, beside what was to be expected."""

    what: str
    seat: int | None
    rolls: int
    faces: list[FaceCount]


class Review(Part):
    """A game looked at again, to some depth."""

    version: int
    game: str
    players: int
    plies: int
    over: bool
    depth: Annotated[int, Field(description="1: one step ahead; 2: searched; 3: searched deeper.")]
    chances: Annotated[list[list[float]], Field(description="Everybody's share of the win after each ply.")]
    scores: Annotated[list[list[float]], Field(description="Everybody's expected final score after each ply.")]
    decisions: list[Decision]
    rolls: list[Roll]
    moments: list[Moment]
    seats: list[SeatReview]
    dice: list[DiceLine]
