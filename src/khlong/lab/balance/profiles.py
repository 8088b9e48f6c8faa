"""What the lab looks for, by game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from khlong.engine.game import Game
from khlong.games.balance import Profile
from khlong.games.floating_market.balance import floating_market_profile
from khlong.games.phraya.balance import phraya_profile

PROFILES: dict[str, Callable[[Game, Any], Profile]] = {
    "phraya": phraya_profile,
    "floating-market": floating_market_profile,
}
