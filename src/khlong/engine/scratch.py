"""What thinking ahead needs and rules do not: room for numbers, and a copy of a state to try moves on.

The native engine has its own way to do either.
"""

from typing import Any


def floats(count: int) -> list[float]:
    """So many zeros."""
    return [0.0] * count


def copy_into(box: Any, state: Any) -> Any:
    """A copy of a state, kept in a box for one state."""
    box[0] = state.copy()
    return box[0]
