"""Odd requests to every route of the OpenAPI document, byte by byte: nobody outside can cause a mistake inside."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from khlong.server.__main__ import FILE
from tests.patience import PATIENCE
from tests.server.client import Player
from tests.server.servers import Running, running

DOCUMENT: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
ROUTES = [
    (method.upper(), path, operation)
    for path, operations in DOCUMENT["paths"].items()
    for method, operation in operations.items()
]
ODD_WORDS = [
    b"%00",
    b"a%00b",
    b"a" * 5000,
    b"%ff%fe",
    b"..%2f..%2fetc%2fpasswd",
    b"%0d%0aX: y",
    b"-1",
    b"1e999",
    b"9" * 400,
    b"%F0%9F%98%80",
    b"'%20OR%201=1--",
    b"%",
    b"nan",
    b"\xc3\xa9",
    b"[]",
]
ODD_HEADERS = [
    b"Origin: http://[",
    b"Origin: http://[a]b/",
    b"Origin: http://x:99999999999",
    b"Origin: \xff",
    b"Origin: ",
    b"Host: [",
    b"Host: x:99999999999",
    b"Host: \xff",
    b"Host: a b@c/..",
    b"Cookie: khlong=\xff\xfe",
    b'Cookie: khlong="\\777\\000"; ;;=;',
    b"Cookie: khlong=" + b"a" * 50_000,
    b"Content-Type: application/json; charset=\xff",
    b"Content-Type: application/json; charset=utf-16",
    b"Content-Length: -1",
    b"Content-Length: \xb2",
    b"Content-Length: " + b"9" * 40,
    b"Transfer-Encoding: gzip",
    b"Range: bytes=abc",
    b"Range: bytes=9-1," + b"0-0," * 5000,
    b"If-Range: \xff\r\nRange: bytes=0-1",
    b"If-Modified-Since: 99999",
    b"If-None-Match: \xff",
    b"Accept-Encoding: \xff",
    b"Expect: 100-continue",
    b"Upgrade: h2c\r\nConnection: Upgrade",
    b"Sec-WebSocket-Key: x\r\nUpgrade: websocket\r\nConnection: Upgrade",
    b"Sec-WebSocket-Version: 13\r\nUpgrade: websocket\r\nConnection: Upgrade",
]
HANDSHAKE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
DEEP = b'{"a":' * 5_000
ODD_VALUES: list[Any] = [None, True, -1, 10**40, 1e300, "", "\x00", "x" * 5000, [], [[]], {}, {"": {}}, "\ud800", "é"]
ODD_BODIES = [b"", b"null", b"[]", b"7", b'"x"', b"{", DEEP, b"[" * 60_000, b"\xff\xfe", b"\x00", b'{"a":NaN}', b"{}"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """On a busy machine too a hint comes some time: that it did not would be a 503."""
    database = str(tmp_path_factory.mktemp("odd") / "khlong.sqlite3")
    with running(database, bot_seconds=0.05, hint_seconds=0.01, bot_grace=60) as started:
        yield started


class Line:
    """A connection that sends any bytes."""

    def __init__(self, player: Player) -> None:
        self._address = ("127.0.0.1", int(player.base.rsplit(":", 1)[1]))
        self._headers = f"Host: x\r\nCookie: khlong={player.http.cookies['khlong']}\r\n".encode()

    def status(self, method: str, target: bytes, body: bytes | None = None) -> int:
        """The status of an answer."""
        headers = self._headers + b"Connection: close\r\n"
        if body is not None:
            headers += b"Content-Type: application/json\r\nContent-Length: %d\r\n" % len(body)
        return self.status_with(headers, method, target, body)

    def status_with(self, headers: bytes, method: str, target: bytes, body: bytes | None = None) -> int:
        """The status of an answer to a request with these headers and no others."""
        head = method.encode() + b" " + target + b" HTTP/1.1\r\n" + headers
        with socket.create_connection(self._address, PATIENCE) as line:
            line.sendall(head + b"\r\n" + (body or b""))
            said = b""
            while b"\r\n" not in said and (piece := line.recv(4096)):
                said += piece
        found = re.match(rb"HTTP/1.1 (\d+)", said)
        assert found, (method, target[:80], said[:80])
        return int(found[1])


def odd_requests(path: str, operation: dict[str, Any], table: str) -> Iterator[tuple[bytes, bytes | None]]:
    """Targets and bodies: one thing is odd in each."""
    usual = {"table": table, "seat": "0", "game": "phraya", "language": "en", "number": "1", "tutorial": "first-game"}
    names = re.findall(r"\{(\w+)\}", path)
    plain = path.format(**usual).encode()
    for name in names:
        for word in ODD_WORDS:
            yield path.replace(f"{{{name}}}", "\0").format(**usual).encode().replace(b"\0", word), b"{}"
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "query":
            for word in [*ODD_WORDS, b"", b"1&" + parameter["name"].encode() + b"=2"]:
                yield plain + b"?" + parameter["name"].encode() + b"=" + word, None
    yield plain + b"?" + b"&".join(b"a=%d" % number for number in range(2000)), b"{}"
    yield plain + b"/%2e%2e/" + b"x" * 3000, b"{}"
    if "requestBody" in operation:
        for body in ODD_BODIES:
            yield plain, body
        reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        properties = DOCUMENT["components"]["schemas"][reference.rsplit("/", 1)[1]].get("properties", {})
        good = {"game": "phraya", "record": {"game": "phraya"}, "id": "a", "ply": 0, "move": "x", "name": "Ann"}
        good |= {"password": "x" * 10, "text": "x", "seat": 0, "bot": None, "old": "x" * 10, "new": "y" * 10}
        usual_body = {key: good[key] for key in properties if key in good}
        for name in properties:
            for value in ODD_VALUES:
                yield plain, json.dumps(usual_body | {name: value}).encode()


@pytest.mark.parametrize(("method", "path", "operation"), ROUTES, ids=[f"{route[0]} {route[1]}" for route in ROUTES])
def test_no_request_causes_a_mistake_of_ours(
    method: str, path: str, operation: dict[str, Any], served: Running
) -> None:
    player = Player(served.base)
    line = Line(player)
    table = player.table(seats="me me")["table"]["id"]
    for target, body in odd_requests(path, operation, table):
        sent = body if method != "GET" else None
        status = line.status(method, target, sent)
        assert status < 500, (method, target[:100], (sent or b"")[:200], status)


@pytest.mark.parametrize("word", ODD_WORDS)
def test_no_address_of_the_page_causes_a_mistake_of_ours(word: bytes, served: Running) -> None:
    line = Line(Player(served.base))
    for target in (
        b"/" + word,
        b"/assets/" + word,
        b"/t/" + word,
        b"/" + word + b"/" + word,
        b"/?" + word,
        b"//" + word,
    ):
        assert line.status("GET", target) < 500, target
        assert line.status("POST", target, b"{}") < 500, target
    for method in ("HEAD", "OPTIONS", "TRACE", "DELETE", "PROPFIND"):
        assert line.status(method, b"/" + word) < 500


@pytest.mark.parametrize("odd", ODD_HEADERS, ids=lambda odd: repr(odd[:40]))
def test_no_header_causes_a_mistake_of_ours(odd: bytes, served: Running) -> None:
    player = Player(served.base)
    line = Line(player)
    table = player.table(seats="me me")["table"]["id"].encode()
    name = odd.partition(b":")[0].lower()
    usual = [b"Host: x", f"Cookie: khlong={player.http.cookies['khlong']}".encode(), b"Origin: http://x"]
    head = b"\r\n".join([*(each for each in usual if not each.lower().startswith(name)), odd]) + b"\r\n"
    closing = head if b"Upgrade" in odd else head + b"Connection: close\r\n"
    for target in (b"/", b"/favicon.svg", b"/assets/", b"/api/me", b"/api/reach", b"/api/tables/%s/qr" % table):
        assert line.status_with(closing, "GET", target) < 500, target
    length = b"" if name == b"content-length" else b"Content-Length: 2\r\n"
    kind = b"" if name == b"content-type" else b"Content-Type: application/json\r\n"
    assert line.status_with(closing + kind + length, "POST", b"/api/login", b"{}") < 500
    assert line.status_with(head + HANDSHAKE, "GET", b"/api/tables/%s/socket" % table) < 500
