"""The socket of a table: hello, then moves, undo and chat one way, and everything that happens the other."""

from __future__ import annotations

import asyncio
import time

import orjson
import structlog
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from khlong.server.aside import aside_for
from khlong.server.context import Context
from khlong.server.errors import REFUSED, Refusal
from khlong.server.people.identity import Session
from khlong.server.storage import StorageUnavailable
from khlong.server.tables.commands import decision_of, read_message
from khlong.server.tables.live import CLOSE_CODES, OTHER_CODE, Listener, LiveTable
from khlong.server.wire.messages import (
    PROTOCOL,
    AckMessage,
    Bye,
    ChatMessage,
    ClientMessage,
    Hello,
    Look,
    Ping,
    Refused,
)
from khlong.server.wire.websocket import TableSocket, socket_of

from .dependencies import Invite, TableId, address_of, context_of, maybe_session

log = structlog.get_logger()
router = APIRouter()

PONG = b'{"type":"pong"}'
HELLO_SECONDS = 10
MANY = 50
COUNTED = 8  # so many messages of a socket are counted together with those of its address
MOST_WAITING = 8  # messages that a client may send ahead before it is not read from


class Goodbye(Exception):  # noqa: N818
    """Ends a connection, with a reason that the client understands."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@router.websocket("/api/tables/{table}/socket")
async def table_socket(socket: WebSocket, table: TableId, invite: Invite = None) -> None:
    """Greets a client; from then on its socket is a conversation's."""
    context, address = context_of(socket), address_of(socket)
    await socket.accept()
    try:
        if context.stopping:
            raise Goodbye("restart")
        if not (context.rates.allows("address", address) and context.rates.allows("messages", None, address)):
            raise Goodbye("too_many")
        session = await maybe_session(socket)
        live = await context.tables.visible(table, session.person.id if session else None, invite)
        hello = await first_message(socket)
        if not isinstance(hello, Hello) or hello.protocol != PROTOCOL:
            raise Goodbye("protocol")
        await recall(live, hello, address)
        Conversation(context, live, socket_of(socket.scope), session, address).begin(hello)
    except (Goodbye, *REFUSED) as reason:
        if reason.code == "too_many":
            socket_of(socket.scope).offend()
        await say_goodbye(socket, reason.code)
    except WebSocketDisconnect:
        pass


async def first_message(socket: WebSocket) -> ClientMessage:
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            raw = await socket.receive()
    except TimeoutError:
        raise Goodbye("protocol") from None
    if raw["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(raw.get("code", 1005))
    if raw.get("text") is None:
        raise Goodbye("binary")
    return read_message(raw["text"].encode())


async def recall(live: LiveTable, hello: Hello, address: str) -> None:
    """Has the moves that a client missed put into words beside the event loop, if they are many."""
    snapshots = live.snapshots
    if hello.after is not None and live.room.table.ply - hello.after > MANY:
        await aside_for(address, snapshots.made, hello.after)


async def say_goodbye(socket: WebSocket, code: str) -> None:
    if socket.application_state is not WebSocketState.CONNECTED or socket.client_state is WebSocketState.DISCONNECTED:
        return
    try:
        await socket.send_text(orjson.dumps(Bye(type="bye", code=code)).decode())
        await socket.close(CLOSE_CODES.get(code, OTHER_CODE))
    except (RuntimeError, WebSocketDisconnect):
        pass  # it is gone already


class Conversation:
    """One client at one table. Its messages are answered one after the other, however fast they come."""

    __slots__ = (
        "_address",
        "_context",
        "_heard",
        "_inbox",
        "_listener",
        "_live",
        "_session",
        "_socket",
        "_span_ends",
        "_task",
        "_uncounted",
    )

    def __init__(
        self, context: Context, live: LiveTable, socket: TableSocket, session: Session | None, address: str
    ) -> None:
        self._address = address
        self._context = context
        self._live = live
        self._socket = socket
        self._session = session
        self._listener = Listener(live, session.person.id if session else None, socket)
        self._inbox: list[bytes | None] = []
        self._heard, self._span_ends = 0, 0.0
        """How many messages were read in this span of the limit, and when it ends."""
        self._uncounted = 0
        """How many of them its address has not been asked for yet."""
        self._task: asyncio.Task[None] | None = None

    def begin(self, hello: Hello) -> None:
        """The state as it is, and from now on everything that happens."""
        self._listener.welcome(hello.after)
        self._listener.visible = hello.visible
        self._context.enter(self._live, self._listener)
        self._socket.hand_over(self)

    # what the socket says

    def hear(self, message: bytes | None) -> None:
        self._inbox.append(message)
        if self._task is None:
            self._task = self._socket.loop.create_task(self._answer())
        elif len(self._inbox) >= MOST_WAITING:
            self._socket.hold()

    def go_on(self) -> None:
        self._listener.go_on()

    def lost(self) -> None:
        """What was begun is still done; what came after it is not."""
        self._inbox.clear()
        self._context.leave(self._live, self._listener)

    # answers

    async def _answer(self) -> None:
        try:
            while self._inbox:
                began = time.perf_counter()
                if began >= self._span_ends:
                    self._heard, self._span_ends = 0, began + self._context.rates.messages.seconds
                self._heard += 1
                self._uncounted += 1
                if self._heard > self._context.rates.messages.times:
                    raise Goodbye("too_many")
                if self._uncounted == COUNTED:
                    self._uncounted = 0
                    if not self._context.rates.allows("messages", None, self._address, COUNTED):
                        raise Goodbye("too_many")
                await self._answer_one(self._inbox.pop(0))
                if self._socket.read_paused:
                    self._socket.listen()
                self._context.metrics.ack_seconds.observe(time.perf_counter() - began)
        except Goodbye as goodbye:
            self._inbox.clear()
            if goodbye.code == "too_many":
                self._socket.offend()
            self._listener.close(goodbye.code)
        except Exception:
            log.exception("conversation_failed", table=self._live.room.header.id)
            self._inbox.clear()
            self._listener.close("error")  # the client comes back and asks again
        finally:
            self._task = None

    async def _answer_one(self, raw: bytes | None) -> None:
        """A change of the table by whoever the cookie still stands for, or a word to the server alone."""
        about: str | None = None
        try:
            if raw is None:  # anything that is not text is no message of ours
                raise Goodbye("binary")
            message = read_message(raw)
            if isinstance(message, Ping):
                self._listener.tell(PONG)
            elif isinstance(message, Look):
                self._context.see(self._live, self._listener, message.visible)
            elif isinstance(message, Hello):
                self._context.see(self._live, self._listener, message.visible)
                await recall(self._live, message, self._address)
                self._listener.welcome(message.after)
            else:
                about = message.id
                session = self._session
                if session is None:
                    raise Refusal("no_session", "Nobody knows you yet: GET /api/me first.", 401)
                person = session.person
                if isinstance(message, ChatMessage):
                    self._context.rates.check("chat", person.id, self._address)
                decide = decision_of(message, person)
                ply = await self._context.tables.do(self._live, person, decide, message.id)
                self._listener.tell(orjson.dumps(AckMessage(type="ack", id=message.id, ply=ply)))
        except REFUSED as refusal:
            self._refuse(about, refusal)

    def _refuse(self, message: str | None, refusal: Refusal | StorageUnavailable) -> None:
        self._context.metrics.refusals.labels(refusal.code).inc()
        answer: Refused = {
            "type": "refused",
            "id": message,
            "code": refusal.code,
            "message": refusal.message,
            "ply": self._live.room.table.ply,
        }
        self._listener.tell(orjson.dumps(answer))
