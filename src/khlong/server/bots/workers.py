"""Bots think in processes of their own, against a deadline. If one fails, a quick move is made in its place."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar, TypeVarTuple, Unpack

import structlog

from khlong.server.storage.log import MadeBy
from khlong.table import KhlongError, Table

from . import jobs

log = structlog.get_logger()

MOST_JOBS = 2000  # then a fresh process takes over, whatever the old one may have hoarded
MOST_SCHOOLS = 100
READY = 100  # percent
Things = TypeVarTuple("Things")
Skill = tuple[str, str | None, str]
"""A game, its own components, and a bot: what a process can play once it has compiled or loaded it."""
T = TypeVar("T")


class Worker:
    """One process."""

    def __init__(self) -> None:
        spawn = get_context("spawn")
        self.percent: jobs.Percent = spawn.Value("i", 0)
        """How far the code is that it makes for a bot."""
        self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=jobs.get_ready, initargs=(self.percent,))
        self._begun = asyncio.get_running_loop().run_in_executor(self._pool, int)
        self._begun.add_done_callback(lambda begun: begun.cancelled() or begun.exception())
        self.skills: set[Skill] = set()
        self.jobs = 0

    async def run(self, seconds: float | None, work: Callable[[Unpack[Things]], T], *args: *Things) -> T:
        """Runs work, against a deadline that counts thinking and not starting; without one if there is none."""
        await asyncio.shield(self._begun)
        self.jobs += 1
        async with asyncio.timeout(seconds):
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *args)

    async def learn(self, skill: Skill) -> None:
        """Compiles what a bot needs for a game, or loads it: that takes what it takes."""
        if skill not in self.skills:
            await self.run(None, jobs.prepare, *skill)
            self.skills.add(skill)

    @property
    def processes(self) -> list[Any]:
        return list((self._pool._processes or {}).values())  # a public kill_workers() comes only with Python 3.14

    def end(self) -> None:
        """Ends it at once, jobs and all."""
        processes = self.processes
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()


class Workers:
    """The processes that bots, hints and previews run in."""

    def __init__(self, workers: int, grace: float) -> None:
        self._workers = workers
        self._grace = grace
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self._schooling = asyncio.Lock()
        self._schools: dict[Skill, asyncio.Task[None]] = {}
        self._pupils: dict[Skill, Worker] = {}
        self.all: set[Worker] = set()
        self.on_failure: Callable[[str], None] = lambda reason: None

    def start(self) -> None:
        for _ in range(self._workers):
            self._idle.put_nowait(self._hire())

    async def stop(self) -> None:
        for school in self._schools.values():
            school.cancel()
        everybody, self.all, self._workers = self.all, set(), 0
        for worker in everybody:
            await asyncio.to_thread(worker.end)

    async def choose(
        self, table: Table, own_components: str | None, bot: str, seed: int, seconds: float
    ) -> tuple[str, MadeBy]:
        """The move that a bot chooses in its time, or any legal one; and whether that is a bot's or a stand-in's.

        Nobody waits for code that is still being made: until then the bot thinks without it, `quick` if that is less.
        """
        parcel, usual = jobs.pack(table, own_components), True
        skill = (table.game.name, own_components, bot)
        try:
            self.send_to_school(skill)
            if self.knows(skill):
                await self.school(skill)
                move = await self.think(seconds, jobs.choose, parcel, bot, seed, seconds, skill=skill)
            else:
                move, usual = await self.think(seconds, jobs.choose_unprepared, parcel, bot, seed, seconds)
            table.check(move)
            return move, "bot" if usual else "quick"
        except (KhlongError, BrokenProcessPool, TimeoutError) as error:
            log.warning("bot_failed", bot=bot, error=type(error).__name__, reason=str(error)[:200])
            self.on_failure(type(error).__name__)
            return random.choice(table.legal_moves()).notation, "stand-in"

    async def think(
        self,
        seconds: float,
        work: Callable[[Unpack[Things]], T],
        *args: *Things,
        skill: Skill | None = None,
    ) -> T:
        """Runs work in a free process. One that broke or hangs is ended, and another takes its place."""
        if not self._workers:
            raise BrokenProcessPool("the server is stopping")
        worker = await self._idle.get()
        try:
            if skill is not None:
                await worker.learn(skill)
            return await worker.run(seconds + self._grace, work, *args)
        except (BrokenProcessPool, TimeoutError, asyncio.CancelledError):
            await self._dismiss(worker)
            raise
        finally:
            await self._give_back(worker)

    # learning

    def knows(self, skill: Skill) -> bool:
        """Whether the code of a bot is there."""
        return not jobs.needs_learning(skill[2]) or (skill in self._schools and self._schools[skill].done())

    def readiness(self, skill: Skill) -> int:
        """How far the code of a bot is, in percent."""
        if self.knows(skill):
            return READY
        return self._pupils[skill].percent.value if skill in self._pupils else 0

    def send_to_school(self, skill: Skill) -> asyncio.Task[None] | None:
        """Sees to it that a bot can play a game soon. With an empty cache that takes a while, in an extra process."""
        if skill not in self._schools and jobs.needs_learning(skill[2]):
            for oldest in list(self._schools)[:-MOST_SCHOOLS]:
                del self._schools[oldest]
            self._schools[skill] = asyncio.create_task(self._teach(skill))
            self._schools[skill].add_done_callback(lambda school: school.cancelled() or school.exception())
        return self._schools.get(skill)

    async def school(self, skill: Skill) -> None:
        """Waits until a bot can play a game."""
        school = self.send_to_school(skill)
        if school is not None:
            await asyncio.shield(school)

    async def _teach(self, skill: Skill) -> None:
        async with self._schooling:  # what one compiles, the next finds in the cache
            pupil = self._pupils[skill] = self._hire()
            try:
                await pupil.learn(skill)
            except BrokenProcessPool:
                del self._schools[skill]  # somebody ended it: the next who asks tries again
                await self._dismiss(pupil)
                raise
            except KhlongError as error:
                log.error("bot_cannot_play", game=skill[0], bot=skill[2], reason=str(error)[:200])
                raise
            finally:
                del self._pupils[skill]
                await self._give_back(pupil)

    # who is there

    def _hire(self) -> Worker:
        worker = Worker()
        self.all.add(worker)
        return worker

    async def _dismiss(self, worker: Worker) -> None:
        self.all.discard(worker)
        await asyncio.to_thread(worker.end)

    async def _give_back(self, worker: Worker) -> None:
        """Puts a worker among the idle, or another in the place of one that is gone or worn out."""
        if worker.jobs > MOST_JOBS:
            await self._dismiss(worker)
        if worker in self.all:
            self._idle.put_nowait(worker)
        elif len(self.all) < self._workers:
            self._idle.put_nowait(self._hire())
        if len(self.all) > self._workers and not self._idle.empty():  # the pupil stays, one who knows less goes
            await self._dismiss(self._least_able())

    def _least_able(self) -> Worker:
        idle = [self._idle.get_nowait() for _ in range(self._idle.qsize())]
        least = min(idle, key=lambda worker: len(worker.skills))
        for worker in idle:
            if worker is not least:
                self._idle.put_nowait(worker)
        return least
