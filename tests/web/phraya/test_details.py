"""A click on a name plate shows that player's boat and cards."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.scenes import asked
from tests.web.conftest import Invite
from tests.web.positions import reached
from tests.web.visitor import PHONE, Visitor

LANGUAGES = ("en", "ja", "th")


def details(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("dialog")


def seated(visitor: Visitor) -> dict[str, Any]:
    """At a table where everybody has played some cards; answers the view."""
    table = visitor.new_table("phraya", "me random random", **reached("phraya", 3, 1, asked("card", 120)))
    visitor.sit_at(table).await_turn()
    view: dict[str, Any] = visitor.get(f"/tables/{table}")["view"]
    return view


def test_a_plate_shows_the_boat_and_the_cards_of_its_player(visitor: Visitor) -> None:
    other = seated(visitor)["seats"][1]
    visitor.page.locator(".plate").nth(1).click()
    dialog = details(visitor)
    assert other["hand"]
    assert other["discard"]
    for title, cards in (("Cards in hand", other["hand"]), ("Played cards", other["discard"])):
        part = dialog.locator("section", has=visitor.page.get_by_role("heading", name=title))
        expect(part.locator("li")).to_have_count(len(cards))
    text = dialog.inner_text()
    rowers, free = other["rowers"], other["room"]["fish"] - other["goods"]["fish"]
    assert f"{rowers} rower" in text
    assert f"{free} fish" in text.split("Free room:")[1]
    assert f"{other['disks_left']} disk" in text
    visitor.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    visitor.assert_content()


def test_plates_open_by_keyboard_and_lead_to_the_rules(visitor: Visitor) -> None:
    seated(visitor)
    opener = visitor.page.locator(".plate").nth(2).get_by_role("button")
    opener.focus()
    visitor.page.keyboard.press("Enter")
    expect(details(visitor).get_by_role("heading", level=2)).to_be_visible()
    details(visitor).get_by_role("button", name="Rules: The score").click()
    found = details(visitor).locator(".found")
    expect(found).to_contain_text("second most stalls")
    expect(found).to_be_in_viewport(ratio=1)
    visitor.page.keyboard.press("Escape")
    expect(details(visitor)).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_plates_open_by_a_tap_on_a_phone(invite: Invite, language: str) -> None:
    visitor = invite(size=PHONE, touch=True, language=language)
    seated(visitor)
    visitor.page.locator(".plate").nth(1).tap()
    expect(details(visitor).get_by_role("heading", level=3)).to_have_count(6)
    wide = details(visitor).evaluate("dialog => Math.max(...[...dialog.querySelectorAll('*')].map(e => e.scrollWidth))")
    assert wide <= PHONE["width"]
    visitor.assert_content()
