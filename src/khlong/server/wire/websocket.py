"""uvicorn's WebSocket protocol, with a short way between the wire and those who talk over it.

An ASGI application keeps a stack of coroutines, queues and tasks for every client, and takes each message through all
of them. Here it greets a client and then hands the socket over: what an idle client costs is the socket and its
listener, and a message is written as it is. What a client sends is taken apart some bytes at a time, and no further
than it is answered: however much comes at once, others come between. `INHERITED` names all that is taken from uvicorn,
and a test looks for it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Protocol

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from khlong.engine.data import Data, ReadData

SOCKET = "khlong.socket"
TEXT = 0x81  # the first byte of a text message in one frame
SLICE = 256  # bytes that are taken apart before it is looked whether more should be
MOST_EMPTY, SPAN = 50, 10.0
"""So many frames that say nothing (pings, pongs, pieces, whatever follows a goodbye) may come in so many seconds."""
INHERITED = frozenset(
    {
        "app",
        "close_sent",
        "close_timeout",
        "close_timer",
        "conn",
        "connection_lost",
        "curr_msg_data_type",
        "data_received",
        "disconnected",
        "frames",
        "handle_cont",
        "handle_ping",
        "handle_pong",
        "handshake_initiated",
        "logger",
        "loop",
        "queue",
        "read_paused",
        "receive",
        "request",
        "response",
        "resume_writing",
        "run_asgi",
        "scope",
        "send",
        "send_500_response",
        "send_receive_event_to_app",
        "transport",
        "writable",
    }
)


class Talker(Protocol):
    """Whoever a socket is handed over to."""

    def hear(self, message: bytes | None) -> None:
        """Takes a text message; None for one that is no text."""

    def go_on(self) -> None:
        """The client reads again."""

    def lost(self) -> None:
        """The client is gone."""


class Silent:
    """Stands where the queue of a socket was that nobody reads any more."""

    def put_nowait(self, message: object) -> None:
        pass


SILENT: Any = Silent()


class TableSocket(WebSocketsSansIOProtocol):
    """A socket to one client: first the application's, then a talker's."""

    talker: Talker | None = None
    on_lost: Callable[[], None] | None = None
    """Whom else to tell of the end."""
    on_offence: Callable[[], None] | None = None
    """Whom to tell of a client that sends what nobody sends."""
    _rest = b""
    """What has come and is not taken apart yet."""
    _empty, _span_ends = 0, 0.0
    """How many frames said nothing in this span, and when it ends."""

    async def run_asgi(self) -> None:
        """As uvicorn does it, but a socket that was handed over stays open when the application is done."""
        extensions: Data = self.scope.setdefault("extensions", {})
        extensions[SOCKET] = self
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application")
            self.send_500_response()
        extensions.clear()
        if self.talker is not None:
            del self.scope, self.request, self.response
        elif self.close_timer is None:
            self.transport.close()

    def hand_over(self, talker: Talker) -> None:
        """From now on messages go to the talker, beginning with those that wait already."""
        waiting, self.queue = self.queue, SILENT
        self.talker = talker
        while not waiting.empty():
            message = waiting.get_nowait()
            if message["type"] == "websocket.receive":
                text = message.get("text")
                talker.hear(None if text is None else text.encode())
        if self.disconnected:
            talker.lost()
        else:
            self.listen()

    @property
    def asked_for(self) -> bool:
        """Whether the request for it could be read: lines that are fine elsewhere can be too long for a socket's."""
        return self.handshake_initiated

    # to the client

    @property
    def open(self) -> bool:
        return not (self.close_sent or self.disconnected or self.transport.is_closing())

    def send_text(self, message: bytes) -> None:
        """Sends a text message, however much waits already (see `writable`). uvloop sends all of one go together."""
        size = len(message)
        if size < 126:
            head = struct.pack("!BB", TEXT, size)
        elif size < 65_536:
            head = struct.pack("!BBH", TEXT, 126, size)
        else:
            head = struct.pack("!BBQ", TEXT, 127, size)
        if not (self.close_sent or self.disconnected):
            self.transport.write(head + message)

    def hang_up(self, code: int) -> None:
        """Closes the connection after what was said."""
        if self.open:
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

    def abort(self) -> None:
        """Cuts the connection: a goodbye would only wait in full buffers."""
        self.transport.abort()

    # from the client

    def data_received(self, data: bytes) -> None:
        """Takes apart what came, some at a time, up to where whoever hears it has had enough for now."""
        data, place = self._rest + data, 0
        while place < len(data) and not self.read_paused and not self.transport.is_closing():
            super().data_received(data[place : place + SLICE])
            place += SLICE
        self._rest = data[place:]

    def handle_ping(self) -> None:
        self._count_empty()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._count_empty()
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        self._count_empty()
        super().handle_cont(event)

    def _count_empty(self) -> None:
        now = self.loop.time()
        if now >= self._span_ends:
            self._empty, self._span_ends = 0, now + SPAN
        self._empty += 1
        if self._empty > MOST_EMPTY and not self.transport.is_closing():
            self.abort()
            self.offend()

    def offend(self) -> None:
        """Has it remembered that the client did what nobody does: who does that often is not let in for a while."""
        if self.on_offence is not None:
            self.on_offence()

    def send_receive_event_to_app(self) -> None:
        if self.close_sent:
            self._count_empty()
        if self.talker is None:
            super().send_receive_event_to_app()
            return
        message, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self.talker.hear(message if self.curr_msg_data_type == "text" else None)

    def hold(self) -> None:
        """Reads no more for now."""
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def listen(self) -> None:
        """Reads again, first what has come already."""
        was_paused, self.read_paused = self.read_paused, False
        self.data_received(b"")
        if was_paused and self.open and not self.read_paused:
            self.transport.resume_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.talker is not None:
            self.talker.go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        talker, self.talker = self.talker, None
        if talker is not None:
            talker.lost()
        if self.on_lost is not None:
            self.on_lost()


def socket_of(scope: ReadData) -> TableSocket:
    """The socket of a connection."""
    socket = scope["extensions"][SOCKET]
    assert isinstance(socket, TableSocket)
    return socket
