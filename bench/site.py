"""The page that plays by itself: how much it loads, how soon one plays, how strong its bots are, whether it hangs."""

from __future__ import annotations

import gzip
import json
import random
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from statistics import median
from typing import Any

import psutil
from playwright.sync_api import Browser, Request
from rich.table import Table as Sheet

from deploy.site import main as make_site
from khlong.bots import Clock
from khlong.bots.search import SearchBot
from khlong.engine.chance import seed_words
from khlong.games import our_games
from khlong.games.facets import Cover
from khlong.table import Table, game_named, new_table
from tests.web.site import Quiet, SiteVisitor, StaticHost

FIRST_LOAD = 150_000
DOWNLOAD = 9_000_000
FIRST_VISIT, FROM_CACHE = 6.0, 2.5  # seconds
STRENGTH = 0.6  # of native playouts
INPUT_TO_PAINT = 100
SEED, PLAYERS, UNDER_WAY = 1, 4, 30
SECONDS, REPEATS, NODES = 1.0, 5, 1 << 19
PACKED = (".js", ".mjs", ".css", ".html", ".json", ".svg", ".wasm", ".webmanifest", ".zip")
KEPT = re.compile(r"^const files = (\{.*\})$", re.MULTILINE)
SEARCH = """async ([base, worker, game, nodes, tasks]) => {
    const [code, calls] = await Promise.all(['wasm', 'json'].map(kind => fetch(`${base}engine/${game}.${kind}`)))
    const core = new Worker(`${base}${worker}`, { type: 'module' })
    core.postMessage({ module: await WebAssembly.compile(await code.arrayBuffer()), about: await calls.json(), nodes })
    window.search = (task) => new Promise(done => {
        core.onmessage = ({ data }) => done(data)
        core.postMessage({ ...task, game, thread: 0, goesOn: false, keep: false, about: null, player: '' })
    })
    await search(tasks)
}"""


class Packing(Quiet):
    """Sends files packed, as hosts do."""

    def do_GET(self) -> None:  # noqa: N802 - so it is called
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        if path.suffix not in PACKED or not path.exists():
            super().do_GET()
            return
        content = packed(path)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


KNOWN: dict[Path, bytes] = {}


def packed(path: Path) -> bytes:
    if path not in KNOWN:
        KNOWN[path] = gzip.compress(path.read_bytes(), 9)
    return KNOWN[path]


