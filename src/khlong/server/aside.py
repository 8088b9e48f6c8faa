"""Work beside the event loop, one thing after the other in threads of their own, so that no move waits for it.

What brings a table into memory has a thread to itself: there are moves that wait for that. What people only want to
look at has another, and nobody's wishes fill its line.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, TypeVarTuple, Unpack

from .errors import Refusal

Things = TypeVarTuple("Things")
T = TypeVar("T")
SWITCH = 0.0005  # seconds after which a thread that works lets the loop go on
MOST_OF_ONE = 20  # looks of one address that are worked on or wait
MOST_WAITING = 200
_OPENING = ThreadPoolExecutor(1, "khlong-opening")
_LOOKING = ThreadPoolExecutor(1, "khlong-looking")
_looks: Counter[str] = Counter()
"""How many looks are worked on or wait, by address."""


async def aside(work: Callable[[Unpack[Things]], T], *args: *Things) -> T:
    """Does work for a table that is opened or made."""
    return await _in_thread(_OPENING, work, *args)


async def aside_for(address: str, work: Callable[[Unpack[Things]], T], *args: *Things) -> T:
    """Does what somebody at an address wants to look at, and which changes nothing that others see."""
    if _looks[address] >= MOST_OF_ONE or _looks.total() >= MOST_WAITING:
        raise Refusal("busy", "Others are being shown something: try again in a moment.", 429)
    _looks[address] += 1
    try:
        return await _in_thread(_LOOKING, work, *args)
    finally:
        _looks[address] -= 1
        if not _looks[address]:
            del _looks[address]


async def _in_thread(thread: ThreadPoolExecutor, work: Callable[[Unpack[Things]], T], *args: *Things) -> T:
    if sys.platform == "emscripten":  # in a browser there are no threads, and nobody else who waits
        return work(*args)
    sys.setswitchinterval(SWITCH)
    return await asyncio.get_running_loop().run_in_executor(thread, work, *args)
