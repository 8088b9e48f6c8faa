"""uvicorn's HTTP protocol with deadlines, and a door that lets in only so many.

A request must be all there within a time, from the moment that its connection is made or its first byte comes; an
answer must be read within another. No more of a request is read than any needs, nor more requests ahead than anybody
sends: reading them takes everybody's time. Connections are counted by address and all together, so that descriptors
are always left for the database and for bots. What is inherited from uvicorn is named in `INHERITED`, and a test looks
for it.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, NoReturn

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from khlong.server.operations.rates import household

ANSWER_SECONDS = 120.0  # longer than any answer takes that somebody reads
RESERVED = 200  # descriptors for files, pipes and the database
MOST_FILES = 65_536
LARGEST_HEAD = 64 * 1024  # bytes of address and headers
LARGEST = 4 * 1024 * 1024  # bytes of a request, in whatever pieces its body comes
MOST_HEADERS = 100
MOST_PIECES, SMALL_PIECE = 1000, 16
"""So many pieces of a body may have fewer bytes than that."""
MOST_AHEAD = 10  # requests that wait for the answer before theirs
MOST_OFFENCES, SPAN = 20, 30.0
"""So many connections of an address may be ended for sending too much in so many seconds before no more come in."""
LARGE = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
UNREADABLE = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
TOO_MANY = b"HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n"
FULL = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n"
INHERITED = frozenset(
    {
        "client",
        "connection_lost",
        "connection_made",
        "cycle",
        "data_received",
        "handle_websocket_upgrade",
        "loop",
        "on_body",
        "on_header",
        "on_headers_complete",
        "on_message_begin",
        "on_message_complete",
        "on_response_complete",
        "pipeline",
        "transport",
    }
)


class TooMuchError(Exception):
    """More than is read. Raised where a request is taken apart, it ends that: the answer is that it is no request."""


def most_connections() -> int:
    """How many connections there are descriptors for, once as many are allowed as the system gives."""
    if sys.platform == "win32":
        return MOST_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(1, (MOST_FILES if soft == resource.RLIM_INFINITY else soft) - RESERVED)


class Door:
    """Counts who is inside. Behind a proxy everybody has the proxy's address, so that it has to count by address."""

    def __init__(self, most: int, most_from_one: int | None) -> None:
        self._most = most
        self._most_from_one = most_from_one
        self._inside: Counter[str] = Counter()
        self._all = 0
        self._offences: dict[str, tuple[float, int]] = {}
        """Until when the offences of an address count, and how many there are."""
        self.silent: dict[PunctualHttp, None] = {}
        """Those of whom no whole request has come, the longest silent first."""

    def enter(self, address: str) -> bool:
        """Lets somebody in, if there is room, or if somebody who says nothing can make room."""
        if self.is_shut_to(address):
            return False
        if self._all >= self._most and self.silent:
            next(iter(self.silent)).make_room()
        if self._all >= self._most:
            return False
        self._inside[address] += 1
        self._all += 1
        return True

    def is_shut_to(self, address: str) -> bool:
        """Whether somebody does not come in because of what they do themselves, however much room there is."""
        return self._most_from_one is not None and (
            self._inside[address] >= self._most_from_one or self._offended(address)[1] >= MOST_OFFENCES
        )

    def offend(self, address: str) -> None:
        """Remembers that somebody sent more than anybody needs: what is only wrong is answered, and costs no more."""
        self._offences = {who: (end, times) for who, (end, times) in self._offences.items() if end > time.monotonic()}
        end, times = self._offended(address)
        self._offences[address] = end, times + 1

    def _offended(self, address: str) -> tuple[float, int]:
        now = time.monotonic()
        end, times = self._offences.get(address, (0.0, 0))
        return (end, times) if now < end else (now + SPAN, 0)

    def leave(self, address: str) -> None:
        self._all -= 1
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]


class PunctualHttp(HttpToolsProtocol):
    """One connection: requests that come in time, and answers that are read."""

    def __init__(self, door: Door, request_seconds: float, **more: Any) -> None:
        super().__init__(**more)
        self._door = door
        self._request_seconds = request_seconds
        self._address: str | None = None
        """Whom it is counted with, once it is."""
        self._deadline: asyncio.TimerHandle | None = None
        self._size = 0
        """How much has come of a request since the piece in which it began."""
        self._began = self._has_head = False
        """Whether a request began in this piece, and whether its headers are there."""
        self._headers = self._pieces = self._body = 0
        """How many headers it has, how many pieces its body, and how many bytes those."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._household = address = household(self.client[0]) if self.client else ""
        if self._door.enter(address):
            self._address = address
            self._door.silent[self] = None
            self._set_deadline(self._request_seconds, self._come_late)
        else:
            transport.write(TOO_MANY if self._door.is_shut_to(address) else FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._set_deadline(None)
        self._leave()

    def make_room(self) -> None:
        """Goes at once."""
        self._leave()
        self.transport.abort()

    def _leave(self) -> None:
        self._door.silent.pop(self, None)
        address, self._address = self._address, None
        if address is not None:
            self._door.leave(address)

    def handle_websocket_upgrade(self) -> None:
        """From now on the socket is what is inside."""
        self._set_deadline(None)
        self._door.silent.pop(self, None)
        super().handle_websocket_upgrade()
        socket: Any = self.transport.get_protocol()
        socket.on_lost, socket.on_offence = self._leave, self._offend
        if not socket.asked_for:  # nobody else would answer, and no deadline runs any more
            self._end_with(UNREADABLE)

    # deadlines

    def data_received(self, data: bytes) -> None:
        if self._deadline is None:
            self._set_deadline(self._request_seconds, self._come_late)
        self._began = False
        super().data_received(data)
        self._size = 0 if self._began else self._size + len(data)
        if self._size > (LARGEST if self._has_head else LARGEST_HEAD):
            self._offend()
            self._end_with(LARGE)

    def _offend(self) -> None:
        self._door.offend(self._household)

    def _read_no_more(self) -> NoReturn:
        self._offend()
        raise TooMuchError

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._began, self._has_head = True, False
        self._headers = self._pieces = self._body = 0
        self._set_deadline(self._request_seconds, self._come_late)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers += 1
        if self._headers > MOST_HEADERS:
            self._read_no_more()
        super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        self._pieces += 1
        self._body += len(body)
        if self._pieces > MOST_PIECES + self._body // SMALL_PIECE:
            self._read_no_more()
        super().on_body(body)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= MOST_AHEAD:
            self._read_no_more()
        self._has_head = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._door.silent.pop(self, None)
        self._set_deadline(ANSWER_SECONDS, self.transport.abort)

    def on_response_complete(self) -> None:
        more = bool(self.pipeline)
        super().on_response_complete()
        self._set_deadline(ANSWER_SECONDS if more else None, self.transport.abort)
        if not more and self._address is not None:
            self._door.silent[self] = None

    def _set_deadline(self, seconds: float | None, end: Callable[[], None] | None = None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None or end is None else self.loop.call_later(seconds, end)

    def _come_late(self) -> None:
        self._end_with(LATE)

    def _end_with(self, answer: bytes) -> None:
        """Closes the connection, with an answer where none is under way."""
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(answer)
        self.transport.close()
