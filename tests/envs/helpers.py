"""What the tests of environments share: every variant of every game, and tables to compare with."""

import random
from collections.abc import Iterable
from typing import Any

import pytest

from khlong.engine.game import GameState
from khlong.engine.python import game_constants
from khlong.engine.rule import Linker
from khlong.games import game_named, game_names
from khlong.games.observations import Observations
from khlong.lab.fuzz import Variant, variants
from khlong.table import Table

VARIANTS = [variant for name in game_names() for variant in variants(game_named(name))]


def named(variant: Variant) -> str:
    """A variant as a test is called by it."""
    name, players, options = variant
    return "-".join([name, f"{players}p", *(f"{key}={value}" for key, value in options.items())])


every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=named)
every_game = pytest.mark.parametrize("name", game_names())


def seen_by(table: Table, seat: int, state: GameState | None = None) -> list[int]:
    """A position as a seat sees it, by the python engine."""
    own = Observations.of(table.game)
    look: Any = Linker(lambda function: function, game_constants(table.game)).link(own.observe)
    seen = own.layout()
    look(table.state if state is None else state, seat, seen)
    return seen.values()


def any_of(legal: Iterable[Any], dice: random.Random) -> int:
    """One of the legal moves."""
    return dice.choice([move for move, is_legal in enumerate(legal) if is_legal])
