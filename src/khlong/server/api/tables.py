"""Tables over HTTP: the same things as on the socket, for bots, scripts and tests."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from functools import lru_cache, partial
from typing import Annotated, Literal, TypeVar

import orjson
import segno
import structlog
from fastapi import APIRouter, Path, Query, Request, Response

from khlong.engine.data import Data
from khlong.games.handbook import WholeRules
from khlong.server.aside import aside_for
from khlong.server.bots import jobs
from khlong.server.bots.turns import Urgency
from khlong.server.context import Context
from khlong.server.errors import Refusal
from khlong.server.operations.address import url_for_others
from khlong.server.people.identity import Session
from khlong.server.storage import StorageUnavailable
from khlong.server.tables import commands
from khlong.server.tables.games import find_game_aside, tell_rules
from khlong.server.tables.lists import table_lines
from khlong.server.tables.live import LiveTable
from khlong.server.tables.new_table import plan_from_upload, plan_rematch, plan_table
from khlong.server.tables.own_components import read_own_components
from khlong.server.tables.room import Room
from khlong.server.tables.snapshots import Snapshots
from khlong.server.wire.messages import (
    Ack,
    BackAnswer,
    ChatBody,
    Empty,
    Events,
    HandOver,
    Hint,
    Join,
    MoveBody,
    NewTable,
    OwnComponents,
    Previews,
    Rematch,
    ScoreLine,
    Snapshot,
    TableLine,
    UndoBody,
    VoteBody,
)
from khlong.table import write_open_record, write_record

from .dependencies import (
    PROBLEMS,
    Anyone,
    Invite,
    Somebody,
    TableId,
    TheContext,
    address_of,
    check_quota,
    json_answer,
    json_bytes,
    read_file,
)
from .holidays import take_holidays_along

log = structlog.get_logger()
T = TypeVar("T")
router = APIRouter(prefix="/api", tags=["tables"], responses=PROBLEMS)
MOST_LISTED = 100
MOST_KEPT = 32
LONGEST_LINK = 500
RECORD_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/RecordUpload"}}},
    }
}
"""What a process of its own reads, and nobody here."""
PATIENCE = 15.0  # seconds for a thought: the first of a process has to wait until that has started


# lists


@router.get("/tables", response_model=list[TableLine])
async def tables(
    request: Request, context: TheContext, session: Anyone, which: Literal["open", "mine", "watch"] = "open"
) -> Response:
    """Open tables, one's own, or those one can watch: the latest first."""
    if which == "mine":
        found = await context.store.tables_of(session.person.id, MOST_LISTED) if session else []
    elif which == "open":
        found = await context.store.open_tables(MOST_LISTED)
    else:
        found = await context.store.watched_tables(MOST_LISTED)
    person = session.person.id if session else None
    return json_bytes(
        await aside_for(address_of(request), _written, table_lines, found, person, context.tables.in_memory)
    )


# opening


@router.post("/tables", status_code=201, response_model=Snapshot)
async def new_table(request: Request, body: NewTable, context: TheContext, session: Somebody) -> Response:
    """A new table. It starts by itself as soon as no seat is open, unless `start` is false."""
    check_quota("tables", request, session)
    patience = context.settings.vote_patience
    if body.components is None and body.position is None:
        plan = plan_table(session.person, body, patience)
    else:
        wish = repr(body).encode(errors="replace")  # whole: seats and bots can be wrong as well as the files
        plan = await read_file(request, context, wish, plan_table, session.person, body, patience)
    live = await context.tables.add(*plan, session.person, address_of(request))
    await take_holidays_along(context, live, session.person)
    return created(live, session)


@router.post("/records", status_code=201, response_model=Snapshot, openapi_extra=RECORD_BODY)
async def upload_record(request: Request, context: TheContext, session: Somebody) -> Response:
    """A record to watch, or to go on with."""
    check_quota("tables", request, session)
    body = await request.body()
    patience = context.settings.vote_patience
    plan = await read_file(request, context, body, plan_from_upload, session.person, body, patience)
    return created(await context.tables.add(*plan, session.person, address_of(request)), session)


def created(live: LiveTable, session: Session) -> Response:
    answer = json_answer(live.snapshot(session.person.id))
    answer.status_code = 201
    return answer


# looking


