"""Paints the page's icons for home screens, from its boat: `python -m docs.icons`."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web.browser import launch

PUBLIC = Path(__file__).parents[1] / "web" / "public"
WATER = "#0f6e6e"
ICONS = {"icon-192.png": (192, 0.8, "22%"), "icon-512.png": (512, 0.8, "22%"), "icon-maskable.png": (512, 0.58, "0")}
"""Size, how much of it the boat fills, and how round the corners are: systems cut a maskable one themselves."""


def main() -> None:
    boat = (PUBLIC / "boat.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name, (size, part, corners) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body{{margin:0}}div{{width:{size}px;height:{size}px;background:{WATER};border-radius:{corners};"
                f"display:grid;place-items:center}}svg{{width:{part:.0%};height:auto}}</style><div>{boat}</div>"
            )
            page.screenshot(path=PUBLIC / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
