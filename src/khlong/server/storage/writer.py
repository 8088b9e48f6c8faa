"""One writer with group commit: whatever arrives while a commit is on its way to the disk goes with the next one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple

import structlog
from sqlalchemy import UpdateBase
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError, SQLAlchemyError

from khlong.engine.data import Data

from .commits import Commit, Statements
from .errors import Conflict, StorageUnavailable

log = structlog.get_logger()

MOST_AT_ONCE = 500
PAUSES = (0.05, 0.2, 0.5, 1.0, 2.0)
Statement = tuple[UpdateBase, Data]


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
                await self._put(batch)

    async def _put(self, batch: list[Write]) -> None:
        """A database that restarts is waited for. If the first try did arrive, the second is a conflict, no harm."""
        failure: type[Exception] = Conflict
        for pause in (*PAUSES, None):
            try:
                await self._commit(*self._together(batch))
                self.on_commit(len(batch))
                _settle(batch, None)
                return
            except IntegrityError:
                break
            except (SQLAlchemyError, OSError) as error:
                if pause is None or not _passing(error):
                    reason = str(error)[:200]
                    log.warning("commit_failed", writes=len(batch), error=type(error).__name__, reason=reason)
                    failure = StorageUnavailable
                    break
            await asyncio.sleep(pause)
        await self._put_singly(batch, failure)

    async def _put_singly(self, batch: list[Write], lone: Callable[[], Exception]) -> None:
        """One bad write does not take the others down; a single one that failed is not tried again."""
        if len(batch) == 1:
            _settle(batch, lone())
            return
        for write in batch:
            try:
                await self._commit(*self._together([write]))
                _settle([write], None)
            except IntegrityError:
                _settle([write], Conflict())
            except (SQLAlchemyError, OSError):
                _settle([write], StorageUnavailable())

    def _together(self, batch: list[Write]) -> tuple[Statements, list[str]]:
        """The same statement of different writes is sent once with all their parameters; and all their news."""
        rows: dict[UpdateBase, list[Data]] = {}
        for write in batch:
            for statement, parameters in write.statements:
                rows.setdefault(statement, []).append(parameters)
        statements = [(statement, rows[statement]) for statement in self._order if statement in rows]
        return statements, [write.news for write in batch if write.news]


def _passing(error: Exception) -> bool:
    """Whether a fault is likely to go away by itself."""
    if isinstance(error, IntegrityError | ProgrammingError | DataError):
        return False
    return "sqlite" not in str(error).lower() or "locked" in str(error)


def _settle(batch: list[Write], error: Exception | None) -> None:
    for write in batch:
        if write.done.done():
            continue
        if error is None:
            write.done.set_result(None)
        else:
            write.done.set_exception(error)
