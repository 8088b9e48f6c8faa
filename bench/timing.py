"""Clocks and repeats: how long to measure, how often, and on which core."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

Clock = Callable[[], float]
T = TypeVar("T")


@dataclass(frozen=True)
class Effort:
    """How many repeats, and about how many seconds each."""

    repeats: int
    seconds: float


FULL = Effort(repeats=5, seconds=1.0)
QUICK = Effort(repeats=3, seconds=0.2)


class Played(NamedTuple):
    """How much was played in one go."""

    games: int
    decisions: int


class Pace(NamedTuple):
    """Decisions per second in each repeat, and what was played in all of them."""

    rates: tuple[float, ...]
    games: int
    decisions_per_game: float


def pin_to_one_core() -> None:
    """Keeps this process, with all its threads, on one core where the system can do that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def pace(play: Callable[[int], Played], effort: Effort, clock: Clock = time.process_time, least: int = 1) -> Pace:
    """How fast `play(amount)` makes decisions, with so many games at least."""
    laps = list(_laps(play, effort, clock, least))
    games = sum(played.games for played, _ in laps)
    decisions = sum(played.decisions for played, _ in laps)
    return Pace(tuple(played.decisions / seconds for played, seconds in laps), games, decisions / max(games, 1))


def seconds_each(repeat: Callable[[int], int], effort: Effort) -> tuple[float, ...]:
    """How long one of the things takes that `repeat(amount)` does; it returns how many it did."""
    return tuple(seconds / amount for amount, seconds in _laps(repeat, effort, time.process_time))


def _laps(run: Callable[[int], T], effort: Effort, clock: Clock, least: int = 1) -> Iterator[tuple[T, float]]:
    amount = _amount_for(run, effort.seconds, clock, least)
    for _ in range(effort.repeats):
        start = clock()
        outcome = run(amount)
        yield outcome, clock() - start


def _amount_for(run: Callable[[int], object], seconds: float, clock: Clock, least: int) -> int:
    """The amount that takes about so long; finding it also compiles and warms up what is to be measured."""
    run(1)
    amount = least
    while True:
        start = clock()
        run(amount)
        taken = clock() - start
        if taken >= seconds / 8:
            return max(least, round(amount * seconds / taken))
        amount *= 2
