"""Bots think in processes of their own, against a deadline. If one fails, a quick move is made in its place."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple, Unpack

import structlog

from khlong.server.storage.log import MadeBy
from khlong.table import Table

from . import jobs
from .jobs import Skill
from .school import School
from .team import Team
from .turns import Urgency
from .worker import Worker

log = structlog.get_logger()

LEAST_THOUGHT = 0.05  # seconds for a bot's move, however many others wait
Things = TypeVarTuple("Things")
T = TypeVar("T")


class Workers:
    """The processes that bots, hints and previews run in.

    Whatever somebody's own components bring about, hints and reviews have processes of their own: they can make no bot
    wait that plays a game as it comes in the box.
    """

    def __init__(self, workers: int, grace: float) -> None:
        self._grace = grace
        self._tables = Team(workers)
        self._own_tables = Team(1, jobs.MOST_MODEST)
        self._hints = Team(1, jobs.MOST_MODEST)
        self._reviews = Team(1, jobs.MOST_MODEST)
        self._school = School(self._players)
        self.knows = self._school.knows
        self.readiness = self._school.readiness
        self.send_to_school = self._school.send
        self.on_failure: Callable[[str], None] = lambda reason: None

    @property
    def all(self) -> set[Worker]:
        teams = (self._tables, self._own_tables, self._hints, self._reviews)
        return self._school.pupils.union(*(team.members for team in teams))

    def start(self) -> None:
        self._tables.start()

    async def stop(self) -> None:
        self._school.stop()
        for team in (self._tables, self._own_tables, self._hints, self._reviews):
            await team.stop()

    def check(self, urgency: Urgency, whom: str) -> None:
        """Raises `Busy` if too many wait for that already."""
        self._team(urgency, own=False).turns.check(urgency, whom)

    def _team(self, urgency: Urgency, *, own: bool) -> Team:
        apart = {Urgency.HINT: self._hints, Urgency.GLANCE: self._reviews, Urgency.REVIEW: self._reviews}
        return apart.get(urgency, self._own_tables if own else self._tables)

    def _players(self, own_components: str | None) -> Team:
        """Who plays a game with these components."""
        return self._tables if own_components is None else self._own_tables

    async def choose(
        self, table: Table, own_components: str | None, bot: str, seed: int, seconds: float, whom: str
    ) -> tuple[str, MadeBy]:
        """The move that a bot chooses in its time, or any legal one; and whether that is a bot's or a stand-in's.

        Nobody waits for code that is still being made: until then the bot thinks without it. While many wait each
        thinks shorter, with those of one maker of tables (`whom`) counted as one by all others. If that is less than
        usual the move is `quick`.
        """
        parcel, team = jobs.pack(table, own_components), self._players(own_components)
        skill = (table.game.name, own_components, bot)
        share = max(LEAST_THOUGHT, seconds * team.turns.share(Urgency.MOVE, whom))
        try:
            self.send_to_school(skill)
            if self.knows(skill):
                await self.school(skill)
                work, known = jobs.choose, skill
            else:
                work, known = jobs.choose_unprepared, None
            move, usual = await self.think(
                share,
                work,
                parcel,
                bot,
                seed,
                share,
                urgency=Urgency.MOVE,
                own=own_components is not None,
                skill=known,
                whom=whom,
            )
            table.check(move)
            return move, "bot" if usual or (known and share == seconds) else "quick"
        except Exception as error:  # whatever it stumbles over, the game goes on
            log.warning("bot_failed", bot=bot, error=type(error).__name__, reason=str(error)[:200])
            self.on_failure(type(error).__name__)
            return random.choice(table.legal_moves()).notation, "stand-in"

    async def school(self, skill: Skill) -> None:
        """Waits until a bot can play a game."""
        lesson = self.send_to_school(skill)
        if lesson is not None:
            await asyncio.shield(lesson)

    async def think(
        self,
        seconds: float,
        work: Callable[[Unpack[Things]], T],
        *args: *Things,
        urgency: Urgency = Urgency.PREVIEW,
        own: bool = False,
        skill: Skill | None = None,
        whom: str = "",
    ) -> T:
        """Runs work in a process, once one is free; `own` if it is about somebody's own components.

        Neither waiting nor starting, loading and thinking goes on without end: `Busy`, `TimeoutError` or
        `BrokenProcessPool` says so.
        """
        team = self._team(urgency, own=own)
        async with team.worker(urgency, skill, whom) as worker:
            if skill is not None:
                await worker.learn(skill)
            return await worker.run(seconds + self._grace, work, *args)
