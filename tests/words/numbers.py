"""What tests know of the numbers in a game's texts: `NUMBERS` in tests/games/<game>/numbers.py, if it has that."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec


@dataclass(frozen=True)
class Numbers:
    """All of it may be left out."""

    written_out: Set[str] = frozenset()
    """Messages that write out a number that belongs to no component."""
    owners_file: str = ""
    """An owner's file of components with numbers that stand nowhere else."""
    changed: Mapping[str, str] = field(default_factory=dict)
    """Or what begins lines of the game's own file, and what is written there instead."""
    said: Mapping[str, set[str]] = field(default_factory=dict)
    """The numbers that rules in short say then, by their names."""


def numbers_of(name: str) -> Numbers:
    """What a game brings, or nothing."""
    folder = f"tests.games.{name.replace('-', '_')}"
    if find_spec(folder) and find_spec(f"{folder}.numbers"):
        found: Numbers = import_module(f"{folder}.numbers").NUMBERS
        return found
    return Numbers()
