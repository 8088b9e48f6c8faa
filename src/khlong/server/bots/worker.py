"""One process that thinks, and how it is seen whether it still does."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from typing import Any, TypeVar, TypeVarTuple, Unpack

from . import jobs
from .jobs import Skill

LOOK = 1.0  # seconds between two looks whether a process lives
START = 30  # looks until the first sign of life
SILENCE = 10  # looks without another one
MOST_JOBS = 2000  # then a fresh process takes over, whatever the old one may have hoarded
MOST_SKILLS = 50
Things = TypeVarTuple("Things")
T = TypeVar("T")


class Worker:
    """One process. It is started and ended beside the event loop, which takes a while."""

    def __init__(self, modesty: int = jobs.MODEST) -> None:
        spawn = get_context("spawn")
        # without locks: a process that is stopped while it holds one would stop the server too
        self.percent: jobs.Number = spawn.Value("i", 0, lock=False)
        """How far the code is that it makes for a bot."""
        self.beats: jobs.Number = spawn.Value("i", 0, lock=False)
        """Grows as long as the process lives and is not stopped."""
        self._make_pool = partial(
            ProcessPoolExecutor, 1, spawn, initializer=jobs.get_ready, initargs=(self.percent, self.beats, modesty)
        )
        self._pool: ProcessPoolExecutor | None = None
        self._ended = False
        self._lock = threading.Lock()
        self._begun = asyncio.ensure_future(self._begin())
        self._begun.add_done_callback(_forget)
        self.skills: set[Skill] = set()
        self.jobs = 0

    async def _begin(self) -> None:
        await asyncio.wrap_future(await asyncio.to_thread(self._launch))

    def _launch(self) -> Future[int]:
        with self._lock:
            if self._ended:
                raise BrokenProcessPool("it was ended before it began")
            self._pool = self._make_pool()
            return self._pool.submit(int)

    def _submit(self, work: Callable[[Unpack[Things]], T], *args: *Things) -> asyncio.Future[T]:
        assert self._pool is not None
        done = asyncio.get_running_loop().run_in_executor(self._pool, work, *args)
        done.add_done_callback(_forget)
        return done

    async def run(self, seconds: float, work: Callable[[Unpack[Things]], T], *args: *Things) -> T:
        """Runs work, against a deadline that counts thinking and not starting."""
        await self._start()
        async with asyncio.timeout(seconds):
            return await self._submit(work, *args)

    async def learn(self, skill: Skill, modesty: int = 0) -> None:
        """Compiles what a bot needs for a game, or loads it."""
        if skill not in self.skills:
            await self._start()
            await self._alive(self._submit(jobs.prepare, *skill, modesty))
            self.skills.add(skill)

    async def _start(self) -> None:
        self.jobs += 1
        await self._alive(self._begun)

    async def _alive(self, work: asyncio.Future[T]) -> T:
        """Waits for what takes what it takes, as long as the process shows that it lives."""
        heard = silent = 0
        while not work.done():
            await asyncio.wait([work], timeout=LOOK)
            heard, silent = (heard, silent + 1) if heard == self.beats.value else (self.beats.value, 0)
            if silent > (SILENCE if heard else START):
                raise TimeoutError("it shows no sign of life")
        return work.result()

    @property
    def worn_out(self) -> bool:
        return self.jobs > MOST_JOBS or len(self.skills) > MOST_SKILLS

    @property
    def processes(self) -> list[Any]:
        # a public kill_workers() comes only with Python 3.14
        return [] if self._pool is None else list((self._pool._processes or {}).values())

    def end(self) -> None:
        """Ends it at once, jobs and all."""
        with self._lock:
            self._ended = True
            processes = self.processes
            if self._pool is not None:
                self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()


def _forget(done: asyncio.Future[Any]) -> None:
    """Whoever waited for it may be gone: then nobody need hear of its failure."""
    if not done.cancelled():
        done.exception()
