"""The time that a bot has for a move."""

from __future__ import annotations

import math
import time

from khlong.engine.given import shown

from .errors import BotError


class Clock:
    """Runs from the moment it is made. Without seconds there is no limit.

    >>> Clock().left()
    inf
    >>> Clock(0).over
    True
    """

    def __init__(self, seconds: float | None = None) -> None:
        if seconds is not None and (not isinstance(seconds, int | float) or math.isnan(seconds)):
            raise BotError(f"A clock runs for a number of seconds, or without a limit, not for {shown(seconds)}.")
        self.seconds = math.inf if seconds is None else seconds
        self._deadline = time.monotonic() + self.seconds

    def left(self) -> float:
        """The seconds that are left, none once the time is over."""
        return max(0.0, self._deadline - time.monotonic())

    @property
    def over(self) -> bool:
        return self.left() == 0
