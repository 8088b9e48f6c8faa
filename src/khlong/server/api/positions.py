"""Positions to look at and to ask a bot about, and puzzles: without a table."""

from __future__ import annotations

from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Query, Request, Response

from khlong.games.facets import Reference
from khlong.games.puzzles import puzzles_of
from khlong.server.aside import aside_for
from khlong.server.bots import jobs, scenes
from khlong.server.bots.turns import Urgency
from khlong.server.context import Context
from khlong.server.errors import Refusal, not_found
from khlong.server.tables.games import find_game
from khlong.server.wire.messages import Hint
from khlong.server.wire.positions import (
    PositionFile,
    PositionForm,
    PositionSeen,
    PositionThen,
    PositionWish,
    PuzzleLine,
    PuzzleSeen,
)

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
    json_bytes,
    read_file,
)
from .games import GameName
from .tables import PATIENCE, thought

router = APIRouter(prefix="/api", tags=["positions"], responses=PROBLEMS)
HINT_SECONDS = 3.0
_puzzles: dict[tuple[str, int], bytes] = {}
"""Puzzles that somebody has asked for, as they are sent: there are only so many, and they never change."""


@router.get("/games/{game}/positions", response_model=PositionForm)
async def form(game: GameName) -> Response:
    """What a position of the game can say."""
    sheet = Reference.of(find_game(game)).position
    return json_answer({"form": sheet.model_json_schema() if sheet else None})


@router.post("/games/{game}/positions", response_model=PositionSeen)
async def look(
    request: Request, game: GameName, body: PositionWish, context: TheContext, session: Somebody
) -> Response:
    """A position as a table shows it, or why it cannot come about."""
    find_game(game)
    file = f"{game}\n{body!r}".encode(errors="replace")
    wish = game, body.players, body.options, body.position
    return json_answer(await read_file(request, context, file, scenes.position_seen, *wish))


@router.post("/positions", response_model=PositionSeen)
async def look_at_file(request: Request, body: PositionFile, context: TheContext, session: Somebody) -> Response:
    """The position of a file, in JSON or TOML; of a record, where it ends."""
    file = b"position\n" + body.text.encode(errors="replace")
    return json_answer(await read_file(request, context, file, scenes.file_seen, body.text))


@router.post("/games/{game}/positions/hint", response_model=Hint)
async def hint(
    request: Request, game: GameName, body: PositionWish, context: TheContext, session: Somebody
) -> Response:
    """What a strong bot thinks of the moves in a position, within your quota."""
    find_game(game)
    workers, whom = context.workers, address_of(request)
    workers.check(Urgency.HINT, whom)
    check_quota("hints", request, session)
    file = f"hint {game}\n{body!r}".encode(errors="replace")
    wish = game, body.players, body.options, body.position
    parcel = await read_file(request, context, file, scenes.parcel_of, *wish)
    skill = (parcel.game, parcel.own_components, jobs.strongest_bot())
    workers.send_to_school(skill)
    known, time = workers.knows(skill), min(HINT_SECONDS, context.settings.hint_seconds)
    thinking = workers.think(
        time, jobs.hint, parcel, time, known, urgency=Urgency.HINT, skill=skill if known else None, whom=whom
    )
    return json_answer({"ply": 0} | await thought(thinking))


@router.get("/tables/{table}/position", response_model=PositionThen)
async def position_then(
    request: Request,
    table: TableId,
    context: TheContext,
    session: Anyone,
    invite: Invite = None,
    ply: Annotated[int | None, Query(ge=0, le=100_000)] = None,
) -> Response:
    """Where a table's game stood after so many moves, as a position."""
    live = await context.tables.visible(table, session.person.id if session else None, invite)
    room = live.room
    if room.table.views.hidden or room.header.own_components is not None:
        raise Refusal("no_position", "A position of this table cannot be taken elsewhere.")
    if room.status == "open" or (ply is not None and ply > room.table.ply):
        raise Refusal("stale", f"The table is at ply {room.table.ply}.")
    then = await aside_for(address_of(request), scenes.then, room.table, room.table.ply if ply is None else ply)
    return json_answer(then)


# puzzles


@router.get("/games/{game}/puzzles", response_model=list[PuzzleLine])
async def puzzles(game: GameName) -> Response:
    """The puzzles of a game, from the easiest to the hardest."""
    return json_answer(scenes.puzzle_lines(game))


@router.get("/games/{game}/puzzles/{number}", response_model=PuzzleSeen)
async def puzzle(
    request: Request,
    game: GameName,
    number: Annotated[int, Path(ge=1, le=1000)],
    context: TheContext,
    session: Anyone,
) -> Response:
    """A puzzle with its answer."""
    if number > len(puzzles_of(find_game(game))):
        raise not_found("puzzle")
    return json_bytes(_puzzles.get((game, number)) or await _written(context, game, number, address_of(request)))


async def _written(context: Context, game: str, number: int, whom: str) -> bytes:
    thinking = context.workers.think(PATIENCE, scenes.puzzle_seen, game, number, urgency=Urgency.PREVIEW, whom=whom)
    written = _puzzles[game, number] = orjson.dumps(await thought(thinking))
    return written
