"""What moves at other tables feel of games that are looked at again meanwhile."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass

import httpx

from khlong.engine.data import Data
from khlong.table import new_table, write_record

from . import khlong_tables
from .load import Seen, percentile, play_at
from .process import HOST, serving

GAMES = 4
LOOK = 0.5
PATIENCE = 600.0


@dataclass(frozen=True)
class Beside:
    """Milliseconds from a move to when all have it, without and with analyses beside; and how far these came."""

    alone: tuple[float, float]
    beside: tuple[float, float]
    percent: list[int]

    def __str__(self) -> str:
        (half, most), (half_beside, most_beside) = self.alone, self.beside
        return (
            f"Moves: p50 {half:.2f} ms, p99 {most:.2f} ms; while games are looked at again: p50 {half_beside:.2f} ms, "
            f"p99 {most_beside:.2f} ms (these came to {', '.join(f'{each} %' for each in self.percent)})"
        )


async def beside_reviews(game: str, database: str, tables: int, clients: int, rate: float, seconds: float) -> Beside:
    """Plays at a steady rate, alone and while some games are looked at again, in turns with nothing else changed."""
    with serving(database) as served:
        seen = Seen()
        opened = await khlong_tables.open_tables(
            HOST, served.port, tables, clients, seen, game, khlong_tables.KhlongTable
        )
        async with httpx.AsyncClient(base_url=served.base, timeout=PATIENCE) as http:
            await http.get("/api/me")
            alone = await _played(opened, seen, rate, seconds)
            paths = [await _begun(http, game, seed) for seed in range(GAMES)]
            while await _percent(http, paths[-1]) == 0:
                await asyncio.sleep(LOOK)
            beside = await _played(opened, seen, rate, seconds)
            return Beside(alone, beside, [await _percent(http, path) for path in paths])


async def _played(
    tables: list[khlong_tables.KhlongTable], seen: Seen, rate: float, seconds: float
) -> tuple[float, float]:
    seen.latencies.clear()
    await play_at(tables, rate, seconds)
    return 1000 * percentile(seen.latencies, 50), 1000 * percentile(seen.latencies, 99)


async def _begun(http: httpx.AsyncClient, game: str, seed: int) -> str:
    """Has a finished game looked at again; where that is told of."""
    dice, table = random.Random(seed), new_table(game, 4, seed)
    while not table.over:
        table.play(dice.choice(table.legal_moves()).number)
    upload: Data = {"record": write_record(table)}
    made = (await http.post("/api/records", json=upload)).raise_for_status().json()
    path = f"/api/tables/{made['table']['id']}/review"
    (await http.post(path, json={})).raise_for_status()
    return path


async def _percent(http: httpx.AsyncClient, path: str) -> int:
    state = (await http.get(path, params={"have": 9})).raise_for_status().json()
    return int(state["percent"])