@router.get("/tables/{table}", response_model=Snapshot)
async def look(
    request: Request,
    table: TableId,
    context: TheContext,
    session: Anyone,
    invite: Invite = None,
    ply: Annotated[int | None, Query(ge=0, le=100_000)] = None,
) -> Response:
    """A table as you see it, now or after so many moves."""
    live = await visible(context, table, session, invite)
    person = session.person.id if session else None
    if ply is None or ply == live.room.table.ply:
        return json_answer(live.snapshot(person))
    if ply > live.room.table.ply:
        raise Refusal("no_such_ply", f"The table is at ply {live.room.table.ply}.", 404)
    return json_bytes(await aside_for(address_of(request), _written, live.snapshots.earlier, ply, person, live.present))


@router.get("/tables/{table}/events", response_model=Events)
async def events(
    request: Request,
    table: TableId,
    context: TheContext,
    session: Anyone,
    invite: Invite = None,
    after: Annotated[int, Query(ge=0, le=100_000)] = 0,
) -> Response:
    """The moves since some ply, with what they brought about."""
    live = await visible(context, table, session, invite)
    return json_bytes(await aside_for(address_of(request), _written, _events, live.snapshots, after))


@router.get("/tables/{table}/score", response_model=list[list[ScoreLine]])
async def score(table: TableId, context: TheContext, session: Anyone, invite: Invite = None) -> Response:
    """Everybody's score sheet, as if the game ended now."""
    live = await visible(context, table, session, invite)
    return json_answer(live.room.table.score_sheet())


@router.get("/tables/{table}/components")
async def components(
    request: Request, table: TableId, context: TheContext, session: Anyone, invite: Invite = None
) -> OwnComponents:
    """The component file that is played with, and what it changes."""
    live = await visible(context, table, session, invite)
    header = live.room.header
    if header.own_components is None:
        raise Refusal("usual_components", "This table plays with what comes with the game.", 404)
    return await aside_for(address_of(request), _own_components, header.game, header.own_components)


@router.get("/tables/{table}/rules/{language}", response_model=WholeRules)
async def rules(
    request: Request,
    table: TableId,
    language: Literal["en", "ja", "th"],
    context: TheContext,
    session: Anyone,
    invite: Invite = None,
) -> Response:
    """The whole rules by which this table plays, like `/api/games/{game}/rules/{language}`."""
    room = (await visible(context, table, session, invite)).room
    own, playing = room.header.own_components, room.table
    whom = address_of(request)
    told = await aside_for(whom, tell_rules, room.header.game, own, language, playing.players, dict(playing.options))
    return json_answer(told)


@router.get("/tables/{table}/record", response_model=Data)
async def record(
    request: Request, table: TableId, context: TheContext, session: Anyone, invite: Invite = None
) -> Response:
    """The game on file. While it goes on, all but the future; at the end with the seed that proves every roll."""
    live = await visible(context, table, session, invite)
    return json_bytes(await aside_for(address_of(request), _record, live.room))


