"""How a game ends: lines that are filled one by one, pieces that light up, ties that are explained."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from khlong.table import new_table, write_record
from tests.scenes import scenes_of

from .conftest import Invite
from .positions import ending
from .visitor import Visitor

pytestmark = pytest.mark.slow

NOTE_FILLED = """
    window.filled = []
    window.lit = 0
    new MutationObserver((changes) => {
        const pad = document.querySelector('.pad')
        const count = pad?.querySelectorAll('.points').length
        if (pad && filled.at(-1) !== count) filled.push(count)
        lit += changes.some(change => change.target.dataset?.counts !== undefined)
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-counts'] })
"""


def test_the_score_pad_is_filled_line_by_line_and_lights_what_counts(invite: Invite) -> None:
    visitor = invite(speed="slow")
    visitor.page.add_init_script(NOTE_FILLED)
    begun, last = ending("phraya", 2)
    visitor.sit_at(visitor.new_table("phraya", "me random", **begun)).await_turn()
    visitor.make(last)
    pad = visitor.page.get_by_role("dialog").locator(".pad")
    pad.wait_for()
    lines = pad.locator("tbody tr:has(th)").count()
    expect(pad.locator(".points")).to_have_count(2 * lines)
    assert visitor.page.evaluate("filled") == [2 * line for line in range(lines + 1)]
    assert visitor.page.evaluate("lit") >= 2, "pieces light up as their lines are filled"
    for row in range(lines):
        pad.locator("tbody tr:has(th)").nth(row).locator(".points").first.click()
        if visitor.page.locator("[data-counts]").count():
            break
    expect(visitor.page.locator("[data-counts]").first).to_be_visible()
    expect(pad.get_by_role("status")).not_to_be_empty()


def tied_game() -> dict[str, Any]:
    """A record of a random game at whose end two have as many fruits."""
    for seed in range(1000):
        table = new_table("floating-market", 4, seed, scenes_of("floating-market").fixed)
        choices = random.Random(seed)
        while not table.over:
            table.play(choices.choice(table.legal_numbers()))
        assert table.result is not None
        fruits = sorted((scores[0] for scores in table.result.scores), reverse=True)
        if fruits[0] == fruits[1]:
            return write_record(table)
    raise AssertionError("no game ended so")


def test_a_tie_is_explained(visitor: Visitor) -> None:
    visitor.get("/me")
    table = visitor.post("/records", {"record": tied_game(), "mode": "watch"})["table"]["id"]
    visitor.open(f"/t/{table}")
    expect(visitor.page.get_by_role("dialog")).to_contain_text("more coins decide")
    begun, last = ending("floating-market", 2)
    visitor.sit_at(visitor.new_table("floating-market", "me random", **begun)).await_turn()
    visitor.make(last)
    expect(visitor.page.get_by_role("dialog")).not_to_contain_text("more coins decide")
