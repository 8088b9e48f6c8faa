"""Seats whose people keep a table waiting: which bot plays for them, and how long they are waited for before."""

from __future__ import annotations

from dataclasses import replace

from khlong.bots import bot_names
from khlong.server.errors import Refusal
from khlong.server.storage.log import Absence

FAVOURITE_BOTS = ("medium", "easy", "random")
MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0
SHARE = 0.5  # of the time for a move, before the others may decide
TIMEOUTS = 3  # in a row, until somebody has lost the seat
LONGER_IF_HERE = 10  # times: who looks at the table thinks, and is not away


def known_bot(name: str | None) -> str:
    """The name of a bot, or of the one that stands in for leavers."""
    names = bot_names()
    if name is None:
        return next(bot for bot in (*FAVOURITE_BOTS, *names) if bot in names)
    if name not in names:
        raise Refusal("unknown_bot", f"There is no bot {name[:40]!r}. The bots are: {', '.join(names)}.", 422)
    return name


def usual_absence(pace: float | None, least: float = MINUTE) -> Absence:
    """What holds where nothing else was settled: patience follows the time for a move."""
    return Absence("others", known_bot(None), max(least, (pace or 0) * SHARE), TIMEOUTS)


def first_absence(pace: float | None) -> Absence:
    """What held before anything was settled: who ran out of time once, lost the seat."""
    return replace(usual_absence(pace), timeouts=1)


def in_words(seconds: float) -> str:
    """A time in words, in the unit that fits.

    >>> in_words(59), in_words(61), in_words(86_400)
    ('59 seconds', '2 minutes', '24 hours')
    """
    for unit, name in ((HOUR, "hours"), (MINUTE, "minutes")):
        if seconds > unit:
            return f"{-int(-seconds // unit)} {name}"
    return f"{-int(-seconds // 1)} seconds"
