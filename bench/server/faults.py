"""Faults with figures: `python -m bench.server.faults`. Each says how often it was tried and what was lost."""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Coroutine
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import orjson
from rich.console import Console
from rich.progress import track

from bench.games import by_size

from .attacks import ATTACKS, ask_for
from .attacks_on_bots import ATTACKS_ON_BOTS
from .attacks_on_lines import ATTACKS_ON_LINES
from .khlong_tables import KhlongTable, new_person, open_tables
from .line import Line, open_line
from .load import Seen, percentile, play_at
from .process import HOST, Served, free_port, khlong, serve_command, serving
from .siege import SECONDS, Attack, besiege

TABLES = 10
DAMAGED = 20
IDLE_TABLES = 5000


@dataclass
class HotSeat:
    """One person who plays all seats of a table and remembers what was acknowledged."""

    cookie: str
    table: str
    choose: random.Random
    acknowledged: dict[int, str] = field(default_factory=dict)
    pending: tuple[int, str] | None = None
    over: bool = False

    def hear(self, line: Line, message: bytes) -> None:
        said = orjson.loads(message)
        if said["type"] == "ack" and self.pending is not None:
            self.acknowledged[int(said["ply"])] = self.pending[1]
            self.pending = None
        elif said["type"] in ("welcome", "update"):
            snapshot = said["snapshot"]
            self.over = snapshot["result"] is not None
            if self.pending is not None and said["type"] == "welcome":
                self._send(line)  # the same message once more, under the same id
            elif self.pending is None and snapshot["moves"]:
                self.pending = (snapshot["ply"], self.choose.choice(snapshot["moves"])["notation"])
                self._send(line)

    def _send(self, line: Line) -> None:
        assert self.pending is not None
        ply, move = self.pending
        line.send(orjson.dumps({"type": "move", "id": f"m{ply}", "ply": ply, "move": move}))

    async def connect(self, served: Served) -> Line:
        path = f"/api/tables/{self.table}/socket"
        line = await open_line(HOST, served.port, path, {"Cookie": self.cookie}, self.hear)
        line.send(b'{"type":"hello","protocol":2,"after":null}')
        return line


@dataclass
class Losses:
    """What was found missing."""

    moves: int = 0
    gaps: int = 0

    async def count(self, http: httpx.AsyncClient, players: list[HotSeat]) -> None:
        """Compares what is stored with what was acknowledged."""
        for player in players:
            stored = (await http.get(f"/api/tables/{player.table}/events")).json()["moves"]
            self.gaps += [move["ply"] for move in stored] != list(range(1, len(stored) + 1))
            kept = {move["ply"]: move["move"] for move in stored}
            self.moves += sum(kept.get(ply) != move for ply, move in player.acknowledged.items())


async def play_and_end(database: str, times: int, end: Callable[[Served], None]) -> Losses:
    """Ends the server in mid-play again and again, and compares after each time."""
    losses = Losses()
    players: list[HotSeat] = []
    for number in track(range(times), "ending the server in mid-play", console=Console(stderr=True)):
        served = khlong(database)
        async with httpx.AsyncClient(base_url=served.base, timeout=60) as http:
            await losses.count(http, players)
            players = [player for player in players if not player.over]
            while len(players) < TABLES:
                players.append(await _hot_seat(http, number))
            lines = [await player.connect(served) for player in players]
            await asyncio.sleep(random.uniform(0.1, 1.0))
            await asyncio.to_thread(end, served)
            for line in lines:
                await line.closed.wait()
    with serving(database) as last:
        async with httpx.AsyncClient(base_url=last.base, timeout=60) as http:
            await losses.count(http, players)
    return losses


async def kills(times: int) -> str:
    """kill -9 in mid-play, again and again: everything that was acknowledged must be there."""
    database = _new_database()
    whole = 0

    def kill(served: Served) -> None:
        nonlocal whole
        served.kill()
        with closing(sqlite3.connect(database)) as opened:
            whole += opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)

    losses = await play_and_end(database, times, kill)
    with closing(sqlite3.connect(database)) as opened:
        (moves,) = opened.execute("SELECT count(*) FROM entries WHERE kind = 'move'").fetchone()
    return (
        f"{times} x kill -9 in mid-play: {losses.moves} acknowledged moves lost of {moves} stored, {losses.gaps} gaps, "
        f"{whole} of {times} databases whole"
    )


async def stops(times: int) -> str:
    """SIGTERM while everybody plays: clients come back, nothing is lost."""
    clean = 0

    def stop(served: Served) -> None:
        nonlocal clean
        clean += served.terminate()

    losses = await play_and_end(_new_database(), times, stop)
    return (
        f"{times} x SIGTERM under load: {clean} clean ends, {losses.moves} acknowledged moves lost, {losses.gaps} gaps"
    )


