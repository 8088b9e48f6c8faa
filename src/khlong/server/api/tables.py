"""Tables over HTTP: the same things as on the socket, for bots, scripts and tests."""

from __future__ import annotations

import io
from functools import partial
from typing import Annotated, Any, Literal

import segno
import structlog
from fastapi import APIRouter, Path, Query, Request, Response

from khlong.engine.data import Data
from khlong.games.facets import Cover, Wording
from khlong.server.bots import jobs
from khlong.server.bots.workers import Skill
from khlong.server.context import Context
from khlong.server.errors import Refusal
from khlong.server.people.identity import Session
from khlong.server.storage import Header, StorageUnavailable, Summary
from khlong.server.tables import commands
from khlong.server.tables.games import find_game, find_game_aside, list_games
from khlong.server.tables.live import LiveTable
from khlong.server.tables.new_table import plan_from_record, plan_rematch, plan_table
from khlong.server.wire.messages import (
    Ack,
    ChatBody,
    Empty,
    Events,
    GameInfo,
    HandOver,
    Hint,
    Join,
    MoveBody,
    NewTable,
    Previews,
    RecordUpload,
    Rematch,
    ScoreLine,
    SeatInfo,
    Snapshot,
    TableLine,
    UndoBody,
    VoteBody,
)
from khlong.table import write_open_record, write_record

from .dependencies import PROBLEMS, Anyone, Invite, Somebody, TheContext, json_answer

log = structlog.get_logger()
router = APIRouter(prefix="/api", tags=["tables"], responses=PROBLEMS)
TableId = Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[\w-]+$")]
GameName = Annotated[str, Path(min_length=1, max_length=60)]
MOST_LISTED = 100
PATIENCE = 15.0  # seconds for a thought: the first of a process has to wait until that has started


@router.get("/games")
async def games() -> list[GameInfo]:
    """The games, their options, and the bots."""
    return list_games()


@router.get("/games/{game}/words/{language}")
async def words(game: GameName, language: Literal["en", "ja", "th"]) -> dict[str, str]:
    """What a game says, by key, as ICU messages: for pages that were built without that game."""
    found = find_game(game)
    return {"title": Cover.of(found).title, **Wording.of(found).spoken(language).texts}


# lists


@router.get("/tables")
async def tables(
    context: TheContext, session: Anyone, which: Literal["open", "mine", "watch"] = "open"
) -> list[TableLine]:
    """Open tables, one's own, or those one can watch: the latest first."""
    if which == "mine":
        found = await context.store.tables_of(session.person.id, MOST_LISTED) if session else []
    elif which == "open":
        found = await context.store.open_tables(MOST_LISTED)
    else:
        found = await context.store.watched_tables(MOST_LISTED)
    person = session.person.id if session else None
    titles = {game.name: game.title for game in list_games()}
    return [_line(context, header, summary, person, titles) for header, summary in found]


def _line(context: Context, header: Header, summary: Summary, person: str | None, titles: dict[str, str]) -> TableLine:
    live = context.tables.in_memory.get(header.id)
    online = live.present.online if live else frozenset()
    seats = [
        SeatInfo(
            seat=number,
            name=seat["name"],
            kind=seat["kind"],
            bot=seat["bot"],
            online=seat["owner"] in online,
            yours=person is not None and seat["owner"] == person,
            returns=seat["bot"] is not None and seat["owner"] is not None,
            votes=0,
            last_by=None,
            readiness=100,
        )
        for number, seat in enumerate(summary.seats)
    ]
    return TableLine(
        id=header.id,
        game=header.game,
        title=titles.get(header.game, header.game),
        options=header.options,
        status=summary.status,
        seats=seats,
        ply=summary.ply,
        turn=summary.turn,
        yours=[seat["seat"] for seat in seats if seat["yours"]],
        public=header.public,
        host=person == header.host,
        pace=header.pace,
        created=header.created,
        changed=summary.changed,
    )


# opening


@router.post("/tables", status_code=201, response_model=Snapshot)
async def new_table(body: NewTable, context: TheContext, session: Somebody) -> Response:
    """A new table. It starts by itself as soon as no seat is open, unless `start` is false."""
    context.rates.check("tables", session.token)
    await find_game_aside(body.game, body.components)
    header, happenings = plan_table(session.person, body)
    live = await context.tables.add(header, happenings, session.person)
    return _created(live, session)


