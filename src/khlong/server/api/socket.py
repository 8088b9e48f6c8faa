"""The socket of a table: hello, then moves, undo and chat one way, and everything that happens the other."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Any

import orjson
import structlog
from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from khlong.server import commands
from khlong.server.errors import Refusal
from khlong.server.hall import Hall
from khlong.server.identity import Session
from khlong.server.line import abort
from khlong.server.live import Listener, Live
from khlong.server.messages import (
    PROTOCOL,
    ChatMessage,
    ClientMessage,
    Hello,
    MoveMessage,
    Ping,
    UndoMessage,
)

from .context import address_of, hall_of, maybe_session

log = structlog.get_logger()
router = APIRouter()

READER: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
PONG = b'{"type":"pong"}'
HELLO_SECONDS = 10
CLOSE_CODES = {"restart": 1012, "slow": 1013, "logout": 1008, "too_many": 1008, "protocol": 1002, "binary": 1003}


class Goodbye(Exception):  # noqa: N818
    """Ends a connection, with a reason that the client understands."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@router.websocket("/api/tables/{table}/socket")
async def table_socket(socket: WebSocket, table: str, invite: str | None = None) -> None:
    hall = hall_of(socket)
    await socket.accept()
    try:
        if hall.stopping:
            raise Goodbye("restart")
        if not hall.rates.allows("address", address_of(socket)):
            raise Goodbye("too_many")
        session = await maybe_session(socket)
        live = await hall.desk.visible(table, session.person.id if session else None, invite)
        await Conversation(hall, live, socket, session).run()
    except Goodbye as goodbye:
        await say_goodbye(socket, goodbye.code)
    except Refusal as refusal:
        await say_goodbye(socket, refusal.code)
    except WebSocketDisconnect:
        pass


async def say_goodbye(socket: WebSocket, code: str) -> None:
    if socket.application_state is not WebSocketState.CONNECTED or socket.client_state is WebSocketState.DISCONNECTED:
        return
    try:
        await send(socket, orjson.dumps({"type": "bye", "code": code}))
        await socket.close(CLOSE_CODES.get(code, 1008))
    except (RuntimeError, WebSocketDisconnect):
        pass  # it is gone already


async def send(socket: WebSocket, message: bytes) -> None:
    await socket.send({"type": "websocket.send", "text": message.decode()})


async def receive(socket: WebSocket) -> Any:
    """The next message, checked. Anything that is not text is no message of ours."""
    raw = await socket.receive()
    if raw["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(raw.get("code", 1005))
    text = raw.get("text")
    if text is None:
        raise Goodbye("binary")
    try:
        return READER.validate_python(orjson.loads(text))
    except orjson.JSONDecodeError:
        raise Refusal("bad_message", "That is not JSON.") from None
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in fault["loc"])
        raise Refusal("bad_message", f"{place or 'message'}: {fault['msg']}"[:300]) from None


class Conversation:
    """One client at one table: a reader, and a writer that never lets more pile up than is bounded."""

    def __init__(self, hall: Hall, live: Live, socket: WebSocket, session: Session | None) -> None:
        self._hall = hall
        self._live = live
        self._socket = socket
        self._session = session
        self._listener = Listener(live, session.person.id if session else None)

    async def run(self) -> None:
        await self._greet()
        self._listener.give_up = partial(abort, self._socket.scope)
        await self._hall.enter(self._live, self._listener)
        writer = asyncio.create_task(self._write())
        try:
            await self._read()
        finally:
            writer.cancel()
            await asyncio.wait([writer])
            await self._hall.leave(self._live, self._listener)

    async def _greet(self) -> None:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = await receive(self._socket)
        except TimeoutError:
            raise Goodbye("protocol") from None
        if not isinstance(hello, Hello) or hello.protocol != PROTOCOL:
            raise Goodbye("protocol")
        await send(self._socket, self._listener.welcome(PROTOCOL, hello.after))

    # to the client

    async def _write(self) -> None:
        listener = self._listener
        try:
            while True:
                await listener.wake.wait()
                listener.wake.clear()
                if listener.closing is not None:
                    await say_goodbye(self._socket, listener.closing)
                    return
                for message in listener.next_messages():
                    listener.sending_since = time.monotonic()
                    await send(self._socket, message)
                    listener.sending_since = None
        except (RuntimeError, WebSocketDisconnect):
            pass  # the reader notices too

    # from the client

    async def _read(self) -> None:
        while True:
            try:
                message = await receive(self._socket)
                if not self._hall.rates.allows("messages", str(id(self))):
                    raise Goodbye("too_many")
                began = time.perf_counter()
                await self._obey(message)
                self._hall.metrics.ack_seconds.observe(time.perf_counter() - began)
            except Refusal as refusal:
                self._refuse(None, refusal)

    async def _obey(self, message: ClientMessage) -> None:
        if isinstance(message, Ping):
            self._listener.tell(PONG)
        elif isinstance(message, Hello):
            self._listener.tell(self._listener.welcome(PROTOCOL, message.after))
        else:
            await self._act(message)

    async def _act(self, message: MoveMessage | UndoMessage | ChatMessage) -> None:
        """A change of the table, by whoever the cookie still stands for."""
        try:
            session = self._session
            if session is None:
                raise Refusal("no_session", "Nobody knows you yet: GET /api/me first.", 401)
            person = session.person
            if isinstance(message, MoveMessage):
                decide = commands.play_move(person, message.ply, message.move)
            elif isinstance(message, UndoMessage):
                decide = commands.take_back(person, message.ply)
            else:
                self._hall.rates.check("chat", person.id)
                decide = commands.say(person, message.text)
            await self._hall.desk.do(self._live, person, decide, message.id, partial(self._acknowledge, message.id))
        except Refusal as refusal:
            self._refuse(message.id, refusal)

    def _acknowledge(self, message: str, ply: int) -> None:
        self._listener.tell(orjson.dumps({"type": "ack", "id": message, "ply": ply}))

    def _refuse(self, message: str | None, refusal: Refusal) -> None:
        self._hall.metrics.refusals.labels(refusal.code).inc()
        answer = {
            "type": "refused",
            "id": message,
            "code": refusal.code,
            "message": refusal.message,
            "ply": self._live.room.table.ply,
        }
        self._listener.tell(orjson.dumps(answer))
