"""What a search keeps, declared once: plain objects for the python engine, records for compiled code.

Unlike those of a state (`engine/schema.py`), fields may be fractions, and lists are as long as the game needs::

    class Node:
        visits: Annotated[int, "i4"]
        shares: Annotated[list[float], "f4", "players"]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, TypeVar, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")


def record_type(layout: type, sizes: Mapping[str, int]) -> np.dtype[np.void]:
    """The layout's dtype, with lists of these lengths."""
    import numpy as np

    return np.dtype([(name, kind, lengths) for name, kind, lengths in _fields(layout, sizes)], align=True)


def blanks(layout: type[T], sizes: Mapping[str, int], count: int) -> list[T]:
    """So many objects with that layout, all zeros."""
    fields = [(name, 0.0 if kind.startswith("f") else 0, lengths) for name, kind, lengths in _fields(layout, sizes)]
    made = [layout() for _ in range(count)]
    for each in made:
        for name, zero, lengths in fields:
            setattr(each, name, _zeros(zero, lengths))
    return made


def _fields(layout: type, sizes: Mapping[str, int]) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    for name, hint in get_type_hints(layout, include_extras=True).items():
        assert get_origin(hint) is Annotated
        _, kind, *lengths = get_args(hint)
        yield name, kind, tuple(sizes[length] for length in lengths)


def _zeros(zero: float, lengths: tuple[int, ...]) -> object:
    if not lengths:
        return zero
    return [_zeros(zero, lengths[1:]) for _ in range(lengths[0])]
