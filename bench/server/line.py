"""A WebSocket client that costs almost nothing, so that the server is what is measured."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
import struct
from collections.abc import Callable
from typing import cast


class Line(asyncio.Protocol):
    """One connection: text frames in, text frames out."""

    def __init__(self, path: str, headers: dict[str, str], hear: Callable[[Line, bytes], None]) -> None:
        self._path = path
        self._headers = headers
        self.hear = hear
        self._rest = b""
        self._greeted = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = asyncio.Event()
        self.transport: asyncio.Transport | None = None
        self.received = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        host = "{}:{}".format(*transport.get_extra_info("peername")[:2])
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {self._path} HTTP/1.1",
            f"Host: {host}",
            f"Origin: http://{host}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
            *(f"{name}: {value}" for name, value in self._headers.items()),
        ]
        self.transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        if not self._greeted:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._rest = data
                return
            status = data[:end].split(b"\r\n")[0]
            self._greeted = True
            if b" 101 " not in status:
                self.ready.set_exception(ConnectionError(status.decode()))
                return
            self.ready.set_result(None)
            data = data[end + 4 :]
        self._rest = data[self._frames(data) :]

    def _frames(self, data: bytes) -> int:
        """Takes all whole frames, and says where the rest begins."""
        start, end = 0, len(data)
        while end - start >= 2:
            size, head = data[start + 1] & 0x7F, 2
            if size == 126:
                if end - start < 4:
                    break
                size, head = int.from_bytes(data[start + 2 : start + 4], "big"), 4
            elif size == 127:
                if end - start < 10:
                    break
                size, head = int.from_bytes(data[start + 2 : start + 10], "big"), 10
            if end - start < head + size:
                break
            kind = data[start] & 0x0F
            content = data[start + head : start + head + size]
            start += head + size
            if kind == 1:
                self.received += 1
                self.hear(self, content)
            elif kind == 9:
                self._write(0x8A, content)
            elif kind == 8 and self.transport is not None:
                self.transport.close()
        return start

    def send(self, text: bytes) -> None:
        self._write(0x81, text)

    def _write(self, kind: int, content: bytes) -> None:
        assert self.transport is not None
        size = len(content)
        head = bytes([kind, 0x80 | size]) if size < 126 else bytes([kind, 0x80 | 126]) + struct.pack(">H", size)
        self.transport.write(head + b"\0\0\0\0" + content)  # a mask of zeros leaves the text as it is

    def connection_lost(self, error: Exception | None) -> None:
        self.closed.set()
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("closed"))

    def close(self) -> None:
        if self.transport is not None:
            self.transport.abort()


async def open_line(
    host: str,
    port: int,
    path: str,
    headers: dict[str, str],
    hear: Callable[[Line, bytes], None],
    buffer: int | None = None,
    own: str = "",
) -> Line:
    """A connection that is ready; with a buffer of its own, one that holds little before it is read. `own` is the
    address that it comes from."""
    plain = socket.socket()
    plain.bind((own, 0))
    if buffer is not None:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    plain.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(plain, (host, port))
    _, line = await loop.create_connection(lambda: Line(path, headers, hear), sock=plain)
    await line.ready
    return line
