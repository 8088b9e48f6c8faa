"""The board in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.pretty import Pretty

from .state import State
from .view import Viewer


def draw(view: Mapping[str, Any], names: Sequence[str]) -> Any:
    """The board as something that Rich can print."""
    return Pretty({key: value for key, value in view.items() if key not in ("stalls", "sheets")})


def hints(state: State, moves: Sequence[int], viewer: Viewer) -> dict[int, Any]:
    """A few words on moves that need them."""
    return {}
