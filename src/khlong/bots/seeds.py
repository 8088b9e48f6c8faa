"""Seeds of bots."""

from __future__ import annotations

import hashlib


def seat_seed(game_seed: int, seat: int) -> int:
    """A seed for the bot in a seat: the same whenever the game is, and of no help in guessing the game's dice."""
    return int.from_bytes(hashlib.sha256(f"bot/{seat}/{game_seed}".encode()).digest()[:16])
