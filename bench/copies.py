"""What a copy of a running state costs, called from Python and inside compiled code."""

from __future__ import annotations

import time
from collections.abc import Callable
from timeit import Timer
from typing import Any

from .timing import Effort, seconds_each

RING_MASK = 63  # a ring of 64 states stays in the fastest cache


def seconds_from_python(copy: Callable[[Any], object], state: object, effort: Effort) -> tuple[float, ...]:
    """The call as a bot written in Python makes it."""
    timer = Timer("copy(state)", globals={"copy": copy, "state": state}, timer=time.process_time)

    def repeat(amount: int) -> int:
        timer.timeit(amount)
        return amount

    return seconds_each(repeat, effort)


def seconds_in_compiled_code(record: Any, effort: Effort) -> tuple[float, ...]:
    """The assignment of one record to another as compiled bots make it."""
    import numba
    import numpy as np

    ring = np.array([record] * (RING_MASK + 1), record.dtype)
    chain = numba.njit(_copy_around)

    def repeat(amount: int) -> int:
        chain(ring, amount)
        return amount

    return seconds_each(repeat, effort)


def _copy_around(ring: Any, copies: int) -> None:
    """Each copy is made from the one before, so that no compiler can leave any out."""
    for index in range(copies):
        ring[(index + 1) & RING_MASK] = ring[index & RING_MASK]
