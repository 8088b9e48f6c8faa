"""Games looked at again: in a process of their own, after everything else, pass by pass, each kept as it is done.

Equal games are looked at once, whoever asks. What a restart or a failure interrupts is taken up after the last pass
that was done, by whoever asks again.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, cast

import orjson
import structlog

from khlong.review import VERSION
from khlong.review.analysis import can_compile, deepest
from khlong.review.depths import GLANCE
from khlong.server.errors import REFUSED
from khlong.server.storage import Conflict, KeptReview
from khlong.server.wire.messages import ReviewState

from . import jobs, review_jobs
from .review_jobs import ReviewParcel
from .turns import Busy, Urgency

if TYPE_CHECKING:
    from khlong.review import Review
    from khlong.server.storage.store import Store

    from .workers import Workers

log = structlog.get_logger()

Standing = Literal["none", "waiting", "running", "done", "failed"]
MOST_AT_ONCE = 40
MOST_OF_ONE = 20
MOST_FAILURES = 200
MOST_SECONDS = 60.0
"""For a slice, which takes half a second where nobody else is at work."""
SHARES = {1: 5, 2: 30, 3: 65}
"""How much of the whole each pass is, in percent."""
STUMBLED = "The analysis broke off. What was found before is kept: ask again to go on."


@dataclass(eq=False)
class Progress:
    """An analysis that is going on."""

    parcel: ReviewParcel
    whom: str
    depth: int
    """The deepest pass that is done."""
    done: int = 0
    """Positions of the pass that is going on."""
    begun: bool = False
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def percent(self) -> int:
        passes = sum(SHARES[depth] for depth in range(1, self.depth + 1))
        return int(passes + SHARES.get(self.depth + 1, 0) * self.done / (self.parcel.plies + 1))


@dataclass(frozen=True)
class ReviewNow:
    """What is known of a game, and how far its analysis is."""

    state: Standing
    percent: int
    ahead: int
    kept: KeptReview | None
    message: str | None = None

    def told(self, have: int) -> ReviewState:
        """The same for somebody who has a review of some depth already, which is not sent again."""
        depth = self.kept.depth if self.kept else 0
        written = self.kept.body if self.kept and depth > have else b"null"
        return {
            "state": self.state,
            "percent": self.percent,
            "ahead": self.ahead,
            "depth": depth,
            "deepest": deepest(),
            "message": self.message,
            "review": cast("Review", orjson.Fragment(written)),
        }


class Reviews:
    """Who looks at which games, and what was found."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self._store = store
        self._workers = workers
        self._going_on: dict[str, Progress] = {}
        self._failed: dict[str, str] = {}

    async def stop(self) -> None:
        for progress in list(self._going_on.values()):
            if progress.task is not None:
                progress.task.cancel()

    async def now(self, parcel: ReviewParcel) -> ReviewNow:
        """What there is."""
        kept = await self._store.review(parcel.print, VERSION)
        progress = self._going_on.get(parcel.print)
        if progress is not None:
            ahead = list(self._going_on).index(parcel.print)
            return ReviewNow("running" if progress.begun else "waiting", progress.percent, ahead, kept)
        if kept is not None and kept.depth >= deepest():
            return ReviewNow("done", 100, 0, kept)
        if parcel.print in self._failed:
            return ReviewNow("failed", 0, 0, kept, self._failed[parcel.print])
        return ReviewNow("none", 0, 0, kept)

    def check(self, whom: str) -> None:
        """Raises `Busy` if too many games are looked at already, or too many for somebody."""
        crowd = Counter(progress.whom for progress in self._going_on.values())
        if crowd.total() >= MOST_AT_ONCE or crowd[whom] >= MOST_OF_ONE:
            raise Busy

    def start(self, parcel: ReviewParcel, depth: int, whom: str) -> None:
        """Has a game looked at, from a depth on that is known already."""
        if parcel.print in self._going_on:
            return
        self._failed.pop(parcel.print, None)
        progress = self._going_on[parcel.print] = Progress(parcel, whom, depth)
        progress.task = asyncio.create_task(self._run(progress))

    async def _run(self, progress: Progress) -> None:
        name = progress.parcel.print
        try:
            while progress.depth < deepest():
                body = await self._pass(progress)
                await self._keep(name, progress.depth + 1, body)
                progress.depth, progress.done = progress.depth + 1, 0
        except Exception as error:
            log.warning("review_failed", error=type(error).__name__, reason=str(error)[:200])
            for oldest in list(self._failed)[: len(self._failed) + 1 - MOST_FAILURES]:
                del self._failed[oldest]
            self._failed[name] = str(error) if isinstance(error, REFUSED) else STUMBLED
        finally:
            del self._going_on[name]

    async def _pass(self, progress: Progress) -> bytes:
        """One pass, slice by slice: between two others have their turn."""
        parcel, depth = progress.parcel, progress.depth + 1
        skill = None
        if depth > 1 and can_compile():
            skill = (parcel.game, parcel.own_components, jobs.strongest_bot())
            await self._workers.school(skill)
        while True:
            progress.done, body = await self._workers.think(
                MOST_SECONDS,
                review_jobs.go_on,
                parcel,
                depth,
                progress.done,
                urgency=Urgency.GLANCE if depth == GLANCE else Urgency.REVIEW,
                skill=skill,
                whom=progress.whom,
            )
            progress.begun = True
            if body is not None:
                return body

    async def _keep(self, name: str, depth: int, body: bytes) -> None:
        try:
            await self._store.keep_review(name, KeptReview(VERSION, depth, body))
        except Conflict:  # another process has looked at the same game
            log.info("review_kept_twice", record=name)
