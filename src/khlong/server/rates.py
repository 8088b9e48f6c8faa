"""Rate limits: who asks too often is told to wait."""

from __future__ import annotations

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from .errors import Refusal
from .settings import Settings


class Rates:
    """Counts by kind and by whoever is counted: a session, an address, a socket."""

    def __init__(self, settings: Settings) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._items: dict[str, RateLimitItem] = {
            name.removeprefix("rate_"): parse(getattr(settings, name))
            for name in type(settings).model_fields
            if name.startswith("rate_")
        }

    def allows(self, kind: str, whom: str) -> bool:
        return self._limiter.hit(self._items[kind], kind, whom)

    def check(self, kind: str, whom: str) -> None:
        if not self.allows(kind, whom):
            raise Refusal("too_many", f"Too many {kind} in a short time: wait a little.", 429)
