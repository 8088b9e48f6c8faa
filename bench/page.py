"""The page in a real browser: how much it loads, how soon it answers, whether it ever hangs.

`make bench-page` prints the figures beside their goals, and beside those of a page with nothing but a button: what the
machine itself takes. On a machine that others use too, both grow.
"""

from __future__ import annotations

import os
import random
import tempfile
from pathlib import Path

from playwright.sync_api import Request, sync_playwright
from rich.console import Console
from rich.table import Table

from khlong.bots.search import SearchBot
from khlong.table import game_named, game_names
from tests.server.servers import running
from tests.web.browser import launch
from tests.web.visitor import READY, Visitor

from . import site

MOVES = 25
PAUSE = 100  # milliseconds between clicks, as bots' moves lie between those of a game
THINKING = 1.0  # seconds for a bot's move
FIRST_LOAD = 150_000
INPUT_TO_PAINT = 100
LONGEST_TASK = 200
WATCH = """
    window.figures = { inputs: [], tasks: [] }
    new PerformanceObserver(list => list.getEntries().forEach(e => e.interactionId && figures.inputs.push(e.duration)))
        .observe({ type: 'event', durationThreshold: 16, buffered: true })
    new PerformanceObserver(list => list.getEntries().forEach(e => figures.tasks.push(e.duration)))
        .observe({ type: 'longtask', buffered: true })
"""


class Loaded:
    """What a browser fetches, as it travels, fonts and data of the game left out."""

    def __init__(self) -> None:
        self.requests: list[Request] = []

    def note(self, request: Request) -> None:
        if request.resource_type in ("document", "script", "stylesheet", "image"):
            self.requests.append(request)

    @property
    def bytes(self) -> int:
        return sum(request.sizes()["responseBodySize"] for request in self.requests)


def percentile(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)] if times else 0.0


def measure_nothing(visitor: Visitor) -> float:
    """Input to paint of a page that has only a button to count with."""
    visitor.page.add_init_script(WATCH)
    visitor.open("/healthz")
    visitor.page.set_content("<button>0</button>")
    visitor.page.evaluate(WATCH)
    visitor.page.evaluate("() => { document.querySelector('button').onclick = (e) => e.target.textContent++ }")
    for _ in range(MOVES):
        visitor.page.locator("button").click()
        visitor.page.wait_for_timeout(PAUSE)
    return percentile(visitor.page.evaluate("figures")["inputs"])


def measure(visitor: Visitor, game: str, bot: str = "medium") -> tuple[int, list[float], float]:
    """First load of a table, times from input to paint, and the longest task, with three bots that think.

    One's own moves are clicks; while bots think, keys open and close the score pad.
    """
    loaded = Loaded()
    visitor.page.add_init_script(WATCH)
    visitor.page.on("requestfinished", loaded.note)
    visitor.sit_at(visitor.new_table(game, f"me {bot} {bot} {bot}")).await_turn()
    first_load = loaded.bytes
    visitor.page.evaluate("figures.tasks.length = figures.inputs.length = 0")  # the game begins
    choices = random.Random(1)
    for _ in range(MOVES):
        while not visitor.page.evaluate(READY, -1):
            visitor.page.keyboard.press("p")
            visitor.page.wait_for_timeout(PAUSE)
        if visitor.over:
            break
        visitor.make(visitor.choose(choices))
    figures = visitor.page.evaluate("figures")
    return first_load, figures["inputs"], max(figures["tasks"], default=0)


def main() -> None:
    for game in game_names():
        SearchBot().prepare(game_named(game))  # so that no bot's first move waits for a compiler
    sheet = Table("page", "first load, kB", "input to paint, 95th percentile, ms", "longest task, ms", title="The page")
    with (
        tempfile.TemporaryDirectory() as folder,
        running(str(Path(folder) / "khlong.sqlite3"), bot_seconds=THINKING) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for game in game_names():
            visitor = Visitor(browser, server.base, speed="fast")
            load, inputs, longest = measure(visitor, game)
            sheet.add_row(game, f"{load / 1000:.1f}", f"{percentile(inputs):.0f}", f"{longest:.0f}")
            visitor.leave()
        visitor = Visitor(browser, server.base)
        sheet.add_row("only a button", "", f"{measure_nothing(visitor):.0f}", "")
        visitor.leave()
        alone = site.sheet(browser, lambda visitor, game: percentile(measure(visitor, game, "expert")[1]))
        browser.close()
    sheet.add_row("goal", f"≤ {FIRST_LOAD / 1000:.0f}", f"< {INPUT_TO_PAINT}", f"≤ {LONGEST_TASK}", style="dim")
    Console().print(sheet)
    Console().print(alone)
    Console().print(f"{os.cpu_count()} cores; on average {os.getloadavg()[0]:.1f} processes wanted one of them.")


if __name__ == "__main__":
    main()
