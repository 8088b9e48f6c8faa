"""Tables in lists: what stands there of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from khlong.games.facets import Cover
from khlong.server.storage import Header, Summary
from khlong.server.wire.messages import SeatInfo, TableLine
from khlong.table import game_named, game_names

from .live import LiveTable

Listed = Sequence[tuple[Header, Summary]]


def table_lines(found: Listed, person: str | None, in_memory: Mapping[str, LiveTable]) -> list[TableLine]:
    """Tables as a list shows them to somebody; who is there is known of those in memory."""
    titles = {name: Cover.of(game_named(name)).title for name in game_names()}
    return [_line(in_memory.get(header.id), header, summary, person, titles) for header, summary in found]


def _line(
    live: LiveTable | None, header: Header, summary: Summary, person: str | None, titles: dict[str, str]
) -> TableLine:
    online = live.present.online if live else frozenset()
    seats = [
        SeatInfo(
            seat=number,
            name=seat["name"],
            kind=seat["kind"],
            bot=seat["bot"],
            online=seat["owner"] in online,
            yours=person is not None and seat["owner"] == person,
            holiday=None,
            kept=None if seat.get("kept") is None else "you" if seat["kept"] == person else "other",
            returns=seat["bot"] is not None and seat["owner"] is not None and not seat.get("resigned"),
            given="resigned" if seat.get("resigned") else None,
            votes=0,
            timeouts=0,
            last_by=None,
            readiness=100,
        )
        for number, seat in enumerate(summary.seats)
    ]
    return TableLine(
        id=header.id,
        game=header.game,
        title=titles.get(header.game, header.game),
        options=header.options,
        status=summary.status,
        seats=seats,
        ply=summary.ply,
        turn=summary.turn,
        yours=[seat["seat"] for seat in seats if seat["yours"]],
        public=header.public,
        host=person == header.host,
        pace=header.pace,
        created=header.created,
        changed=summary.changed,
        ranks=[seat["rank"] for seat in summary.seats] if summary.seats and summary.seats[0].get("rank") else None,
    )
