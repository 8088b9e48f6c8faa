"""Games that are over: what would have come of other moves, and trying it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from khlong.server.aside import aside_for
from khlong.server.bots import jobs
from khlong.server.bots.turns import Urgency
from khlong.server.errors import Refusal
from khlong.server.tables.new_table import plan_again
from khlong.server.wire.messages import Again, MoveText, Snapshot, StoryTold

from .dependencies import PROBLEMS, Invite, Somebody, TableId, TheContext, address_of, check_quota, json_answer
from .tables import PATIENCE, created, thought, visible

router = APIRouter(prefix="/api", tags=["looking back"], responses=PROBLEMS)
LONGEST_LINE = 40


@router.get("/tables/{table}/story", response_model=StoryTold)
async def story(
    request: Request,
    table: TableId,
    context: TheContext,
    session: Somebody,
    ply: Annotated[int, Query(ge=0, le=100_000)],
    move: Annotated[list[MoveText], Query(min_length=1, max_length=LONGEST_LINE)],
    invite: Invite = None,
) -> Response:
    """What a line of moves from some ply of a game that is over would bring about, up to where chance decides."""
    live = await visible(context, table, session, invite)
    check_quota("previews", request, session)
    room, whom = live.room, address_of(request)
    if room.status != "over" or ply >= room.table.ply:
        raise Refusal("not_over", "What would have been is told of games that are over, from before their last move.")
    parcel = jobs.pack(await aside_for(whom, room.table.at, ply), room.header.own_components)
    own = parcel.own_components is not None
    told = await thought(
        context.workers.think(PATIENCE, jobs.story, parcel, move, urgency=Urgency.PREVIEW, own=own, whom=whom)
    )
    if told is None:
        raise Refusal("illegal", "These moves cannot be made there, one after the other.", 422)
    return json_answer(told)


@router.post("/tables/{table}/again", status_code=201, response_model=Snapshot)
async def again(
    request: Request, table: TableId, body: Again, context: TheContext, session: Somebody, invite: Invite = None
) -> Response:
    """A table of your own that goes on from a moment of a game that is over: the same dice or others, against bots."""
    live = await visible(context, table, session, invite)
    check_quota("tables", request, session)
    plan = await aside_for(address_of(request), plan_again, session.person, live.room, body)
    return created(await context.tables.add(*plan, session.person, address_of(request)), session)
