"""Who one is: guests, names, accounts."""

from __future__ import annotations

from functools import partial

import structlog
from fastapi import APIRouter, Request, Response

from khlong.server.context import Context
from khlong.server.errors import Refusal
from khlong.server.storage import Person
from khlong.server.tables import commands
from khlong.server.wire.messages import Credentials, Empty, Me, NewPassword, Rename

from .dependencies import PROBLEMS, Anyone, Somebody, TheContext, address_of, check_quota, cookie_name

log = structlog.get_logger()
MOST_BROUGHT = 1000
router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)


def set_cookie(context: Context, response: Response, cookie: str) -> None:
    response.set_cookie(
        cookie_name(context.settings),
        cookie,
        max_age=86_400 * context.settings.session_days,
        secure=context.settings.secure,
        httponly=True,
        samesite="strict",
    )


def describe(person: Person) -> Me:
    return Me(id=person.id, name=person.name, account=person.account is not None)


@router.get("/me")
async def who_am_i(request: Request, response: Response, context: TheContext, session: Anyone) -> Me:
    """Who you are. The first time you are made a guest: keep the cookie."""
    response.headers["Cache-Control"] = "no-store"
    if session is None:
        context.rates.check("guests", address_of(request))
        session, cookie = await context.identity.new_guest()
        set_cookie(context, response, cookie)
    return describe(session.person)


@router.patch("/me")
async def rename_me(body: Rename, context: TheContext, session: Somebody) -> Me:
    """Another name, for tables that you join from now on."""
    return describe(await context.identity.rename(session, body.name))


@router.post("/account", status_code=201)
async def make_account(
    request: Request, body: Credentials, response: Response, context: TheContext, session: Somebody
) -> Me:
    """An account for a guest, who keeps all games."""
    check_quota("login", request, session)
    person, cookie = await context.identity.make_account(session, body.name, body.password)
    set_cookie(context, response, cookie)
    return describe(person)


@router.post("/login")
async def log_in(request: Request, body: Credentials, response: Response, context: TheContext, session: Somebody) -> Me:
    """Back into an account. Tables and seats that you had as a guest come along."""
    context.rates.check("login", address_of(request))
    person = await context.identity.account(body.name, body.password)
    if session.person.account is None:
        await bring_along(context, session.person, person)
    cookie = await context.identity.renew(session, person)
    await context.log_out(session.person.id)
    set_cookie(context, response, cookie)
    return describe(person)


async def bring_along(context: Context, guest: Person, account: Person) -> None:
    """Gives a guest's tables and seats to an account. What was begun and broken off is gone on with the next time."""
    for table in await context.store.tables_of(guest.id, MOST_BROUGHT):
        try:
            live = await context.tables.find(table[0].id)
            await context.tables.do_all(live, guest, partial(commands.become, guest, account))
        except Refusal as refusal:
            log.warning("table_left_behind", table=table[0].id, code=refusal.code)  # of other rules: only to be listed


@router.post("/password", status_code=204)
async def change_password(request: Request, body: NewPassword, context: TheContext, session: Somebody) -> None:
    """Another password for an account. All other sessions end with the old one."""
    check_quota("login", request, session)
    await context.identity.change_password(session, body.old, body.new)
    await context.log_out(session.person.id)


@router.post("/logout/others", status_code=204)
async def log_out_others(body: Empty, context: TheContext, session: Somebody) -> None:
    """Ends all sessions of yours but this one, on whatever machines they are."""
    await context.identity.end_others(session)
    await context.log_out(session.person.id)


@router.post("/logout", status_code=204)
async def log_out(body: Empty, response: Response, context: TheContext, session: Somebody) -> None:
    """Ends the session and its sockets."""
    await context.identity.logout(session)
    await context.log_out(session.person.id)
    response.delete_cookie(
        cookie_name(context.settings), secure=context.settings.secure, httponly=True, samesite="strict"
    )
