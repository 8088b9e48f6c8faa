"""Everything that is said on the wire, both ways. The OpenAPI document is made from these.

What clients send is checked by models; what they are sent are typed dictionaries, written out as they are.
"""

from __future__ import annotations

from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,  # pydantic reads the one of the library from Python 3.12 on
)

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator, with_config
from typing_extensions import TypedDict

from khlong.engine.data import Data
from khlong.review.shape import Review
from khlong.server.storage import Status
from khlong.server.storage.log import Deciders, GivenBy, MadeBy

PROTOCOL = 2

Name = Annotated[str, Field(max_length=200, description="Shown as text; cut to 32 letters.")]
MessageId = Annotated[str, Field(min_length=1, max_length=64, description="Chosen by the sender, new for each thing.")]
Ply = Annotated[int, Field(ge=0, le=100_000, description="How many moves have been made.")]
SeatNumber = Annotated[int, Field(ge=0, le=19)]
MoveText = Annotated[str, Field(min_length=1, max_length=100)]
BotName = Annotated[str, Field(min_length=1, max_length=40)]


DEEPEST = 20
MOST_ENTRIES = 40


def shallow(data: Data) -> Data:
    """Data that no reader can get lost in.

    >>> shallow({"seats": [{"coins": 3}]})
    {'seats': [{'coins': 3}]}
    """
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        inner = [part.values() if isinstance(part, dict) else part for part in level if isinstance(part, dict | list)]
        level = [part for parts in inner for part in parts]
    if level:
        raise ValueError(f"nested more than {DEEPEST} deep")
    return data


File = Annotated[Data, AfterValidator(shallow)]


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


class AbsenceWish(Strict):
    """What happens if somebody keeps the table waiting: all sit down knowing it, and it stays."""

    decide: Annotated[
        Deciders, Field(description="Who may give the seat to a bot: more than half of the others, or nobody.")
    ] = "others"
    bot: Annotated[BotName | None, Field(description="Which bot, also when time is up or somebody leaves.")] = None
    patience: Annotated[
        Annotated[float, Field(ge=10, le=60 * 86_400)] | None,
        Field(description="Seconds until the others may decide; if not given, by the time for a move."),
    ] = None
    timeouts: Annotated[
        Annotated[int, Field(ge=1, le=20)] | None,
        Field(description="How often in a row time may be up until the bot plays on; before, it makes that one move."),
    ] = None


def few(wish: object) -> object:
    """A wish without so many entries that naming what is wrong with each would take long."""
    if isinstance(wish, dict) and len(wish) > MOST_ENTRIES:
        raise ValueError(f"it has more than {MOST_ENTRIES} entries")
    return wish


class NewTable(Strict):
    few = model_validator(mode="before")(few)

    game: Annotated[str, Field(max_length=40, description="One of `GET /api/games`.")]
    players: Annotated[int, Field(ge=1, le=20)] | None = None
    options: Annotated[dict[str, str], Field(max_length=20)] = {}
    components: Annotated[str, Field(max_length=60_000, description="A component file (TOML).")] | None = None
    position: File | None = None
    public: bool = False
    seats: Annotated[list[SeatWish], Field(max_length=20)] = []
    pace: Pace = Pace()
    absence: AbsenceWish = AbsenceWish()
    start: Annotated[bool, Field(description="Start as soon as no seat is open.")] = True


class ComponentFile(Strict):
    components: Annotated[str, Field(max_length=60_000, description="A component file (TOML).")]


class RecordUpload(Strict):
    record: File
    mode: Literal["watch", "continue"] = "watch"
    components: Annotated[str, Field(max_length=60_000)] | None = None
    seats: Annotated[list[SeatWish], Field(max_length=20)] = []
    public: bool = False
    pace: Pace = Pace()
    absence: AbsenceWish = AbsenceWish()
    ply: Ply | None = None


class Again(Strict):
    """Another game from some moment of one that is over, against bots."""

    ply: Ply
    seat: SeatNumber
    dice: Annotated[
        Literal["same", "other"],
        Field(description="`same`: each move draws the dice that the move of its number drew, or would have drawn."),
    ] = "other"
    bot: Annotated[BotName | None, Field(description="Who plays the other seats; else the table's own stand-in.")] = (
        None
    )


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


class BackAnswer(Strict):
    agree: bool


class ChatBody(Strict):
    id: MessageId | None = None
    text: Annotated[str, Field(min_length=1, max_length=2000)]


class HandOver(Strict):
    bot: Annotated[
        BotName | None,
        Field(description="A bot to play the seat, during the game the table's own; null takes the seat back."),
    ]


class VoteBody(Strict):
    seat: SeatNumber


