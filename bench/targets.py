"""What we want to reach. Targets are reported, never enforced: machines differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from .envs import AGENTS, BATCH
from .ours import COPY_NATIVE, CUDA, NATIVE, PLAYERS, PYTHON, WARM_CACHE
from .search import answer_with
from .sheet import Sheet
from .words import rate, span


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


def targets(native: float, python: float, cuda: float, copy: float, warm: float) -> tuple[Target, ...]:
    """The targets that every game has, with its own bounds."""
    return (
        Target(f"native: {rate(native)} decisions/s or more", native, lambda s, game: s.best(NATIVE, game), rate),
        Target(f"python: {rate(python)} decisions/s or more", python, lambda s, game: s.best(PYTHON, game), rate),
        Target(f"cuda: {rate(cuda)} decisions/s or more on an H200", cuda, _on_an_h200, rate),
        Target(
            f"native: a copy in less than {span(copy)}", copy, lambda s, game: s.best(COPY_NATIVE, game), span, True
        ),
        Target(
            f"native: from process start to first game in less than {span(warm)}, cache warm",
            warm,
            lambda s, game: s.best(WARM_CACHE, game),
            span,
            True,
        ),
    )


def for_agents(batch: float, agents: float) -> tuple[Target, ...]:
    """The targets of environments for learning agents."""
    return (
        Target(f"batch: {rate(batch)} steps/s or more on a core", batch, lambda s, game: s.best(BATCH, game), rate),
        Target(f"PettingZoo: {rate(agents)} steps/s or more", agents, lambda s, game: s.best(AGENTS, game), rate),
    )


def punctual(threads: int) -> Target:
    """A bot answers when its time is up."""
    return Target(
        f"search: less than {span(0.05)} {answer_with(threads)}",
        0.05,
        lambda sheet, game: sheet.best(answer_with(threads), game),
        span,
        True,
    )
