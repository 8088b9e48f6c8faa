"""The context: everything a server process has, opened and closed together."""

from __future__ import annotations

import asyncio
import secrets
import time

import structlog

from .bots.background import Background
from .bots.reader import Reader
from .bots.reviews import Reviews
from .bots.workers import Workers
from .notices.herald import Herald
from .operations.metrics import Metrics
from .operations.rates import Rates
from .operations.settings import Settings
from .people.identity import Identity
from .people.outcomes import Outcomes
from .storage.store import open_store
from .tables.live import Listener, LiveTable
from .tables.service import TableService

log = structlog.get_logger()

PRESENCE = "@"
LOGGED_OUT = "!"
REMIND = 25.0


class Context:
    """Store, tables, bots and all who listen."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.rates = Rates(settings)
        self.metrics = Metrics()
        self.stopping = False
        self._name = secrets.token_hex(4)  # to know one's own news by
        self._watch: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self.store = await open_store(self.settings.database)
        self.tables = TableService(self.store, self.settings)
        self.outcomes = Outcomes(self.tables)
        self.identity = Identity(self.store, self.settings)
        self.workers = Workers(self.settings.bot_workers, self.settings.bot_grace)
        self.reader = Reader()
        self.reviews = Reviews(self.store, self.workers)
        self.background = Background(self.tables, self.workers)
        self.herald = Herald(self.tables, self.settings)
        self.metrics.watch(self.tables, self.workers, self.background)
        self.workers.start()
        await self.tables.mend_lists()
        await self.store.notifier.listen(self._hear, self._missed)
        self.background.start()
        await self.herald.start()
        self._watch = asyncio.create_task(self._watch_sockets())
        if self.settings.metrics_port is not None:
            self.metrics.serve(self.settings.metrics_host, self.settings.metrics_port)

    async def close(self) -> None:
        """Says goodbye to everybody, lets what was begun finish, and writes what is waiting."""
        self.stopping = True
        for listener in self._listeners():
            listener.close("restart")
        if self._watch is not None:
            self._watch.cancel()
        self.herald.stop()
        await self.background.stop()
        for live in list(self.tables.in_memory.values()):
            async with live.lock:
                pass
        await self.reviews.stop()
        await self.workers.stop()
        await self.reader.stop()
        self.identity.close()
        await self.store.close()

    def _listeners(self) -> list[Listener]:
        return [listener for live in self.tables.in_memory.values() for listener in live.listeners]

    # who is here

    def enter(self, live: LiveTable, listener: Listener) -> None:
        live.listeners.add(listener)
        self.metrics.sockets.inc()
        self._tell_presence(live, listener, "1")

    def leave(self, live: LiveTable, listener: Listener) -> None:
        live.listeners.discard(listener)
        self.metrics.sockets.dec()
        self._tell_presence(live, listener, "0")

    def see(self, live: LiveTable, listener: Listener, visible: bool) -> None:
        """Somebody's tab has come to the front or is hidden now: who has only hidden ones is away."""
        listener.visible = visible
        self._tell_presence(live, listener, "1" if listener.person in live.present_here() else "0")

    def _tell_presence(self, live: LiveTable, listener: Listener, here: str) -> None:
        if live.notice() and listener.person in live.room.people() and not self.stopping:
            news = f"{PRESENCE}{self._name}:{live.room.header.id}:{listener.person}:{here}"
            self.background.later(self.store.notifier.notify(news))

    async def _remind(self) -> None:
        """Says again who is here, for processes that started since."""
        here = {
            f"{PRESENCE}{self._name}:{table}:{person}:1"
            for table, live in self.tables.in_memory.items()
            for person in live.present_here() & live.room.people()
        }
        for news in sorted(here):
            await self.store.notifier.notify(news)
        for live in self.tables.in_memory.values():
            live.notice()

    async def log_out(self, person: str) -> None:
        """Ends a person's sockets, here and in other processes. Those whose session goes on come back by themselves."""
        self._end_sockets(person)
        await self.store.notifier.notify(f"{LOGGED_OUT}{person}")

    def _end_sockets(self, person: str) -> None:
        self.identity.forget_person(person)
        for listener in self._listeners():
            if listener.person == person:
                listener.close("logout")

    # news from other processes

    def _hear(self, news: str) -> None:
        if news.startswith(PRESENCE):
            process, table, person, here = news.removeprefix(PRESENCE).split(":")
            live = self.tables.in_memory.get(table)
            if live is not None and process != self._name:
                live.elsewhere.pop((process, person), None)
                if here == "1":
                    live.elsewhere[process, person] = time.monotonic()
                live.notice()
        elif news.startswith(LOGGED_OUT):
            self._end_sockets(news.removeprefix(LOGGED_OUT))
        else:
            table, version = news.rsplit(":", 1)
            live = self.tables.in_memory.get(table)
            if live is not None and live.room.version < int(version):
                self.background.later(self.tables.catch_up(table, int(version)))

    def _missed(self) -> None:
        """News may have been lost: look at every table that somebody watches."""
        self.background.later(self.background.look_again())

    # slow clients

    async def _watch_sockets(self) -> None:
        told = time.monotonic()
        while True:
            await asyncio.sleep(1)
            if time.monotonic() - told > REMIND:
                told = time.monotonic()
                self.rates.sweep()
                await self._remind()
            late = time.monotonic() - self.settings.slow_seconds
            for listener in self._listeners():
                if listener.deaf_since is not None and listener.deaf_since < late:
                    listener.socket.abort()
                    self.metrics.dropped.inc()
