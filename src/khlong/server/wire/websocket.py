"""uvicorn's WebSocket protocol, with a short way between the wire and those who talk over it.

An ASGI application keeps a stack of coroutines, queues and tasks for every client, and takes each message through all
of them. Here it greets a client and then hands the line over: what an idle client costs is the line and its listener,
and a message is written as it is.
"""

from __future__ import annotations

import struct
from collections.abc import MutableMapping, Sequence
from typing import Any, Protocol

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.utils import apply_mask

LINE = "khlong.line"
TEXT = 0x81  # the first byte of a text message in one frame
LAST, KIND, MASKED = 0x80, 0x0F, 0x80  # bits of a frame's first byte, and of its second


class Talker(Protocol):
    """Whoever a line is handed over to."""

    def hear(self, message: bytes | None) -> None:
        """Takes a text message; None for one that is no text."""

    def go_on(self) -> None:
        """The client reads again."""

    def lost(self) -> None:
        """The line is gone."""


class Silent:
    """Stands where the queue of a line was that nobody reads any more."""

    def put_nowait(self, message: object) -> None:
        pass


SILENT: Any = Silent()


class SocketProtocol(WebSocketsSansIOProtocol):
    """A line to one client: first the application's, then a talker's."""

    talker: Talker | None = None
    _unsent: bytes = b""
    _whole: bool = False
    """Whether what was read ends where a message ends, so that what comes next begins with a frame."""

    async def run_asgi(self) -> None:
        """As uvicorn does it, but a line that was handed over stays open when the application is done."""
        extensions: dict[str, Any] = self.scope.setdefault("extensions", {})
        extensions[LINE] = self
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

    def speak(self, *parts: bytes) -> None:
        """Sends a text message, however much waits already (see `writable`); what is said in one go goes in one go."""
        if not self._unsent:
            self.loop.call_soon(self._send)
        self._unsent += framed(parts)

    def _send(self) -> None:
        unsent, self._unsent = self._unsent, b""
        if self.open:
            self.transport.write(unsent)

    def hang_up(self, code: int) -> None:
        """Closes the line after what was said."""
        self._send()
        if self.open:
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

    def abort(self) -> None:
        """Cuts the line: a goodbye would only wait in full buffers."""
        self.transport.abort()

    # from the client

    def data_received(self, data: bytes) -> None:
        """A short message that comes by itself, as nearly all do, needs no parser; the library's sees all others."""
        if self._whole and self.talker is not None and is_short_text(data):
            if self.open:
                self.talker.hear(apply_mask(data[6:], data[2:6]))
            return
        if not self.handshake_initiated:
            self._whole = data.endswith(b"\r\n\r\n")
        elif self._whole:
            self._whole = are_whole_frames(data)
        super().data_received(data)

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
        if self.read_paused:
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


def framed(parts: Sequence[bytes]) -> bytes:
    """A text message as it is on the wire."""
    size = sum(map(len, parts))
    if size < 126:
        head = struct.pack("!BB", TEXT, size)
    elif size < 65_536:
        head = struct.pack("!BBH", TEXT, 126, size)
    else:
        head = struct.pack("!BBQ", TEXT, 127, size)
    return b"".join((head, *parts))


def is_short_text(data: bytes) -> bool:
    """Whether this is one text message of a client, in one frame of the shortest kind."""
    size = len(data) - 6  # two bytes of head and four of mask
    return 0 <= size < 126 and data[0] == TEXT and data[1] == MASKED | size


def are_whole_frames(data: bytes) -> bool:
    """Whether bytes that begin with a frame are whole messages of a client, each in one frame of the shortest kind."""
    start = 0
    while start + 6 <= len(data):
        kind, size = data[start], data[start + 1] & ~MASKED
        if not kind & LAST or not kind & KIND or size >= 126:
            return False
        start += 6 + size
    return start == len(data)


def line_of(scope: MutableMapping[str, Any]) -> SocketProtocol:
    """The line of a connection."""
    line = scope["extensions"][LINE]
    assert isinstance(line, SocketProtocol)
    return line
