"""What is measured, and what came out: one line of JSON for each, so that it can come from any environment."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import NamedTuple

from .timing import Effort


class Kind(StrEnum):
    """What the numbers of a reading are."""

    SPEED = "decisions per second"
    COPY = "seconds per copy"
    START = "seconds to the first game"
    SEARCH = "playouts per second"
    OVERRUN = "seconds beyond the limit"


@dataclass(frozen=True)
class Subject:
    """Something to be measured."""

    kind: Kind
    name: str
    game: str
    players: int
    how: str


@dataclass(frozen=True)
class Reading:
    """The numbers of all repeats, and for speeds how much was played."""

    samples: tuple[float, ...] = ()
    games: int = 0
    decisions_per_game: float = 0.0
    device: str = ""


@dataclass(frozen=True)
class Figure:
    """A subject with its reading, or with an empty one and the reason for that."""

    subject: Subject
    reading: Reading = Reading()
    error: str = ""

    @property
    def best(self) -> float | None:
        """The repeat that was disturbed least: the highest speed, the shortest time. Of overruns the worst counts."""
        samples = self.reading.samples
        if not samples:
            return None
        return min(samples) if self.subject.kind in (Kind.COPY, Kind.START) else max(samples)

    @property
    def spread(self) -> float:
        """How far apart the repeats are, as a share of the highest: how much the machine was disturbed."""
        samples = self.reading.samples
        return 1 - min(samples) / max(samples) if samples else 0.0

    def to_json(self) -> str:
        """The figure as one line."""
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(line: str) -> Figure:
        """The figure that was written as that line."""
        data = json.loads(line)
        subject = Subject(**data["subject"] | {"kind": Kind(data["subject"]["kind"])})
        reading = Reading(**data["reading"] | {"samples": tuple(data["reading"]["samples"])})
        return Figure(subject, reading, data["error"])


class Measurement(NamedTuple):
    """A subject and the function that measures it."""

    subject: Subject
    measure: Callable[[Effort], Reading]


class NotMeasuredError(Exception):
    """There is nothing to measure here, which is no fault."""
