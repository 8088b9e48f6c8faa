"""What strangers try with those who think: hints from everybody, tables with own components, processes that hang.

Somebody plays against a bot meanwhile, and it is told how long that bot took to answer.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from random import Random
from typing import Any

import orjson
import psutil

from bench.games import by_size
from khlong.lab.component_files import as_toml, random_file

from .khlong_tables import new_person
from .line import Line, open_line
from .load import percentile
from .process import HOST
from .siege import Attack, Siege, Stranger, told

GUESTS = 20
OWN_TABLES = 3
HOSTS_OF_CROWDS, TABLES_OF_ONE = 4, 40
STOP_EVERY = 9.0  # seconds
GAME = by_size()[0]
BOT = "medium"
LONGEST_LESSON = 300.0


class Witness:
    """Somebody at a table with a bot, as it comes in the box."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        """How long the bot took for each move, with the pause that it makes so that people can follow."""
        self.stand_ins = 0
        self.ready_after = float("nan")
        self._began = time.perf_counter()
        self._asked = self._began
        self._choose = Random(5)
        self._over = asyncio.Event()

    def _hear(self, line: Line, message: bytes) -> None:
        said, now = orjson.loads(message), time.perf_counter()
        around = said.get("around") or said.get("snapshot") or said
        if "seats" in around and around["seats"][1]["readiness"] == 100 and self.ready_after != self.ready_after:
            self.ready_after = now - self._began
        if said["type"] not in ("welcome", "update"):
            return
        for made in said["made"]:
            if made["seat"] == 1:
                self.answers.append(now - self._asked)
                self.stand_ins += made["by"] == "stand-in"
        self._asked = now
        snapshot = said["snapshot"]
        if snapshot["result"]:
            self._over.set()
        elif snapshot["moves"]:
            move = self._choose.choice(snapshot["moves"])["notation"]
            line.send(orjson.dumps({"type": "move", "id": f"m{snapshot['ply']}", "ply": snapshot["ply"], "move": move}))

    async def watch(self, siege: Siege) -> str:
        """Plays while the siege goes on, and until the bot is ready."""
        person = await siege.stranger()
        while siege.goes_on:
            self._over.clear()
            line = await self._sit_down(siege, person)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._over.wait(), max(0.0, siege.ends - time.monotonic()))
        while self.ready_after != self.ready_after and time.perf_counter() - self._began < LONGEST_LESSON:
            await asyncio.sleep(0.1)
        line.close()
        p50, p99, most = (percentile(self.answers, share) for share in (50, 99, 100))
        return (
            f"a bot's {len(self.answers)} answers took p50 {p50:.2f} s, p99 {p99:.2f} s, max {most:.2f} s, "
            f"{self.stand_ins} by a stand-in; it was ready after {self.ready_after:.1f} s"
        )

    async def _sit_down(self, siege: Siege, person: Stranger) -> Line:
        made = await person.send("POST", "/api/tables", table_with_bots(["me", BOT]))
        assert made is not None, "the new table was not answered"
        assert made.status_code == 201, made.text
        path = f"/api/tables/{made.json()['table']['id']}/socket"
        line = await open_line(HOST, siege.port, path, person.headers, self._hear)
        line.send(b'{"type":"hello","protocol":2,"after":null}')
        return line


def table_with_bots(seats: list[str], **more: Any) -> bytes:
    wishes = [{"kind": seat} if seat == "me" else {"kind": "bot", "bot": seat} for seat in seats]
    return orjson.dumps({"game": GAME, "players": len(seats), "seats": wishes} | more)


async def beside_a_witness(siege: Siege, attack: Callable[[Siege], Coroutine[Any, Any, str]]) -> str:
    attacking = asyncio.create_task(attack(siege))
    await asyncio.sleep(1)  # who comes later finds the line long
    seen = await Witness().watch(siege)
    return f"{await attacking}; {seen}"


async def hints(siege: Siege) -> str:
    """Twenty guests from as many addresses, each asking for one hint after the other."""

    async def storm(siege: Siege) -> str:
        guests = [await siege.stranger() for _ in range(GUESTS)]

        async def keep_on(guest: Stranger) -> None:
            made = await guest.send("POST", "/api/tables", table_with_bots(["me", "me"]))
            assert made is not None
            path = f"/api/tables/{made.json()['table']['id']}/hint?seconds=30"
            while siege.goes_on:
                answer = await guest.send("GET", path)
                if answer is None or answer.status_code != 200:
                    await asyncio.sleep(0.1)

        await asyncio.gather(*(keep_on(guest) for guest in guests))
        return f"hints for {GUESTS} guests at once: {told(guests)}"

    return await beside_a_witness(siege, storm)


async def own_components(siege: Siege) -> str:
    """Tables with components that no bot knows yet, and bots at all their seats."""
    boxes = [as_toml(random_file(GAME, Random())) for _ in range(OWN_TABLES)]

    async def storm(siege: Siege) -> str:
        strangers = [await siege.stranger() for _ in range(OWN_TABLES)]
        for stranger, own in zip(strangers, boxes, strict=True):
            await stranger.send("POST", "/api/tables", table_with_bots([BOT, BOT, "expert"], components=own))
        while siege.goes_on:
            await asyncio.sleep(0.5)
        return f"{OWN_TABLES} tables with own components: {told(strangers)}"

    return await beside_a_witness(siege, storm)


async def crowd(siege: Siege) -> str:
    """Some guests of one address, who make table after table where only bots play, as they come in the box."""

    async def storm(siege: Siege) -> str:
        one = await siege.stranger()
        guests = [one]
        while len(guests) < HOSTS_OF_CROWDS:
            one.http.cookies.clear()
            guests.append(Stranger(one.http, {"Cookie": (await new_person(one.http)).cookie}, one.address))
        one.http.cookies.clear()
        for guest in guests:
            for _ in range(TABLES_OF_ONE):
                await guest.send("POST", "/api/tables", table_with_bots([BOT] * 3))
        while siege.goes_on:
            await asyncio.sleep(0.5)
        return f"{HOSTS_OF_CROWDS * TABLES_OF_ONE} tables of bots from one address: {told(guests)}"

    return await beside_a_witness(siege, storm)


async def hung_thinkers(siege: Siege) -> str:
    """Every process that thinks is stopped every few seconds, be it at work, starting or learning."""

    async def storm(siege: Siege) -> str:
        stopped: set[int] = set()
        while siege.goes_on:
            for child in psutil.Process(siege.process).children(recursive=True):
                with suppress(psutil.NoSuchProcess, ProcessLookupError):
                    if "spawn_main" in " ".join(child.cmdline()):
                        os.kill(child.pid, signal.SIGSTOP)
                        stopped.add(child.pid)
            await asyncio.sleep(STOP_EVERY)
        for pid in stopped:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        return f"{len(stopped)} thinkers stopped"

    return await beside_a_witness(siege, storm)


ATTACKS_ON_BOTS: dict[str, Attack] = {"hints": hints, "crowd": crowd, "own": own_components, "hung": hung_thinkers}
