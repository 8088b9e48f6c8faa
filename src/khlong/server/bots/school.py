"""Where bots learn games: their code is compiled or loaded in an extra process, which then joins those who play.

One learns at a time, since what one compiles the next finds in the cache; games as they come in the box go before
somebody's own components, and interrupt them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool

import structlog

from khlong.table import KhlongError

from . import jobs
from .jobs import READY, Skill
from .team import Team
from .turns import Busy, Turns, Urgency
from .worker import Worker

log = structlog.get_logger()

MOST_OWN = 100  # games with own components that are remembered to be known
LONGEST = 900.0  # seconds for a lesson: the slowest machine needs a few minutes


class School:
    """Who learns what, and what is known."""

    def __init__(self, team_for: Callable[[str | None], Team]) -> None:
        self._team_for = team_for
        """Which team plays a game with these components."""
        self._turns = Turns(1)
        self._lessons: dict[Skill, asyncio.Task[None]] = {}
        self._learning: tuple[Skill, Worker] | None = None

    def stop(self) -> None:
        for lesson in self._lessons.values():
            lesson.cancel()

    def knows(self, skill: Skill) -> bool:
        """Whether the code of a bot is there."""
        return not jobs.needs_learning(skill[2]) or (skill in self._lessons and self._lessons[skill].done())

    def readiness(self, skill: Skill) -> int:
        """How far the code of a bot is, in percent."""
        if self.knows(skill):
            return READY
        return self._learning[1].percent.value if self._learning and self._learning[0] == skill else 0

    def send(self, skill: Skill) -> asyncio.Task[None] | None:
        """Sees to it that a bot can play a game soon. With an empty cache that takes a while."""
        if skill not in self._lessons and jobs.needs_learning(skill[2]):
            own = [known for known, lesson in self._lessons.items() if known[1] is not None and lesson.done()]
            for oldest in own[:-MOST_OWN]:
                del self._lessons[oldest]
            self._lessons[skill] = asyncio.create_task(self._teach(skill))
            self._lessons[skill].add_done_callback(lambda lesson: lesson.cancelled() or lesson.exception())
        return self._lessons.get(skill)

    async def _teach(self, skill: Skill) -> None:
        urgency = Urgency.LESSON if skill[1] is None else Urgency.OWN_LESSON
        try:
            while not await self._lesson(skill, urgency):
                pass
        except (Busy, BrokenProcessPool, TimeoutError) as error:
            if not isinstance(error, Busy):
                log.warning("lesson_failed", game=skill[0], bot=skill[2], error=type(error).__name__)
            del self._lessons[skill]  # the next who asks tries again
            raise
        except KhlongError as error:
            log.error("bot_cannot_play", game=skill[0], bot=skill[2], reason=str(error)[:200])
            raise

    async def _lesson(self, skill: Skill, urgency: Urgency) -> bool:
        """One try to learn something. False if something more urgent came between."""
        own, team = urgency is Urgency.OWN_LESSON, self._team_for(skill[1])
        if self._learning is not None and self._learning[0][1] is not None and not own:
            asyncio.get_running_loop().run_in_executor(None, self._learning[1].end)  # its lesson begins anew later
        async with self._turns.turn(urgency):
            pupil = Worker(team.modesty)
            self._learning = (skill, pupil)
            try:
                async with asyncio.timeout(LONGEST):
                    await pupil.learn(skill, jobs.MOST_MODEST)
            except BaseException as error:
                await asyncio.to_thread(pupil.end)
                if own and isinstance(error, BrokenProcessPool) and self._turns.waiting(Urgency.LESSON):
                    return False
                raise
            finally:
                self._learning = None
        await team.take_in(pupil)
        return True

    @property
    def pupils(self) -> set[Worker]:
        return {self._learning[1]} if self._learning else set()
