"""The server of one browser: the same requests and conversations, for whoever sits here."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast
from urllib.parse import parse_qs, urlsplit

import orjson
from pydantic import ValidationError

from khlong.engine.data import Data
from khlong.server.bots.background import Background
from khlong.server.bots.reviews import Reviews
from khlong.server.errors import REFUSED, Refusal
from khlong.server.people.outcomes import Outcomes
from khlong.server.people.texts import guest_name
from khlong.server.storage import Conflict, Person, StorageUnavailable
from khlong.server.tables.commands import MESSAGES, decision_of, unreadable
from khlong.server.tables.live import Listener, LiveTable
from khlong.server.tables.service import TableService
from khlong.server.wire.messages import PROTOCOL, AckMessage, Hello, Look, Ping, Refused

from .all_games import GamesError, read_games
from .answers import answer_of
from .asked import WHO, Asked
from .outside import Keeper, Page, Searcher
from .store import BrowserStore
from .thinking import Thinkers

if TYPE_CHECKING:
    from khlong.server.bots.workers import Workers
    from khlong.server.operations.settings import Settings
    from khlong.server.storage.store import Store
    from khlong.server.wire.websocket import TableSocket

PERSON = "person"
PONG = b'{"type":"pong"}'
OUR_MISTAKE = 500


@dataclass(frozen=True)
class LocalSettings:
    """Of a server's settings those that matter here."""

    bot_seconds: float = 1.0
    bot_pace: float = 0.0
    """The page shows moves one by one as it is."""
    hint_seconds: float = 3.0
    vote_patience: float = 60.0
    idle_minutes: float = 30.0


class LocalServer:
    """Tables, bots and reviews, with one person in front of them."""

    def __init__(self, keeper: Keeper, searcher: Searcher, page: Page) -> None:
        self.settings = LocalSettings()
        self.kept = BrowserStore(keeper)
        self.store = cast("Store", self.kept)  # as much of one as is asked for here
        self.thinkers = Thinkers(searcher)
        self.tables = TableService(self.store, cast("Settings", self.settings))
        workers = cast("Workers", self.thinkers)
        self.background = Background(self.tables, workers)
        self.kept.waiting = self._waiting
        self.reviews = Reviews(self.store, workers)
        self.outcomes = Outcomes(self.tables)
        self.person = Person(WHO, guest_name(), None)
        self._page = page
        self._lines: dict[int, Line] = {}

    async def open(self) -> None:
        """Remembers who plays here, and has clocks run."""
        name = await self.kept.note(PERSON)
        if name is None:
            await self.rename(self.person.name)
        else:
            self.person = Person(WHO, name, None)
        self.background.start()

    def _waiting(self) -> list[str]:
        return [table for table, live in self.tables.in_memory.items() if live.room.bot_to_move is not None]

    async def rename(self, name: str) -> None:
        await self.kept.keep_note(PERSON, name)
        self.person = Person(WHO, name, None)

    def on_write(self, tell: Callable[[str, int], None]) -> None:
        """Has somebody told of every log that has grown."""
        self.kept.on_write = tell

    async def follow(self, table: str, version: int) -> None:
        """Another tab has written to a table."""
        await self.tables.catch_up(table, version)

    # requests

    async def request(self, method: str, path: str, body: str | None) -> str:
        """An answer as a server's: its status, and what is told."""
        try:
            split = urlsplit(path)
            answer, values = answer_of(method, split.path)
            told = await answer(self, values, Asked(parse_qs(split.query), body))
            return f"[200,{orjson.dumps(told).decode()}]"
        except REFUSED as refusal:
            problem: Data = {"code": refusal.code, "message": refusal.message}
            return json.dumps([refusal.status, problem])
        except Exception as error:
            print(f"{method} {path} failed: {type(error).__name__}: {error}")
            return json.dumps([OUR_MISTAKE, {"code": "error", "message": "Something went wrong here. Try it again."}])

    async def add_games(self, text: str) -> str:
        """Adds the games of a file to those that are here, all or none; those that are here stay as they are."""
        try:
            fresh = read_games(text, {header.id for header, _ in await self.kept.tables()})
            await self.kept.add_tables(fresh)
        except GamesError as error:
            return json.dumps({"added": 0, "outcome": error.trouble})
        except Conflict:
            return json.dumps({"added": 0, "outcome": "conflict"})
        except REFUSED as refusal:
            return json.dumps({"added": 0, "outcome": refusal.code})
        return json.dumps({"added": len(fresh), "outcome": "done"})

    async def remove(self, live: LiveTable) -> None:
        """Takes a table away, with all that is kept of it."""
        await self.kept.remove_table(live.room.header.id)
        self.tables.in_memory.pop(live.room.header.id, None)

    async def find(self, table: str) -> LiveTable:
        return await self.tables.visible(table, WHO, None)

    # conversations

    async def open_line(self, number: int, table: str) -> None:
        """A line to a table. What comes before it is found waits."""
        line = self._lines[number] = Line(self, number, self._page)
        await line.begin(table)

    async def hear(self, number: int, message: str) -> None:
        if (line := self._lines.get(number)) is not None:
            await line.hear(message.encode())

    def close_line(self, number: int) -> None:
        if (line := self._lines.pop(number, None)) is not None:
            line.end()


