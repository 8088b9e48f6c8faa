"""Files from strangers (components, records, positions) are read in a process of its own, against a deadline.

Whatever is in them, the event loop goes on. What failed is remembered, so that the same bytes are not worked through
again.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import time
import traceback
from collections import Counter
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar, TypeVarTuple, Unpack

import structlog

from khlong.server.errors import Refusal

from .worker import Worker

log = structlog.get_logger()

SECONDS = 5.0
MOST_WAITING = 20
MOST_OF_ONE = 3  # from one address
MOST_REMEMBERED = 2000
SOON = 600.0  # seconds: what took too long once, on a busy machine, may be tried again
Things = TypeVarTuple("Things")
T = TypeVar("T")
Failure = tuple[str, str, int]
TOO_LONG: Failure = ("too_long", "That takes too long to read.", 422)


class Reader:
    """Reads one file after the other. The process starts with the first of them."""

    def __init__(self) -> None:
        self._worker: Worker | None = None
        self._turn = asyncio.Lock()
        self._waiting: Counter[str] = Counter()
        """How many files are being read or wait, by address."""
        self._failures: dict[bytes, tuple[Failure, float]] = {}
        """What failed, by its hash, and until when that holds."""

    async def read(self, address: str, file: bytes, work: Callable[[Unpack[Things]], T], *args: *Things) -> T:
        """What work makes of a file, or a refusal: the same for the same file."""
        key = hashlib.sha256(file).digest()
        self._check(key)
        if self._waiting[address] >= MOST_OF_ONE or self._waiting.total() >= MOST_WAITING:
            raise Refusal("busy", "Other files are being read: try again in a moment.", 429)
        self._waiting[address] += 1
        try:
            async with self._turn:
                self._check(key)
                read, failure = await self._ask(work, *args)
        finally:
            self._waiting[address] -= 1
            self._waiting += Counter()  # forgets those who wait for nothing
        if failure is not None:
            for oldest in list(self._failures)[: len(self._failures) + 1 - MOST_REMEMBERED]:
                del self._failures[oldest]
            self._failures[key] = failure, math.inf if failure != TOO_LONG else time.monotonic() + SOON
            raise Refusal(*failure)
        assert read is not None
        return read

    def _check(self, key: bytes) -> None:
        failure, until = self._failures.get(key, (TOO_LONG, 0.0))
        if time.monotonic() < until:
            raise Refusal(*failure)

    async def _ask(self, work: Callable[[Unpack[Things]], T], *args: *Things) -> tuple[T | None, Failure | None]:
        if self._worker is not None and self._worker.worn_out:
            await self.stop()
        self._worker = self._worker or Worker()
        try:
            read, failure, trace = await self._worker.run(SECONDS, _tried, work, args)
        except (BrokenProcessPool, TimeoutError) as error:
            log.warning("file_not_read", error=type(error).__name__)
            await self.stop()
            return None, TOO_LONG
        except BaseException:
            await self.stop()  # nobody waits for it any more
            raise
        if trace is not None:
            log.error("file_not_read", trace=trace)
        return read, failure

    async def stop(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            await asyncio.to_thread(worker.end)


def _tried(work: Callable[[Unpack[Things]], T], args: tuple[*Things]) -> tuple[T | None, Failure | None, str | None]:
    """What work gives, or why it does not; with a trace if that is a mistake of ours."""
    try:
        return work(*args), None, None
    except Refusal as refusal:
        return None, (refusal.code, refusal.message, refusal.status), None
    except Exception:
        return None, ("unreadable", "That cannot be read.", 422), traceback.format_exc()[-4000:]
