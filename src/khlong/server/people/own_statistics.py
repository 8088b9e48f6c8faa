"""One's own statistics: what is known of one's finished games, read by and by."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING

from khlong.games.facets import Cover
from khlong.server.aside import aside_for
from khlong.server.tables.lists import Listed
from khlong.server.wire.statistics import Statistics
from khlong.table import game_named, game_names

from .outcomes import Outcomes
from .statistics import ENOUGH, Finished, own_seats, statistics_of

if TYPE_CHECKING:
    from khlong.server.storage.store import Store

MOST_COUNTED = 500
WORK = 0.5  # seconds of reading before what there is so far is told


async def own_statistics(store: Store, outcomes: Outcomes, person: str, address: str) -> Statistics:
    """What somebody's finished games come to. Where many have not been read yet, ask again until all are done."""
    found = await store.finished_tables_of(person, MOST_COUNTED)
    own = [(header, summary) for header, summary in found if len(own_seats(summary, person)) == 1]
    one_screen = sum(len(own_seats(summary, person)) > 1 for _, summary in found)
    depths = await _read(outcomes, own, address)
    return await aside_for(address, _statistics, outcomes, person, own, one_screen, depths)


async def _read(outcomes: Outcomes, found: Listed, address: str) -> dict[str, int]:
    """Reads some games and reviews that are not known yet, one after the other, so that others are shown things in
    between. Gives the depths of the reviews that there are."""
    end = time.monotonic() + WORK
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


def _statistics(outcomes: Outcomes, person: str, found: Listed, one_screen: int, depths: dict[str, int]) -> Statistics:
    titles = {name: Cover.of(game_named(name)).title for name in game_names()}
    games: dict[str, list[Finished]] = defaultdict(list)
    done = midway = 0
    for header, summary in reversed(found):
        outcome, depth = outcomes.known(header.id), depths.get(header.id)
        skills = outcomes.skills(header.id, depth) if depth is not None else ()
        if outcome is None:
            continue
        done += skills is not None
        if outcome.whole:
            [seat] = own_seats(summary, person)
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
