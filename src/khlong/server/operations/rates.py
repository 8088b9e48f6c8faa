"""Rate limits: who asks too often is told to wait."""

from __future__ import annotations

import re
import time
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import NamedTuple

from khlong.server.errors import Refusal

from .settings import RATE, Settings

SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
HOUSEHOLD = 64  # bits of an IPv6 address that all in a house share


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


def household(host: str) -> str:
    """Whom an address is counted with: itself, or the network that a household has all addresses of.

    >>> household("203.0.113.7"), household("2001:db8:1:2:3:4:5:6")
    ('203.0.113.7', '2001:db8:1:2::/64')
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return host
    return str(address.ipv4_mapped or IPv6Network((address, HOUSEHOLD), strict=False))


class Rates:
    """Counts by kind and by whoever is counted: a session, a person, an address."""

    def __init__(self, settings: Settings) -> None:
        self._limits = {
            name.removeprefix("rate_"): read_limit(getattr(settings, name))
            for name in type(settings).model_fields
            if name.startswith("rate_")
        }
        self._people_at_address = settings.people_at_address
        self.messages = self._limits["messages"]
        """This one is counted by each socket itself, and here for all sockets of an address."""
        self._counts: dict[tuple[str, str], tuple[float, int]] = {}
        """When somebody's span ends, and how often they have asked in it."""

    def allows(self, kind: str, whom: str | None, address: str | None = None, more: int = 1) -> bool:
        """Counts some more times, for somebody, if it is known who, and for all at their address, who have more
        together.

        What is refused is not counted, so that waiting always helps.
        """
        limit, now = self._limits[kind], time.monotonic()
        counted = {} if whom is None else {(kind, whom): limit.times}
        if address is not None:
            counted[kind, f"@{address}"] = limit.times * self._people_at_address
        spans = {}
        for who, most in counted.items():
            end, times = self._counts.get(who, (0.0, 0))
            if now >= end:
                end, times = now + limit.seconds, 0
            if times >= most:
                return False
            spans[who] = (end, times + more)
        self._counts |= spans
        return True

    def check(self, kind: str, whom: str, address: str | None = None) -> None:
        if not self.allows(kind, whom, address):
            raise Refusal("too_many", f"Too many {kind} in a short time: wait a little.", 429)

    def sweep(self) -> None:
        """Forgets those who have not been seen for a while; to be called now and then."""
        now = time.monotonic()
        for who in [who for who, (end, _) in self._counts.items() if end <= now]:
            del self._counts[who]
