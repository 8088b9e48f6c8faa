"""Numbers as people read them: three digits that count, and a unit."""

from __future__ import annotations

UNITS = ((1e-6, 1e-9, "ns"), (1e-3, 1e-6, "µs"), (1.0, 1e-3, "ms"))


def rate(decisions: float) -> str:
    """Decisions per second."""
    return _three_digits(decisions)


def times(ratio: float) -> str:
    """How many times as much."""
    return f"{_three_digits(ratio)} ×"


def share(part: float) -> str:
    """A part of a whole."""
    return f"{part:.0%}"


def span(seconds: float) -> str:
    """A time in the unit that suits it."""
    for limit, unit, name in UNITS:
        if seconds < limit:
            return f"{_three_digits(seconds / unit)} {name}"
    return f"{_three_digits(seconds)} s"


def _three_digits(number: float) -> str:
    rounded = float(f"{number:.3g}")
    decimals = 0 if rounded >= 100 else 1 if rounded >= 10 else 2
    return f"{rounded:,.{decimals}f}"
