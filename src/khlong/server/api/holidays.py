"""Days that one is away: in games over days one's clocks stand then."""

from __future__ import annotations

import time
from functools import partial
from typing import Annotated

import structlog
from fastapi import APIRouter, Request
from pydantic import Field

from khlong.server.context import Context
from khlong.server.errors import REFUSED, Refusal
from khlong.server.storage import Person
from khlong.server.tables import commands
from khlong.server.tables.absence import DAY
from khlong.server.tables.live import LiveTable
from khlong.server.wire.messages import Answer, Empty, Strict

from .dependencies import PROBLEMS, Somebody, TheContext, check_quota

log = structlog.get_logger()
router = APIRouter(prefix="/api", tags=["holidays"], responses=PROBLEMS)
MOST_TABLES = 1000
YEAR = 365 * DAY
SLACK = 2 * 3600.0  # an hour of a clock that is changed within a holiday, and a bit


class HolidayWish(Strict):
    begins: Annotated[float, Field(ge=0, le=1e11, description="Seconds since 1970; what is past counts from now.")]
    ends: Annotated[float, Field(ge=0, le=1e11)]


class Holidays(Answer):
    holidays: Annotated[list[HolidayWish], Field(description="Those that are not over.")]
    most: Annotated[int, Field(description="Days within a year.")]
    left: Annotated[float, Field(description="How many of them are not taken yet.")]


async def _holidays(context: Context, person: Person) -> Holidays:
    now, most = time.time(), context.settings.holiday_days
    kept = await context.store.holidays_of(person.id)
    taken = sum(ends - max(begins, now - YEAR) for begins, ends in kept if ends > now - YEAR)
    ahead = [HolidayWish(begins=begins, ends=ends) for begins, ends in kept if ends > now]
    return Holidays(holidays=ahead, most=most, left=round(max(0.0, most - taken / DAY), 1))


@router.get("/me/holidays")
async def holidays(context: TheContext, session: Somebody) -> Holidays:
    """When you are away, and how many days are left to you."""
    return await _holidays(context, session.person)


@router.post("/me/holidays")
async def go_away(request: Request, body: HolidayWish, context: TheContext, session: Somebody) -> Holidays:
    """Days away. All your games over days are told; their clocks stand for you."""
    check_quota("notices", request, session)
    begins, now = max(body.begins, time.time()), time.time()
    if body.ends <= begins or begins > now + YEAR:
        raise Refusal("bad_holiday", "A holiday begins within a year and ends after it begins.", 422)
    before = await _holidays(context, session.person)
    if any(begins < other.ends and body.ends > other.begins for other in before.holidays):
        raise Refusal("two_holidays", "You are away on some of these days already.")
    if body.ends - begins > before.left * DAY + SLACK:
        raise Refusal("too_long_away", f"Within a year one can be away for {before.most} days; {before.left} are left.")
    await _change(context, session.person, begins, body.ends)
    return await _holidays(context, session.person)


@router.post("/me/holidays/end")
async def come_back(body: Empty, context: TheContext, session: Somebody) -> Holidays:
    """Back already: what is left of a holiday is not taken, and those to come are not either."""
    now = time.time()
    for holiday in (await _holidays(context, session.person)).holidays:
        await _change(context, session.person, holiday.begins, max(now, holiday.begins))
    return await _holidays(context, session.person)


async def _change(context: Context, person: Person, begins: float, ends: float) -> None:
    await context.store.keep_holiday(person.id, begins, ends)
    for header, summary in await context.store.tables_of(person.id, MOST_TABLES):
        if summary.status == "over":
            continue
        try:
            live = await context.tables.find(header.id)
            await context.tables.do_all(live, person, partial(commands.go_away, person, begins, ends))
        except REFUSED as refusal:  # a table that does not open keeps no other from being told
            log.warning("holiday_not_told", table=header.id, code=refusal.code)


async def take_holidays_along(context: Context, live: LiveTable, person: Person) -> None:
    """Tells a table that somebody sits down at of days that they will be away."""
    pace = live.room.header.pace
    if pace is None or pace < DAY:
        return
    for begins, ends in await context.store.holidays_of(person.id):
        if ends > time.time():
            await context.tables.do_all(live, person, partial(commands.go_away, person, begins, ends))
