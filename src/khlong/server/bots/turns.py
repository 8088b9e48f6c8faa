"""Whose turn it is where several wait: the most urgent first, neither too many of them nor for ever.

Among equals those go first for whom the fewest wait: who brings a crowd makes it wait for itself.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import IntEnum

from khlong.server.errors import Refusal


class Urgency(IntEnum):
    """What goes first: a move that a table waits for, then what people look at, then what can wait."""

    MOVE = 0
    PREVIEW = 1
    HINT = 2
    GLANCE = 3
    """A game that is over is looked at again, for the first time: somebody waits for its graph."""
    REVIEW = 4
    """It is looked at more deeply."""
    LESSON = 5
    """A bot learns a game as it comes in the box."""
    OWN_LESSON = 6
    """A bot learns a game with somebody's own components."""


MOST_WAITING = {
    Urgency.MOVE: 1000,
    Urgency.PREVIEW: 100,
    Urgency.HINT: 10,
    Urgency.GLANCE: 100,
    Urgency.REVIEW: 100,
    Urgency.LESSON: 100,
    Urgency.OWN_LESSON: 10,
}
MOST_OF_ONE = {Urgency.MOVE: 200, Urgency.PREVIEW: 20, Urgency.HINT: 5}
PATIENCE = {Urgency.MOVE: 30.0, Urgency.PREVIEW: 10.0, Urgency.HINT: 15.0}
"""How many seconds one waits for one's turn; reviews and lessons wait until they can begin."""


class Busy(Refusal):
    """So many wait already that nobody else should."""

    def __init__(self) -> None:
        super().__init__("busy", "Many are asking the bots just now: try again in a moment.", 503)


@dataclass(eq=False)
class Place:
    """A place in the line: how urgent it is, for whom, and what tells that it is their turn."""

    urgency: Urgency
    whom: str
    mine: asyncio.Future[None]


class Turns:
    """Lets so many do something at once, and others wait."""

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self._free = at_once
        self._line: list[Place] = []
        """Those who wait, in the order in which they came."""

    def waiting(self, urgency: Urgency) -> int:
        """How many of some urgency wait."""
        return self._waiting(urgency).total()

    def share(self, urgency: Urgency, whom: str) -> float:
        """Which share of the time is one's own, where all for whom somebody waits have as much together."""
        waiting = self._waiting(urgency)
        return 1 / (1 + (waiting.pop(whom, 0) + len(waiting)) / self.at_once)

    def _waiting(self, urgency: Urgency) -> Counter[str]:
        return Counter(place.whom for place in self._line if place.urgency == urgency)

    def check(self, urgency: Urgency, whom: str = "") -> None:
        """Raises `Busy` if too many wait, or too many for somebody."""
        waiting, most = self._waiting(urgency), MOST_WAITING[urgency]
        if waiting.total() >= most or (whom and waiting[whom] >= MOST_OF_ONE.get(urgency, most)):
            raise Busy

    @asynccontextmanager
    async def turn(self, urgency: Urgency, whom: str = "") -> AsyncIterator[None]:
        """Waits for a turn. Raises `Busy` if too many wait, `TimeoutError` if none comes."""
        await self._wait(urgency, whom)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, urgency: Urgency, whom: str) -> None:
        if self._free:
            self._free -= 1
            return
        self.check(urgency, whom)
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        place = Place(urgency, whom, mine)
        self._line.append(place)
        try:
            async with asyncio.timeout(PATIENCE.get(urgency)):
                await mine
        except BaseException:
            if place in self._line:
                self._line.remove(place)
            elif not mine.cancelled():
                self._pass_on()  # it came just as nobody wanted it any more
            raise

    def _pass_on(self) -> None:
        crowds = Counter(place.whom for place in self._line)
        while self._line:
            first = min(self._line, key=lambda place: (place.urgency, crowds[place.whom]))
            self._line.remove(first)
            if not first.mine.done():  # who gives up in this moment takes no turn along
                first.mine.set_result(None)
                return
        self._free += 1
