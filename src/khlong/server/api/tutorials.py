"""Tutorials: what they say, and the table as it is after the moves that a learner has made."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field

from khlong.server.aside import aside_for
from khlong.server.bots import lessons
from khlong.server.wire.messages import Lesson, TutorialScript

from .dependencies import PROBLEMS, Anyone, address_of, json_bytes
from .games import GameName

router = APIRouter(prefix="/api", tags=["tutorials"], responses=PROBLEMS)
TutorialName = Annotated[str, Path(min_length=1, max_length=60)]
MoveText = Annotated[str, Field(min_length=1, max_length=100)]


@router.get("/games/{game}/tutorials/{tutorial}", response_model=TutorialScript)
async def script(request: Request, game: GameName, tutorial: TutorialName, session: Anyone) -> Response:
    """All that a tutorial says, in every language."""
    return json_bytes(await aside_for(address_of(request), lessons.script, game, tutorial))


@router.get("/games/{game}/tutorials/{tutorial}/lesson", response_model=Lesson)
async def lesson(
    request: Request,
    game: GameName,
    tutorial: TutorialName,
    session: Anyone,
    choice: Annotated[tuple[MoveText, ...], Query(max_length=60, description="The learner's moves, in order.")] = (),
) -> Response:
    """What follows after some moves of the learner's, up to the next one."""
    return json_bytes(await aside_for(address_of(request), lessons.lesson, game, tutorial, choice))
