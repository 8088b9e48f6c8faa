"""`python -m bench.server`: our server and boardgame.io's under the same load, in the same run."""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import uvloop
from rich.console import Console
from rich.table import Table as Sheet

import khlong
from bench.games import bench_of, by_size
from khlong.server.storage import Entry, Person
from khlong.server.storage.log import Move, Sit, Start
from khlong.server.storage.store import open_store
from khlong.server.tables.games import find_game
from khlong.server.tables.new_table import plan_table
from khlong.server.tables.room import Room
from khlong.server.wire.messages import NewTable, SeatWish

from . import khlong_tables, peer_tables
from .load import PlayedTable, Seen, percentile, play_at, play_flat_out
from .process import HOST, Served, free_port, serving
from .reviews import beside_reviews

PEER = Path(__file__).parent / "boardgame"
CLIENTS = 4
RATE = 200
STORED = 10_000
TURNS = 5
Opening = tuple[Served, Callable[[int, Seen], Awaitable[Sequence[PlayedTable]]]]


@dataclass(frozen=True)
class Figures:
    """One server under load."""

    name: str
    moves_per_cpu_second: float
    moves_per_second: float
    busy: float
    """The share of a core that the server used flat out: near or above 1, it was not this program that was slow."""
    p50: float
    p99: float
    late: float
    """How late the latest one in a hundred moves was sent, which is this program's doing and counts for nobody."""
    kib_per_connection: float


@dataclass
class Contender:
    """A server with everybody connected, ready to be played."""

    name: str
    served: Served
    tables: Sequence[PlayedTable]
    seen: Seen
    kib_per_connection: float
    took: float = 0.0
    """How long its turns were, flat out."""


@contextmanager
def khlong_server(game: str, database: str) -> Iterator[Opening]:
    with serving(database) as served:

        async def open_tables(tables: int, seen: Seen) -> Sequence[PlayedTable]:
            return await khlong_tables.open_tables(
                HOST, served.port, tables, CLIENTS, seen, game, khlong_tables.KhlongTable
            )

        yield served, open_tables


@contextmanager
def peer_server(places: int) -> Iterator[Opening]:
    """boardgame.io with simple rules and a board of so many places."""
    port = free_port()
    served = Served(["node", str(PEER / "server.js"), str(port), str(places)], port)

    async def open_tables(tables: int, seen: Seen) -> Sequence[PlayedTable]:
        return await peer_tables.open_tables(HOST, port, tables, CLIENTS, seen)

    try:
        served.wait_until_ready("/games")
        yield served, open_tables
    finally:
        served.kill()


async def measure(
    servers: dict[str, AbstractContextManager[Opening]], tables: int, seconds: float, folder: Path
) -> tuple[list[Figures], list[float]]:
    """All of them as fast as they go, and then at a steady rate, in turns with the disk alone.

    Whatever else the machine does falls on all alike. This program's own garbage waits.
    """
    with ExitStack() as open_servers:
        contenders = []
        for name, server in servers.items():
            served, open_tables = open_servers.enter_context(server)
            idle, seen = served.memory(), Seen()
            opened = await open_tables(tables, seen)
            await asyncio.sleep(2)
            kib = (served.memory() - idle) / 1024 / (CLIENTS * tables)
            contenders.append(Contender(name, served, opened, seen, kib))
        gc.disable()
        before = [one.served.cpu_seconds() for one in contenders]
        for one in contenders * TURNS:
            began = time.perf_counter()
            await play_flat_out(one.tables, seconds / TURNS)
            one.took += time.perf_counter() - began
        used = [one.served.cpu_seconds() - cpu for one, cpu in zip(contenders, before, strict=True)]
        flat_out = [one.seen.moves for one in contenders]
        await asyncio.sleep(1)
        for one in contenders:
            one.seen.latencies.clear()
            one.seen.lateness.clear()
        syncs = []
        for _ in range(TURNS):
            for one in contenders:
                await play_at(one.tables, RATE, seconds / TURNS)
            syncs += sync_often(folder, round(RATE * seconds / TURNS))
        gc.enable()
        return [figures_of(one, cpu, moves) for one, cpu, moves in zip(contenders, used, flat_out, strict=True)], syncs


def figures_of(one: Contender, cpu: float, moves: int) -> Figures:
    p50, p99 = (1000 * percentile(one.seen.latencies, share) for share in (50, 99))
    late = 1000 * percentile(one.seen.lateness, 99)
    return Figures(one.name, moves / cpu, moves / one.took, cpu / one.took, p50, p99, late, one.kib_per_connection)


async def store_games(database: str, game: str, games: int) -> None:
    """Very many games of a hundred moves, or fewer where one ends before, as other people left them."""
    with serving(database) as served, httpx.Client(base_url=served.base, timeout=60) as http:
        http.get("/api/me")
        made = http.post("/api/tables", json={"game": game, "seats": [{"kind": "me"}] * 2}).json()
        ply = 0
        while ply < 100:
            snapshot = http.get(f"/api/tables/{made['table']['id']}").json()
            if not snapshot["moves"]:
                break
            wish = {"id": str(ply), "ply": ply, "move": snapshot["moves"][0]["notation"]}
            http.post(f"/api/tables/{made['table']['id']}/moves", json=wish).raise_for_status()
            ply += 1
    with closing(sqlite3.connect(database)) as opened, opened:
        (table,) = opened.execute("SELECT id FROM tables").fetchone()
        columns = [row[1] for row in opened.execute("PRAGMA table_info(tables)")]
        rest = ", ".join(columns[1:])
        for number in range(games):
            copy = f"stored-{number}"
            opened.execute(f"INSERT INTO tables (id, {rest}) SELECT ?, {rest} FROM tables WHERE id = ?", (copy, table))
            opened.execute(
                "INSERT INTO entries SELECT ?, number, kind, person, seat, message, body, at FROM entries "
                "WHERE table_id = ?",
                (copy, table),
            )


