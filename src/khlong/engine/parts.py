"""Parts of views, kept by what they show: a move changes little, so most of them are known already."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

MOST_KEPT = 4096
Finish = Callable[[Any], Any]
Write = Callable[..., Any]


def plain(part: Any) -> Any:
    """A part as it is, to be read by whoever looks at the view."""
    return part


def keeper(finish: Finish) -> Callable[[Write], Write]:
    """What makes a function keep the parts that it writes, each finished once: as it is, or ready to be sent."""

    def keep(write: Write) -> Write:
        return lru_cache(MOST_KEPT)(lambda *shown: finish(write(*shown)))

    return keep
