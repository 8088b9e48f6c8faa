"""How statements become durable: SQLite with a thread that waits for the disk, PostgreSQL over the network."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Protocol

import structlog
from sqlalchemy import UpdateBase
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from khlong.engine.data import Data

from .notify import Notifier

log = structlog.get_logger()

ROWS_TO_CHECKPOINT = 2_000  # some seconds of two hundred moves each, some 10 MB of the WAL
NAMED = sqlite.dialect(paramstyle="named")
Statements = Sequence[tuple[UpdateBase, list[Data]]]


class Commit(Protocol):
    """Makes statements durable together, and other processes know the news of them."""

    async def __call__(self, statements: Statements, news: list[str]) -> None: ...

    def close(self) -> None: ...


class CommitInThread:
    """A commit on SQLite: rows are put in at once, and a thread waits for the disk.

    What is in the WAL goes into the database beside the commits, by another connection. A WAL that is all in the
    database begins anew, so what was written meanwhile follows between two commits.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._writing, self._beside = connect(), connect()
        self._writing.execute("PRAGMA busy_timeout=0")  # the loop does not wait for a lock: the writer tries again
        self._waiter = ThreadPoolExecutor(1, "khlong-writer")
        self._mover = ThreadPoolExecutor(1, "khlong-checkpoint")
        self._rows = 0
        self._nearly_moved = False
        self._moving: asyncio.Future[None] | None = None
        """Done when the connection can be written to again."""

    async def __call__(self, statements: Statements, news: list[str]) -> None:
        if self._moving is not None:
            await self._moving
            self._moving = None
        loop = asyncio.get_running_loop()
        try:
            for statement, rows in statements:
                self._writing.executemany(_sql(statement), rows)
            await loop.run_in_executor(self._waiter, self._commit)
        except Exception as error:
            self._writing.rollback()  # what fails leaves no rows behind for the next commit
            if isinstance(error, sqlite3.Error):
                raise DBAPIError.instance(None, None, error, sqlite3.Error) from error
            raise
        if self._nearly_moved:
            self._nearly_moved = False
            self._moving = loop.run_in_executor(self._waiter, _checkpoint, self._writing)
        self._rows += sum([len(rows) for _, rows in statements])
        if self._rows >= ROWS_TO_CHECKPOINT:
            self._rows = 0
            self._mover.submit(self._empty_wal)

    def _commit(self) -> None:
        """Waits for the disk."""
        self._writing.commit()

    def _empty_wal(self) -> None:
        _checkpoint(self._beside)
        self._nearly_moved = True

    def close(self) -> None:
        self._mover.shutdown()
        self._waiter.shutdown()
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

    def __init__(self, engine: AsyncEngine, notifier: Notifier) -> None:
        self._engine = engine
        self._notifier = notifier

    async def __call__(self, statements: Statements, news: list[str]) -> None:
        async with self._engine.begin() as connection:
            for statement, rows in statements:
                await connection.execute(statement, rows)
            await self._notifier.notify_within(connection, news)

    def close(self) -> None:
        pass
