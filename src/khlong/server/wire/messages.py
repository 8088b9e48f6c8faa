"""Everything that is said on the wire, both ways. The OpenAPI document is made from these.

What clients send is checked by models; what they are sent are typed dictionaries, written out as they are.
"""

from __future__ import annotations

from typing import (
    Annotated,
    Literal,
    NotRequired,  # pydantic reads the one of the library from Python 3.12 on
)

from pydantic import BaseModel, ConfigDict, Field, with_config
from typing_extensions import TypedDict

from khlong.engine.data import Data
from khlong.server.storage import Status
from khlong.server.storage.log import MadeBy

PROTOCOL = 2

Name = Annotated[str, Field(max_length=200, description="Shown as text; cut to 32 letters.")]
MessageId = Annotated[str, Field(min_length=1, max_length=64, description="Chosen by the sender, new for each thing.")]
Ply = Annotated[int, Field(ge=0, le=100_000, description="How many moves have been made.")]
SeatNumber = Annotated[int, Field(ge=0, le=19)]
MoveText = Annotated[str, Field(min_length=1, max_length=100)]
BotName = Annotated[str, Field(min_length=1, max_length=40)]


class Strict(BaseModel):
    """What clients send: nothing extra, no silent conversions."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


# requests


class SeatWish(Strict):
    kind: Literal["me", "open", "bot"]
    bot: BotName | None = None
    name: Name | None = None


class Pace(Strict):
    kind: Literal["none", "move"] = "none"
    seconds: Annotated[float, Field(ge=5, le=60 * 86_400)] | None = None


class NewTable(Strict):
    game: Annotated[str, Field(max_length=40, description="One of `GET /api/games`.")]
    players: Annotated[int, Field(ge=1, le=20)] | None = None
    options: Annotated[dict[str, str], Field(max_length=20)] = {}
    components: Annotated[str, Field(max_length=60_000, description="A component file (TOML).")] | None = None
    position: Data | None = None
    public: bool = False
    seats: Annotated[list[SeatWish], Field(max_length=20)] = []
    pace: Pace = Pace()
    start: Annotated[bool, Field(description="Start as soon as no seat is open.")] = True


class RecordUpload(Strict):
    record: Data
    mode: Literal["watch", "continue"] = "watch"
    components: Annotated[str, Field(max_length=60_000)] | None = None
    seats: Annotated[list[SeatWish], Field(max_length=20)] = []
    public: bool = False
    pace: Pace = Pace()
    ply: Ply | None = None


class Join(Strict):
    seat: SeatNumber | None = None
    invite: Annotated[str, Field(max_length=64)] | None = None
    name: Name | None = None


class MoveBody(Strict):
    id: MessageId
    ply: Ply
    move: MoveText


class UndoBody(Strict):
    id: MessageId
    ply: Ply


class ChatBody(Strict):
    id: MessageId | None = None
    text: Annotated[str, Field(min_length=1, max_length=2000)]


class HandOver(Strict):
    bot: Annotated[BotName | None, Field(description="A bot to play the seat; null takes it back.")]


class VoteBody(Strict):
    seat: SeatNumber
    bot: BotName | None = None


class Rename(Strict):
    name: Name


class Credentials(Strict):
    name: Annotated[str, Field(min_length=1, max_length=100)]
    password: Annotated[str, Field(min_length=8, max_length=200)]


class Empty(Strict):
    """A request that says nothing more."""


# socket messages from clients


class Hello(Strict):
    type: Literal["hello"]
    protocol: int
    after: Ply | None = None


class MoveMessage(MoveBody):
    type: Literal["move"]


class UndoMessage(UndoBody):
    type: Literal["undo"]


class ChatMessage(Strict):
    type: Literal["chat"]
    id: MessageId
    text: Annotated[str, Field(min_length=1, max_length=2000)]


class Ping(Strict):
    type: Literal["ping"]


ClientMessage = Annotated[
    Hello | MoveMessage | UndoMessage | ChatMessage | Ping,
    Field(discriminator="type"),
]

# answers


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


@with_config(ConfigDict(extra="forbid"))
class Sent(TypedDict):
    """A part of what is sent."""


Numbers = Annotated[dict[str, int | str], Field(description="The printed numbers that the game's short rules name.")]


class OptionInfo(Answer):
    key: str
    choices: list[str]
    default: str
    help: str


class GameInfo(Answer):
    name: str
    title: str
    about: str
    players: list[int]
    options: list[OptionInfo]
    bots: list[str]
    rules: int
    numbers: Numbers


class Me(Answer):
    id: str
    name: str
    account: bool


By = Annotated[
    MadeBy,
    Field(
        description="`quick`: a bot's move with less thought than usual, while its code was still being made. "
        "`stand-in`: any legal move in the place of a bot that failed."
    ),
]


SeatKind = Literal["person", "bot", "open"]


class SeatInfo(Sent):
    seat: int
    name: str
    kind: SeatKind
    bot: str | None
    online: bool
    yours: bool
    returns: Annotated[bool, Field(description="Whether a person can take the seat back from the bot.")]
    votes: Annotated[int, Field(description="How many want a bot to play the seat.")]
    last_by: Annotated[By | None, Field(description="Who made the seat's last move, for whoever sits there.")]
    readiness: Annotated[int, Field(description="How far the code of the bot here is, in percent. It plays meanwhile.")]


class TableInfo(Sent):
    id: str
    game: str
    title: str
    options: dict[str, str]
    players: int
    status: Status
    public: bool
    host: bool
    invite: str | None
    pace: float | None
    rules: int
    commitment: Annotated[str, Field(description="SHA-256 of the seed, shown before the first roll.")]
    seed: Annotated[str | None, Field(description="The seed itself, once the game is over.")]
    created: float


class TableLine(Answer):
    id: str
    game: str
    title: str
    options: dict[str, str]
    status: Status
    seats: list[SeatInfo]
    ply: int
    turn: int | None
    yours: list[int]
    public: bool
    host: bool
    pace: float | None
    created: float
    changed: float


class You(Sent):
    seats: list[int]
    spectator: bool


class QuestionInfo(Sent):
    seat: int
    key: str


class LegalMove(Sent):
    number: int
    notation: str


class UndoInfo(Sent):
    allowed: bool
    barrier: bool


class ClockInfo(Sent):
    seat: int
    left: float


class ScoreLine(Sent):
    key: str
    points: int
    parts: list[Data]


class ResultInfo(Sent):
    scores: list[list[int]]
    ranks: list[int]
    winners: list[int]
    ending: str


class ChatLine(Sent):
    seat: int | None
    name: str
    text: str
    at: float


class EventInfo(Sent):
    key: str
    values: Data


class MoveMade(Sent):
    ply: int
    seat: int
    move: str
    events: list[EventInfo]
    by: By
    at: float


class Progress(Sent):
    """How far a game is, but for the view."""

    version: Annotated[int, Field(description="The number of the last entry in the table's log.")]
    ply: int
    score: list[list[ScoreLine]]
    question: QuestionInfo | None
    result: ResultInfo | None
    rematch: str | None
    clock: ClockInfo | None
    undo: UndoInfo
    moves: list[LegalMove]


class Change(Progress):
    """What moves bring about: all that an update tells."""

    view: Annotated[Data, Field(description="The view without those parts that never change.")]


class Around(Sent):
    """What is around the game: the table itself, who sits at it, and who the viewer is."""

    table: TableInfo
    seats: list[SeatInfo]
    you: You


class Snapshot(Around, Progress):
    """A table as one viewer sees it, whole: what a greeting tells."""

    view: Data
    numbers: Numbers
    chat: list[ChatLine]


class Ack(Sent):
    id: str
    ply: int


class Events(Sent):
    ply: int
    moves: list[MoveMade]


class Preview(Sent):
    move: str
    events: list[EventInfo]
    changes: Annotated[Data, Field(description="The parts of the view that will be different.")]
    chance: Annotated[bool, Field(description="Whether dice or a draw will decide more.")]


class Reason(EventInfo):
    """Why some moves are not possible, which a player would naturally try: a key and parameters like an event's."""

    moves: list[str]


