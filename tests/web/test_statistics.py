"""One's statistics on the page: counted from one's games, in tables that pictures only repeat."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.scenes import scenes_of

from .conftest import Invite
from .test_access import TARGETS, violations
from .test_review_page import LARGE_PHONE, SMALL_PHONE
from .visitor import Visitor

GAME = "floating-market"


def against_a_bot(visitor: Visitor, game: str = GAME) -> dict[str, Any]:
    """A real game against a bot that moves at random, to its end."""
    table = visitor.new_table(game, "me random", options=dict(scenes_of(game).short))
    choices = random.Random(5)
    while (seen := visitor.get(f"/tables/{table}"))["table"]["status"] != "over":
        if seen["moves"]:
            move = choices.choice(seen["moves"])["notation"]
            visitor.post(f"/tables/{table}/moves", {"id": f"m{seen['ply']}", "ply": seen["ply"], "move": move})
    return seen  # type: ignore[no-any-return]


def test_a_finished_game_is_counted_and_leads_to_its_review(visitor: Visitor) -> None:
    visitor.get("/me")
    visitor.open("/statistics")
    expect(visitor.page.get_by_text("No finished games yet")).to_be_visible()
    end = against_a_bot(visitor)
    visitor.open("/games")
    visitor.page.get_by_role("link", name="My statistics").click()
    page = visitor.page
    results = page.get_by_role("region", name="Results").get_by_role("row").nth(1)
    expect(results.get_by_role("cell").first).to_have_text("1")
    won = 0 in end["result"]["winners"]
    expect(results).to_contain_text("100%" if won else "0%")
    sources = page.get_by_role("region", name="Where the score comes from")
    for line in end["score"][0]:
        if line["points"]:
            row = sources.get_by_role("row").filter(has_text=line["key"][:5].capitalize())
            expect(row.get_by_role("cell").nth(-2)).to_have_text(str(line["points"]))
    expect(page.get_by_role("region", name="Against whom")).to_contain_text("Bots: Wanderer")
    expect(page.get_by_test_id("time")).to_contain_text("review 5 or more")  # a rate of few games is none
    page.get_by_role("region", name="Best games").get_by_role("link").first.click()
    page.get_by_test_id("graph").wait_for()
    visitor.assert_content()


@pytest.mark.parametrize("size", [LARGE_PHONE, SMALL_PHONE], ids=lambda size: f"{size['width']}x{size['height']}")
def test_statistics_fit_a_phone_in_every_language(invite: Invite, size: Any) -> None:
    for language in ("en", "ja", "th"):
        visitor = invite(size=size, touch=True, language=language)
        against_a_bot(visitor)
        visitor.open("/statistics").page.wait_for_selector("section h2")
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert visitor.page.evaluate(TARGETS) == []
        visitor.assert_content()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_statistics(invite: Invite, theme: str) -> None:
    visitor = invite(theme=theme)
    against_a_bot(visitor)
    visitor.open("/statistics").page.wait_for_selector("section h2")
    assert violations(visitor) == []


def test_a_server_that_does_not_answer_is_told(visitor: Visitor) -> None:
    visitor.get("/me")
    visitor.page.route("**/me/statistics", lambda route: route.abort())
    visitor.open("/statistics")
    expect(visitor.page.get_by_role("alert")).to_contain_text("cannot be counted")
