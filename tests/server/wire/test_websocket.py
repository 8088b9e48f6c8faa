"""The line of a client: whatever way its bytes come in, what is heard is what was sent."""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
import sys
import textwrap
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from khlong.server.api.socket import Conversation
from khlong.server.tables.live import Listener
from khlong.server.wire.websocket import INHERITED, TableSocket, socket_of

Frames = list[tuple[Frame, bytes | None]]
"""Frames, each with the text that a talker should have heard once it is there, if any."""
SHORT = st.text(max_size=20)


class Ear:
    """Whoever a line is handed over to, here somebody who only listens."""

    def __init__(self) -> None:
        self.heard: list[bytes | None] = []

    def hear(self, message: bytes | None) -> None:
        self.heard.append(message)

    def go_on(self) -> None:
        pass

    def lost(self) -> None:
        pass


class Wire(asyncio.Transport):
    """A connection on which everything can be read that was written."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written = b""
        self.closed = False

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = True

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


async def greeted(ear: Ear) -> tuple[TableSocket, ClientProtocol, Wire]:
    """A line that was handed over, and the client at its other end."""

    async def greet(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        socket_of(scope).hand_over(ear)

    config = Config(cast(Any, greet), ws_per_message_deflate=False, lifespan="off", log_config=None)
    config.load()
    wire, line = Wire(), TableSocket(config, ServerState(), {}, asyncio.get_running_loop())
    line.connection_made(wire)
    client = ClientProtocol(parse_uri("ws://127.0.0.1/"))
    client.send_request(client.connect())
    line.data_received(b"".join(client.data_to_send()))
    while line.talker is None:
        await asyncio.sleep(0)
    client.receive_data(wire.written)
    return line, client, wire


def fragments(parts: list[str]) -> Frames:
    """One message in several frames, with a ping in between."""
    first, *rest = [part.encode() for part in parts]
    kinds = [Opcode.TEXT, *[Opcode.CONT] * len(rest)]
    frames: Frames = [(Frame(kind, part, fin=False), None) for kind, part in zip(kinds, [first, *rest], strict=True)]
    return [*frames, (Frame(Opcode.PING, b"still there?"), None), (Frame(Opcode.CONT, b""), b"".join([first, *rest]))]


MESSAGES: st.SearchStrategy[Frames] = st.one_of(
    SHORT.map(lambda text: [(Frame(Opcode.TEXT, text.encode()), text.encode())]),
    st.integers(120, 400).map(lambda size: [(Frame(Opcode.TEXT, b"x" * size), b"x" * size)]),
    st.binary(max_size=20).map(lambda data: [(Frame(Opcode.BINARY, data), None)]),
    st.binary(max_size=20).map(lambda data: [(Frame(Opcode.PING, data), None)]),
    st.lists(SHORT, min_size=1, max_size=3).map(fragments),
)


@given(st.lists(MESSAGES, min_size=1, max_size=8), st.data())
def test_bytes_in_any_pieces_are_the_messages_that_were_sent(messages: list[Frames], data: st.DataObject) -> None:
    frames = [each for message in messages for each in message]
    sent = b"".join(frame.serialize(mask=True) for frame, _ in frames)
    cuts = data.draw(
        st.one_of(
            st.lists(st.integers(0, len(sent)), max_size=6).map(sorted),
            st.just([sum(len(each.serialize(mask=True)) for each, _ in frames[:n]) for n in range(len(frames))]),
        )
    )

    async def talk() -> Ear:
        ear = Ear()
        line, _, _ = await greeted(ear)
        for start, end in zip([0, *cuts], [*cuts, len(sent)], strict=True):
            if start < end:
                line.data_received(sent[start:end])
        return ear

    expected = [
        None if frame.opcode is Opcode.BINARY else text
        for frame, text in frames
        if text is not None or frame.opcode is Opcode.BINARY
    ]
    assert asyncio.run(talk()).heard == expected


@pytest.mark.parametrize("kind", [Opcode.PING, Opcode.PONG, Opcode.CONT])
def test_a_client_that_sends_frame_after_frame_and_says_nothing_is_let_go(kind: Opcode) -> None:
    """All of them in one go, as a network brings them: what comes after the first fifty is not looked at."""

    async def talk() -> Wire:
        line, _, wire = await greeted(Ear())
        begun = [Frame(Opcode.TEXT, b"", fin=False)] if kind is Opcode.CONT else []
        frames = [*begun, *[Frame(kind, b"", fin=kind is not Opcode.CONT)] * 20_000]
        line.data_received(b"".join(frame.serialize(mask=True) for frame in frames))
        return wire

    wire = asyncio.run(talk())
    assert wire.closed
    assert wire.written.count(Frame(Opcode.PONG, b"").serialize(mask=False)) <= 200


def test_messages_that_come_faster_than_they_are_answered_wait_unread() -> None:
    text = Frame(Opcode.TEXT, b"{}").serialize(mask=True)

    class Slow(Ear):
        line: TableSocket

        def hear(self, message: bytes | None) -> None:
            super().hear(message)
            if len(self.heard) % 5 == 0:
                self.line.hold()

    async def talk() -> tuple[int, int]:
        ear = Slow()
        ear.line, _, _ = await greeted(ear)
        ear.line.data_received(text * 10_000)
        at_first = len(ear.heard)
        while ear.line.read_paused:
            ear.line.listen()
        return at_first, len(ear.heard)

    at_first, in_the_end = asyncio.run(talk())
    assert at_first < 200
    assert in_the_end == 10_000


def test_everything_that_is_taken_from_uvicorn_is_named_and_there() -> None:
    """What our socket uses of the class below it, read from its source: nothing else, and nothing that is gone."""
    used = {name for one in (TableSocket, Listener, Conversation) for name in _names_used(one)}
    above = {name for name in vars(WebSocketsSansIOProtocol) if not name.startswith("__")}
    made = ast.parse(inspect.getsource(sys.modules[WebSocketsSansIOProtocol.__module__]))
    set_there = {node.attr for node in ast.walk(made) if isinstance(node, ast.Attribute) and _is_own(node)}
    ours = {name for name in vars(TableSocket) if name not in above} | set(TableSocket.__annotations__)
    assert (used | (vars(TableSocket).keys() & above)) - ours == INHERITED
    assert above | set_there >= INHERITED


def _names_used(one: type) -> set[str]:
    """The attributes of a socket that a class uses: its own, or those of the socket it has."""
    source = textwrap.dedent(inspect.getsource(one))
    pattern = r"\bself\.(\w+)" if one is TableSocket else r"\bself\._?socket\.(\w+)"
    return set(re.findall(pattern, source))


def _is_own(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "self" and isinstance(node.ctx, ast.Store)


@pytest.mark.parametrize("parts", [[7], [3, 7], [7, 9]])
def test_what_looks_like_a_message_inside_another_is_none(parts: list[int]) -> None:
    inner = b"\x81\x82\0\0\0\0hi"
    outer = b"\x81" + bytes([0x80 | len(inner) + 1]) + b"\0\0\0\0" + b"a" + inner

    async def talk() -> Ear:
        ear = Ear()
        line, _, _ = await greeted(ear)
        for start, end in zip([0, *parts], [*parts, len(outer)], strict=True):
            line.data_received(outer[start:end])
        return ear

    assert asyncio.run(talk()).heard == [b"a" + inner]


def test_nothing_is_heard_after_goodbye() -> None:
    async def talk() -> Ear:
        ear = Ear()
        line, client, wire = await greeted(ear)
        client.send_close(1000)
        line.data_received(b"".join(client.data_to_send()))
        line.data_received(Frame(Opcode.TEXT, b"and another thing").serialize(mask=True))
        assert wire.closed
        return ear

    assert asyncio.run(talk()).heard == []


def test_an_unmasked_frame_ends_the_line() -> None:
    async def talk() -> tuple[Ear, bool]:
        ear = Ear()
        line, _, wire = await greeted(ear)
        line.data_received(Frame(Opcode.TEXT, b'{"type":"ping"}').serialize(mask=False))
        return ear, wire.closed

    ear, closed = asyncio.run(talk())
    assert (ear.heard, closed) == ([], True)
