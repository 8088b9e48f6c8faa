"""Everybody can use it: axe on every screen, names for everything, sizes from phone to large screen."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from .conftest import Invite
from .positions import asked, offers, reached
from .visitor import PHONE, Visitor

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = [(360, 640), (667, 375), (768, 1024), (1366, 768), (1920, 1080)]


def violations(visitor: Visitor) -> list[str]:
    visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = visitor.page.evaluate("axe.run(document).then(result => result.violations)")
    return [
        f"{each['id']}: {each['help']} at " + "; ".join(node["html"][:140] for node in each["nodes"][:3])
        for each in found
    ]


def tables() -> dict[str, dict[str, Any]]:
    return {
        "phraya-card": {"game": "phraya", **reached("phraya", 3, 1, asked("card", 120))},
        "phraya-move": {"game": "phraya", **reached("phraya", 3, 2, asked("move", 120))},
        "phraya-action": {"game": "phraya", **reached("phraya", 3, 3, offers("buy ", 120))},
        "phraya-stall": {"game": "phraya", **reached("phraya", 3, 3, asked("first-stall"))},
        "market-customer": {"game": "floating-market", **reached("floating-market", 3, 1, asked("customer", 60))},
        "market-die": {"game": "floating-market", **reached("floating-market", 3, 2, asked("die", 60))},
        "market-swap": {"game": "floating-market", **reached("floating-market", 3, 3, asked("swap", 60))},
    }


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_any_screen(invite: Invite, theme: str) -> None:
    visitor = invite(theme=theme)
    found: dict[str, list[str]] = {}
    for path in ("/", "/settings", "/about", "/new/phraya", "/new/floating-market"):
        visitor.open(path)
        visitor.page.wait_for_selector("main h1")
        visitor.page.wait_for_load_state("networkidle")
        found[path] = violations(visitor)
    visitor.sit_at(visitor.new_table("phraya", "me open"))
    found["lobby"] = violations(visitor)
    for name, body in tables().items():
        visitor.sit_at(visitor.new_table(body.pop("game"), "me random random", **body)).await_turn()
        found[name] = violations(visitor)
    for drawer in ("Log", "Score"):
        visitor.page.get_by_role("button", name=drawer).click()
        found[drawer] = violations(visitor)
    assert not {screen: problems for screen, problems in found.items() if problems}


def test_axe_finds_nothing_on_a_phone(invite: Invite) -> None:
    visitor = invite(size=PHONE, touch=True)
    found: dict[str, list[str]] = {}
    for name, body in tables().items():
        visitor.sit_at(visitor.new_table(body.pop("game"), "me random random", **body)).await_turn()
        for tab in visitor.page.get_by_role("tab").all():
            tab.tap()
            found[f"{name} {tab.get_attribute('aria-label')}"] = violations(visitor)
    assert not {screen: problems for screen, problems in found.items() if problems}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_page_scrolls_and_moves_are_large_enough(invite: Invite, size: tuple[int, int]) -> None:
    phone = size == (360, 640)
    visitor = invite(size={"width": size[0], "height": size[1]}, touch=phone)
    small: dict[str, list[str]] = {}
    for name, body in tables().items():
        visitor.sit_at(visitor.new_table(body.pop("game"), "me random random", **body)).await_turn()
        high, wide = visitor.page.evaluate("(({scrollHeight: high, scrollWidth: wide}) => [high, wide])(document.body)")
        assert high <= size[1], name
        assert wide <= size[0], name
        if phone:
            boxes = visitor.page.evaluate(
                "[...document.querySelectorAll('[data-move]')].filter(e => e.checkVisibility())"
                ".map(e => [e.dataset.move, e.getBoundingClientRect().width, e.getBoundingClientRect().height])"
            )
            large = {move for move, width, height in boxes if width >= 43.5 and height >= 43.5}
            small[name] = sorted({move for move, _, _ in boxes} - large)
    assert not {name: moves for name, moves in small.items() if moves}


def test_a_whole_game_by_taps_on_a_phone(invite: Invite, choices: random.Random) -> None:
    visitor = invite(size=PHONE, touch=True)
    visitor.sit_at(visitor.new_table("floating-market"))
    assert visitor.play_on(choices, "tap") > 10
    visitor.assert_content()


def test_events_are_announced(visitor: Visitor, choices: random.Random) -> None:
    visitor.sit_at(visitor.new_table("floating-market")).await_turn()
    visitor.make(visitor.choose(choices))
    live = visitor.page.locator('[aria-live="polite"]')
    visitor.page.wait_for_function("document.querySelector('[aria-live=polite]').textContent.trim().length > 0")
    assert live.inner_text()


def test_motion_rests_when_the_system_asks_for_it(invite: Invite) -> None:
    visitor = invite(speed="slow")
    visitor.page.emulate_media(reduced_motion="reduce")
    visitor.sit_at(visitor.new_table("floating-market")).await_turn()
    moving = visitor.page.evaluate("document.getAnimations().filter(a => a.playState === 'running').length")
    assert moving == 0
