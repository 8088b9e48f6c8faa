"""Ratings: the Plackett–Luce model, fitted by choix, with intervals from deals drawn again and again.

Strengths are fixed, so one fit over all games is right, and no order of games matters as it would for Elo updates. A
game of many players counts as a comparison of each two of its seats, which for this model leads to the same strengths.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

from .errors import ArenaError
from .match import Played

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

POINTS = 400 / log(10)  # as in chess: 400 points more are odds of ten to one
RESAMPLES = 1000
DRAWN_BEFORE = 0.5  # wins each way that every two bots begin with, so that nobody is infinitely strong


@dataclass(frozen=True)
class Rating:
    """A rating with its 95 % interval; the mean of all bots is 0."""

    value: float
    low: float
    high: float


def rate(bots: Sequence[str], games: Sequence[Played], resamples: int = RESAMPLES) -> dict[str, Rating]:
    """The rating of each bot."""
    try:
        import choix  # noqa: F401
        import numpy as np
    except ModuleNotFoundError as error:
        raise ArenaError(f"Ratings need {error.name}: install khlong[lab].") from None
    wins = _wins_by_deal(bots, games)
    fitted = _fit(wins.sum(axis=0))
    random = np.random.default_rng(0)
    again = []
    for _ in range(resamples if len(wins) > 1 else 0):
        times = random.multinomial(len(wins), [1 / len(wins)] * len(wins))
        again.append(_fit(np.tensordot(times, wins, 1)))
    if not again:
        return {bot: Rating(float(value), float("-inf"), float("inf")) for bot, value in zip(bots, fitted, strict=True)}
    low, high = np.percentile(again, [2.5, 97.5], axis=0)
    return {bot: Rating(float(fitted[n]), float(low[n]), float(high[n])) for n, bot in enumerate(bots)}


def _wins_by_deal(bots: Sequence[str], games: Sequence[Played]) -> NDArray[np.float64]:
    """For each deal, how often each bot came out ahead of each other one; a tie is half a win for both."""
    import numpy as np

    index = {bot: number for number, bot in enumerate(bots)}
    deals: dict[int, NDArray[np.float64]] = defaultdict(lambda: np.zeros((len(bots), len(bots))))
    for game in games:
        wins = deals[game.fixture.deal]
        for seat, bot in enumerate(game.bots):
            for other_seat, other in enumerate(game.bots):
                if bot != other and game.places[seat] <= game.places[other_seat]:
                    wins[index[bot], index[other]] += 1 if game.places[seat] < game.places[other_seat] else 0.5
    return np.array(list(deals.values())) if deals else np.zeros((1, len(bots), len(bots)))


def _fit(wins: NDArray[np.float64]) -> NDArray[np.float64]:
    import choix
    import numpy as np

    met = wins + DRAWN_BEFORE * (1 - np.eye(len(wins)))
    return choix.ilsr_pairwise_dense(met, max_iter=1000, tol=1e-6) * POINTS
