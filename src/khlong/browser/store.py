"""Keeps games with the browser: as much of a store as tables, lists and reviews ask for.

A log is one row for each entry, as in a database, and a row is added once. So of two tabs that write at the same time
one is refused, and follows what the other has written.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict

from khlong.engine.data import Data
from khlong.server.errors import Refusal
from khlong.server.storage import Conflict, Entry, Header, KeptReview, Owners, StorageUnavailable, Summary
from khlong.server.storage.log import NAMES, read_happening

from .outside import Keeper

INSUFFICIENT_STORAGE = 507
FULL = (
    "This browser has no room left for games, so nothing was changed. "
    "Save the games that you want to keep as a file and remove some from your list."
)
Listed = list[tuple[Header, Summary]]
Fresh = tuple[Header, Summary, Sequence[Entry]]
"""A table that is to be kept, with its log and with what lists show of it."""


class BrowserStore:
    """Reads and writes through the browser's own database."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self.unlisted: dict[str, Callable[[], Summary]] = {}
        self.waiting: Callable[[], list[str]] = list
        """Which tables in memory wait for a bot."""
        self.on_write: Callable[[str, int], None] = lambda table, version: None
        """Told of every log that has grown, for other tabs."""

    # tables

    async def add_table(self, header: Header, summary: Summary, entries: Sequence[Entry], owners: Owners) -> None:
        await self.add_tables([(header, summary, entries)])

    async def add_tables(self, tables: Sequence[Fresh]) -> None:
        """All of them or none."""
        changes: list[Data] = []
        for header, summary, entries in tables:
            changes.append({"add": "tables", "row": {"id": header.id, **_lines(header, summary)}})
            changes += [_added(header.id, entry) for entry in entries]
        await self._write(changes)

    async def append(
        self,
        table: str,
        entries: Sequence[Entry],
        summary: Callable[[], Summary],
        owners: Owners | None,
        awaited: bool,
    ) -> None:
        """Adds to a log, durably, and to what lists show; `Conflict` if another tab was first."""
        now = summary()
        changes = [_added(table, entry) for entry in entries]
        changes.append(
            {"change": "tables", "id": table, "row": {"summary": _text(asdict(now)), "changed": now.changed}}
        )
        await self._write(changes)
        self.on_write(table, entries[-1].number)

    async def remove_table(self, table: str) -> None:
        await self._write([{"remove": table}])

    async def header(self, table: str) -> Header | None:
        written = await self._keeper.header(table)
        return None if written is None else Header(**json.loads(written))

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        return [read_entry(row) for row in json.loads(await self._keeper.entries(table, after))]

    async def is_visible(self, table: str, person: str | None, invite: str | None) -> bool:
        return await self._keeper.header(table) is not None

    async def tables(self) -> Listed:
        """All that are kept, the latest first."""
        rows = json.loads(await self._keeper.tables())
        return [(Header(**json.loads(row["header"])), Summary(**json.loads(row["summary"]))) for row in rows]

    async def tables_of(self, person: str, limit: int) -> Listed:
        found = await self.tables()
        return [each for each in found if any(seat["owner"] == person for seat in each[1].seats)][:limit]

    async def finished_tables_of(self, person: str, limit: int) -> Listed:
        return [each for each in await self.tables_of(person, limit) if each[1].status == "over"]

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """How long logs are by now, though other tabs say what they write."""
        found: dict[str, int] = json.loads(await self._keeper.versions(_text(tables)))
        return found

    async def waiting_tables(self, bots_before: float, deadlines_before: float) -> list[str]:
        """Those in memory whose bot may have found no room for its move. All others go on when somebody opens them."""
        return self.waiting()

    # reviews

    async def review(self, record: str, version: int) -> KeptReview | None:
        written = await self._keeper.note(f"review {version} {record}")
        if written is None:
            return None
        kept = json.loads(written)
        return KeptReview(version, kept["depth"], kept["body"].encode())

    async def review_depths(self, records: Sequence[str], version: int) -> dict[str, int]:
        found = {record: await self.review(record, version) for record in records}
        return {record: kept.depth for record, kept in found.items() if kept is not None}

    async def keep_review(self, record: str, kept: KeptReview) -> None:
        await self.keep_note(
            f"review {kept.version} {record}", _text({"depth": kept.depth, "body": kept.body.decode()})
        )

    # notes

    async def note(self, name: str) -> str | None:
        return await self._keeper.note(name)

    async def keep_note(self, name: str, text: str) -> None:
        await self._write([{"put": "notes", "row": {"name": name, "text": text}}])

    async def _write(self, changes: list[Data]) -> None:
        outcome = await self._keeper.write(_text(changes))
        if outcome == "conflict":
            raise Conflict
        if outcome == "full":
            raise Refusal("storage_full", FULL, INSUFFICIENT_STORAGE)
        if outcome != "done":
            raise StorageUnavailable


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _lines(header: Header, summary: Summary) -> Data:
    return {"header": _text(asdict(header)), "summary": _text(asdict(summary)), "changed": summary.changed}


def _added(table: str, entry: Entry) -> Data:
    number, at, person, message, what = entry
    told = {"at": at, "person": person, "message": message, "kind": NAMES[type(what)], "body": asdict(what)}
    return {"add": "entries", "row": {"table": table, "number": number, "text": _text(told | {"number": number})}}


def read_entry(text: str) -> Entry:
    """What was written of an entry."""
    told = json.loads(text)
    happening = read_happening(told["kind"], None, _text(told["body"]))
    return Entry(told["number"], told["at"], told["person"], told["message"], happening)