async def full_disk(times: int) -> str:
    """A file system that really is full, and then has room again."""
    folder = Path(tempfile.mkdtemp(prefix="khlong-full-"))
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)], check=False).returncode:
        return "full disk: left out, since it takes a file system of its own and with it root's rights"
    losses, refused, recovered = Losses(), 0, 0
    ballast = folder / "ballast"
    try:
        with serving(str(folder / "khlong.sqlite3")) as served:
            async with httpx.AsyncClient(base_url=served.base, timeout=60) as http:
                for number in range(times):
                    player = await _hot_seat(http, number)
                    await _play(http, player, 20)
                    with suppress(OSError), ballast.open("wb", buffering=0) as full:
                        while True:
                            full.write(bytes(4096))
                    refused += await _play(http, player, 1000) == 503
                    ballast.unlink()
                    recovered += await _play(http, player, 5) == 200
                    await losses.count(http, [player])
    finally:
        subprocess.run(["umount", str(folder)], check=False)
    return f"{times} x disk full: {refused} refused, {recovered} went on, {losses.moves} acknowledged moves lost"


async def _play(http: httpx.AsyncClient, player: HotSeat, moves: int) -> int:
    """Plays over HTTP until something is refused. Gives the last status."""
    status = 200
    for _ in range(moves):
        seen = (await http.get(f"/api/tables/{player.table}", headers={"Cookie": player.cookie})).json()
        ply, move = seen["ply"], player.choose.choice(seen["moves"])["notation"]
        body = {"id": f"m{ply}-{move}", "ply": ply, "move": move}
        answer = await http.post(f"/api/tables/{player.table}/moves", json=body, headers={"Cookie": player.cookie})
        status = answer.status_code
        if status != 200:
            break
        player.acknowledged[ply + 1] = move
    return status


def _new_database() -> str:
    return str(Path(tempfile.mkdtemp(prefix="khlong-faults-")) / "khlong.sqlite3")


async def _hot_seat(http: httpx.AsyncClient, seed: int) -> HotSeat:
    person = await new_person(http)
    http.cookies.clear()
    wish = {"game": by_size()[0], "players": 2, "seats": [{"kind": "me"}] * 2, "public": True}
    made = await http.post("/api/tables", json=wish, headers={"Cookie": person.cookie})
    return HotSeat(person.cookie, made.json()["table"]["id"], random.Random(seed))


async def spectator(_: int) -> str:
    """Somebody who never reads: the others must not notice."""
    with serving(_new_database(), slow_seconds="3") as served:
        seen = Seen()
        tables = await open_tables(HOST, served.port, 5, 4, seen, by_size()[-1], KhlongTable)
        await asyncio.sleep(1)
        await play_at(tables, 50, 8)
        calm = percentile(seen.latencies, 99)
        seen.latencies.clear()
        lines = []
        for table in tables:
            for _ in range(4):
                line = await open_line(HOST, served.port, table.path, {}, lambda *_: None, buffer=4096)
                line.send(b'{"type":"hello","protocol":2,"after":null}')
                assert line.transport is not None
                line.transport.pause_reading()
                lines.append(line)
        before = served.memory()
        await play_at(tables, 50, 25)
        dropped = 0
        for line in lines:
            assert line.transport is not None
            line.transport.resume_reading()
        await asyncio.sleep(3)
        dropped = sum(line.closed.is_set() for line in lines)
        grown = (served.memory() - before) / 2**20
        return (
            f"20 spectators that never read: p99 {1000 * calm:.1f} ms without, "
            f"{1000 * percentile(seen.latencies, 99):.1f} ms with them; {dropped} dropped, {grown:+.1f} MiB"
        )


async def storm(clients: int) -> str:
    """Everybody comes back at once."""
    with serving(_new_database()) as served:
        seen = Seen()
        tables = await open_tables(HOST, served.port, clients // 4, 4, seen, by_size()[0], KhlongTable)
        await asyncio.sleep(1)
        for table in tables:
            for line in table.lines:
                line.close()
        await asyncio.sleep(1)
        began = time.perf_counter()
        await asyncio.gather(*(table.reconnect(HOST, served.port) for table in tables))
        while not all(line.received for table in tables for line in table.lines):
            await asyncio.sleep(0.05)
        took = time.perf_counter() - began
        seen.latencies.clear()
        await play_at(tables, 50, 5)
        return (
            f"{clients} clients reconnecting at once: all current after {took:.1f} s, "
            f"then p99 {1000 * percentile(seen.latencies, 99):.1f} ms"
        )


async def damaged(seconds: int) -> str:
    """Tables whose logs cannot be read, at the start and for those who ask for them over and over."""
    database = _new_database()
    with serving(database) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=60) as http:
            players = [await _hot_seat(http, number) for number in range(DAMAGED)]
            for player in players:
                await _play(http, player, 5)
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute("UPDATE entries SET body = '{' WHERE number = 5")
        opened.execute("UPDATE tables SET bot_turn = 1, version = 1, changed = 0")
    with serving(database, limits=True) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=60) as http:
            asked = await http.get(f"/api/tables/{players[0].table}", headers={"Cookie": players[0].cookie})
        attack = partial(ask_for, [player.table for player in players])
        code = asked.json()["code"]
        return f"{DAMAGED} damaged tables ({code} to their players): {await besiege(served, attack, seconds)}"


