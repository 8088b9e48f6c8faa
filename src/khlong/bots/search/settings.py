"""The numbers that a search goes by, found by matches against itself."""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Settings:
    """How to look around in a tree."""

    exploration: float  # how much promise and doubt count beside what was found
    temperature: float  # shares of the win by which a move must look better to be e times as promising
    widening: float  # moves to look at, for each root of the visits
    outcomes: float  # the same for what chance may answer
    rolls: int  # how often chance is tried where the next thing is its turn
    lookahead: int = 1  # whether a position is worth what its best move leads to
    finish: int = 0  # whether a turn is played to its end before it is valued

    def record(self) -> Any:
        """For compiled code."""
        return np.array([astuple(self)], SETTINGS_TYPE)


SETTINGS_TYPE = np.dtype([(field.name, np.int64 if field.type == "int" else np.float64) for field in fields(Settings)])

SETTINGS = {
    "floating-market": Settings(exploration=0.3, temperature=0.02, widening=2.0, outcomes=1.0, rolls=0),
    "phraya": Settings(exploration=0.3, temperature=0.05, widening=2.0, outcomes=1.0, rolls=1),
}
"""By game."""

ANY_GAME = Settings(exploration=0.3, temperature=0.05, widening=2.0, outcomes=1.0, rolls=2)

FORGETTABLE = {
    "floating-market": {"rolled", "faces", "board_rolled", "board_faces", "ama_faces", "total", "activated"},
}
"""Fields that are only for people to see: positions that differ in them alone are the same to a search."""