async def replay_milliseconds(game: str) -> tuple[float, float]:
    """How long it takes to open a full game from its log: by the clock, and in CPU time."""
    folder = tempfile.mkdtemp()
    store = await open_store(f"{folder}/khlong.sqlite3")
    header, _ = plan_table(Person("me", "Me", None), NewTable(game=game, players=4, seats=[SeatWish(kind="me")] * 4))
    room = Room(header, find_game(game))
    entries = [Entry(seat + 1, 0.0, "me", None, Sit(seat, "Me")) for seat in range(4)]
    entries.append(Entry(5, 0.0, "me", None, Start()))
    room.replay(entries)
    choose = random.Random(1)
    while room.question is not None:
        move = choose.choice(room.table.legal_moves()).notation
        made = Move(room.question.seat, move, "person")
        entry = Entry(room.version + 1, 0.0, "me", f"m{room.version}", made)
        room = room.replay([entry])
        entries.append(entry)
    await store.add_table(header, room.summary(), entries, room.owners())
    clock = cpu = float("inf")
    for _ in range(5):
        began, used = time.perf_counter(), time.process_time()
        found = await store.header(header.id)
        assert found is not None
        opened = Room(found, find_game(game)).replay(await store.entries(header.id))
        clock, cpu = min(clock, time.perf_counter() - began), min(cpu, time.process_time() - used)
        assert opened.status == "over"
    await store.close()
    print(f"(a game of {game}, {len(entries) - 5} moves, Khlong {khlong.__version__})")
    return 1000 * clock, 1000 * cpu


def sync_often(folder: Path, times: int) -> list[float]:
    """How long the disk takes to keep one page, again and again, at the rate of the moves."""
    took = []
    with (folder / "page").open("wb", buffering=0) as file:
        for _ in range(times):
            file.write(bytes(4096))
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append(time.perf_counter() - began)
            time.sleep(1 / RATE)
    return took


def table_of(figures: Sequence[Figures]) -> Sheet:
    sheet = Sheet(title="Servers under load")
    steady = (f"p50 at {RATE}/s", f"p99 at {RATE}/s", "sent late, p99")
    for heading in ("server", "moves/CPU-s", "moves/s", "busy", *steady, "KiB/connection"):
        sheet.add_column(heading, justify="left" if heading == "server" else "right")
    for one in figures:
        sheet.add_row(
            one.name,
            f"{one.moves_per_cpu_second:,.0f}",
            f"{one.moves_per_second:,.0f}",
            f"{one.busy:.0%}",
            f"{one.p50:.2f} ms",
            f"{one.p99:.2f} ms",
            f"{one.late:.2f} ms",
            f"{one.kib_per_connection:.0f}",
        )
    return sheet


def _peer_is_there(console: Console) -> bool:
    if shutil.which("node") is None:
        console.print("boardgame.io is left out: Node is not on the PATH.")
    elif not (PEER / "node_modules").is_dir():
        console.print("boardgame.io is left out: npm install in bench/server/boardgame first (make bench-server does).")
    else:
        return True
    return False


async def run(tables: int, seconds: float, console: Console) -> None:
    folder = Path(tempfile.mkdtemp(prefix="khlong-bench-"))
    full = str(folder / "full.sqlite3")
    smallest, *_, largest = games = by_size()
    await store_games(full, smallest, STORED)
    peer = _peer_is_there(console)
    measured = []
    for game in games:
        servers: dict[str, AbstractContextManager[Opening]] = {}
        places = bench_of(game).places
        if peer and places:
            servers[f"boardgame.io, as large as {game}"] = peer_server(places)
        servers[f"Khlong, {game}"] = khlong_server(game, str(folder / f"{game}.sqlite3"))
        if game == smallest:
            servers[f"Khlong, {game}, {STORED:,} games stored"] = khlong_server(game, full)
        console.print(
            f"{CLIENTS * tables:,} connections at {tables} tables of {game}, {len(servers)} servers in turns …"
        )
        new, syncs = await measure(servers, tables, seconds, folder)
        measured += new
        half, most = (1000 * percentile(syncs, share) for share in (50, 99))
        console.print(f"a lone fdatasync meanwhile took {half:.2f} ms, one in a hundred {most:.2f} ms or more")
    console.print(table_of(measured))
    clock, cpu = await replay_milliseconds(largest)
    console.print(f"Opening a full game of {largest} from its log: {clock:.1f} ms, {cpu:.1f} ms of it CPU time")
    beside = await beside_reviews(largest, str(folder / "reviews.sqlite3"), tables, CLIENTS, RATE, seconds)
    console.print(str(beside))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10.0)
    wanted = parser.parse_args()
    uvloop.run(run(wanted.tables, wanted.seconds, Console() if sys.stdout.isatty() else Console(width=120)))


if __name__ == "__main__":
    main()
