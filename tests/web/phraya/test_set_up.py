"""A board by picture, and options that do not go together."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.visitor import Visitor


def test_a_board_is_chosen_by_its_picture(visitor: Visitor) -> None:
    """It can be rolled, and each part can be turned over and laid elsewhere: what is shown is what is played."""
    page = visitor.open("/new/phraya").page
    page.get_by_role("button", name="Choose a board").click()
    picture = page.get_by_role("img", name=re.compile(r"^The board "))
    expect(picture).to_have_accessible_name("The board 1a-2a-3a-4a")
    page.get_by_role("button", name="South-east, side a: flip").click()
    expect(picture).to_have_accessible_name("The board 1a-2b-3a-4a")
    page.get_by_role("combobox", name="South-west").select_option("4")
    expect(picture).to_have_accessible_name("The board 4a-2b-3a-1a")
    page.get_by_role("button", name="Another at random").click()
    expect(picture).not_to_have_accessible_name("The board 4a-2b-3a-1a")
    board = (picture.get_attribute("aria-label") or "").split()[-1]
    expect(picture.locator("title")).to_have_count(48)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".table")
    view = visitor.get(f"/tables/{page.url.split('/t/')[1].split('?')[0]}")["view"]
    assert view["board"] == board
    visitor.assert_content()


def test_options_that_do_not_go_together_are_not_offered(visitor: Visitor) -> None:
    page = visitor.open("/new/phraya").page
    page.get_by_label("Prototype").check()
    expect(page.get_by_label("Asymmetric")).to_be_disabled()
    expect(page.get_by_text("Asymmetric does not go with Edition: Prototype.")).to_be_visible()
    page.get_by_label("Published").check()
    expect(page.get_by_label("Asymmetric")).to_be_enabled()


def test_what_fewer_players_cannot_choose_is_chosen_no_more(visitor: Visitor) -> None:
    page = visitor.open("/new/floating-market").page
    page.get_by_label("Seven").check()
    page.get_by_role("radio", name="2", exact=True).check()
    expect(page.get_by_label("Seven")).to_be_disabled()
    expect(page.get_by_label("Seven")).not_to_be_checked()
    expect(page.get_by_text("Seven does not go with 2 players.")).to_be_visible()
