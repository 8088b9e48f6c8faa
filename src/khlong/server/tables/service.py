"""The tables: every table goes through it. One function, `do`, is behind every change, whoever asks for it."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import structlog

from khlong.engine.game import Game
from khlong.server.aside import aside
from khlong.server.errors import REFUSED, Refusal, not_found
from khlong.server.storage import Conflict, Entry, Header, Person, StorageUnavailable
from khlong.server.storage.log import Happening, LogError
from khlong.table import GameOverError, IllegalMoveError

from .commands import Decision
from .games import find_game_aside
from .live import LiveTable
from .room import Room

if TYPE_CHECKING:  # a browser has tables too, but neither a database nor a network
    from khlong.server.operations.settings import Settings
    from khlong.server.storage.store import Store

log = structlog.get_logger()

MOST_TRIES = 8
NOT_FOUND = 404


class TableService:
    """Opens tables, changes them, and tells those who must act next."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.in_memory: dict[str, LiveTable] = {}
        self.on_change: Callable[[LiveTable], None] = lambda live: None
        self.on_turn: Callable[[LiveTable], None] = lambda live: None
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        self._set_aside: dict[str, Refusal] = {}
        """Tables whose logs cannot be read, and what is said of them."""

    # finding

    async def find(self, table: str) -> LiveTable:
        """A table, from memory or from its log."""
        live = self.in_memory.get(table)
        if live is not None:
            live.used = time.monotonic()
            return live
        if table in self._set_aside:
            raise self._set_aside[table]
        if table not in self._opening:
            self._opening[table] = asyncio.create_task(self._open(table))
            self._opening[table].add_done_callback(lambda _: self._opening.pop(table, None))
        return await asyncio.shield(self._opening[table])

    async def _open(self, table: str) -> LiveTable:
        try:
            header = await self.store.header(table)
            if header is None:
                raise not_found("table")
            game = await find_game_aside(header.game, header.own_components)
            room = await aside(_replayed, header, game, await self.store.entries(table))
        except REFUSED:
            raise
        except Exception as error:  # whatever a log holds, it is one table's trouble and nobody else's
            self._set_aside[table] = _unreadable(table, error)
            raise self._set_aside[table] from None
        live = self.in_memory[table] = LiveTable(room)
        return live

    async def visible(self, table: str, person: str | None, invite: str | None) -> LiveTable:
        """A table that this person may see."""
        try:
            live = await self.find(table)
        except Refusal as refusal:  # why it does not open is told to those alone who may know that it is there
            seen = refusal.status != NOT_FOUND and await self.store.is_visible(table, person, invite)
            raise refusal if seen else not_found("table") from None
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

    async def add(
        self, header: Header, happenings: Sequence[Happening], person: Person, address: str | None = None
    ) -> LiveTable:
        """A new table with what happens at once, made from an address."""
        room = await aside(Room, header, await find_game_aside(header.game, header.own_components))
        entries, full = _tried(room, happenings, person, None)
        await self.store.add_table(header, full.summary(), entries, full.owners())
        live = self.in_memory[header.id] = LiveTable(room)
        live.maker = address or live.maker
        live.become(full, entries)
        self.on_turn(live)
        self.on_change(live)
        return live

    async def do(self, live: LiveTable, person: Person | None, decide: Decision, message: str | None = None) -> int:
        """Does what was decided, once, durably, and then for all to see. Gives the ply it led to.

        Whoever made the change knows it when this returns, everybody else right after. Whoever might be cancelled
        half-way calls `do_all` instead.
        """
        async with live.lock:
            for _ in range(MOST_TRIES):
                room = live.room
                if person is not None and message is not None:
                    done = room.memory.done.get((person.id, message))
                    if done is not None:
                        return done
                happenings = decide(room)
                if not happenings:
                    return room.table.ply
                entries, after = _tried(room, happenings, person, message)
                same_table = after.status == room.status and after.removed is room.removed
                same_people = same_table and after.seats is room.seats and after.header is room.header
                awaited = after.header.pace is not None or after.has_bots  # by a clock or by bots, which have to know
                owners = None if same_people else after.owners()
                try:
                    await self.store.append(after.header.id, entries, after.summary, owners, awaited)
                except Conflict:
                    await self._follow(live)
                    continue
                live.become(after, entries)
                if after.turn_of != room.turn_of:
                    self.on_turn(live)
                if after.has_bots or after.overdue:
                    self.on_change(live)
                return after.table.ply
        raise StorageUnavailable

    async def do_all(self, live: LiveTable, person: Person | None, decide: Decision, message: str | None = None) -> int:
        """The same for a request or a task that may end before its work does."""
        return await asyncio.shield(asyncio.create_task(self.do(live, person, decide, message)))

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
            except REFUSED as refusal:
                log.warning("list_not_mended", table=table, code=refusal.code)
            else:
                self.store.unlisted[table] = live.room.summary

    async def _follow(self, live: LiveTable) -> None:
        table = live.room.header.id
        try:
            for entry in await self.store.entries(table, live.room.version):
                live.become(live.room.after([entry]), [entry])
        except REFUSED:
            raise
        except Exception as error:
            raise _unreadable(table, error) from None


def _replayed(header: Header, game: Game, entries: Sequence[Entry]) -> Room:
    return Room(header, game).replay(entries)


def _unreadable(table: str, error: Exception) -> Refusal:
    """What is said of a log that cannot be read: to those who run the server, and to those at the table."""
    log.error("table_set_aside", table=table, error=type(error).__name__, reason=str(error)[:200])
    if isinstance(error, LogError):
        return Refusal("other_log", f"Another version of Khlong wrote this table. {error}"[:300])
    return Refusal("damaged_table", f"The log of table {table} is damaged. Ask whoever runs this server to mend it.")


def _tried(
    room: Room, happenings: Sequence[Happening], person: Person | None, message: str | None
) -> tuple[Sequence[Entry], Room]:
    """What happens as the next entries of a log, and the room after them. The message's id goes with the first.

    What the rules refuse, or stumble over, leaves the table as it was.
    """
    now = max(time.time(), room.changed)  # a clock that is set back does not turn the log round
    who, first = person.id if person else None, room.version + 1
    entries = [
        Entry(number, now, who, message if number == first else None, what)
        for number, what in enumerate(happenings, first)
    ]
    try:
        return entries, room.after(entries)
    except GameOverError as error:
        raise Refusal("over", str(error)) from None
    except IllegalMoveError as error:
        raise Refusal("illegal", str(error), 422) from None
    except Exception:
        error_number = secrets.token_hex(4)
        log.exception("rule_failed", error=error_number, table=room.header.id, moves=room.table.moves)
        raise Refusal(
            "rule_failed", f"The rules stumbled over this move; nothing was changed. Report it as {error_number}.", 500
        ) from None