class Previews(Sent):
    ply: int
    previews: list[Preview]
    reasons: list[Reason]
    otherwise: Annotated[
        str, Field(description="The key of what is asked: why any other move of the game is not possible now.")
    ]


class HintMove(Sent):
    move: str
    win_share: float | None
    score: float | None
    visits: int


class Hint(Sent):
    ply: int
    moves: list[HintMove]
    line: list[str]
    story: Annotated[list[EventInfo], Field(description="What the line would bring about, up to where chance decides.")]
    playouts: int


class Rematch(Answer):
    table: str


class Problem(Answer):
    """Why something was refused."""

    code: str
    message: str
    ply: int | None = None


# socket messages from the server


class Welcome(Sent):
    type: Literal["welcome"]
    protocol: int
    snapshot: Snapshot
    made: list[MoveMade]


class Update(Sent):
    """After every change of the game: what is different now, and the moves made since the last one."""

    type: Literal["update"]
    snapshot: Change
    made: list[MoveMade]
    around: Annotated[NotRequired[Around], Field(description="Only if that is different too.")]


class AckMessage(Ack):
    type: Literal["ack"]


class Refused(Sent):
    type: Literal["refused"]
    id: str | None
    code: str
    message: str
    ply: int


class SeatsMessage(Around):
    """Whenever somebody comes or goes, and a bot that is being prepared is ready."""

    type: Literal["seats"]


class ChatSaid(ChatLine):
    type: Literal["chat"]


class Pong(Sent):
    type: Literal["pong"]


class Bye(Sent):
    type: Literal["bye"]
    code: str


ServerMessage = Annotated[
    Welcome | Update | AckMessage | Refused | SeatsMessage | ChatSaid | Pong | Bye, Field(discriminator="type")
]
