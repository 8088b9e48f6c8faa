"""What is wanted of each game: a module of its name here, if it has one. It is found by itself."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from khlong.engine.schema import dtype
from khlong.games import game_named, our_games

if TYPE_CHECKING:
    from bench.targets import Target


@dataclass(frozen=True)
class Bench:
    """What benches know of a game."""

    targets: tuple[Target, ...] = ()
    places: int | None = None
    """How many places a board of boardgame.io has with a state as large as the game's; if none, it is not compared."""


def by_size() -> list[str]:
    """Our games, those with the smallest states first."""
    return sorted(our_games(), key=lambda name: dtype(game_named(name).state).itemsize)


def bench_of(name: str) -> Bench:
    """What a game brings, or nothing."""
    module = f"{__name__}.{name.replace('-', '_')}"
    if find_spec(module) is None:
        return Bench()
    found: Bench = import_module(module).BENCH
    return found
