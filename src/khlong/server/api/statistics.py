"""One's own statistics: nobody sees another's."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from khlong.server.people.own_statistics import own_statistics
from khlong.server.wire.statistics import Statistics

from .dependencies import PROBLEMS, Somebody, TheContext, address_of, json_answer

router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)


@router.get("/me/statistics", response_model=Statistics)
async def statistics(request: Request, context: TheContext, session: Somebody) -> Response:
    """What your finished games come to. Where many have not been read yet, ask again until all are done."""
    found = own_statistics(context.store, context.outcomes, session.person.id, address_of(request))
    return json_answer(await found)