@router.get("/tables/{table}/qr", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def qr_code(
    request: Request, table: TableId, context: TheContext, session: Anyone, invite: Invite = None
) -> Response:
    """The invite link as a QR code, for those at the table."""
    live = await visible(context, table, session, invite)
    inside = session is not None and session.person.id in live.room.people()
    token = live.room.header.invite if inside else invite
    base = url_for_others(context.settings, str(request.base_url)) or str(request.base_url)
    link = f"{base.rstrip('/')}/t/{table}" + (f"?invite={token}" if token else "")
    if len(link) > LONGEST_LINK:
        raise Refusal("too_long", "The link is too long for a picture.", 422)
    return Response(await aside_for(address_of(request), _picture, link), media_type="image/svg+xml")


# what may take a while: beside the event loop, and once for all who ask


def _written(show: Callable[..., object], *args: object) -> bytes:
    return orjson.dumps(show(*args))


def _events(snapshots: Snapshots, after: int) -> Events:
    return Events(ply=snapshots.room.table.ply, moves=snapshots.made(after))


@lru_cache(maxsize=MOST_KEPT)
def _record(room: Room) -> bytes:
    finished = room.status == "over" and room.table.over
    return orjson.dumps(write_record(room.table) if finished else write_open_record(room.table))


_own_components = lru_cache(maxsize=MOST_KEPT)(read_own_components)


@lru_cache(maxsize=MOST_KEPT)
def _picture(link: str) -> bytes:
    picture = io.BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", scale=6, border=2)
    return picture.getvalue()


# thinking


@router.get("/tables/{table}/previews", response_model=Previews)
async def previews(
    request: Request,
    table: TableId,
    context: TheContext,
    session: Somebody,
    invite: Invite = None,
    ply: Annotated[int | None, Query(ge=0, le=100_000)] = None,
) -> Response:
    """What each legal move would do, as far as chance has no say in it, and why others are not possible: now, or at any
    ply of a game that is over."""
    live = await visible(context, table, session, invite)
    check_quota("previews", request, session)
    room, whom = live.room, address_of(request)
    if ply is not None and room.status == "over" and ply < room.table.ply:
        then = await aside_for(whom, room.table.at, ply)
    elif room.question is not None and ply in (None, room.table.ply):
        then = room.table
    else:
        raise Refusal("stale", f"The table is at ply {room.table.ply}.")
    parcel = jobs.pack(then, room.header.own_components)
    own = parcel.own_components is not None
    thinking = context.workers.think(PATIENCE, jobs.previews, parcel, urgency=Urgency.PREVIEW, own=own, whom=whom)
    return json_answer({"ply": then.ply} | await thought(thinking))


@router.get("/tables/{table}/hint", response_model=Hint)
async def hint(
    request: Request,
    table: TableId,
    context: TheContext,
    session: Somebody,
    invite: Invite = None,
    seconds: Annotated[float, Query(gt=0, le=30)] = 1.0,
    move: Annotated[str | None, Query(min_length=1, max_length=100)] = None,
) -> Response:
    """What a strong bot thinks of the moves, within your quota: at first glance while its code is being made.

    Asked about a move, it says what that one is worth.
    """
    live = await visible(context, table, session, invite)
    room, workers = live.room, context.workers
    if room.question is None:
        raise Refusal("over", "Nothing is asked at this table.")
    about = None if move is None else jobs.legal_number(room.table, move)
    workers.check(Urgency.HINT, whom := address_of(request))  # who is refused for that has not had a hint
    check_quota("hints", request, session)
    parcel = jobs.pack(room.table, room.header.own_components)
    skill = (parcel.game, parcel.own_components, jobs.strongest_bot())
    workers.send_to_school(skill)
    known, time = workers.knows(skill), min(seconds, context.settings.hint_seconds)
    thinking = workers.think(
        time, jobs.hint, parcel, time, known, about, urgency=Urgency.HINT, skill=skill if known else None, whom=whom
    )
    return json_answer({"ply": room.table.ply} | await thought(thinking))


async def thought(thinking: Awaitable[T]) -> T:
    """What a thinking process found, or a word that they are busy."""
    try:
        return await thinking
    except Refusal:
        raise
    except Exception as error:
        log.warning("thought_failed", error=type(error).__name__, reason=str(error)[:200])
        raise Refusal("no_answer", "The bots are busy: try again.", 503) from None


# acting


@router.post("/tables/{table}/join", response_model=Snapshot)
async def join(table: TableId, body: Join, context: TheContext, session: Somebody) -> Response:
    """Takes an open seat."""
    decide = partial(commands.join, session.person, body.seat, body.name)
    live = await visible(context, table, session, body.invite)
    await context.tables.do_all(live, session.person, decide)
    await take_holidays_along(context, live, session.person)
    return json_answer(live.snapshot(session.person.id))


@router.post("/tables/{table}/leave", response_model=Snapshot)
async def leave(table: TableId, body: Empty, context: TheContext, session: Somebody) -> Response:
    """Leaves: before the game the seats are open again, during it a bot plays on until you come back."""
    return await _act(context, table, session, partial(commands.leave, session.person))


@router.post("/tables/{table}/resign", response_model=Snapshot)
async def resign(table: TableId, body: Empty, context: TheContext, session: Somebody) -> Response:
    """Gives up: a bot plays on for good, or the game is over if nobody else plays."""
    return await _act(context, table, session, partial(commands.resign, session.person))


@router.post("/tables/{table}/remove", response_model=Snapshot)
async def remove(table: TableId, body: Empty, context: TheContext, session: Somebody) -> Response:
    """Takes a table from one's list that is over, or closes one's own before the game."""
    return await _act(context, table, session, partial(commands.remove, session.person))


@router.post("/tables/{table}/start", response_model=Snapshot)
async def start(table: TableId, body: Empty, context: TheContext, session: Somebody) -> Response:
    """Starts the game."""
    return await _act(context, table, session, partial(commands.start, session.person))


@router.post("/tables/{table}/seats/{seat}", response_model=Snapshot)
async def hand_over(
    table: TableId, seat: Annotated[int, Path(ge=0, le=19)], body: HandOver, context: TheContext, session: Somebody
) -> Response:
    """Gives a seat to a bot, or takes it back."""
    return await _act(context, table, session, partial(commands.hand_over, session.person, seat, body.bot))


@router.post("/tables/{table}/vote", response_model=Snapshot)
async def vote(table: TableId, body: VoteBody, context: TheContext, session: Somebody) -> Response:
    """A vote for a bot in a seat that the table waits for."""
    live = await visible(context, table, session, None)
    decide = partial(commands.vote, session.person, body.seat, live.waited(), live.present.online)
    return await _act(context, table, session, decide)


@router.post("/tables/{table}/moves")
async def move(table: TableId, body: MoveBody, context: TheContext, session: Somebody) -> Ack:
    """A move, for the ply that it answers."""
    live = await visible(context, table, session, None)
    decide = partial(commands.play_move, session.person, body.ply, body.move)
    return Ack(id=body.id, ply=await context.tables.do_all(live, session.person, decide, body.id))


@router.post("/tables/{table}/undo")
async def undo(table: TableId, body: UndoBody, context: TheContext, session: Somebody) -> Ack:
    """Takes back one's last move of this turn."""
    live = await visible(context, table, session, None)
    decide = partial(commands.take_back, session.person, body.ply)
    return Ack(id=body.id, ply=await context.tables.do_all(live, session.person, decide, body.id))


@router.post("/tables/{table}/back", response_model=Snapshot)
async def ask_back(table: TableId, body: UndoBody, context: TheContext, session: Somebody) -> Response:
    """Takes back one's last move and all that came after it, up to the last roll or draw: at once where all others are
    bots, else if every person agrees."""
    context.rates.check("chat", session.person.id)
    return await _act(context, table, session, partial(commands.ask_back, session.person, body.ply), None, body.id)


@router.post("/tables/{table}/back/answer", response_model=Snapshot)
async def answer_back(table: TableId, body: BackAnswer, context: TheContext, session: Somebody) -> Response:
    """Agrees to that or refuses it; who asked can withdraw."""
    return await _act(context, table, session, partial(commands.answer_back, session.person, body.agree))


@router.post("/tables/{table}/chat")
async def chat(
    request: Request, table: TableId, body: ChatBody, context: TheContext, session: Somebody, invite: Invite = None
) -> Ack:
    """Says something."""
    check_quota("chat", request, session)
    live = await visible(context, table, session, invite)
    ply = await context.tables.do_all(live, session.person, partial(commands.say, session.person, body.text), body.id)
    return Ack(id=body.id or "", ply=ply)


@router.post("/tables/{table}/rematch")
async def rematch(request: Request, table: TableId, body: Empty, context: TheContext, session: Somebody) -> Rematch:
    """The next game with the same people: made once, however often it is asked for."""
    live = await visible(context, table, session, None)
    if live.room.rematch is None:
        check_quota("tables", request, session)
        await find_game_aside(live.room.header.game, live.room.header.own_components)
        header, happenings = plan_rematch(session.person, live.room)
        commands.offer_rematch(session.person, header.id, live.room)
        await context.tables.add(header, happenings, session.person, address_of(request))
        await context.tables.do_all(live, session.person, partial(commands.offer_rematch, session.person, header.id))
    if live.room.rematch is None:
        raise StorageUnavailable
    return Rematch(table=live.room.rematch)


async def visible(context: Context, table: str, session: Session | None, invite: str | None) -> LiveTable:
    return await context.tables.visible(table, session.person.id if session else None, invite)


async def _act(
    context: Context,
    table: str,
    session: Session,
    decide: commands.Decision,
    invite: str | None = None,
    message: str | None = None,
) -> Response:
    live = await visible(context, table, session, invite)
    await context.tables.do_all(live, session.person, decide, message)
    return json_answer(live.snapshot(session.person.id))
