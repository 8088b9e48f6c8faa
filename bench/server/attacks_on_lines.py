"""What strangers try below requests and messages: bytes as fast as they can, and talk that is all answered."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import count

import orjson

from bench.games import by_size

from .line import open_line
from .process import HOST
from .siege import Attack, Siege, Stranger

FLOODERS = 5
TALKERS = 5
LINES_OF_ONE = 20
PIECE = 256 * 1024
LATER = 0.1  # seconds until one that was let go comes again
NUMBERS = count()
PING = b"\x89\x80\0\0\0\0"
EMPTY_TEXT = b"\x01\x80\0\0\0\0"
EMPTY_MORE = b"\x00\x80\0\0\0\0"
SAID = b"\x81\x82\0\0\0\0{}"
POST = b"POST /api/records HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"


def floods(socket: bytes) -> Iterator[tuple[str, bytes, bytes]]:
    """Kinds of floods: how each begins, and what comes then without an end. `socket` opens one to a table."""
    yield "requests ahead", b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    yield "an endless address", b"GET /", b"a"
    yield "an endless header", b"GET / HTTP/1.1\r\nX: ", b"a"
    yield "endless headers", b"GET / HTTP/1.1\r\n", b"a: b\r\n"
    yield "a body of single letters", POST, b"1\r\n \r\n"
    yield "endless trailers", POST + b"0\r\n", b"a: b\r\n"
    yield "pings", socket, PING
    yield "pieces of a message", socket + EMPTY_TEXT, EMPTY_MORE
    yield "messages", socket, SAID


def handshake(table: str) -> bytes:
    """Opens a socket to a table, and says hello."""
    hello = b'{"type":"hello","protocol":2,"after":null}'
    return (
        (
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()
        + bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0])
        + hello
    )


async def own_table(stranger: Stranger) -> str:
    body = orjson.dumps({"game": by_size()[-1], "players": 2, "seats": [{"kind": "me"}] * 2, "public": True})
    made = await stranger.send("POST", "/api/tables", body)
    assert made is not None, "the new table was not answered"
    return str(made.json()["table"]["id"])


async def flood(siege: Siege) -> str:
    """Every kind of flood at once, from several addresses, over and over."""
    kinds = list(floods(handshake(await own_table(await siege.stranger()))))
    sent = ended = 0

    async def pour(number: int, begun: bytes, more: bytes) -> None:
        nonlocal sent, ended
        piece = more * (PIECE // len(more))
        while siege.goes_on:
            with suppress(OSError):
                own = (f"127.0.4.{number % FLOODERS + 1}", 0)
                _, writer = await asyncio.open_connection(HOST, siege.port, local_addr=own)
                with closing(writer):
                    writer.write(begun)
                    await asyncio.sleep(LATER)  # until a socket is one
                    while siege.goes_on:
                        writer.write(piece)
                        async with asyncio.timeout(siege.left):
                            await writer.drain()
                        sent += len(piece)
            ended += 1
            await asyncio.sleep(LATER)

    await asyncio.gather(*(pour(number, *kind[1:]) for number in range(FLOODERS) for kind in kinds))
    return f"floods of {len(kinds)} kinds from {FLOODERS} addresses: {sent >> 20} MiB sent, {ended} ended by the server"


async def talk(siege: Siege) -> str:
    """Greetings and impossible moves, on many sockets of one person: all that has to be answered."""
    said = heard = refused = 0

    def hear(line: object, message: bytes) -> None:
        nonlocal heard
        heard += 1

    async def chatter(stranger: Stranger, table: str) -> None:
        nonlocal said, refused
        path = f"/api/tables/{table}/socket"
        while siege.goes_on:
            try:
                line = await open_line(HOST, siege.port, path, stranger.headers, hear, own=stranger.address)
            except (OSError, ConnectionError):
                refused += 1
                await asyncio.sleep(1)
                continue
            line.send(b'{"type":"hello","protocol":2,"after":null}')
            while siege.goes_on and not line.closed.is_set():
                line.send(b'{"type":"hello","protocol":2,"after":0}')
                move = {"type": "move", "id": str(next(NUMBERS)), "ply": 0, "move": "sail to the " + "moon " * 20}
                line.send(orjson.dumps(move))
                said += 2
                with suppress(TimeoutError):
                    await asyncio.wait_for(line.closed.wait(), 0.3)
            await asyncio.sleep(LATER)

    strangers = [await siege.stranger() for _ in range(TALKERS)]
    tables = [await own_table(stranger) for stranger in strangers]
    await asyncio.gather(*(chatter(*pair) for pair in zip(strangers, tables, strict=True) for _ in range(LINES_OF_ONE)))
    return (
        f"talk of {TALKERS} strangers on {LINES_OF_ONE} lines each: {said} said, {heard} answers, {refused} not let in"
    )


ATTACKS_ON_LINES: dict[str, Attack] = {"floods": flood, "talk": talk}
