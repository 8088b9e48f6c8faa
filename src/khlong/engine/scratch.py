"""What thinking ahead needs and rules do not: room for numbers, and a copy of a state to try moves on.

The native engine has its own way to do either.
"""

from collections.abc import MutableSequence
from typing import TypeVar

from .schema import Record

Floats = MutableSequence[float]
Moves = MutableSequence[int]
R = TypeVar("R", bound=Record)


def floats(count: int) -> list[float]:
    """So many zeros."""
    return [0.0] * count


def numbers(count: int) -> list[int]:
    """So many zeros that are moves."""
    return [0] * count


def boxed(state: R) -> list[R]:
    """A box of one's own for one state, with a copy of a state in it.

    Compiled code gives a box back once nobody names it any more: hand on the box, not what is in it.
    """
    return [state.copy()]


def copy_into(box: MutableSequence[R], state: R, slot: int = 0) -> R:
    """A copy of a state, kept in a box of states."""
    box[slot] = state.copy()
    return box[slot]
