"""Rate limits: who asks too often is told to wait."""

from __future__ import annotations

from threading import Timer

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from khlong.server.errors import Refusal

from .settings import Settings


class SweptByOthers(Timer):
    """A timer that never needs to be started."""

    def __init__(self) -> None:
        super().__init__(0, lambda: None)

    def is_alive(self) -> bool:
        return True


class Counts(MemoryStorage):
    """The library's counters without its timer, which starts a thread for nearly every hit."""

    def __init__(self) -> None:
        super().__init__()
        self.timer.join()
        self.timer = SweptByOthers()

    def sweep(self) -> None:
        """Lets go of what has expired."""
        for key in list(self.expirations):
            self.get(key)


class Rates:
    """Counts by kind and by whoever is counted: a session, an address, a socket."""

    def __init__(self, settings: Settings) -> None:
        self._counts = Counts()
        self._limiter = FixedWindowRateLimiter(self._counts)
        self._items: dict[str, RateLimitItem] = {
            name.removeprefix("rate_"): parse(getattr(settings, name))
            for name in type(settings).model_fields
            if name.startswith("rate_")
        }

    def allows(self, kind: str, whom: str, times: int = 1) -> bool:
        return self._limiter.hit(self._items[kind], kind, whom, cost=times)

    def check(self, kind: str, whom: str) -> None:
        if not self.allows(kind, whom):
            raise Refusal("too_many", f"Too many {kind} in a short time: wait a little.", 429)

    def sweep(self) -> None:
        """Forgets those who have not been seen for a while; to be called now and then."""
        self._counts.sweep()
