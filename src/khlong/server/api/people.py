"""Who one is: guests, names, accounts."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from khlong.server.hall import Hall
from khlong.server.messages import Credentials, Empty, Me, Rename
from khlong.server.storage.entries import Person

from .context import PROBLEMS, Anyone, Somebody, TheHall, address_of, cookie_name

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
    """Back into an account."""
    hall.rates.check("login", address_of(request))
    person, cookie = await hall.identity.login(session, body.name, body.password)
    await hall.log_out(session.token, session.person.id)
    set_cookie(hall, response, cookie)
    return describe(person)


@router.post("/logout", status_code=204)
async def log_out(body: Empty, response: Response, hall: TheHall, session: Somebody) -> None:
    """Ends the session and its sockets."""
    await hall.identity.logout(session)
    await hall.log_out(session.token, session.person.id)
    response.delete_cookie(cookie_name(hall.settings), secure=hall.settings.secure, httponly=True, samesite="strict")
