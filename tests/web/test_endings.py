"""How a turn calls and how a game ends: a mark in the title, lines that are filled one by one, pieces that light up."""

from __future__ import annotations

import random
import re
from typing import Any

from playwright.sync_api import expect

from khlong.table import new_table, write_record

from .conftest import Invite
from .positions import FIXED, ending
from .visitor import Visitor


def test_the_title_says_when_it_is_ones_turn(visitor: Visitor, choices: random.Random) -> None:
    visitor.sit_at(visitor.new_table("floating-market", "me open", start=False))
    expect(visitor.page).to_have_title(re.compile("^(?!●)"))
    visitor.sit_at(visitor.new_table("floating-market", "me random")).await_turn()
    expect(visitor.page).to_have_title("● Floating Market · Khlong")
    visitor.play_on(choices)
    expect(visitor.page).to_have_title("Floating Market · Khlong")


def test_the_score_pad_is_filled_line_by_line_and_lights_what_counts(invite: Invite) -> None:
    visitor = invite(speed="slow")
    begun, last = ending("phraya", 2)
    visitor.sit_at(visitor.new_table("phraya", "me random", **begun)).await_turn()
    visitor.make(last)
    pad = visitor.page.get_by_role("dialog").locator(".pad")
    pad.wait_for()
    lines = pad.locator("tbody tr").count()
    seen = {pad.locator(".points").count()}
    while max(seen) < 2 * lines:
        visitor.page.wait_for_timeout(200)
        seen.add(pad.locator(".points").count())
    assert len(seen) > 3  # it grew
    for row in range(lines):
        pad.locator("tbody tr").nth(row).locator(".points").first.click()
        if visitor.page.locator("[data-counts]").count():
            break
    expect(visitor.page.locator("[data-counts]").first).to_be_visible()
    expect(pad.get_by_role("status")).not_to_be_empty()


def tied_game() -> dict[str, Any]:
    """A record of a random game at whose end two have as many fruits."""
    for seed in range(1000):
        table = new_table("floating-market", 4, seed, FIXED["floating-market"])
        choices = random.Random(seed)
        while not table.over:
            table.play(choices.choice(table.legal_moves()).number)
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