class Line:
    """One conversation at a table: to its listener what a socket is."""

    def __init__(self, local: LocalServer, number: int, page: Page) -> None:
        self._local = local
        self._number = number
        self._page = page
        self._live: LiveTable | None = None
        self._listener: Listener | None = None
        self._turn = asyncio.Lock()
        self.writable = asyncio.Event()
        self.writable.set()

    async def begin(self, table: str) -> None:
        async with self._turn:
            try:
                self._live = await self._local.find(table)
            except REFUSED as refusal:
                self.send_text(orjson.dumps({"type": "bye", "code": refusal.code}))
                return
            self._listener = Listener(self._live, WHO, cast("TableSocket", self))
            self._live.listeners.add(self._listener)
            self._live.notice()
            self._local.background.attend(self._live)

    def end(self) -> None:
        if self._live is not None and self._listener is not None:
            self._live.listeners.discard(self._listener)
            self._live.notice()

    async def hear(self, raw: bytes) -> None:
        """One message after the other."""
        async with self._turn:
            if self._live is None or self._listener is None:
                return
            about: str | None = None
            try:
                message = MESSAGES.validate_json(raw)
                if isinstance(message, Ping):
                    self.send_text(PONG)
                elif isinstance(message, Look):
                    self._see(message.visible)
                elif isinstance(message, Hello):
                    if message.protocol != PROTOCOL:
                        self._listener.close("protocol")
                        return
                    self._see(message.visible)
                    self._listener.welcome(message.after)
                else:
                    about = message.id
                    decide = decision_of(message, self._local.person)
                    ply = await self._local.tables.do(self._live, self._local.person, decide, message.id)
                    self.send_text(orjson.dumps(AckMessage(type="ack", id=message.id, ply=ply)))
            except ValidationError as error:
                self._refuse(about, unreadable(error))
            except REFUSED as refusal:
                self._refuse(about, refusal)

    def _refuse(self, about: str | None, refusal: Refusal | StorageUnavailable) -> None:
        assert self._live is not None
        ply = self._live.room.table.ply
        answer: Refused = {
            "type": "refused",
            "id": about,
            "code": refusal.code,
            "message": refusal.message,
            "ply": ply,
        }
        self.send_text(orjson.dumps(answer))

    def _see(self, visible: bool) -> None:
        assert self._live is not None
        assert self._listener is not None
        self._listener.visible = visible
        self._live.notice()

    # what a listener asks of a socket

    def send_text(self, message: bytes) -> None:
        self._page.say(self._number, message.decode())

    def hang_up(self, code: int) -> None:
        self._page.hang_up(self._number)
