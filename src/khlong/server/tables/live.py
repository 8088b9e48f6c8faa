"""A table that somebody looks at: its room, those who listen, and what each of them still has to hear."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import orjson
import structlog

from khlong.server.storage import Entry
from khlong.server.wire.messages import PROTOCOL, Bye, ChatLine, Snapshot, Welcome

from .room import Room
from .snapshots import Present, Snapshots

if TYPE_CHECKING:
    from khlong.server.wire.websocket import TableSocket

log = structlog.get_logger()

MOST_WAITING = 64
GRACE = 60.0  # nobody loses on time because the server was away
CLOSE_CODES = {"restart": 1012, "slow": 1013, "error": 1011, "protocol": 1002, "binary": 1003}
OTHER_CODE = 1008
BELIEVED = 60.0  # how long somebody counts as present elsewhere without a word


class Listener:
    """A client of a table. What it has to hear is bounded: while it does not read, new states replace old ones."""

    __slots__ = (
        "_direct",
        "_outdated",
        "_seats_outdated",
        "deaf_since",
        "live",
        "person",
        "said_ply",
        "socket",
        "visible",
    )

    def __init__(self, live: LiveTable, person: str | None, socket: TableSocket) -> None:
        self.live = live
        self.person = person
        self.socket = socket
        self.visible = True
        """Whether the tab is in sight."""
        self.said_ply = 0
        """The last ply that the client was told of."""
        self.deaf_since: float | None = None
        """Since when there is something to say that the client does not take."""
        self._direct: list[bytes] = []
        self._outdated = False
        self._seats_outdated = False

    def tell(self, message: bytes) -> None:
        """A message for this client alone, or chat."""
        if self.socket.writable.is_set():
            self.socket.send_text(message)
        elif len(self._direct) < MOST_WAITING:
            self._miss()
            self._direct.append(message)
        else:
            self.close("slow")

    def update(self, left: float | None, around: bool) -> None:
        """The newest state, with the moves since the last one, and what is around the game if that is different."""
        if not self.socket.writable.is_set():
            self._miss()
            self._outdated = True
            self._seats_outdated |= around
            return
        snapshots, ply = self.live.snapshots, self.live.room.table.ply
        after, self.said_ply = min(self.said_ply, ply), ply
        self.socket.send_text(snapshots.update(self.person, left, after, self.live.present if around else None))

    def update_seats(self) -> None:
        """Who is at the table, and what the table is."""
        if self.socket.writable.is_set():
            around = self.live.snapshots.around(self.person, self.live.present)
            self.socket.send_text(orjson.dumps({"type": "seats", **around}))
        else:
            self._miss()
            self._seats_outdated = True

    def _miss(self) -> None:
        if self.deaf_since is None:
            self.deaf_since = time.monotonic()

    def go_on(self) -> None:
        """The client reads again: what it missed, the newest state last."""
        self.deaf_since = None
        waiting, self._direct = self._direct, []
        outdated, seats_outdated = self._outdated, self._seats_outdated
        self._outdated = self._seats_outdated = False
        for message in waiting:
            self.tell(message)
        if outdated:
            self.update(self.live.time_left(), seats_outdated)
        elif seats_outdated:
            self.update_seats()

    def close(self, code: str) -> None:
        """Ends the connection with a reason."""
        self.socket.send_text(orjson.dumps(Bye(type="bye", code=code)))
        self.socket.hang_up(CLOSE_CODES.get(code, OTHER_CODE))

    def welcome(self, after: int | None) -> None:
        """The whole table, and the moves since some ply."""
        self.said_ply = ply = self.live.room.table.ply
        made = self.live.snapshots.made(ply if after is None else min(after, ply))
        snapshot = self.live.snapshot(self.person)
        self.tell(orjson.dumps(Welcome(type="welcome", protocol=PROTOCOL, snapshot=snapshot, made=made)))


class LiveTable:
    """A table in memory: a cache of the log, with those who watch it."""

    def __init__(self, room: Room) -> None:
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[tuple[str, str], float] = {}
        """People at this table through other processes, and when that was last said."""
        self.present = Present()
        self.used = time.monotonic()
        self.maker = room.header.host
        """Whose table it is, where many wait: the address that it was made from, while that is known."""
        self.bot_task: asyncio.Task[None] | None = None
        self._asked_at = time.monotonic() - max(0.0, time.time() - room.since - GRACE)
        self.room = room
        self.snapshots = Snapshots(room)
        self.time_up = self._first_time_up()

    def present_here(self) -> set[str]:
        """Who has this table in sight, through this process."""
        return {listener.person for listener in self.listeners if listener.person is not None and listener.visible}

    def notice(self) -> bool:
        """Looks who is here now. Says whether that is news."""
        recent = time.monotonic() - BELIEVED
        elsewhere = {person for (_, person), said in self.elsewhere.items() if said > recent}
        online = frozenset(self.present_here() | elsewhere)
        return self._see(self.present._replace(online=online))

    def show_unready(self, unready: Mapping[int, int]) -> None:
        """Shows how far bots are that are not ready yet, in percent by seat."""
        self._see(self.present._replace(unready=tuple(unready.items())))

    def _see(self, present: Present) -> bool:
        if present == self.present:
            return False
        self.present = present
        for listener in self.listeners:
            listener.update_seats()
        return True

    def become(self, room: Room, entries: Sequence[Entry]) -> None:
        """Takes over what is on the disk now. Those who listen hear of it next, after whoever made the change."""
        before, self.room, self.snapshots = self.room, room, Snapshots(room)
        noted = [room.memory.note(entry, room.table.ply) for entry in entries]
        self.used = now = time.monotonic()
        if room.since != before.since:
            self._asked_at = now
        if room.header.pace is not None and (room.since != before.since or room.seats is not before.seats):
            self.time_up = self._next_time_up(now, before)
        if self.listeners:
            asyncio.get_running_loop().call_soon(self._tell, before, noted)

    def _tell(self, before: Room, noted: Sequence[ChatLine | None]) -> None:
        """Tells everybody of a change, and what was said with it."""
        room, left = self.room, self.time_left()
        others = room.seats is not before.seats or room.last_by is not before.last_by
        asks_back = room.back is not before.back
        around = others or room.status != before.status or room.header is not before.header
        said = [line for line in noted if line is not None]
        for listener in [*self.listeners]:
            try:
                for line in said:
                    listener.tell(orjson.dumps({"type": "chat", **line}))
                if around or asks_back or len(said) < len(noted):
                    listener.update(left, around)
            except Exception:  # a view that cannot be shown takes nobody else's away, and no move that is kept
                log.exception("view_failed", table=room.header.id, ply=room.table.ply)
                listener.close("error")

    def snapshot(self, person: str | None) -> Snapshot:
        return self.snapshots.snapshot(person, self.present, self.time_left())

    # time runs by a clock that nobody can set

    def _first_time_up(self) -> float | None:
        """A table that comes back into memory has what the wall clock leaves it, but never no time at all."""
        deadline, pace = self.room.deadline(), self.room.header.pace
        if deadline is None or pace is None:
            return None
        left = max(min(GRACE, pace), min(deadline - time.time(), deadline - self.room.since))
        return time.monotonic() + left

    def _next_time_up(self, now: float, before: Room) -> float | None:
        """A new question has all its time; a holiday, or its end, changes what is left by as much."""
        room, deadline = self.room, self.room.deadline()
        if deadline is None:
            return None
        if room.since != before.since:
            return now + deadline - room.since
        was = before.deadline()
        return self.time_up if was is None or self.time_up is None else max(now, self.time_up + deadline - was)

    def time_left(self) -> float | None:
        return None if self.time_up is None else max(0.0, round(self.time_up - time.monotonic(), 1))

    def waited(self) -> float:
        """How long the table has waited for the one whose turn it is."""
        return time.monotonic() - self._asked_at

    def give_time(self, seconds: float) -> None:
        if self.time_up is not None:
            self.time_up += seconds
