"""`python -m docs.questions FOLDER`: a picture of every question of every game, on screens of five sizes."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from khlong.games import our_games
from tests.server.servers import running
from tests.web.browser import launch
from tests.web.questions import SIZES, every_question, fingers
from tests.web.visitor import Visitor


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m docs.questions", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", default="en", choices=("en", "ja", "th"))
    parser.add_argument("--theme", default="light", choices=("light", "dark"))
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running(str(Path(folder) / "khlong.sqlite3")) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for size in SIZES:
            visitor = Visitor(
                browser, server.base, language=wanted.language, theme=wanted.theme, size=size, touch=fingers(size)
            )
            for game in our_games():
                for question, asked in every_question(game).items():
                    visitor.sit_at(visitor.new_table(**asked.table)).await_turn()
                    visitor.page.wait_for_load_state("networkidle")
                    visitor.page.evaluate("document.fonts.ready")
                    name = f"{game}-{question}-{size['width']}x{size['height']}.jpg"
                    visitor.page.screenshot(path=wanted.folder / name, type="jpeg", quality=80)
            visitor.leave()
        browser.close()


if __name__ == "__main__":
    main()
