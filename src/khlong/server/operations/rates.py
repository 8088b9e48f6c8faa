"""Rate limits: who asks too often is told to wait."""

from __future__ import annotations

import re
import time
from typing import NamedTuple

from khlong.server.errors import Refusal

from .settings import RATE, Settings

SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}


class Limit(NamedTuple):
    """So many times in so many seconds.

    >>> read_limit("60/10second")
    Limit(times=60, seconds=10)
    """

    times: int
    seconds: int


def read_limit(text: str) -> Limit:
    """A limit as settings have it: times, a stroke, and a span like `minute` or `10second`."""
    times, some, span = re.fullmatch(RATE, text).groups()  # type: ignore[union-attr]  # settings were checked
    return Limit(int(times), int(some or 1) * SECONDS[span])


class Rates:
    """Counts by kind and by whoever is counted: a session, an address, a socket."""

    def __init__(self, settings: Settings) -> None:
        self._limits = {
            name.removeprefix("rate_"): read_limit(getattr(settings, name))
            for name in type(settings).model_fields
            if name.startswith("rate_")
        }
        self._counts: dict[tuple[str, str], tuple[float, int]] = {}
        """When somebody's span ends, and how often they have asked in it."""

    def allows(self, kind: str, whom: str) -> bool:
        """Counts one more time. What is refused is not counted, so that waiting always helps."""
        limit, now = self._limits[kind], time.monotonic()
        end, times = self._counts.get((kind, whom), (0.0, 0))
        if now >= end:
            end, times = now + limit.seconds, 0
        if times >= limit.times:
            return False
        self._counts[kind, whom] = (end, times + 1)
        return True

    def check(self, kind: str, whom: str) -> None:
        if not self.allows(kind, whom):
            raise Refusal("too_many", f"Too many {kind} in a short time: wait a little.", 429)

    def sweep(self) -> None:
        """Forgets those who have not been seen for a while; to be called now and then."""
        now = time.monotonic()
        for who in [who for who, (end, _) in self._counts.items() if end <= now]:
            del self._counts[who]
