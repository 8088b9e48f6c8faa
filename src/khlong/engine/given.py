"""What callers give: whole numbers of any kind, and values as our messages quote them."""

from __future__ import annotations

import operator
from datetime import date, time

LONGEST = 80
"""So many letters of what was given are quoted."""
MOST_BITS = 256


def whole(value: object) -> int | None:
    """A whole number of whatever kind as a plain one, or None if it is none. Truth is no number.

    >>> whole(7), whole(True), whole(7.0), whole("7")
    (7, None, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except Exception:  # whatever a stranger's class does
        return None


def cut(text: str, most: int = LONGEST) -> str:
    """A text, cut where it is long."""
    return text if len(text) <= most else f"{text[:most]}…"


def shown(value: object) -> str:
    """A value as a message quotes it: cut where it is long, and never in the way of the message.

    >>> shown(date(2026, 5, 1))
    '2026-05-01'
    >>> shown("tem\\nple"), shown("x" * 100) == "'" + "x" * 79 + "…", shown(1 << 100_000)
    ("'tem\\\\nple'", True, 'a number of 100,001 bits')
    """
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        return f"a number of {value.bit_length():,} bits"
    if isinstance(value, date | time):
        return str(value)
    try:
        return cut(repr(value))
    except Exception:  # nested too deep, or a class that cannot show itself
        return f"a {type(value).__name__}"