@contextmanager
def site() -> Iterator[tuple[Path, StaticHost]]:
    """The site on a host of its own."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "site"
        make_site(made)
        for path in made.rglob("*"):
            if path.suffix in PACKED:
                packed(path)  # so that no figure has the packing in it
        host = StaticHost(made, Packing)
        yield made, host
        host.stop()


def download(folder: Path) -> int:
    """All that comes so that the page opens without a network, bots and both games in it: as it travels."""
    found = KEPT.search((folder / "sw.js").read_text("utf-8"))
    assert found is not None
    paths = [folder / name for name in json.loads(found[1])]
    return sum(min(path.stat().st_size, len(packed(path))) for path in paths)


class Before:
    """What the first screen fetches, before any table: no Python and no bots, fonts left out."""

    def __init__(self, visitor: SiteVisitor) -> None:
        self.requests: list[Request] = []
        visitor.page.on("requestfinished", self._note)

    def _note(self, request: Request) -> None:
        tables = re.search(r"/(python|engine)/|worker", request.url)
        if tables is None and request.resource_type != "font":
            self.requests.append(request)

    @property
    def bytes(self) -> int:
        return sum(request.sizes()["responseBodySize"] for request in self.requests)


def to_first_move(visitor: SiteVisitor, game: str) -> float:
    """Seconds from a click on *Play now*, made as soon as that is there, until a move is possible."""
    title = Cover.of(game_named(game)).title
    visitor.page.get_by_role("button", name=f"Play now {title}").click()
    began = time.perf_counter()
    visitor.await_turn()
    return time.perf_counter() - began


def first_visits(browser: Browser, host: StaticHost, game: str) -> tuple[int, float, float]:
    """The first load, and the times to a first move on the first visit and on the next."""
    visitor = SiteVisitor(browser, host.base)
    before = Before(visitor)
    visitor.open("/")
    first = to_first_move(visitor, game)
    load = before.bytes
    visitor.be_ready()
    visitor.page.close()
    visitor.page = visitor.context.new_page()
    visitor.open("/")
    again = to_first_move(visitor, game)
    visitor.leave()
    return load, first, again


def strengths(browser: Browser, folder: Path, host: StaticHost, game: str) -> tuple[float, float]:
    """Playouts a second of one core's time, in the browser and natively, by turns."""
    visitor = SiteVisitor(browser, host.base)
    visitor.be_ready()
    visitor.page.goto(f"{host.base}manifest.webmanifest")  # nothing else runs beside it
    table = _under_way(game)
    (worker,) = (folder / "assets").glob("search.worker-*.js")
    task = _task(table)
    visitor.page.evaluate(SEARCH, [host.base, f"assets/{worker.name}", game, NODES, task])
    bot = SearchBot(SEED, 1)
    bot.prepare(table.game)
    rates: tuple[list[float], list[float]] = ([], [])
    for _ in range(REPEATS):
        began = _time_of_browsers()
        found = visitor.page.evaluate("(task) => search(task)", task)
        assert "failure" not in found, found
        rates[0].append(found["made"] / (_time_of_browsers() - began))
        began = time.process_time()
        said = SearchBot(SEED, 1).explain(table, Clock(SECONDS))
        rates[1].append(said.playouts / (time.process_time() - began))
    visitor.leave()
    return median(rates[0]), median(rates[1])


def _time_of_browsers() -> float:
    """Seconds that processors have spent on the browser: other work on the machine does not count."""
    times = [process.cpu_times() for process in psutil.Process().children(recursive=True)]
    return float(sum(each.user + each.system for each in times))


def _under_way(game: str) -> Table:
    table, chooser = new_table(game, PLAYERS, SEED), random.Random(SEED)
    for _ in range(UNDER_WAY):
        table.play(chooser.choice(table.legal_moves()).number)
    return table.for_bot()


def _task(table: Table) -> dict[str, Any]:
    return {
        "state": table.state.pack().hex(),
        "moves": table.move_numbers,
        "seed": [str(word) for word in seed_words(SEED)],
        "playouts": None,
        "least": 1,
        "seconds": SECONDS,
    }


def sheet(browser: Browser, inputs: Callable[[SiteVisitor, str], float]) -> Sheet:
    """All figures beside their goals. `inputs` measures times from input to paint at a table."""
    told = Sheet(
        "game",
        "first load, kB",
        "first move, s: first visit",
        "from cache",
        "playouts/s in the browser",
        "of native",
        "input to paint, 95th percentile, ms",
        title="The page that plays by itself",
    )
    with site() as (folder, host):
        for game in our_games():
            load, first, again = first_visits(browser, host, game)
            here, native = strengths(browser, folder, host, game)
            visitor = SiteVisitor(browser, host.base, speed="fast")
            paint = inputs(visitor, game)
            visitor.leave()
            told.add_row(
                game,
                f"{load / 1000:.1f}",
                f"{first:.1f}",
                f"{again:.1f}",
                f"{here:,.0f}",
                f"{here / native:.0%}",
                f"{paint:.0f}",
            )
        told.add_row(
            "goal",
            f"≤ {FIRST_LOAD / 1000:.0f}",
            f"≤ {FIRST_VISIT}",
            f"≤ {FROM_CACHE}",
            "",
            f"≥ {STRENGTH:.0%}",
            f"≤ {INPUT_TO_PAINT}",
            style="dim",
        )
        told.caption = f"The whole download: {download(folder):,} bytes, packed by gzip; goal: ≤ {DOWNLOAD:,}."
    return told
