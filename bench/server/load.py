"""Many tables at once, played over the wire: as fast as they go, or so many moves a second."""

from __future__ import annotations

import asyncio
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from .line import Line

PATIENCE = 10.0


@dataclass
class Seen:
    """What the clients saw."""

    moves: int = 0
    latencies: list[float] = field(default_factory=list)
    """From when a move was sent to when the last of the table's clients had it."""
    lateness: list[float] = field(default_factory=list)
    """How long after its time each move was sent: what this program itself adds, and no server's doing."""
    finished: int = 0


class PlayedTable(ABC):
    """One table and its clients. A move counts once all of them have heard of it."""

    def __init__(self, clients: int, seen: Seen) -> None:
        self.lines: list[Line] = []
        self._clients = clients
        self._seen = seen
        self._heard = 0
        self._sent = 0.0
        self._playing = False
        self.idle = asyncio.Event()
        self.choose = random.Random(id(self))

    @abstractmethod
    def send_move(self) -> bool:
        """Sends the next move. False if the game is over."""

    def play(self, due: float) -> bool:
        """Begins a move that should have begun at some time. False if the game is over."""
        self._heard, self._sent = 0, time.perf_counter()
        self._seen.lateness.append(self._sent - due)
        self.idle.clear()
        self._playing = self.send_move()
        self._seen.finished += not self._playing
        return self._playing

    def heard(self) -> None:
        """One client has the new state."""
        if not self._playing:
            return
        self._heard += 1
        if self._heard == self._clients:
            self._playing = False
            self._seen.moves += 1
            self._seen.latencies.append(time.perf_counter() - self._sent)
            self.idle.set()


async def play_flat_out(tables: Sequence[PlayedTable], seconds: float) -> None:
    """Every table plays its next move as soon as everybody has the last one."""
    end = time.perf_counter() + seconds

    async def one(table: PlayedTable) -> None:
        while (now := time.perf_counter()) < end and table.play(now):
            await table.idle.wait()

    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*(one(table) for table in tables)), seconds + PATIENCE)


async def play_at(tables: Sequence[PlayedTable], rate: float, seconds: float) -> None:
    """So many moves a second, spread evenly, however long the server takes for each."""
    start = time.perf_counter()
    order = list(tables)
    for number in range(int(rate * seconds)):
        due = start + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        order[number % len(order)].play(due)
    await asyncio.sleep(2)


def percentile(values: Sequence[float], share: int) -> float:
    """The value that so many in a hundred do not exceed."""
    return sorted(values)[min(len(values) - 1, len(values) * share // 100)] if values else float("nan")
