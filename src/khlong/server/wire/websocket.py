"""uvicorn's WebSocket protocol, with a short way between the wire and those who talk over it.

An ASGI application keeps a stack of coroutines, queues and tasks for every client, and takes each message through all
of them. Here it greets a client and then hands the socket over: what an idle client costs is the socket and its
listener, and a message is written as it is. This is the one place that knows uvicorn from inside: `INHERITED` names all
that it relies on, and a test looks for it.
"""

from __future__ import annotations

import struct
from collections.abc import MutableMapping
from typing import Any, Protocol

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

SOCKET = "khlong.socket"
TEXT = 0x81  # the first byte of a text message in one frame
INHERITED = frozenset(
    {
        "app",
        "close_sent",
        "close_timeout",
        "close_timer",
        "conn",
        "connection_lost",
        "curr_msg_data_type",
        "disconnected",
        "frames",
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
    _unsent: bytes = b""

    async def run_asgi(self) -> None:
        """As uvicorn does it, but a socket that was handed over stays open when the application is done."""
        extensions: dict[str, Any] = self.scope.setdefault("extensions", {})
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
        elif self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    # to the client

    @property
    def open(self) -> bool:
        return not (self.close_sent or self.disconnected or self.transport.is_closing())

    def send_text(self, message: bytes) -> None:
        """Sends a text message, however much waits already (see `writable`); what is said in one go goes in one go."""
        if not self._unsent:
            self.loop.call_soon(self._flush)
        size = len(message)
        if size < 126:
            head = struct.pack("!BB", TEXT, size)
        elif size < 65_536:
            head = struct.pack("!BBH", TEXT, 126, size)
        else:
            head = struct.pack("!BBQ", TEXT, 127, size)
        self._unsent += head + message

    def _flush(self) -> None:
        unsent, self._unsent = self._unsent, b""
        if self.open:
            self.transport.write(unsent)

    def hang_up(self, code: int) -> None:
        """Closes the connection after what was said."""
        self._flush()
        if self.open:
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

    def abort(self) -> None:
        """Cuts the connection: a goodbye would only wait in full buffers."""
        self.transport.abort()

    # from the client

    def send_receive_event_to_app(self) -> None:
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
        """Reads again."""
        self.read_paused = False
        if self.open:
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


def socket_of(scope: MutableMapping[str, Any]) -> TableSocket:
    """The socket of a connection."""
    socket = scope["extensions"][SOCKET]
    assert isinstance(socket, TableSocket)
    return socket
