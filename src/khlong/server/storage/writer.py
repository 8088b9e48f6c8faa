"""One writer with group commit: whatever arrives while a commit is on its way to the disk goes with the next one.

A commit is one on SQLite, with a thread that waits for the disk, or one on PostgreSQL, over the network.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

import structlog
from sqlalchemy import UpdateBase
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from khlong.engine.data import Data

from .errors import Conflict, StorageUnavailable
from .notify import Notifier

log = structlog.get_logger()

MOST_AT_ONCE = 500
PAUSES = (0.05, 0.2, 0.5, 1.0, 2.0)
ROWS_TO_CHECKPOINT = 2_000  # some seconds of two hundred moves each, some 10 MB of the WAL
NAMED = sqlite.dialect(paramstyle="named")
Statement = tuple[UpdateBase, Data]
Statements = Sequence[tuple[UpdateBase, list[Data]]]


class Commit(Protocol):
    """Makes statements durable together, and other processes know the news of them."""

    async def __call__(self, statements: Statements, news: list[str]) -> None: ...

    def check(self) -> None:
        """Raises if what was opened is no longer there."""

    def close(self) -> None: ...


class Write(NamedTuple):
    """Statements that hold together, the news that they are, and who waits until they are on the disk."""

    statements: Sequence[Statement]
    news: str | None
    done: asyncio.Future[None]


class Writer:
    """Takes writes from everybody and commits them together, each all or nothing."""

    def __init__(self, commit: Commit, order: Sequence[UpdateBase]) -> None:
        self._commit = commit
        self._order = order
        self._waiting: list[Write] = []
        self._called = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()  # asked once: each time is a call of the system
        self.on_commit: Callable[[int], None] = lambda count: None

    def check(self) -> None:
        self._commit.check()

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Writes what is waiting, then ends."""
        if self._task is None:
            return
        task, self._task = self._task, None
        self._called.set()
        await task
        self._commit.close()

    def write(self, statements: Sequence[Statement], news: str | None = None) -> asyncio.Future[None]:
        """Puts statements on their way to the disk. Whoever awaits the answer knows them to be there."""
        if self._task is None:
            raise StorageUnavailable
        done = self._loop.create_future()
        self._waiting.append(Write(statements, news, done))
        self._called.set()
        return done

    async def _run(self) -> None:
        while self._task is not None or self._waiting:
            await self._called.wait()
            self._called.clear()
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
                try:
                    await self._put(batch)
                except Exception as error:  # whatever it is: nobody else's write waits for ever
                    await self._put_again(batch, error)

    async def _put(self, batch: list[Write]) -> None:
        """Commits writes together: the same statement of all of them is sent once, with all their parameters."""
        rows: dict[UpdateBase, list[Data]] = {}
        for write in batch:
            for statement, parameters in write.statements:
                rows.setdefault(statement, []).append(parameters)
        statements = [(statement, rows[statement]) for statement in self._order if statement in rows]
        await self._commit(statements, [write.news for write in batch if write.news])
        self.on_commit(len(batch))
        for write in batch:
            if not write.done.done():
                write.done.set_result(None)

    async def _put_again(self, batch: list[Write], error: Exception) -> None:
        """A database that restarts is waited for. If the first try did arrive, the second is a conflict, no harm."""
        for pause in PAUSES:
            if not _passing(error):
                break
            await asyncio.sleep(pause)
            try:
                await self._put(batch)
                return
            except Exception as another:
                error = another
        if not isinstance(error, IntegrityError):
            reason = str(error)[:200]
            log.warning("commit_failed", writes=len(batch), error=type(error).__name__, reason=reason)
        await self._put_singly(batch, error)

    async def _put_singly(self, batch: list[Write], error: Exception) -> None:
        """One bad write does not take the others down; a single one that failed is not tried again."""
        if len(batch) == 1:
            _refuse(batch[0], error)
            return
        for write in batch:
            try:
                await self._put([write])
            except Exception as own:
                _refuse(write, own)


def _passing(error: Exception) -> bool:
    """Whether a fault is likely to go away by itself."""
    if not isinstance(error, SQLAlchemyError | OSError):
        return False
    if isinstance(error, IntegrityError | ProgrammingError | DataError | FileNotFoundError):
        return False
    return "sqlite" not in str(error).lower() or "locked" in str(error)


def _refuse(write: Write, error: Exception) -> None:
    if not write.done.done():
        write.done.set_exception(Conflict() if isinstance(error, IntegrityError) else StorageUnavailable())


class CommitInThread:
    """A commit on SQLite: rows are put in at once, and a thread waits for the disk.

    What is in the WAL goes into the database beside the commits, by another connection. A WAL that is all in the
    database begins anew, so what was written meanwhile follows between two commits.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._writing, self._beside = connect(), connect()
        self._file = Path(self._writing.execute("PRAGMA database_list").fetchone()[2])
        self._writing.execute("SELECT 1 FROM sqlite_master").fetchone()  # from now on there is a WAL
        self._wal = Path(f"{self._file}-wal")
        self._inodes = (self._file.stat().st_ino, self._wal.stat().st_ino)
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
        """Waits for the disk. What went into a file that is no longer there, or another by now, is not kept."""
        self._writing.commit()
        if (self._file.stat().st_ino, self._wal.stat().st_ino) != self._inodes:
            raise FileNotFoundError(f"{self._file} was replaced")

    def check(self) -> None:
        try:
            if (self._file.stat().st_ino, self._wal.stat().st_ino) == self._inodes:
                return
        except OSError:
            pass
        raise StorageUnavailable

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

    def check(self) -> None:
        pass

    def close(self) -> None:
        pass