class Rename(Strict):
    name: Name


class Credentials(Strict):
    name: Annotated[str, Field(min_length=1, max_length=100)]
    password: Annotated[str, Field(min_length=8, max_length=200)]


class NewPassword(Strict):
    old: Annotated[str, Field(min_length=8, max_length=200)]
    new: Annotated[str, Field(min_length=8, max_length=200)]


class Empty(Strict):
    """A request that says nothing more."""


# socket messages from clients


class Hello(Strict):
    type: Literal["hello"]
    protocol: int
    after: Ply | None = None
    visible: Annotated[bool, Field(description="Whether the page is in sight: who only has hidden ones is away.")] = (
        True
    )


class Look(Strict):
    """The page has come into sight, or out of it."""

    type: Literal["look"]
    visible: bool


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
    Hello | Look | MoveMessage | UndoMessage | ChatMessage | Ping,
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


class Reach(Answer):
    """Whether links open for others, as one reaches the server oneself."""

    alone: Annotated[bool, Field(description="Whether the address that was asked leads every machine to itself.")]
    url: Annotated[str | None, Field(description="Where others find the server, if they can reach it at all.")]


class ClashInfo(Answer):
    """Choices that do not go together, or not with so many players."""

    options: dict[str, str]
    players: int | None


class SaidInfo(Answer):
    """A text in every language."""

    en: str
    ja: str
    th: str


class TutorialInfo(Answer):
    """A prepared game to learn from."""

    name: str
    kind: Annotated[Literal["rules", "play"], Field(description="Whether it teaches the rules or good play.")]
    title: SaidInfo
    about: SaidInfo
    steps: int


class TutorialStep(Answer):
    """One thing that is explained, and what the learner does then."""

    says: SaidInfo
    at: Annotated[list[str], Field(description="Anchors, moves and panels of the table that it points at.")]
    opens: Annotated[Literal["log", "score"] | None, Field(description="What lies open meanwhile.")]
    moves: Annotated[list[str], Field(description="Of these one is to be made; without any it is enough to read.")]
    otherwise: Annotated[SaidInfo | None, Field(description="What is said to whoever tries something else.")]
    others: Annotated[dict[str, SaidInfo], Field(description="The same for moves that are this, or begin like it.")]


class TutorialScript(Answer):
    """All that is said in a tutorial."""

    name: str
    kind: Literal["rules", "play"]
    title: SaidInfo
    about: SaidInfo
    steps: list[TutorialStep]


class GameInfo(Answer):
    name: str
    title: str
    about: str
    players: list[int]
    options: list[OptionInfo]
    clashes: Annotated[list[ClashInfo], Field(description="What is refused of the choices, by ones and twos.")]
    bots: list[str]
    tutorials: list[TutorialInfo]
    rules: int
    numbers: Numbers


class ComponentChange(Answer):
    """An entry of a component file that is not as usual."""

    name: str
    usual: str
    own: str


class OwnComponents(Answer):
    """A component file of somebody's own."""

    file: str
    warnings: Annotated[list[str], Field(description="In what it departs from the rulebook.")]
    changes: list[ComponentChange]
    more: Annotated[int, Field(description="How many more entries are different.")]


class Me(Answer):
    id: str
    name: str
    account: bool


By = Annotated[
    MadeBy,
    Field(
        description="`quick`: a bot's move with less thought than usual, while its code was still being made. "
        "`stand-in`: any legal move in the place of a bot that failed. `clock`: a bot's move for somebody out of time."
    ),
]


SeatKind = Literal["person", "bot", "open"]


class HolidayInfo(Sent):
    begins: float
    ends: float


class SeatInfo(Sent):
    seat: int
    name: str
    kind: SeatKind
    bot: str | None
    online: bool
    yours: bool
    holiday: Annotated[
        HolidayInfo | None, Field(description="When whoever sits here is away next, or is now: the clock stands then.")
    ]
    kept: Annotated[Literal["you", "other"] | None, Field(description="For whom alone an open seat is.")]
    returns: Annotated[bool, Field(description="Whether a person can take the seat back from the bot.")]
    given: Annotated[GivenBy | None, Field(description="Why a bot plays there in a person's place, if one does.")]
    votes: Annotated[int, Field(description="How many want a bot to play the seat.")]
    timeouts: Annotated[int, Field(description="How often in a row time was up here, at a cost of one move each.")]
    last_by: Annotated[By | None, Field(description="Who made the seat's last move, for whoever sits there.")]
    readiness: Annotated[int, Field(description="How far the code of the bot here is, in percent. It plays meanwhile.")]


