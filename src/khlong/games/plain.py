"""What does for a game that brings nothing of its own: its state by the names of the fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from khlong.engine.data import Data, ReadData
from khlong.engine.schema import Record
from khlong.words import Messages

if TYPE_CHECKING:
    from rich.console import RenderableType

HIDDEN = {"chance"}
KNOWN_ANYWAY = {"ply", "players", "first", "decider", "decision", "ending", "winners"}


def view(state: Record) -> Data:
    """A state's fields by their names, but for what chance has in store."""
    return {field.name: _shown(getattr(state, field.name)) for field in state.__fields__ if field.name not in HIDDEN}


def _shown(value: object) -> object:
    if isinstance(value, Record):
        return view(value)
    return [_shown(item) for item in value] if isinstance(value, list) else value


def draw(seen: ReadData, names: Sequence[str], words: Messages) -> RenderableType:
    """A view as a table of names and values; what each player has stands under the player's mark."""
    from rich.table import Table as Grid  # terminals are drawn by Rich, which nobody else needs

    from .drawing import marks

    grid = Grid.grid(padding=(0, 2))
    grid.add_row("", *(mark.chip() for mark in marks(names)))
    for name, value in seen.items():
        if name == "seat":
            for key in value[0]:
                grid.add_row(key.replace("_", " "), *(str(seat[key]) for seat in value[: len(names)]))
        elif name not in KNOWN_ANYWAY:
            grid.add_row(name.replace("_", " "), str(value))
    return grid