@router.post("/records", status_code=201, response_model=Snapshot)
async def upload_record(body: RecordUpload, context: TheContext, session: Somebody) -> Response:
    """A record to watch, or to go on with."""
    context.rates.check("tables", session.token)
    await find_game_aside(str(body.record.get("game")), body.components)
    header, happenings = plan_from_record(session.person, body)
    live = await context.tables.add(header, happenings, session.person)
    return _created(live, session)


def _created(live: LiveTable, session: Session) -> Response:
    answer = json_answer(live.snapshot(session.person.id))
    answer.status_code = 201
    return answer


# looking


@router.get("/tables/{table}", response_model=Snapshot)
async def look(
    table: TableId,
    context: TheContext,
    session: Anyone,
    invite: Invite = None,
    ply: Annotated[int | None, Query(ge=0, le=100_000)] = None,
) -> Response:
    """A table as you see it, now or after so many moves."""
    live = await _visible(context, table, session, invite)
    person = session.person.id if session else None
    if ply is None or ply == live.room.table.ply:
        return json_answer(live.snapshot(person))
    if ply > live.room.table.ply:
        raise Refusal("no_such_ply", f"The table is at ply {live.room.table.ply}.", 404)
    return json_answer(live.snapshots.earlier(ply, person, live.present))


@router.get("/tables/{table}/events", response_model=Events)
async def events(
    table: TableId,
    context: TheContext,
    session: Anyone,
    invite: Invite = None,
    after: Annotated[int, Query(ge=0, le=100_000)] = 0,
) -> Response:
    """The moves since some ply, with what they brought about."""
    live = await _visible(context, table, session, invite)
    return json_answer(Events(ply=live.room.table.ply, moves=live.snapshots.made(after)))


@router.get("/tables/{table}/score", response_model=list[list[ScoreLine]])
async def score(table: TableId, context: TheContext, session: Anyone, invite: Invite = None) -> Response:
    """Everybody's score sheet, as if the game ended now."""
    live = await _visible(context, table, session, invite)
    return json_answer(live.room.table.score_sheet())


@router.get("/tables/{table}/record")
async def record(table: TableId, context: TheContext, session: Anyone, invite: Invite = None) -> Data:
    """The game on file. While it goes on, all but the future; at the end with the seed that proves every roll."""
    live = await _visible(context, table, session, invite)
    game = live.room.table
    finished = live.room.status == "over" and game.over
    return write_record(game) if finished else write_open_record(game)


