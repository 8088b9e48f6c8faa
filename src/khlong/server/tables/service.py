"""The tables: every table goes through it. One function, `do`, is behind every change, whoever asks for it."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from functools import partial

import structlog

from khlong.server.errors import Refusal, StorageUnavailable, not_found
from khlong.server.operations.settings import Settings
from khlong.server.storage import Conflict, Entry, Header, Store
from khlong.server.storage.entries import Person

from .commands import Decision, Draft
from .games import find_game_aside
from .live import LiveTable
from .room import Room
from .snapshots import Snapshots

log = structlog.get_logger()

MOST_TRIES = 8
Answer = Callable[[int], None]


class TableService:
    """Opens tables, changes them, and tells those who must act next."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.in_memory: dict[str, LiveTable] = {}
        self.on_change: Callable[[LiveTable], None] = lambda live: None
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}

    # finding

    async def find(self, table: str) -> LiveTable:
        """A table, from memory or from its log."""
        live = self.in_memory.get(table)
        if live is not None:
            live.used = time.monotonic()
            return live
        if table not in self._opening:
            self._opening[table] = asyncio.create_task(self._open(table))
            self._opening[table].add_done_callback(lambda _: self._opening.pop(table, None))
        return await asyncio.shield(self._opening[table])

    async def _open(self, table: str) -> LiveTable:
        header = await self.store.header(table)
        if header is None:
            raise not_found("table")
        game = await find_game_aside(header.game, header.own_components)
        room = Room(header, game).replay(await self.store.entries(table))
        live = self.in_memory[table] = LiveTable(room)
        return live

    async def visible(self, table: str, person: str | None, invite: str | None) -> LiveTable:
        """A table that this person may see."""
        live = await self.find(table)
        if not live.room.may_see(person, invite):
            raise not_found("table")
        return live

    def forget_idle(self) -> None:
        """Lets go of tables that nobody has looked at for a while."""
        before = time.monotonic() - 60 * self.settings.idle_minutes
        for table, live in list(self.in_memory.items()):
            busy = live.listeners or live.lock.locked() or live.bot_task is not None
            if live.used < before and not busy:
                del self.in_memory[table]

    # changing

    async def add(self, header: Header, drafts: Sequence[Draft], person: Person) -> LiveTable:
        """A new table with what happens at once."""
        room = Room(header, await find_game_aside(header.game, header.own_components))
        entries = _numbered(room, drafts, person, None)
        full = room.after(entries)
        await self.store.add_table(header, full.summary(), entries, full.owners())
        live = self.in_memory[header.id] = LiveTable(room)
        live.become(full, entries)
        self.on_change(live)
        return live

    async def do(
        self,
        live: LiveTable,
        person: Person | None,
        decide: Decision,
        message: str | None = None,
        answer: Answer = lambda ply: None,
    ) -> int:
        """Does what was decided, once, durably, and then for all to see. Gives the ply it led to.

        `answer` is told that ply before anybody sees it. Whoever might be cancelled half-way calls `do_all` instead.
        """
        async with live.lock:
            for _ in range(MOST_TRIES):
                if person is not None and message is not None:
                    before = live.room.memory.done(person.id, message)
                    if before is not None:
                        answer(before)
                        return before
                drafts = decide(live.room)
                if not drafts:
                    answer(live.room.table.ply)
                    return live.room.table.ply
                entries = _numbered(live.room, drafts, person, message)
                try:
                    await self._commit(live, entries, answer)
                except Conflict:
                    await self._follow(live)
                    continue
                self.on_change(live)
                return live.snapshots.ply
        raise StorageUnavailable

    async def do_all(self, live: LiveTable, person: Person | None, decide: Decision, message: str | None = None) -> int:
        """The same for a request or a task that may end before its work does."""
        return await asyncio.shield(asyncio.create_task(self.do(live, person, decide, message)))

    async def _commit(self, live: LiveTable, entries: Sequence[Entry], answer: Answer) -> None:
        before, after = live.room, _tried(live.room, entries)
        table, owners = before.header.id, None if after.seated_like(before) else after.owners()
        can_wait = self.store.lists_can_wait and after.awaited_like(before)
        summary = None if can_wait else after.summary()
        snapshots = Snapshots(after, live.snapshots)
        await self.store.append(table, entries, summary, owners, partial(live.prepare, snapshots))
        if can_wait:
            self.store.summarise_later(table, after.summary)
        answer(snapshots.ply)
        live.become(after, entries, snapshots)

    async def catch_up(self, table: str, version: int) -> None:
        """Follows what another process wrote."""
        live = self.in_memory.get(table)
        if live is None or live.room.version >= version:
            return
        async with live.lock:
            if live.room.version < version:
                await self._follow(live)

    async def mend_lists(self) -> None:
        """Shows tables in lists as they are, where a server ended before it had written that."""
        for table in await self.store.tables_behind():
            try:
                live = await self.find(table)
            except Refusal as refusal:
                log.warning("list_not_mended", table=table, code=refusal.code)
            else:
                self.store.summarise_later(table, live.room.summary)

    async def _follow(self, live: LiveTable) -> None:
        for entry in await self.store.entries(live.room.header.id, live.room.version):
            live.become(live.room.after([entry]), [entry])


def _numbered(room: Room, drafts: Sequence[Draft], person: Person | None, message: str | None) -> list[Entry]:
    """Drafts as the next entries of a log. The message's id goes with the first."""
    now = max(time.time(), room.changed)  # a clock that is set back does not turn the log round
    who = person.id if person else None
    return [
        Entry(room.version + 1 + place, draft.kind, now, who, draft.seat, None if place else message, draft.body)
        for place, draft in enumerate(drafts)
    ]


def _tried(room: Room, entries: Sequence[Entry]) -> Room:
    """The room after some entries. A rule that raises leaves the table as it was."""
    try:
        return room.after(entries)
    except Exception:
        error = secrets.token_hex(4)
        log.exception("rule_failed", error=error, table=room.header.id, ply=room.table.ply, moves=room.table.moves)
        raise Refusal(
            "rule_failed", f"The rules stumbled over this move; nothing was changed. Report it as {error}.", 500
        ) from None
