"""Takes pictures of every main screen, light and dark, on desk and phone, into docs/screenshots."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, sync_playwright

from khlong.games import our_games
from khlong.table import Table, new_table, write_record
from tests.server.servers import running
from tests.web.browser import launch
from tests.web.positions import FIXED, asked, ending, offers, random_game
from tests.web.visitor import DESK, PHONE, Visitor

FOLDER = Path(__file__).parent / "screenshots"
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
QUALITY = 86
LONG = 400  # moves
NAMES = ("Ann", "Kingfisher", "Otter", "Heron")
TABLES: dict[str, Table] = {
    "phraya-card": random_game("phraya", 4, 11, asked("card", 170)),
    "phraya-sail": random_game("phraya", 3, 3, asked("move", 130)),
    "phraya-act": random_game("phraya", 3, 7, offers("deliver ", 100)),
    "floating-market-place": random_game("floating-market", 4, 5, asked("customer", 75)),
    "floating-market-dice": random_game("floating-market", 3, 2, asked("die", 60)),
}
ENDS = {game: ending(game, 3) for game in our_games()}
SCREENS = {"start": "/", "set-up": "/new/phraya", "settings": "/settings", "about": "/about"}


DRAWERS = {"floating-market-place": {"h": "hint", "r": "rules", "p": "score"}}


def _record() -> dict[str, Any]:
    """A game of Phraya between bots that move at random."""
    table = new_table("phraya", 3, 5, FIXED["phraya"], names=list(NAMES[1:4]))
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
    visitor.sit_at(visitor.new_table("floating-market", "me open open"))
    keep("lobby")
    for name, table in TABLES.items():
        begun = {"record": write_record(table), "mode": "continue", "seats": seats(table.players)}
        made = visitor.post("/records", begun)
        visitor.sit_at(made["table"]["id"]).await_turn()
        keep(name)
        if name == "phraya-act":
            keep_reason(visitor, phone)
            keep("phraya-why")
        for key, drawer in DRAWERS.get(name, {}).items():
            visitor.page.keyboard.press(key)
            if key == "h":
                visitor.page.get_by_role("button", name="What would a good player do?").click()
                visitor.page.wait_for_selector(".hint li")
            keep(drawer)
            visitor.page.keyboard.press("Escape" if key == "r" else key)
    for game, (begun, last) in ENDS.items():
        made = visitor.post("/tables", {"game": game, "players": 3, "seats": seats(3)} | begun)
        visitor.sit_at(made["table"]["id"]).await_turn()
        visitor.make(last, "tap" if phone else "click")
        visitor.page.get_by_role("dialog").wait_for()
        keep(f"{game}-end")
    record = _record()
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
