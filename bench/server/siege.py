"""A siege: strangers do their worst while others play on, whose moves are timed and looked for afterwards.

Everybody has the limits of an ordinary server, and strangers come from addresses of their own.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import get_context
from typing import Any

import httpx
import orjson

from bench.games import by_size

from .khlong_tables import KhlongTable, new_person, open_tables
from .line import Line
from .load import PATIENCE, Seen, percentile
from .process import HOST, Served

TABLES, PEOPLE = 5, 4
RATE = 2.5  # moves a second at each table
SECONDS = 20.0
CALM = 5.0  # seconds before the attack
HOSTS = count(2)


@dataclass(frozen=True)
class Siege:
    """A server that is attacked, and until when."""

    base: str
    process: int
    """The server's process id."""
    ends: float

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.ends

    @property
    def left(self) -> float:
        """Seconds until it is over."""
        return max(0.0, self.ends - time.monotonic())

    @property
    def port(self) -> int:
        return int(self.base.rsplit(":", 1)[1])

    async def stranger(self) -> Stranger:
        """Somebody new, from an address of their own."""
        address = f"127.0.1.{next(HOSTS) % 250}"
        transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits())
        http = httpx.AsyncClient(base_url=self.base, timeout=60, transport=transport)
        return Stranger(http, {"Cookie": (await new_person(http)).cookie}, address)


@dataclass
class Stranger:
    """Somebody who means no good, and how often that was answered in which way."""

    http: httpx.AsyncClient
    headers: dict[str, str]
    address: str
    answers: dict[int, int] = field(default_factory=dict)

    async def send(self, method: str, path: str, content: bytes | None = None) -> httpx.Response | None:
        """An answer, if there is one."""
        try:
            headers = self.headers | ({"Content-Type": "application/json"} if content is not None else {})
            answer = await self.http.request(method, path, content=content, headers=headers)
        except httpx.TransportError:
            self.answers[0] = self.answers.get(0, 0) + 1
            return None
        self.answers[answer.status_code] = self.answers.get(answer.status_code, 0) + 1
        return answer


def told(strangers: list[Stranger]) -> str:
    """How strangers were answered, in words: `429` so often, and so on."""
    answers: dict[int, int] = {}
    for stranger in strangers:
        for status, times in stranger.answers.items():
            answers[status] = answers.get(status, 0) + times
    return ", ".join(f"{times} x {status or 'cut off'}" for status, times in sorted(answers.items())) or "no answers"


Attack = Callable[[Siege], Coroutine[Any, Any, str]]
"""Does something bad until the siege is over, and tells in a few words how that went. A function of a module: it runs
in a process of its own, so that what it does costs those who play nothing but what it costs the server."""


def run_attack(attack: Attack, siege: Siege) -> str:
    os.nice(19)  # strangers have machines of their own
    return asyncio.run(attack(siege))


class SteadyTable(KhlongTable):
    """A table that remembers what was acknowledged to it."""

    def __init__(self, clients: int, seen: Seen) -> None:
        super().__init__(clients, seen)
        self.acknowledged: dict[int, str] = {}
        self._said: dict[str, str] = {}
        """Moves by the ids of their messages."""

    def hear(self, line: Line, message: bytes) -> None:
        if message.startswith(b'{"type":"ack"'):
            said = orjson.loads(message)
            self.acknowledged[said["ply"]] = self._said[said["id"]]
        super().hear(line, message)

    def send_move(self) -> bool:
        began = super().send_move()
        self._said[str(self.ply)] = self.move.decode()
        return began

    def play(self, due: float) -> bool:
        began = super().play(due)
        self._sent = due  # a move that waited for the one before was late as well
        return began

    async def keep_on(self, siege: Siege) -> None:
        """A move every so often. One that is late makes the next ones late, and all of that is counted."""
        due = time.perf_counter()
        while siege.goes_on and self.play(due):
            with suppress(TimeoutError):
                await asyncio.wait_for(self.idle.wait(), max(0.0, siege.ends - time.monotonic()) + PATIENCE)
            if not self.idle.is_set():
                self._seen.latencies.append(time.perf_counter() - due)
                return
            due += 1 / RATE
            await asyncio.sleep(max(0.0, due - time.perf_counter()))


async def besiege(served: Served, attack: Attack, seconds: float = SECONDS) -> str:
    """Has people play at a steady rate while an attack runs. Tells how their moves fared."""
    seen = Seen()
    tables = await open_tables(HOST, served.port, TABLES, PEOPLE, seen, by_size()[-1], SteadyTable)
    await _play(tables, Siege(served.base, served.process_id, time.monotonic() + CALM))
    calm = percentile(seen.latencies, 99)
    seen.latencies.clear()
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(1, get_context("spawn")) as attackers:
        await loop.run_in_executor(attackers, int)  # its start is not part of it
        siege = Siege(served.base, served.process_id, time.monotonic() + seconds)
        attacking = loop.run_in_executor(attackers, run_attack, attack, siege)
        await _play(tables, siege)
        outcome = await attacking
    lost = acknowledged = 0
    async with httpx.AsyncClient(base_url=served.base, timeout=60) as http:
        for table in tables:
            stored = (await http.get(table.path.replace("/socket", "/events"))).json()["moves"]
            kept = {move["ply"]: move["move"] for move in stored}
            lost += sum(kept.get(ply) != move for ply, move in table.acknowledged.items())
            acknowledged += len(table.acknowledged)
    p50, p99, most = (1000 * percentile(seen.latencies, share) for share in (50, 99, 100))
    times = f"p50 {p50:.1f} ms, p99 {p99:.1f} ms, max {most:.1f} ms (p99 before it: {1000 * calm:.1f} ms)"
    return f"{outcome}; moves of others meanwhile: {times}; {lost} of {acknowledged} acknowledged lost"


async def _play(tables: list[SteadyTable], siege: Siege) -> None:
    await asyncio.gather(*(table.keep_on(siege) for table in tables))
