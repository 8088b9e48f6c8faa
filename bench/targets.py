"""What we want to reach. Targets are reported, never enforced: machines differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from .ours import COPY_NATIVE, CUDA, NATIVE, PLAYERS, PYTHON, WARM_CACHE
from .peers import BACKGAMMON, CATAN, CATANATRON, OPEN_SPIEL_ROLLOUTS
from .sheet import Sheet
from .words import rate, span, times


class Verdict(StrEnum):
    """What became of a target."""

    MET = "met"
    MISSED = "missed"
    UNKNOWN = "not measured here"


@dataclass(frozen=True)
class Target:
    """A bound for a number that can be looked up for each of our games."""

    text: str
    bound: float
    look_up: Callable[[Sheet, str], float | None]
    show: Callable[[float], str]
    upper: bool = False

    def verdict(self, measured: float | None) -> Verdict:
        """Whether the number keeps to the bound."""
        if measured is None:
            return Verdict.UNKNOWN
        kept = measured < self.bound if self.upper else measured >= self.bound
        return Verdict.MET if kept else Verdict.MISSED


def _on_an_h200(sheet: Sheet, game: str) -> float | None:
    figure = sheet.find(CUDA, game, PLAYERS)
    return figure.best if figure and "H200" in figure.reading.device else None


TARGETS = (
    Target("native: 10 million decisions/s or more", 10e6, lambda sheet, game: sheet.best(NATIVE, game), rate),
    Target(
        "native: 100 times OpenSpiel's backgammon or more, which is measured by C++ rollouts, not from Python",
        100,
        lambda sheet, game: sheet.times_native(game, sheet.best(OPEN_SPIEL_ROLLOUTS, BACKGAMMON, 2)),
        times,
    ),
    Target(
        "native: 500 times Catanatron or more",
        500,
        lambda sheet, game: sheet.times_native(game, sheet.best(CATANATRON, CATAN)),
        times,
    ),
    Target("python: 100,000 decisions/s or more", 100e3, lambda sheet, game: sheet.best(PYTHON, game), rate),
    Target("cuda: 8 billion decisions/s or more on an H200", 8e9, _on_an_h200, rate),
    Target("native: a copy in less than 1 µs", 1e-6, lambda sheet, game: sheet.best(COPY_NATIVE, game), span, True),
    Target(
        "native: from process start to first game in less than 1.5 s, cache warm",
        1.5,
        lambda sheet, game: sheet.best(WARM_CACHE, game),
        span,
        True,
    ),
)
