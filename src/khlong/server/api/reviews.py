"""Games looked at again: everybody's chances, what decisions cost, what luck did."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from khlong.server.aside import aside_for
from khlong.server.bots import review_jobs
from khlong.server.bots.review_jobs import ReviewParcel
from khlong.server.context import Context
from khlong.server.people.identity import Session
from khlong.server.wire.messages import Empty, ReviewState

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
)

router = APIRouter(prefix="/api", tags=["reviews"], responses=PROBLEMS)
Have = Annotated[int, Query(ge=0, le=9, description="The depth of the review that you have: it is not sent again.")]


@router.get("/tables/{table}/review", response_model=ReviewState)
async def review(
    request: Request, table: TableId, context: TheContext, session: Anyone, invite: Invite = None, have: Have = 0
) -> Response:
    """What is known of a game that is over, and how far its analysis is. Starts nothing."""
    parcel = await _parcel(request, context, table, session, invite)
    return json_answer((await context.reviews.now(parcel)).told(have))


@router.post("/tables/{table}/review", response_model=ReviewState)
async def look_again(
    request: Request,
    table: TableId,
    body: Empty,
    context: TheContext,
    session: Somebody,
    invite: Invite = None,
    have: Have = 0,
) -> Response:
    """Has a game that is over looked at again, within your quota. What is there, or is going on, is only told."""
    parcel = await _parcel(request, context, table, session, invite)
    now = await context.reviews.now(parcel)
    if now.state in ("none", "failed"):
        context.reviews.check(whom := address_of(request))
        check_quota("reviews", request, session)
        context.reviews.start(parcel, now.kept.depth if now.kept else 0, whom)
        now = await context.reviews.now(parcel)
    return json_answer(now.told(have))


async def _parcel(
    request: Request, context: Context, table: str, session: Session | None, invite: str | None
) -> ReviewParcel:
    live = await context.tables.visible(table, session.person.id if session else None, invite)
    review_jobs.check(live.room)
    return await aside_for(address_of(request), review_jobs.packed, live.room)
