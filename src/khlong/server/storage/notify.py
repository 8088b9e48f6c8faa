"""News between server processes: "table T is at version k", and who is at which table.

A lost message does no harm: whoever hears the next one, or looks by itself now and then, fetches what is missing.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Protocol

import asyncpg
import structlog
from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection

log = structlog.get_logger()

CHANNEL = "khlong"
MOST_IN_ONE = 60  # a notification holds 8,000 bytes
LONGEST_PAUSE = 5.0
NOTIFY = text("SELECT pg_notify(:channel, :payload)")
Hear = Callable[[str], None]
"""Takes one piece of news."""


class Notifier(Protocol):
    """Tells other processes what happened, and tells us what they did."""

    async def listen(self, hear: Hear, missed: Callable[[], None]) -> None:
        """Calls `hear` for each piece of news, and `missed` when some may have been lost."""

    async def notify_within(self, connection: AsyncConnection, news: list[str]) -> None:
        """Sends news with the transaction that makes them true."""

    async def notify(self, news: str) -> None:
        """Sends news that no transaction goes with."""

    async def close(self) -> None: ...


class NobodyElse:
    """For one process alone, which knows its own news already."""

    async def listen(self, hear: Hear, missed: Callable[[], None]) -> None:
        pass

    async def notify_within(self, connection: AsyncConnection, news: list[str]) -> None:
        pass

    async def notify(self, news: str) -> None:
        pass

    async def close(self) -> None:
        pass


class PostgresNotifier:
    """LISTEN and NOTIFY: news are sent at commit, never before."""

    def __init__(self, url: URL) -> None:
        self._url = url.set(drivername="postgresql")
        self._task: asyncio.Task[None] | None = None
        self._connection: Any = None

    async def listen(self, hear: Hear, missed: Callable[[], None]) -> None:
        ready = asyncio.Event()
        self._task = asyncio.create_task(self._stay_connected(hear, missed, ready))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ready.wait(), LONGEST_PAUSE)

    async def _stay_connected(self, hear: Hear, missed: Callable[[], None], ready: asyncio.Event) -> None:
        pause = 0.1
        while True:
            try:
                lost = asyncio.Event()
                self._connection = await asyncpg.connect(self._url.render_as_string(hide_password=False))
                self._connection.add_termination_listener(lambda _, lost=lost: lost.set())
                await self._connection.add_listener(CHANNEL, lambda *told: _hear_all(told[3], hear))
                ready.set()
                pause = 0.1
                missed()
                await lost.wait()
                log.warning("notifier_lost")
            except (OSError, asyncpg.PostgresError) as error:
                log.warning("notifier_unreachable", error=type(error).__name__)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def notify_within(self, connection: AsyncConnection, news: list[str]) -> None:
        for start in range(0, len(news), MOST_IN_ONE):
            payload = " ".join(news[start : start + MOST_IN_ONE])
            await connection.execute(NOTIFY, {"channel": CHANNEL, "payload": payload})

    async def notify(self, news: str) -> None:
        with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError, AttributeError):
            await self._connection.execute("SELECT pg_notify($1, $2)", CHANNEL, news)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._connection is not None:
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await self._connection.close(timeout=1)


def _hear_all(payload: str, hear: Hear) -> None:
    for piece in payload.split():
        hear(piece)
