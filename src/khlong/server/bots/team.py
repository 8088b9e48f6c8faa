"""Processes that share one line of work, so that those who wait in another are not held up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager

from . import jobs
from .jobs import Skill
from .turns import Turns, Urgency
from .worker import Worker


class Team:
    """So many workers at most. One that broke or hangs is ended, and another takes its place."""

    def __init__(self, size: int, modesty: int = jobs.MODEST) -> None:
        self.turns = Turns(size)
        self.members: set[Worker] = set()
        self._size = size
        self.modesty = modesty
        self._idle: list[Worker] = []

    def start(self) -> None:
        """Hires everybody at once; else they come when they are needed."""
        while len(self.members) < self._size:
            self._idle.append(self._hire())

    async def stop(self) -> None:
        self._size = 0
        for worker in [*self.members]:
            await self._dismiss(worker)

    @asynccontextmanager
    async def worker(self, urgency: Urgency, skill: Skill | None = None, whom: str = "") -> AsyncIterator[Worker]:
        """Waits for a worker, if possible for one who knows what is to be done."""
        async with self.turns.turn(urgency, whom):
            if not self._size:
                raise BrokenProcessPool("the server is stopping")
            idle = sorted(self._idle, key=lambda worker: skill in worker.skills)
            worker = idle[-1] if idle else self._hire()
            self._idle = idle[:-1]
            try:
                yield worker
            except (BrokenProcessPool, TimeoutError, asyncio.CancelledError):
                await self._dismiss(worker)
                raise
            finally:
                await self._take_back(worker)

    async def take_in(self, pupil: Worker) -> None:
        """Somebody who has learnt something joins; as soon as all could be idle, one who knows less goes."""
        self.members.add(pupil)
        await self._take_back(pupil)

    async def _take_back(self, worker: Worker) -> None:
        """Puts a worker among the idle, or another in the place of one that is gone or worn out."""
        if worker.worn_out:
            await self._dismiss(worker)
        if worker in self.members:
            self._idle.append(worker)
        elif len(self.members) < self._size:
            self._idle.append(self._hire())
        if len(self._idle) > self._size:
            least = min(self._idle, key=lambda worker: len(worker.skills))
            self._idle.remove(least)
            await self._dismiss(least)

    def _hire(self) -> Worker:
        worker = Worker(self.modesty)
        self.members.add(worker)
        return worker

    async def _dismiss(self, worker: Worker) -> None:
        self.members.discard(worker)
        await asyncio.to_thread(worker.end)
