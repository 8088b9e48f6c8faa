"""How statements become durable: SQLite with a thread that waits for the disk, PostgreSQL over the network."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from queue import SimpleQueue
from threading import Thread
from typing import Any, Protocol

import structlog
from sqlalchemy import UpdateBase
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from .notify import Notifier

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
    """A commit on SQLite: rows are put in at once, and a thread that does nothing else waits for the disk.

    What is in the WAL goes into the database beside the commits, by another connection. A WAL that is all in the
    database begins anew, so what was written meanwhile follows between two commits.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection], notifier: Notifier) -> None:
        self._notifier = notifier
        self._writing, self._beside = connect(), connect()
        self._writing.execute("PRAGMA busy_timeout=0")  # the loop does not wait for a lock: the writer tries again
        self._to_commit: SimpleQueue[tuple[asyncio.Future[None], Callable[[], None]] | None] = SimpleQueue()
        self._waiter = Thread(target=self._wait_for_disk, name="khlong-writer", daemon=True)
        self._waiter.start()
        self._mover = ThreadPoolExecutor(1, "khlong-checkpoint")
        self._rows = 0
        self._nearly_moved = False

    async def __call__(
        self, statements: Statements, news: list[str], begun: Callable[[], None], done: Callable[[], None]
    ) -> None:
        loop = asyncio.get_running_loop()
        written: asyncio.Future[None] = loop.create_future()
        with self._or_nothing():
            for statement, rows in statements:
                self._writing.executemany(_sql(statement), rows)
        self._to_commit.put((written, done))
        loop.call_soon(begun)
        await written
        await self._notifier.notify_after(news)
        self._rows += sum(len(rows) for _, rows in statements)
        if self._rows >= ROWS_TO_CHECKPOINT:
            self._rows = 0
            self._mover.submit(self._empty_wal)

    def _wait_for_disk(self) -> None:
        while (called := self._to_commit.get()) is not None:
            self._commit(*called)

    def _commit(self, written: asyncio.Future[None], done: Callable[[], None]) -> None:
        """Waits for the disk, and then says so with one call where it can: each wakes the loop."""
        say = written.get_loop().call_soon_threadsafe
        try:
            with self._or_nothing():
                self._writing.commit()
        except Exception as error:
            say(written.set_exception, error)
            return
        if self._nearly_moved:
            self._nearly_moved = False
            say(done)
            _checkpoint(self._writing)
            say(written.set_result, None)
        else:
            say(_end, done, written)

    @contextmanager
    def _or_nothing(self) -> Iterator[None]:
        """What fails leaves no rows behind for the next commit."""
        try:
            yield
        except BaseException as error:
            self._writing.rollback()
            if isinstance(error, sqlite3.Error):
                raise DBAPIError.instance(None, None, error, sqlite3.Error) from error
            raise

    def _empty_wal(self) -> None:
        _checkpoint(self._beside)
        self._nearly_moved = True

    def close(self) -> None:
        self._mover.shutdown()
        self._to_commit.put(None)
        self._waiter.join()
        self._beside.close()
        self._writing.close()


def _end(done: Callable[[], None], written: asyncio.Future[None]) -> None:
    done()
    written.set_result(None)


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

    async def __call__(
        self, statements: Statements, news: list[str], begun: Callable[[], None], done: Callable[[], None]
    ) -> None:
        begun()
        async with self._engine.begin() as connection:
            for statement, rows in statements:
                await connection.execute(statement, rows)
            await self._notifier.notify_within(connection, news)
        done()

    def close(self) -> None:
        pass
