"""How statements become durable: SQLite in a thread of its own, PostgreSQL over the network."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Any, Protocol

import structlog
from sqlalchemy import UpdateBase
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from khlong.server.bell import Bell

log = structlog.get_logger()

ROWS_TO_CHECKPOINT = 2_000  # some seconds of two hundred moves each, some 10 MB of the WAL
NAMED = sqlite.dialect(paramstyle="named")
Statements = Sequence[tuple[UpdateBase, list[dict[str, Any]]]]


class Commit(Protocol):
    """Makes statements durable together, says `begun` while that takes its time, then `done`, and sends the news."""

    async def __call__(
        self, statements: Statements, news: list[str], begun: Callable[[], None], done: Callable[[], None]
    ) -> None: ...

    def close(self) -> None: ...


class CommitInThread:
    """A commit on SQLite: one trip to a thread that does nothing else, and there straight to the driver.

    What is in the WAL goes into the database beside the commits, by another connection. A WAL that is all in the
    database begins anew, so what was written meanwhile follows between two commits.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection], bell: Bell) -> None:
        self._bell = bell
        self._writing, self._beside = connect(), connect()
        self._writer = ThreadPoolExecutor(1, "khlong-writer")
        self._mover = ThreadPoolExecutor(1, "khlong-checkpoint")
        self._rows = 0

    async def __call__(
        self, statements: Statements, news: list[str], begun: Callable[[], None], done: Callable[[], None]
    ) -> None:
        loop = asyncio.get_running_loop()
        say = loop.call_soon_threadsafe
        await loop.run_in_executor(self._writer, self._commit, statements, partial(say, begun), partial(say, done))
        await self._bell.ring_after(news)
        self._rows += sum(len(rows) for _, rows in statements)
        if self._rows >= ROWS_TO_CHECKPOINT:
            self._rows = 0
            self._mover.submit(self._empty_wal)

    def _commit(self, statements: Statements, begun: Callable[[], object], done: Callable[[], object]) -> None:
        try:
            with self._writing:
                for statement, rows in statements:
                    self._writing.executemany(_sql(statement), rows)
                begun()  # from here on this thread needs no Python, and others can have it
        except sqlite3.Error as error:
            raise DBAPIError.instance(None, None, error, sqlite3.Error) from error
        done()

    def _empty_wal(self) -> None:
        _checkpoint(self._beside)
        self._writer.submit(_checkpoint, self._writing)

    def close(self) -> None:
        self._mover.shutdown()
        self._writer.shutdown()
        self._beside.close()
        self._writing.close()


def _checkpoint(connection: sqlite3.Connection) -> None:
    """Moves what is in the WAL into the database."""
    try:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    except sqlite3.Error as error:
        log.warning("checkpoint_failed", reason=str(error))  # nothing is lost: the WAL has it all


@cache
def _sql(statement: UpdateBase) -> str:
    return str(statement.compile(dialect=NAMED))


class CommitOverNetwork:
    """A commit on PostgreSQL, with the news inside."""

    def __init__(self, engine: AsyncEngine, bell: Bell) -> None:
        self._engine = engine
        self._bell = bell

    async def __call__(
        self, statements: Statements, news: list[str], begun: Callable[[], None], done: Callable[[], None]
    ) -> None:
        begun()
        async with self._engine.begin() as connection:
            for statement, rows in statements:
                await connection.execute(statement, rows)
            await self._bell.ring_within(connection, news)
        done()

    def close(self) -> None:
        pass
