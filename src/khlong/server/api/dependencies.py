"""What every request needs: the context, who is asking, and answers as JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import orjson
from fastapi import Depends, Path, Query, Request, Response
from starlette.requests import HTTPConnection

from khlong.engine.data import Data
from khlong.server.context import Context
from khlong.server.errors import Refusal
from khlong.server.operations.rates import household
from khlong.server.operations.settings import Settings
from khlong.server.people.identity import Session
from khlong.server.wire.messages import Problem

PROBLEMS: dict[int | str, Data] = {
    status: {"model": Problem, "description": text}
    for status, text in (
        (400, "Not readable"),
        (401, "No session: GET /api/me first"),
        (403, "Not for you"),
        (404, "Not there, or not for you to see"),
        (409, "Not possible now"),
        (413, "Too large"),
        (422, "Not understood"),
        (425, "Too early"),
        (429, "Too many requests"),
        (500, "Our mistake"),
        (503, "Storage does not answer"),
    )
}
T = TypeVar("T")
TableId = Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Invite = Annotated[str | None, Query(max_length=64, description="The token of an invite link.")]


def cookie_name(settings: Settings) -> str:
    return "__Host-khlong" if settings.secure else "khlong"


def context_of(connection: HTTPConnection) -> Context:
    return connection.app.state.context  # type: ignore[no-any-return]


def address_of(connection: HTTPConnection) -> str:
    """Whom a connection is counted with."""
    return household(connection.client.host if connection.client else "unknown")


def check_quota(kind: str, request: Request, session: Session) -> None:
    """Refuses what somebody, or all at one address together, have had enough of."""
    context_of(request).rates.check(kind, session.person.id, address_of(request))


async def maybe_session(connection: HTTPConnection) -> Session | None:
    """Who is asking, if that is known."""
    context = context_of(connection)
    session = await context.identity.find(connection.cookies.get(cookie_name(context.settings)))
    if connection.scope["type"] == "http":
        context.rates.check("requests", session.token if session else address_of(connection))
    return session


async def needed_session(request: Request) -> Session:
    session = await maybe_session(request)
    if session is None:
        raise Refusal("no_session", "Nobody knows you yet: GET /api/me first, and keep the cookie.", 401)
    return session


async def _context(request: Request) -> Context:
    return context_of(request)


Anyone = Annotated[Session | None, Depends(maybe_session)]
Somebody = Annotated[Session, Depends(needed_session)]
TheContext = Annotated[Context, Depends(_context)]


def json_answer(content: object) -> Response:
    """An answer that no model has to check."""
    return json_bytes(orjson.dumps(content))


def json_bytes(content: bytes) -> Response:
    """The same, written already."""
    return Response(content, media_type="application/json", headers={"Cache-Control": "no-store"})


async def read_file(request: Request, context: Context, file: bytes, work: Callable[..., T], *args: Any) -> T:
    """What work makes of a stranger's file, in the process that reads those."""
    address = address_of(request)
    context.rates.check("files", address)
    return await context.reader.read(address, file, work, *args)
