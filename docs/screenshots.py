"""Takes pictures of every main screen, light and dark, on desk and phone, into docs/screenshots."""

from __future__ import annotations

import random
import tempfile
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, sync_playwright

from khlong.games import our_games
from khlong.table import Table, new_table, write_record
from tests.scenes import Position, scenes_of
from tests.server.servers import running
from tests.web.browser import launch
from tests.web.positions import ending, random_game
from tests.web.visitor import DESK, PHONE, Visitor

FOLDER = Path(__file__).parent / "screenshots"
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
QUALITY = 86
LONG = 400  # moves
NAMES = ("Ann", "Kingfisher", "Otter", "Heron")
SCREENS = {"start": "/", "settings": "/settings", "about": "/about"}


def games_for(screen: str) -> list[str]:
    """The game that a screen is shown with, if one wants that."""
    return [game for game in our_games() if screen in scenes_of(game).shown][:1]


@cache
def pictured(game: str) -> list[tuple[str, Position, Table]]:
    """The tables of a game that pictures are taken of."""
    return [
        (f"{game}-{name}", place, random_game(game, place.players, place.seed, place.test))
        for name, place in scenes_of(game).pictures.items()
    ]


@cache
def random_record(game: str) -> dict[str, Any]:
    """A game between bots that move at random."""
    table = new_table(game, 3, 5, scenes_of(game).fixed, names=list(NAMES[1:4]))
    choices = random.Random(5)
    while not table.over and table.ply < LONG:
        table.play(choices.choice(table.legal_moves()).number)
    return write_record(table)


def seats(players: int) -> list[dict[str, str]]:
    bots = [{"kind": "bot", "bot": "random", "name": name} for name in NAMES[1:players]]
    return [{"kind": "me", "name": NAMES[0]}, *bots]


def keep_reason(visitor: Visitor, phone: bool) -> None:
    """Points at something that is not possible."""
    refused = visitor.page.locator("[data-wish]:visible").last
    if phone:
        refused.tap(force=True)
    else:
        refused.hover(force=True)


def take(browser: Browser, base: str, theme: Literal["light", "dark"], phone: bool) -> None:
    visitor = Visitor(browser, base, theme=theme, size=PHONE if phone else DESK, touch=phone)
    visitor.context.request.get("/api/me")

    def keep(name: str) -> None:
        visitor.page.wait_for_load_state("networkidle")
        visitor.page.evaluate("document.fonts.ready")
        path = FOLDER / f"{name}-{'phone' if phone else 'desk'}-{theme}.jpg"
        visitor.page.screenshot(path=path, type="jpeg", quality=QUALITY)

    for name, path in SCREENS.items():
        visitor.open(path)
        keep(name)
    for game in games_for("set-up"):
        visitor.open(f"/new/{game}")
        keep("set-up")
    for game in games_for("lobby"):
        visitor.sit_at(visitor.new_table(game, "me open open"))
        keep("lobby")
    for name, place, table in chain.from_iterable(map(pictured, our_games())):
        begun = {"record": write_record(table), "mode": "continue", "seats": seats(table.players)}
        made = visitor.post("/records", begun)
        visitor.sit_at(made["table"]["id"]).await_turn()
        keep(name)
        if place.why:
            keep_reason(visitor, phone)
            keep(f"{table.game.name}-why")
        for key, drawer in place.drawers.items():
            visitor.page.keyboard.press(key)
            if key == "h":
                visitor.page.get_by_role("button", name="What would a good player do?").click()
                visitor.page.wait_for_selector(".hint li")
            keep(drawer)
            visitor.page.keyboard.press("Escape" if key == "r" else key)
    for game in our_games():
        begun, last = ending(game, 3)
        made = visitor.post("/tables", {"game": game, "players": 3, "seats": seats(3)} | begun)
        visitor.sit_at(made["table"]["id"]).await_turn()
        visitor.make(last, "tap" if phone else "click")
        visitor.page.get_by_role("dialog").wait_for()
        keep(f"{game}-end")
    for game in games_for("look-back"):
        record = random_record(game)
        opened = visitor.post("/records", {"record": record, "mode": "watch"})["table"]["id"]
        visitor.open(f"/t/{opened}?ply={len(record['moves']) // 2}")
        visitor.page.wait_for_selector(f".table[data-shown='{len(record['moves']) // 2}']")
        keep("look-back")
    visitor.leave()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running(str(Path(folder) / "khlong.sqlite3")) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for theme in THEMES:
            for phone in (False, True):
                take(browser, server.base, theme, phone)
        browser.close()


if __name__ == "__main__":
    main()
