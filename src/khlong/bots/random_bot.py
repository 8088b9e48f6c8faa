"""A bot that plays at random: a measure for all others, and company at any hour."""

from __future__ import annotations

import random
import secrets

from khlong.table import Table

from .clock import Clock


class RandomBot:
    """Takes any legal move, each as likely as the next.

    What it takes depends on its seed and on how far the game is, on nothing else: so a game that is put away and taken
    up again goes on as if it had never been interrupted.

    >>> import khlong
    >>> table = khlong.new_table("floating-market", seed=1)
    >>> RandomBot(seed=7).choose(table, Clock()) == RandomBot(seed=7).choose(table, Clock())
    True
    """

    def __init__(self, seed: int | None = None) -> None:
        self._seed = secrets.randbits(128) if seed is None else seed

    def choose(self, position: Table, clock: Clock) -> int:
        return random.Random(f"{self._seed}/{position.ply}").choice(position.legal_moves()).number
