"""A table that somebody looks at: its room, those who listen, and what each of them still has to hear."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress

import orjson
import structlog

from khlong.server.storage.entries import Entry
from khlong.server.wire.websocket import SocketProtocol

from .room import Room
from .snapshots import Present, Snapshots

log = structlog.get_logger()

MOST_WAITING = 64
GRACE = 60.0  # nobody loses on time because the server was away
CLOSE_CODES = {"restart": 1012, "slow": 1013, "error": 1011, "protocol": 1002, "binary": 1003}
OTHER_CODE = 1008
BELIEVED = 60.0  # how long somebody counts as present elsewhere without a word


class Listener:
    """One open line. What it has to hear is bounded: while its client does not read, new states replace old ones."""

    __slots__ = ("_direct", "_outdated", "_seats_outdated", "deaf_since", "line", "live", "person", "said_ply")

    def __init__(self, live: LiveTable, person: str | None, line: SocketProtocol) -> None:
        self.live = live
        self.person = person
        self.line = line
        self.said_ply = 0
        """The last ply that the client was told of."""
        self.deaf_since: float | None = None
        """Since when there is something to say that the client does not take."""
        self._direct: list[bytes] = []
        self._outdated = False
        self._seats_outdated = False

    def tell(self, message: bytes) -> None:
        """A message for this client alone, or chat."""
        if self._hears():
            self.line.speak(message)
        elif len(self._direct) < MOST_WAITING:
            self._direct.append(message)
        else:
            self.close("slow")

    def update(self) -> None:
        """The newest state, with the moves since the last one."""
        if self._hears():
            live, snapshots = self.live, self.live.snapshots
            after, self.said_ply = min(self.said_ply, snapshots.ply), snapshots.ply
            self.line.speak(*snapshots.update(self.person, live.present, live.time_left(), after))
        else:
            self._outdated = True

    def update_seats(self) -> None:
        if self._hears():
            self.line.speak(self._update_seats())
        else:
            self._seats_outdated = True

    def _hears(self) -> bool:
        if self.line.writable.is_set():
            return True
        if self.deaf_since is None:
            self.deaf_since = time.monotonic()
        return False

    def go_on(self) -> None:
        """The client reads again: what it missed, the newest state last."""
        self.deaf_since = None
        waiting, self._direct = self._direct, []
        outdated, seats_outdated = self._outdated, self._seats_outdated
        self._outdated = self._seats_outdated = False
        for message in waiting:
            self.tell(message)
        if outdated:
            self.update()
        elif seats_outdated:
            self.update_seats()

    def close(self, code: str) -> None:
        """Ends the connection with a reason."""
        self.line.speak(orjson.dumps({"type": "bye", "code": code}))
        self.line.hang_up(CLOSE_CODES.get(code, OTHER_CODE))

    def welcome(self, protocol: int, after: int | None) -> bytes:
        ply = self.live.snapshots.ply
        made = self.live.snapshots.made(ply if after is None else min(after, ply))
        self.said_ply = ply
        head = b'{"type":"welcome","protocol":%d,"snapshot":' % protocol
        return b"".join((head, self.live.snapshot(self.person), b',"made":', made, b"}"))

    def _update_seats(self) -> bytes:
        mine = tuple(self.live.room.seats_of(self.person))
        return b'{"type":"seats","seats":%s}' % self.live.snapshots.seats(mine, self.live.present)


class LiveTable:
    """A table in memory: a cache of the log, with those who watch it."""

    def __init__(self, room: Room) -> None:
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[tuple[str, str], float] = {}
        """People at this table through other processes, and when that was last said."""
        self.present = Present()
        self.used = time.monotonic()
        self.bot_task: asyncio.Task[None] | None = None
        self._asked_at = time.monotonic()
        self.room = room
        self.snapshots = Snapshots(room)
        self.time_up = self._first_time_up()

    def notice(self) -> bool:
        """Looks who is here now. Says whether that is news."""
        recent = time.monotonic() - BELIEVED
        here = {listener.person for listener in self.listeners if listener.person is not None}
        online = frozenset(here | {person for (_, person), said in self.elsewhere.items() if said > recent})
        return self._see(self.present._replace(online=online))

    def wait_for_bot(self, awaited: bool) -> None:
        """Shows that the bot whose turn it is cannot play yet, or that it can."""
        asked = self.room.question
        self._see(self.present._replace(awaited=asked.seat if awaited and asked else None))

    def _see(self, present: Present) -> bool:
        if present == self.present:
            return False
        self.present = present
        for listener in self.listeners:
            listener.update_seats()
        return True

    def prepare(self, snapshots: Snapshots) -> None:
        """Makes ready what will be shown once a change is on the disk, while it is on its way there."""
        if self.listeners:
            with suppress(Exception):  # what cannot be shown is said when it should be: see `become`
                snapshots.prepare()

    def become(self, room: Room, entries: Sequence[Entry], snapshots: Snapshots | None = None) -> None:
        """Shows what is on the disk now to everybody."""
        since = self.room.since
        room.settle(entries)
        self.room, self.snapshots = room, snapshots or Snapshots(room, self.snapshots)
        self.used = time.monotonic()
        if room.since != since:
            self.time_up = self._full_time()
            self._asked_at = time.monotonic()
        changed = False
        for entry in entries:
            if entry.kind == "chat":
                said = orjson.dumps({"type": "chat", **room.memory.chat[-1]})
                for listener in self.listeners:
                    listener.tell(said)
            else:
                changed = True
        if changed:
            for listener in [*self.listeners]:
                try:
                    listener.update()
                except Exception:  # a view that cannot be shown takes nobody else's away, and no move that is kept
                    log.exception("view_failed", table=self.room.header.id, ply=self.room.table.ply)
                    listener.close("error")
        self.snapshots.let_go()

    def snapshot(self, person: str | None) -> bytes:
        return self.snapshots.snapshot(person, self.present, self.time_left())

    # time runs by a clock that nobody can set

    def _full_time(self) -> float | None:
        pace = self.room.header.pace
        return None if pace is None or self.room.deadline() is None else time.monotonic() + pace

    def _first_time_up(self) -> float | None:
        """A table that comes back into memory has what the wall clock leaves it, but never no time at all."""
        deadline, pace = self.room.deadline(), self.room.header.pace
        if deadline is None or pace is None:
            return None
        left = max(min(GRACE, pace), min(deadline - time.time(), pace))
        return time.monotonic() + left

    def time_left(self) -> float | None:
        return None if self.time_up is None else max(0.0, round(self.time_up - time.monotonic(), 1))

    def waited(self) -> float:
        """How long the table has waited for the one whose turn it is."""
        return time.monotonic() - self._asked_at

    def give_time(self, seconds: float) -> None:
        if self.time_up is not None:
            self.time_up += seconds
