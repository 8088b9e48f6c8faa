"""Slow and half requests, and more connections than there is room for."""

from __future__ import annotations

import asyncio
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any, cast

import httpx
import pytest
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from khlong.server.wire.http import INHERITED, MOST_OFFENCES, SPAN, TOO_MANY, Door, PunctualHttp
from tests.patience import PATIENCE
from tests.server.client import Player
from tests.server.servers import Running, process, running

POST = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that waits a second, and lets in ten from one address."""
    database = str(tmp_path_factory.mktemp("slow") / "khlong.sqlite3")
    with running(database, request_seconds=1, connections=10) as started:
        yield started


def opened(base: str, own: str = "127.0.0.1") -> socket.socket:
    port = int(base.rsplit(":", 1)[1])
    return socket.create_connection(("127.0.0.1", port), PATIENCE, source_address=(own, 0))


def rest(line: socket.socket) -> bytes:
    """What comes until the server ends the connection."""
    said = b""
    try:
        while piece := line.recv(65_536):
            said += piece
    except ConnectionResetError:
        pass
    return said


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        POST + b"Content-Length: 60000\r\n\r\n{",
        POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    ],
)
def test_a_request_that_does_not_come_in_time_is_ended(hurried: Running, begun: bytes) -> None:
    with opened(hurried.base) as line:
        line.sendall(begun)
        assert rest(line).startswith(b"HTTP/1.1 408 ")


UPGRADE = (
    b"Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.mark.parametrize(
    "asked",
    [
        b"GET /api/tables/a/socket HTTP/1.1\r\n" + UPGRADE + b"Cookie: khlong=" + b"a" * 9_000 + b"\r\n\r\n",
        b"GET /api/tables/" + b"a" * 9_000 + b"/socket HTTP/1.1\r\n" + UPGRADE + b"\r\n",
        b"POST /api/tables/a/socket HTTP/1.1\r\n" + UPGRADE + b"\r\n",
    ],
    ids=["header", "address", "method"],
)
def test_a_socket_that_is_asked_for_in_a_way_that_cannot_be_read_is_ended(hurried: Running, asked: bytes) -> None:
    with opened(hurried.base) as line:
        line.sendall(asked)
        assert rest(line).startswith(b"HTTP/1.1 4")


@pytest.mark.parametrize("more", [b"", b"\r\n", b"GET /healthz HTTP/1.1\r\nHost"])
def test_a_connection_that_nobody_uses_any_more_is_ended(hurried: Running, more: bytes) -> None:
    with opened(hurried.base) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        line.sendall(more)
        assert rest(line).startswith(b"HTTP/1.1 200 ")


def test_one_address_has_only_so_many_connections_and_others_come_in(hurried: Running) -> None:
    with ExitStack() as lines:
        for _ in range(10):
            lines.enter_context(opened(hurried.base, "127.0.0.77"))
        with opened(hurried.base, "127.0.0.77") as eleventh:
            assert rest(eleventh).startswith(b"HTTP/1.1 429 ")
        assert httpx.get(f"{hurried.base}/healthz", timeout=PATIENCE).status_code == 200


def test_sockets_count_as_connections_and_leave_when_they_are_closed(hurried: Running) -> None:
    ann = Player(hurried.base)
    table = ann.table(seats="me me")["table"]["id"]
    for _ in range(15):
        with ann.socket(table) as line:
            assert line.welcome["type"] == "welcome"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 2000, b""),
        (b"GET /" + b"a" * 3_000_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", b""),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 3_000_000 + b"\r\n\r\n", b""),
        (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"a: b\r\n" * 500_000 + b"\r\n", b""),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"a: b\r\n" * 500_000, b""),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 500_000, b""),
        (POST + b"Content-Length: 9000000\r\n\r\n" + b" " * 8_999_999, b"413"),
    ],
    ids=["ahead", "address", "header", "headers", "trailers", "letters", "body"],
)
def test_more_than_a_request_can_be_is_not_read_to_its_end(hurried: Running, sent: bytes, status: bytes) -> None:
    """Before a second is over: else it would end as what comes too late."""
    with opened(hurried.base) as line:
        with suppress(BrokenPipeError, ConnectionResetError):
            line.sendall(sent)
        said = rest(line)
        assert said.count(b"HTTP/1.1 200 ") <= (20 if sent.startswith(b"GET /healthz") else 0)
        assert b"HTTP/1.1 408 " not in said
        assert status in said[:20] or not said


def test_requests_that_are_sent_ahead_are_all_answered_if_they_are_few(hurried: Running) -> None:
    with opened(hurried.base) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 5)
        assert rest(line).count(b"HTTP/1.1 200 ") == 5


def test_everything_that_is_taken_from_uvicorn_is_there() -> None:
    there = vars(HttpToolsProtocol).keys() | set(HttpToolsProtocol.__init__.__code__.co_names)
    assert there >= INHERITED


@pytest.mark.parametrize(
    "wrong", [b"GET /\xc3\xa9 HTTP/1.1\r\nHost: x\r\n\r\n", b"HELLO\r\n\r\n", b"\x16\x03\x01\x02\x00"]
)
def test_who_sends_what_is_only_wrong_is_told_so_every_time(hurried: Running, wrong: bytes) -> None:
    for _ in range(2 * MOST_OFFENCES):
        with opened(hurried.base, "127.0.0.78") as line:
            line.sendall(wrong)
            assert rest(line).startswith(b"HTTP/1.1 400 ")


def test_who_sends_too_much_again_and_again_waits_and_others_come_in(hurried: Running) -> None:
    for _ in range(MOST_OFFENCES):
        with opened(hurried.base, "127.0.0.79") as line:
            line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n" + b"a: b\r\n" * 200 + b"\r\n")
            assert rest(line).startswith(b"HTTP/1.1 400 ")
    with opened(hurried.base, "127.0.0.79") as line:
        assert rest(line) == TOO_MANY
    assert httpx.get(f"{hurried.base}/healthz", timeout=PATIENCE).status_code == 200


def test_a_door_stays_shut_for_a_while_to_who_sends_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("khlong.server.wire.http.time.monotonic", lambda: now)
    door, behind_a_proxy = Door(100, 50), Door(100, None)
    for each in (door, behind_a_proxy):
        for _ in range(MOST_OFFENCES):
            assert each.enter("a")
            each.offend("a")
    assert (door.enter("a"), door.enter("b"), behind_a_proxy.enter("a")) == (False, True, True)
    now += SPAN
    assert door.enter("a")


def test_a_door_counts_who_is_inside() -> None:
    door = Door(3, 2)
    assert [door.enter("a"), door.enter("a"), door.enter("a"), door.enter("b"), door.enter("c")] == [
        True,
        True,
        False,
        True,
        False,
    ]
    door.leave("a")
    assert door.enter("c")


def test_a_household_of_many_addresses_comes_in_as_one() -> None:
    class Wire(asyncio.Transport):
        def write(self, data: Any) -> None:
            answers.append(data)

        def close(self) -> None:
            pass

    answers: list[bytes] = []

    async def enter(door: Door, address: str) -> None:
        config = Config(cast(Any, print), lifespan="off", log_config=None)
        config.load()
        line = PunctualHttp(door, PATIENCE, config=config, server_state=ServerState(), app_state={})
        line.connection_made(Wire({"peername": (address, 1), "sockname": ("::1", 2)}))
        line._set_deadline(None)

    async def all_enter() -> None:
        door = Door(100, 2)
        for number in range(4):
            await enter(door, f"2001:db8:1:2::{number}")
        await enter(door, "2001:db8:1:3::1")

    asyncio.run(all_enter())
    assert answers == [TOO_MANY, TOO_MANY]


@pytest.mark.slow
def test_the_greeting_works_when_strangers_hold_all_the_connections_there_are_files_for(sqlite: str) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    with process(sqlite, files=1024) as (server, base), ExitStack() as lines:
        assert resource.prlimit(server.pid, resource.RLIMIT_NOFILE) == (1024, 1024)
        ann = Player(base)
        table = ann.table(seats="me me", public=True)["table"]["id"]
        with ann.socket(table) as line:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, before[1]), before[1]))
            for number in range(1200):
                half = lines.enter_context(opened(base, f"127.0.3.{number % 5 + 1}"))
                half.sendall(b"GET / HTTP/1.1\r\n")
            assert line.move(0, "place temple")["ply"] == 1
            with Player(base).socket(table) as other:
                assert other.welcome["snapshot"]["ply"] == 1
    resource.setrlimit(resource.RLIMIT_NOFILE, before)
