"""Shares and means of many games, and how far they may be from the truth: 95 % intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

Z_95 = 1.959964


@dataclass(frozen=True)
class Share:
    """A share of games, or a mean, with its 95 % interval."""

    share: float
    low: float
    high: float


def wilson(share: float, games: float) -> Share:
    """The Wilson interval: how far a share in so many games may be from the truth.

    >>> interval = wilson(0.5, 100)
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.404, 0.596)
    """
    spread = Z_95 * Z_95 / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z_95 / (1 + spread) * sqrt(share * (1 - share) / games + spread / games / 4)
    return Share(share, max(0.0, middle - half), min(1.0, middle + half))


def share_of_groups(groups: Iterable[tuple[float, int]]) -> Share:
    """A share with its interval where games come in groups that have their luck in common: (wins, games) of each.

    As many independent games are put into the Wilson interval as would vary that much, but no more than there were.

    >>> together = share_of_groups([(2, 2), (0, 2)] * 50)
    >>> round(together.low, 2), round(together.high, 2)
    (0.4, 0.6)
    """
    counted = [(wins, games) for wins, games in groups if games]
    total = sum(games for _, games in counted)
    if not total:
        return Share(0.0, 0.0, 1.0)
    share = sum(wins for wins, _ in counted) / total
    spread = sum((wins - share * games) ** 2 for wins, games in counted)
    if spread == 0 or len(counted) == 1:
        return wilson(share, total)
    variance = spread * len(counted) / (len(counted) - 1) / total**2
    return wilson(share, min(total, share * (1 - share) / variance))


def mean_of(values: Sequence[float]) -> Share:
    """A mean with the interval of the normal distribution; of a single value nothing is known but itself.

    >>> interval = mean_of([1, 2, 3])
    >>> round(interval.low, 2), interval.share, round(interval.high, 2)
    (0.87, 2.0, 3.13)
    """
    half = Z_95 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    middle = fmean(values)
    return Share(middle, middle - half, middle + half)
