"""The board of Phraya in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.scenes import asked, offers
from tests.web.conftest import Invite
from tests.web.positions import reached
from tests.web.visitor import DESK, Visitor

SPILT = """[...document.querySelectorAll('[data-anchor="temple-chart"] .head')]
    .filter(head => head.scrollWidth > head.clientWidth)
    .map(head => `${head.textContent}: ${head.scrollWidth} in ${head.clientWidth}`)"""


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["published", "prototype"])
def test_what_the_temple_gives_stands_within_its_section(invite: Invite, edition: str) -> None:
    """The prototype's first two sections are one column wide."""
    for size in (DESK, {"width": 1280, "height": 720}):
        visitor = invite(size=size)
        visitor.sit_at(visitor.new_table("phraya", options={"edition": edition})).await_turn()
        assert visitor.page.evaluate(SPILT) == [], size


@pytest.mark.slow
def test_a_change_of_prices_is_shown_on_the_chart_too(visitor: Visitor) -> None:
    visitor.sit_at(
        visitor.new_table("phraya", "me random", **reached("phraya", 2, 1, asked("prices", 20)))
    ).await_turn()
    visitor.page.locator('[data-move^="change "]:visible').first.hover()
    expect(visitor.page.locator(".box.then")).not_to_have_count(0)


@pytest.mark.slow
def test_how_near_the_end_is_stays_in_sight(visitor: Visitor) -> None:
    table = visitor.new_table("phraya", "me random", **reached("phraya", 2, 1, asked("card", 200)))
    visitor.sit_at(table).await_turn()
    view = visitor.get(f"/tables/{table}")["view"]
    tithe = max(sum(space["seat"] is not None for space in row) for row in view["king"].values())
    progress = visitor.page.locator("footer")
    expect(progress).to_contain_text(f"Royal tithe {tithe}/{len(view['king']['coins'])}")
    for name in ("Worship", "Supremacy"):
        expect(progress).to_contain_text(name)


def test_costs_and_gains_are_shown_before_a_purchase(visitor: Visitor) -> None:
    """Coins go, goods come, and whoever else gains is named."""
    table = visitor.new_table("phraya", "me random", **reached("phraya", 2, 1, offers("buy left 1", 40)))
    visitor.sit_at(table).await_turn()
    previews = {p["move"]: p["changes"] for p in visitor.previews(table)["previews"]}
    visitor.page.locator('[data-move="buy left 1"]:visible').hover()
    expect(visitor.page.locator(".would .chip")).not_to_have_count(0)
    text = visitor.page.locator(".would").inner_text()
    shown = [
        after - before
        for path, (before, after) in previews["buy left 1"].items()
        if path.split("/")[2:3] in (["coins"], ["goods"], ["flowers"])
    ]
    assert len(shown) >= 2
    for change in shown:
        assert (f"+{change}" if change > 0 else f"−{-change}") in text


def test_ending_a_turn_asks_once_more_if_wished(invite: Invite) -> None:
    visitor = invite(confirm=True)
    table = visitor.new_table("phraya", "me random", **reached("phraya", 2, 1, asked("action", 30)))
    visitor.sit_at(table).await_turn()
    before = visitor.ply
    visitor.page.locator('[data-move="done"]:visible').click()
    expect(visitor.page.get_by_role("button", name="Do it")).to_be_visible()
    assert visitor.ply == before
    visitor.page.get_by_role("button", name="Do it").click()
    expect(visitor.page.locator(".table")).not_to_have_attribute("data-ply", str(before))