async def gone(times: int) -> str:
    """A database that is deleted in mid-play: it is noticed, and no move is acknowledged that is nowhere."""
    noticed = acknowledged = tried = 0
    for number in range(times):
        database = _new_database()
        with serving(database) as served:
            async with httpx.AsyncClient(base_url=served.base, timeout=60) as http:
                player = await _hot_seat(http, number)
                await _play(http, player, 10)
                Path(database if number % 2 else f"{database}-wal").unlink()
                noticed += (await http.get("/healthz")).status_code == 503
                for _ in range(5):
                    tried += 1
                    acknowledged += await _play(http, player, 1) == 200
    return (
        f"{times} x database deleted in mid-play: {noticed} x noticed at once, "
        f"{acknowledged} of {tried} moves acknowledged after it"
    )


async def doubled(times: int) -> str:
    """A second server on the same file, while the first is played on."""
    database, refused = _new_database(), 0
    losses = Losses()
    with serving(database) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=60) as http:
            for number in range(times):
                player = await _hot_seat(http, number)
                second = await asyncio.create_subprocess_exec(
                    *serve_command(free_port(), database), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
                )
                await _play(http, player, 20)
                refused += await second.wait() != 0
                await losses.count(http, [player])
    return f"{times} x a second server on one database: {refused} refused, {losses.moves} acknowledged moves lost"


async def idle(lines: int) -> str:
    """Many who only watch, and many tables that were played at: what the server takes for them."""
    with serving(_new_database()) as served:
        before = served.memory()
        async with httpx.AsyncClient(base_url=served.base, timeout=60) as http:
            gate = asyncio.Semaphore(20)
            person = await new_person(http)

            async def new_table() -> str:
                async with gate:
                    wish = {"game": by_size()[-1], "players": 4, "seats": [{"kind": "me"}] * 4, "public": True}
                    made = await http.post("/api/tables", json=wish, headers={"Cookie": person.cookie})
                    return str(made.json()["table"]["id"])

            tables = await asyncio.gather(*(new_table() for _ in range(IDLE_TABLES)))
        opened = []
        for number in range(lines):
            path = f"/api/tables/{tables[number % len(tables)]}/socket"
            opened.append(await open_line(HOST, served.port, path, {}, lambda *_: None))
            opened[-1].send(b'{"type":"hello","protocol":2,"after":null}')
        while not all(line.received for line in opened):
            await asyncio.sleep(0.1)
        after = served.memory()
        return (
            f"{lines} idle lines and {len(tables)} tables: {after / 2**20:.0f} MiB, of which {before / 2**20:.0f} MiB "
            "are there without them"
        )


async def under(attack: Attack, seconds: int) -> str:
    """One attack on a server with ordinary limits."""
    with serving(_new_database(), limits=True) as served:
        return await besiege(served, attack, seconds)


FAULTS: dict[str, tuple[Callable[[int], Coroutine[Any, Any, str]], int]] = {
    "kills": (kills, 100),
    "stops": (stops, 20),
    "disk": (full_disk, 5),
    "spectator": (spectator, 1),
    "storm": (storm, 2000),
    "idle": (idle, 2000),
    "gone": (gone, 10),
    "doubled": (doubled, 5),
    "damaged": (damaged, int(SECONDS)),
} | {
    name: (partial(under, attack), int(SECONDS))
    for name, attack in (ATTACKS | ATTACKS_ON_LINES | ATTACKS_ON_BOTS).items()
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server.faults", description=__doc__)
    parser.add_argument("which", nargs="*", choices=[*FAULTS, []], help="which faults; all, if none is named")
    parser.add_argument("--times", type=int, help="how often, how many, or for how many seconds")
    wanted = parser.parse_args()
    for name in wanted.which or FAULTS:
        fault, times = FAULTS[name]
        print(asyncio.run(fault(wanted.times or times)), flush=True)


if __name__ == "__main__":
    main()
