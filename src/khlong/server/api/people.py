"""Who one is: guests, names, accounts."""

from __future__ import annotations

import structlog
from fastapi import APIRouter, Request, Response

from khlong.server import commands
from khlong.server.errors import Refusal, StorageUnavailable
from khlong.server.hall import Hall
from khlong.server.messages import Credentials, Empty, Me, Rename
from khlong.server.storage.entries import Person

from .context import PROBLEMS, Anyone, Somebody, TheHall, address_of, cookie_name

log = structlog.get_logger()
MOST_BROUGHT = 1000
router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)


def set_cookie(hall: Hall, response: Response, cookie: str) -> None:
    response.set_cookie(
        cookie_name(hall.settings),
        cookie,
        max_age=86_400 * hall.settings.session_days,
        secure=hall.settings.secure,
        httponly=True,
        samesite="strict",
    )


def describe(person: Person) -> Me:
    return Me(id=person.id, name=person.name, account=person.account is not None)


@router.get("/me")
async def who_am_i(request: Request, response: Response, hall: TheHall, session: Anyone) -> Me:
    """Who you are. The first time you are made a guest: keep the cookie."""
    response.headers["Cache-Control"] = "no-store"
    if session is None:
        hall.rates.check("guests", address_of(request))
        session, cookie = await hall.identity.new_guest()
        set_cookie(hall, response, cookie)
    return describe(session.person)


@router.patch("/me")
async def rename_me(body: Rename, hall: TheHall, session: Somebody) -> Me:
    """Another name, for tables that you join from now on."""
    return describe(await hall.identity.rename(session, body.name))


@router.post("/account", status_code=201)
async def make_account(body: Credentials, response: Response, hall: TheHall, session: Somebody) -> Me:
    """An account for a guest, who keeps all games."""
    hall.rates.check("login", session.token)
    person, cookie = await hall.identity.make_account(session, body.name, body.password)
    set_cookie(hall, response, cookie)
    return describe(person)


@router.post("/login")
async def log_in(request: Request, body: Credentials, response: Response, hall: TheHall, session: Somebody) -> Me:
    """Back into an account. Tables and seats that you had as a guest come along."""
    hall.rates.check("login", address_of(request))
    person = await hall.identity.account(body.name, body.password)
    if session.person.account is None:
        await bring_along(hall, session.person, person)
    cookie = await hall.identity.renew(session, person)
    await hall.log_out(session.token, session.person.id)
    set_cookie(hall, response, cookie)
    return describe(person)


async def bring_along(hall: Hall, guest: Person, account: Person) -> None:
    """Gives a guest's tables and seats to an account. What was begun and broken off is gone on with the next time."""
    for table in await hall.store.tables_of(guest.id, MOST_BROUGHT):
        try:
            live = await hall.desk.find(table[0].id)
            await hall.desk.do_all(live, guest, commands.become(guest, account))
        except Refusal as refusal:
            if isinstance(refusal, StorageUnavailable):
                raise
            log.warning("table_left_behind", table=table[0].id, code=refusal.code)  # of other rules: only to be listed


@router.post("/logout", status_code=204)
async def log_out(body: Empty, response: Response, hall: TheHall, session: Somebody) -> None:
    """Ends the session and its sockets."""
    await hall.identity.logout(session)
    await hall.log_out(session.token, session.person.id)
    response.delete_cookie(cookie_name(hall.settings), secure=hall.settings.secure, httponly=True, samesite="strict")
