"""One writer with group commit: whatever arrives while a commit is on its way to the disk goes with the next one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog
from sqlalchemy import UpdateBase
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError, SQLAlchemyError

from khlong.server.errors import StorageUnavailable

from .commits import Commit

log = structlog.get_logger()

MOST_AT_ONCE = 500
PAUSES = (0.05, 0.2, 0.5, 1.0, 2.0)
Statement = tuple[UpdateBase, dict[str, Any]]


class Conflict(Exception):  # noqa: N818
    """Somebody else wrote that already."""


@dataclass(slots=True)
class Write:
    """Statements that hold together, and the news that they are. Whoever awaits it knows them to be on the disk."""

    statements: Sequence[Statement]
    news: str | None
    meanwhile: Callable[[], None] | None
    """What to do when nothing but the disk is waited for. It must not raise."""
    done: asyncio.Future[None]

    def __await__(self) -> Generator[Any, None, None]:
        return self.done.__await__()


class Writer:
    """Takes writes from everybody and commits them together, each all or nothing."""

    def __init__(self, commit: Commit, order: Sequence[UpdateBase]) -> None:
        self._commit_all = commit
        self._rank = {statement: rank for rank, statement in enumerate(order)}
        self._waiting: list[Write] = []
        self._called = asyncio.Event()
        self._busy = False
        self._task: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()  # asked once: each time is a call of the system
        self.on_commit: Callable[[int], None] = lambda count: None

    @property
    def idle(self) -> bool:
        """Whether nothing is on its way to the disk."""
        return not self._waiting and not self._busy

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Writes what is waiting, then ends."""
        if self._task is None:
            return
        task, self._task = self._task, None
        self._called.set()
        await task
        self._commit_all.close()

    def write(
        self, statements: Sequence[Statement], news: str | None = None, meanwhile: Callable[[], None] | None = None
    ) -> Write:
        """Puts statements on their way to the disk."""
        if self._task is None:
            raise StorageUnavailable
        write = Write(statements, news, meanwhile, self._loop.create_future())
        self._waiting.append(write)
        self._called.set()
        return write

    async def _run(self) -> None:
        while self._task is not None or self._waiting:
            await self._called.wait()
            self._called.clear()
            self._busy = True
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
                await self._commit_batch(batch)
            self._busy = False

    async def _commit_batch(self, batch: list[Write]) -> None:
        try:
            await self._commit_patiently(batch)
        except IntegrityError:
            await self._commit_singly(batch, Conflict)
        except (SQLAlchemyError, OSError) as error:
            log.warning("commit_failed", writes=len(batch), error=type(error).__name__, reason=str(error)[:200])
            await self._commit_singly(batch, StorageUnavailable)

    async def _commit_patiently(self, batch: list[Write]) -> None:
        """A database that restarts is waited for. If the first try did arrive, the second is a conflict, no harm."""
        for pause in PAUSES:
            try:
                await self._commit(batch)
                return
            except (SQLAlchemyError, OSError) as error:
                if not _passing(error):
                    raise
            await asyncio.sleep(pause)
        await self._commit(batch)

    async def _commit_singly(self, batch: list[Write], lone: Callable[[], Exception]) -> None:
        """One bad write does not take the others down; a single one that failed is not tried again."""
        if len(batch) == 1:
            _settle(batch, lone())
            return
        for write in batch:
            try:
                await self._commit([write])
            except IntegrityError:
                _settle([write], Conflict())
            except (SQLAlchemyError, OSError):
                _settle([write], StorageUnavailable())

    async def _commit(self, batch: list[Write]) -> None:
        together = _together(batch)
        statements = [(statement, together[statement]) for statement in sorted(together, key=self._rank.__getitem__)]
        news = [write.news for write in batch if write.news]
        await self._commit_all(statements, news, partial(_begin, batch), partial(_settle, batch, None))
        self.on_commit(len(batch))


def _passing(error: Exception) -> bool:
    """Whether a fault is likely to go away by itself."""
    if isinstance(error, IntegrityError | ProgrammingError | DataError):
        return False
    return "sqlite" not in str(error).lower() or "locked" in str(error)


def _together(batch: list[Write]) -> dict[UpdateBase, list[dict[str, Any]]]:
    """The same statement of different writes is sent once with all their parameters."""
    together: dict[UpdateBase, list[dict[str, Any]]] = {}
    for write in batch:
        for statement, parameters in write.statements:
            together.setdefault(statement, []).append(parameters)
    return together


def _begin(batch: list[Write]) -> None:
    for write in batch:
        if write.meanwhile is not None:
            meanwhile, write.meanwhile = write.meanwhile, None
            meanwhile()


def _settle(batch: list[Write], error: Exception | None) -> None:
    for write in batch:
        if write.done.done():
            continue
        if error is None:
            write.done.set_result(None)
        else:
            write.done.set_exception(error)
