"""Names in positions: to numbers and sets, with an error that says what there is."""

from collections.abc import Iterable, Sequence
from typing import Any

from .errors import PositionError


def index_of(name: Any, names: Sequence[Any], what: str) -> int:
    """The number of a thing by its name.

    >>> index_of("fish", ("meat", "fish"), "good")
    1
    """
    if name not in names:
        raise PositionError(f"There is no {what} {name!r}. There are {', '.join(map(str, names))}.")
    return names.index(name)


def set_of(given: Iterable[str], names: Sequence[str], what: str) -> int:
    """A set, as bits, of things that are each named once.

    >>> set_of(["fish", "meat"], ("meat", "fruit", "fish"), "good")
    5
    """
    bits = 0
    for name in given:
        member = 1 << index_of(name, names, what)
        if bits & member:
            raise PositionError(f"The {what} {name!r} is named twice.")
        bits |= member
    return bits
