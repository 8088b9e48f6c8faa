"""One's own statistics: nobody sees another's."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence

from fastapi import APIRouter, Request, Response

from khlong.games.facets import Cover
from khlong.server.aside import aside_for
from khlong.server.context import Context
from khlong.server.people.identity import Session
from khlong.server.people.statistics import ENOUGH, Finished, own_seats, statistics_of
from khlong.server.storage import Header, Summary
from khlong.server.wire.statistics import Statistics
from khlong.table import game_named, game_names

from .dependencies import PROBLEMS, Somebody, TheContext, address_of, json_answer

router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)
MOST_COUNTED = 500
WORK = 0.5  # seconds of reading before what there is so far is told
Listed = Sequence[tuple[Header, Summary]]


@router.get("/me/statistics", response_model=Statistics)
async def statistics(request: Request, context: TheContext, session: Somebody) -> Response:
    """What your finished games come to. Where many have not been read yet, ask again until all are done."""
    found = await context.store.finished_tables_of(session.person.id, MOST_COUNTED)
    own = [(header, summary) for header, summary in found if len(own_seats(summary, session.person.id)) == 1]
    one_screen = sum(len(own_seats(summary, session.person.id)) > 1 for _, summary in found)
    depths = await _read(context, own, address_of(request))
    return json_answer(await aside_for(address_of(request), _statistics, context, session, own, one_screen, depths))


async def _read(context: Context, found: Listed, address: str) -> dict[str, int]:
    """Reads some games and reviews that are not known yet, one after the other, so that others are shown things in
    between. Gives the depths of the reviews that there are."""
    outcomes, end = context.outcomes, time.monotonic() + WORK
    tables = [header.id for header, _ in found]
    for table in tables:
        if outcomes.known(table) is None:
            await outcomes.read(table, address)
            if time.monotonic() > end:
                return {}
    depths = await outcomes.depths(tables)
    for table, depth in depths.items():
        if outcomes.skills(table, depth) is None:
            await outcomes.read_review(table, depth, address)
            if time.monotonic() > end:
                break
    return depths


def _statistics(
    context: Context, session: Session, found: Listed, one_screen: int, depths: dict[str, int]
) -> Statistics:
    titles = {name: Cover.of(game_named(name)).title for name in game_names()}
    games: dict[str, list[Finished]] = defaultdict(list)
    done = midway = 0
    for header, summary in reversed(found):
        outcome, depth = context.outcomes.known(header.id), depths.get(header.id)
        skills = context.outcomes.skills(header.id, depth) if depth is not None else ()
        if outcome is None:
            continue
        done += skills is not None
        if outcome.whole:
            [seat] = own_seats(summary, session.person.id)
            games[header.game].append(Finished(header, summary, seat, outcome, skills[seat] if skills else None))
        else:
            midway += 1
    return {
        "games": [statistics_of(game, titles.get(game, game), finished) for game, finished in sorted(games.items())],
        "done": done,
        "total": len(found),
        "one_screen": one_screen,
        "midway": midway,
        "enough": ENOUGH,
    }
