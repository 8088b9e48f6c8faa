"""Where and when somebody wants to be told that it is their turn."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, Field

from khlong.server.wire.messages import Strict

DAY = timedelta(days=1)
MOST_DEVICES = 5


def _known_zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("is no time zone") from None
    return name


Topic = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="A topic of the owner's ntfy server.")]
Webhook = Annotated[
    str, Field(pattern=r"^[0-9]{1,25}/[A-Za-z0-9_-]{1,100}$", description="Number and token of a Discord webhook.")
]
Address = Annotated[str, Field(max_length=254, pattern=r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}$")]
TimeOfDay = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Zone = Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9_+/-]+$"), AfterValidator(_known_zone)]


def _a_point(text: str) -> str:
    """A public key is a point of the curve: whatever else there is of this length cannot be sealed for."""
    from .keys import public_key  # cryptography is loaded where it is needed

    try:
        public_key(text)
    except ValueError:
        raise ValueError("is no public key") from None
    return text


class Device(Strict):
    """A browser that takes notices, as it subscribed to its maker's push service."""

    endpoint: Annotated[str, Field(max_length=1000, pattern=r"^https?://[A-Za-z0-9.-]{1,250}(:[0-9]{1,5})?/[!-~]*$")]
    p256dh: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{87}$"), AfterValidator(_a_point)]
    auth: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}$")]


class QuietHours(Strict):
    """From when until when nothing is sent, by the clock on the wall."""

    begins: TimeOfDay
    ends: TimeOfDay


class NoticeWishes(Strict):
    """A person never names a server: only what is theirs on those that the owner of this one has named."""

    ntfy: Topic | None = None
    discord: Webhook | None = None
    mail: Address | None = None
    push: Annotated[list[Device], Field(max_length=MOST_DEVICES)] = Field(default_factory=list)
    quiet: QuietHours | None = None
    zone: Zone = "UTC"
    language: Literal["en", "ja", "th"] = "en"

    def quiet_until(self, now: float) -> float | None:
        """When the quiet hours end that now is in, if it is.

        >>> night = NoticeWishes(quiet=QuietHours(begins="22:00", ends="07:00"), zone="Asia/Bangkok")
        >>> noon, late = (datetime(2026, 3, 1, hour, tzinfo=ZoneInfo("UTC")).timestamp() for hour in (5, 20))
        >>> night.quiet_until(noon), (night.quiet_until(late) - late) / 3600
        (None, 4.0)
        """
        if self.quiet is None:
            return None
        here = datetime.fromtimestamp(now, ZoneInfo(self.zone))
        begins, ends = (re.split(":", time) for time in (self.quiet.begins, self.quiet.ends))
        for day in (here - DAY, here):
            first = day.replace(hour=int(begins[0]), minute=int(begins[1]), second=0, microsecond=0)
            last = day.replace(hour=int(ends[0]), minute=int(ends[1]), second=0, microsecond=0)
            last += DAY if last <= first else timedelta()
            if first <= here < last:
                return last.timestamp()
        return None
