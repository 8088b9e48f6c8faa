"""Parts of views, kept by what they show: a move changes little, so most of them are known already."""

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

MOST_KEPT = 4096
Shown = ParamSpec("Shown")
Part = TypeVar("Part")


def kept(write: Callable[Shown, Part]) -> Callable[Shown, Part]:
    """A function that keeps the parts it writes. Whoever gets one only reads it: views share them."""
    return cast(Callable[Shown, Part], lru_cache(MOST_KEPT)(write))