class AbsenceInfo(Sent):
    """What was settled about seats that keep the table waiting."""

    decide: Deciders
    bot: str
    patience: Annotated[float, Field(description="Seconds; more for who is here, and in a slow game without a limit.")]
    timeouts: Annotated[int, Field(description="How often in a row time may be up until the bot plays on.")]


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
    absence: AbsenceInfo
    rules: int
    hidden: Annotated[bool, Field(description="Whether players have what others at the same screen must not see.")]
    own_components: Annotated[bool, Field(description="Whether the game is played with a component file of its own.")]
    commitment: Annotated[str, Field(description="SHA-256 of the seed, shown before the first roll.")]
    seed: Annotated[str | None, Field(description="The seed itself, once the game is over.")]
    created: float


class TableLine(Sent):
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
    ranks: Annotated[list[int] | None, Field(description="By seat, once the game is over, if that is known.")]


class You(Sent):
    seats: list[int]
    spectator: bool


class QuestionInfo(Sent):
    seat: int
    key: str


class LegalMove(Sent):
    number: int
    notation: str


class BackInfo(Sent):
    """Somebody's wish to have their last move back, and all that came after it."""

    seat: int
    ply: Annotated[int, Field(description="The ply that the game would go back to.")]
    awaited: Annotated[list[int], Field(description="Seats of people who have not answered yet.")]


class UndoInfo(Sent):
    allowed: bool
    barrier: bool
    back: Annotated[
        list[int | None],
        Field(description="For each seat, the ply before its last move if that can be taken back: by `/back`."),
    ]
    request: BackInfo | None


class ClockInfo(Sent):
    seat: int
    left: float


class ScoreLine(Sent):
    key: str
    points: int
    parts: list[Data]


class NewGame(Answer):
    """A game before its first move."""

    view: Data
    score: Annotated[list[list[ScoreLine]], Field(description="By seat.")]


class ResultInfo(Sent):
    scores: list[list[int]]
    ranks: list[int]
    winners: list[int]
    ending: str


Notice = Literal["vote", "clock", "time-out", "resigned", "holiday", "back", "ask-back", "agree-back", "refuse-back"]


class ChatLine(Sent):
    seat: int | None
    name: str
    text: str
    at: float
    notice: Annotated[
        Notice | None,
        Field(
            description="Nobody's words: a vote or the clock gave the seat to a bot, somebody's time was up, so that a "
            "bot made one move, somebody resigned or has a holiday, or the seat's owner is back; somebody asks to "
            "take a move back, agrees or refuses."
        ),
    ]


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
    round: Annotated[int, Field(description="The round in which it was made.")]


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
    ends_turn: Annotated[bool, Field(description="Whether somebody else is asked after it, another round or nobody.")]


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


class LessonMoment(Sent):
    """The table at one point of a tutorial."""

    step: Annotated[int, Field(description="Before what this step says it happens.")]
    scene: Annotated[int, Field(description="Each scene is a game of its own.")]
    snapshot: Snapshot
    made: Annotated[list[MoveMade], Field(description="The move that led here, if one did.")]


class Lesson(Sent):
    """What happens in a tutorial after the learner's last move, up to the next one."""

    moments: list[LessonMoment]
    previews: Previews


class HintMove(Sent):
    move: str
    win_share: float | None
    score: float | None
    visits: int
    why: Annotated[list[EventInfo], Field(description="What the move brings, the weightiest first.")]


class AskedMove(HintMove):
    story: Annotated[list[EventInfo], Field(description="What would follow from it, up to where chance decides.")]


class Hint(Sent):
    ply: int
    moves: list[HintMove]
    asked: Annotated[AskedMove | None, Field(description="The move that was asked about, looked at by itself.")]
    line: list[str]
    story: Annotated[list[EventInfo], Field(description="What the line would bring about, up to where chance decides.")]
    playouts: int
    quick: Annotated[bool, Field(description="Whether it is a first glance, while the bot's code is still being made.")]


class ReviewState(Sent):
    """How far the analysis of a game is, and what is known of it."""

    state: Literal["none", "waiting", "running", "done", "failed"]
    percent: Annotated[int, Field(ge=0, le=100, description="Of all passes together.")]
    ahead: Annotated[int, Field(description="How many analyses began before.")]
    depth: Annotated[int, Field(description="How deep the review is that there is: 0 if there is none yet.")]
    deepest: Annotated[int, Field(description="How deep it will be in the end.")]
    message: Annotated[str | None, Field(description="What went wrong, if it has failed.")]
    review: Annotated[Review | None, Field(description="Only if it is deeper than the one you have.")]


class StoryTold(Sent):
    """What a line of moves would bring about, up to where chance decides."""

    events: list[EventInfo]


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
