"""Levels for people: the same search with more or less of it, and with slips or without.

How long the bot may think is a choice of its own: the clock's. The easier levels seldom use all of it.
"""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass

from khlong.engine.chance import SEED_BITS
from khlong.engine.game import Game
from khlong.table import Table

from .clock import Clock
from .explanation import Explanation
from .search import SearchBot


@dataclass(frozen=True)
class Level:
    """How many playouts a decision, no limit but the clock's if None; and how many decisions in a hundred slip."""

    playouts: int | None
    slips: int


LEVELS = {
    "easy": Level(playouts=1, slips=25),
    "medium": Level(playouts=10, slips=0),
    "hard": Level(playouts=150, slips=0),
    "expert": Level(playouts=None, slips=0),
}


def slip_of(level: Level, seed: int, position: Table) -> int | None:
    """Any legal move, now and then."""
    dice = random.Random(f"slip/{seed}/{position.ply}")
    return dice.choice(position.legal_moves()).number if dice.randrange(100) < level.slips else None


class LevelBot:
    """A bot of some level, named in `LEVELS`."""

    def __init__(self, level: str, seed: int | None = None, threads: int = 1) -> None:
        self.level = LEVELS[level]
        self._seed = secrets.randbits(SEED_BITS) if seed is None else seed
        self._search = SearchBot(self._seed, threads, self.level.playouts)

    def choose(self, position: Table, clock: Clock) -> int:
        slip = slip_of(self.level, self._seed, position)
        return self._search.choose(position, clock) if slip is None else slip

    def choose_unprepared(self, position: Table, clock: Clock) -> tuple[int, bool]:
        slip = slip_of(self.level, self._seed, position)
        return self._search.choose_unprepared(position, clock) if slip is None else (slip, True)

    def explain(self, position: Table, clock: Clock, about: int | None = None) -> Explanation:
        """What it thinks when it does not slip."""
        return self._search.explain(position, clock, about)

    def explain_unprepared(self, position: Table, clock: Clock, about: int | None = None) -> Explanation:
        """The same at once, as far as it sees then."""
        return self._search.explain_unprepared(position, clock, about)

    def prepare(self, game: Game) -> None:
        """Compiles the search of a game, or loads it."""
        self._search.prepare(game)
