"""A game that the page has no board for: the toy game from outside the package, on the plain page."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Invite
from .visitor import DESK, PHONE, Visitor

GAME = "pig"
VIEWS: dict[str, dict[str, Any]] = {
    "desk": {"size": DESK},
    "phone-dark": {"size": PHONE, "theme": "dark"},
}


def test_the_toy_game_is_played_to_its_end_by_clicks(visitor: Visitor) -> None:
    choices = random.Random(3)
    visitor.sit_at(visitor.new_table(GAME, "me random"))
    visitor.await_turn()
    expect(visitor.page.locator(".board [data-field]").first).to_be_visible()
    expect(visitor.page.locator(".board .players tbody tr").first).to_be_visible()
    while not visitor.over:
        visitor.make(visitor.choose(choices))
        visitor.await_turn()
    expect(visitor.page.get_by_role("dialog")).to_contain_text("wins")
    visitor.assert_content()


def test_the_toy_game_is_played_with_keys_alone(visitor: Visitor) -> None:
    visitor.sit_at(visitor.new_table(GAME, "me me"))
    for _ in range(2):
        visitor.await_turn(visitor.ply - 1)
        visitor.make("roll", "key")
        if visitor.page.locator(".curtain").count():
            visitor.page.keyboard.press("Enter")
    visitor.assert_content()


@pytest.mark.parametrize("language", ["en", "ja", "th"])
@pytest.mark.parametrize("view", VIEWS)
def test_the_plain_page_fits_and_has_words_in_every_language(invite: Invite, view: str, language: str) -> None:
    wishes = VIEWS[view] | {"language": language}
    visitor = invite(**wishes)
    visitor.sit_at(visitor.new_table(GAME, "me random"))
    visitor.await_turn()
    expect(visitor.page.locator("[data-move]:visible").first).to_be_visible()
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.assert_content()


def test_the_toy_game_stands_on_the_first_screen_and_can_be_set_up(visitor: Visitor) -> None:
    visitor.open(f"/new/{GAME}").page.wait_for_selector("form fieldset")
    visitor.page.get_by_role("button", name="Start the game").click()
    visitor.page.wait_for_selector('.table[data-status="playing"]')
    visitor.open("/")
    expect(visitor.page.locator(".game")).to_have_count(len(visitor.get("/games")))
    visitor.assert_content()
