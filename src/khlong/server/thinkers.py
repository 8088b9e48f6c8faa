"""Bots think in processes of their own, against a deadline. If one fails, a quick move is made in its place."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar, TypeVarTuple, Unpack

import structlog

from khlong.table import KhlongError, Table

from . import thoughts

log = structlog.get_logger()

WARM_UP = 0.1  # long enough that no worker takes two
START_UP = 60.0

Things = TypeVarTuple("Things")
T = TypeVar("T")


class Thinkers:
    """A pool of processes that bots, hints and previews run in."""

    def __init__(self, workers: int, grace: float) -> None:
        self._workers = workers
        self._grace = grace
        self._pool: ProcessPoolExecutor | None = None
        self._ready: asyncio.Future[Any] | None = None
        self._free = asyncio.Semaphore(workers)  # a deadline counts thinking, not standing in line
        self.on_failure: Callable[[str], None] = lambda reason: None

    def start(self) -> None:
        self._pool = ProcessPoolExecutor(
            self._workers, mp_context=get_context("spawn"), initializer=thoughts.get_ready, max_tasks_per_child=2000
        )
        loop = asyncio.get_running_loop()
        warm = [loop.run_in_executor(self._pool, time.sleep, WARM_UP) for _ in range(self._workers)]
        self._ready = asyncio.gather(*warm, return_exceptions=True)

    async def stop(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(_end, pool)

    async def choose(self, table: Table, sheet: str | None, bot: str, seed: int, seconds: float) -> str:
        """The move that a bot chooses in its time, or any legal one."""
        parcel = thoughts.pack(table, sheet)
        try:
            move = await self.think(seconds, thoughts.choose, parcel, bot, seed, seconds)
            table.check(move)
            return move
        except (KhlongError, BrokenProcessPool, TimeoutError) as error:
            log.warning("bot_failed", bot=bot, error=type(error).__name__, reason=str(error)[:200])
            self.on_failure(type(error).__name__)
            return random.choice(table.legal_moves()).notation

    async def think(self, seconds: float, work: Callable[[Unpack[Things]], T], *args: *Things) -> T:
        """Runs work in the pool. A pool that broke or hangs is ended and made anew."""
        async with self._free:
            pool, ready = self._pool, self._ready  # not those of before the wait: they may have been ended since
            if pool is None or ready is None:
                raise BrokenProcessPool("the server is stopping")
            try:
                async with asyncio.timeout(START_UP):
                    await asyncio.shield(ready)
                async with asyncio.timeout(seconds + self._grace):
                    return await asyncio.get_running_loop().run_in_executor(pool, work, *args)
            except (BrokenProcessPool, TimeoutError, RuntimeError):
                if self._pool is pool:
                    self.start()
                    await asyncio.to_thread(_end, pool)
                raise


def _end(pool: ProcessPoolExecutor) -> None:
    """Ends a pool at once, thoughts and all."""
    processes: dict[int, Any] = dict(pool._processes or {})  # a public kill_workers() comes only with Python 3.14
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes.values():
        process.kill()