@router.get("/tables/{table}/qr", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def qr_code(
    request: Request, table: TableId, context: TheContext, session: Anyone, invite: Invite = None
) -> Response:
    """The invite link as a QR code, for those at the table."""
    live = await _visible(context, table, session, invite)
    inside = session is not None and session.person.id in live.room.people()
    token = live.room.header.invite if inside else invite
    base = context.settings.public_url or str(request.base_url)
    link = f"{base.rstrip('/')}/t/{table}" + (f"?invite={token}" if token else "")
    picture = io.BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", scale=6, border=2)
    return Response(picture.getvalue(), media_type="image/svg+xml")


# thinking


@router.get("/tables/{table}/previews", response_model=Previews)
async def previews(
    table: TableId,
    context: TheContext,
    session: Somebody,
    invite: Invite = None,
    ply: Annotated[int | None, Query(ge=0, le=100_000)] = None,
) -> Response:
    """What each legal move would do, as far as chance has no say in it, and why others are not possible."""
    live = await _visible(context, table, session, invite)
    context.rates.check("previews", session.token)
    room = live.room
    if room.question is None or (ply is not None and ply != room.table.ply):
        raise Refusal("stale", f"The table is at ply {room.table.ply}.")
    shown = await _think(context, jobs.previews, jobs.pack(room.table, room.header.own_components))
    return json_answer({"ply": room.table.ply} | shown)


@router.get("/tables/{table}/hint", response_model=Hint)
async def hint(
    table: TableId,
    context: TheContext,
    session: Somebody,
    invite: Invite = None,
    seconds: Annotated[float, Query(gt=0, le=30)] = 1.0,
) -> Response:
    """What a strong bot thinks of the moves, within your quota."""
    live = await _visible(context, table, session, invite)
    room = live.room
    if room.question is None:
        raise Refusal("over", "Nothing is asked at this table.")
    skill = (room.header.game, room.header.own_components, jobs.strongest_bot())
    if not context.workers.knows(skill):
        context.workers.send_to_school(skill)
        raise Refusal("not_ready", "The bots are still being prepared for this game: ask again in a minute.", 425)
    context.rates.check("hints", session.token)
    time = min(seconds, context.settings.hint_seconds)
    found = await _think(
        context, jobs.hint, jobs.pack(room.table, room.header.own_components), time, seconds=time, skill=skill
    )
    return json_answer({"ply": room.table.ply} | found)


async def _think(context: Context, work: Any, *args: Any, seconds: float = PATIENCE, skill: Skill | None = None) -> Any:
    try:
        return await context.workers.think(seconds, work, *args, skill=skill)
    except Exception as error:
        log.warning("thought_failed", work=work.__name__, error=type(error).__name__, reason=str(error)[:200])
        raise Refusal("no_answer", "The bots are busy: try again.", 503) from None


# acting


@router.post("/tables/{table}/join", response_model=Snapshot)
async def join(table: TableId, body: Join, context: TheContext, session: Somebody) -> Response:
    """Takes an open seat."""
    return await _act(
        context, table, session, partial(commands.join, session.person, body.seat, body.name), body.invite
    )


@router.post("/tables/{table}/leave", response_model=Snapshot)
async def leave(table: TableId, body: Empty, context: TheContext, session: Somebody) -> Response:
    """Leaves: before the game the seats are open again, during it a bot plays on until you come back."""
    return await _act(context, table, session, partial(commands.leave, session.person))


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
    live = await context.tables.find(table)
    decide = partial(commands.vote, session.person, body.seat, body.bot, live.waited(), context.settings.vote_patience)
    return await _act(context, table, session, decide)


@router.post("/tables/{table}/moves")
async def move(table: TableId, body: MoveBody, context: TheContext, session: Somebody) -> Ack:
    """A move, for the ply that it answers."""
    live = await context.tables.find(table)
    decide = partial(commands.play_move, session.person, body.ply, body.move)
    return Ack(id=body.id, ply=await context.tables.do_all(live, session.person, decide, body.id))


@router.post("/tables/{table}/undo")
async def undo(table: TableId, body: UndoBody, context: TheContext, session: Somebody) -> Ack:
    """Takes back one's last move of this turn."""
    live = await context.tables.find(table)
    decide = partial(commands.take_back, session.person, body.ply)
    return Ack(id=body.id, ply=await context.tables.do_all(live, session.person, decide, body.id))


@router.post("/tables/{table}/chat")
async def chat(table: TableId, body: ChatBody, context: TheContext, session: Somebody, invite: Invite = None) -> Ack:
    """Says something."""
    context.rates.check("chat", session.person.id)
    live = await _visible(context, table, session, invite)
    ply = await context.tables.do_all(live, session.person, partial(commands.say, session.person, body.text), body.id)
    return Ack(id=body.id or "", ply=ply)


@router.post("/tables/{table}/rematch")
async def rematch(table: TableId, body: Empty, context: TheContext, session: Somebody) -> Rematch:
    """The next game with the same people: made once, however often it is asked for."""
    live = await context.tables.find(table)
    if live.room.rematch is None:
        context.rates.check("tables", session.token)
        await find_game_aside(live.room.header.game, live.room.header.own_components)
        header, happenings = plan_rematch(session.person, live.room)
        commands.offer_rematch(session.person, header.id, live.room)
        await context.tables.add(header, happenings, session.person)
        await context.tables.do_all(live, session.person, partial(commands.offer_rematch, session.person, header.id))
    if live.room.rematch is None:
        raise StorageUnavailable
    return Rematch(table=live.room.rematch)


async def _visible(context: Context, table: str, session: Session | None, invite: str | None) -> LiveTable:
    return await context.tables.visible(table, session.person.id if session else None, invite)


async def _act(
    context: Context, table: str, session: Session, decide: commands.Decision, invite: str | None = None
) -> Response:
    live = await _visible(context, table, session, invite)
    await context.tables.do_all(live, session.person, decide)
    return json_answer(live.snapshot(session.person.id))
