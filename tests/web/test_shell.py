"""Around the tables: the start page, setting up a table, the lobby, settings, credits."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from khlong.games import our_games

from .conftest import Invite
from .visitor import Visitor

GAMES = pytest.mark.parametrize("game", our_games())


@GAMES
def test_a_table_is_set_up_by_its_defaults_and_every_option_is_explained(visitor: Visitor, game: str) -> None:
    visitor.open(f"/new/{game}").page.wait_for_selector("form fieldset")
    options = {option["key"] for option in next(g for g in visitor.get("/games") if g["name"] == game)["options"]}
    groups = visitor.page.locator("form fieldset")
    assert groups.count() == len(options) + 4  # players, seats, pace and components are not options of the game
    for group in groups.all()[1:]:
        expect(group.locator("p.small").first).to_have_text(re.compile(r"\w{3}"))
    visitor.page.get_by_role("button", name="Start the game").click()
    visitor.page.wait_for_selector('.table[data-status="playing"]')
    expect(visitor.page.locator(".seats > li")).to_have_count(3)
    visitor.assert_content()


def test_friends_join_by_the_link_that_they_were_sent(invite: Invite) -> None:
    ann, bo = invite(), invite()
    ann.open("/new/floating-market").page.get_by_role("radio", name="2").check()
    ann.page.get_by_label("Seat 2: who plays").select_option("open")
    ann.page.get_by_role("button", name="Open the table").click()
    link = ann.page.get_by_label("Link to this table").input_value()
    expect(ann.page.get_by_role("alert")).to_contain_text("opens on this computer only")  # so there is no QR code
    expect(ann.page.get_by_role("button", name="Start the game")).to_be_disabled()
    bo.open("/")
    field = bo.page.get_by_role("textbox", name=re.compile("link", re.IGNORECASE))
    field.fill("not a link")
    field.press("Enter")
    expect(bo.page.get_by_role("alert")).to_be_visible()
    field.fill(link)
    field.press("Enter")
    bo.page.get_by_role("button", name="Take a seat").click()
    ann.page.get_by_role("button", name="Start the game").click()
    for each in (ann, bo):
        each.page.wait_for_selector('.table[data-status="playing"]')
        each.assert_content()


def test_a_free_seat_can_be_given_to_a_bot(visitor: Visitor) -> None:
    visitor.sit_at(visitor.new_table("floating-market", "me open", start=False))
    visitor.page.get_by_role("button", name="Seat a bot").click()
    visitor.page.get_by_role("button", name="Start the game").click()
    visitor.page.wait_for_selector('.table[data-status="playing"]')


def test_the_start_page_leads_to_ones_own_games_and_to_those_of_others(invite: Invite) -> None:
    ann, guest = invite(), invite()
    table = ann.new_table("floating-market", "me random", options={"begins": "0"}, public=True)
    ann.open("/")
    own = ann.page.locator("section", has=ann.page.get_by_role("heading", name="My games"))
    expect(own.locator(f'a[href="/t/{table}"]')).to_contain_text("your turn")
    own.locator(f'a[href="/t/{table}"]').click()
    ann.await_turn()
    guest.open("/").page.wait_for_selector(".game")
    expect(guest.page.locator("section", has=guest.page.get_by_role("heading", name="My games"))).to_have_count(0)
    guest.page.locator(f'a[href="/t/{table}"]').click()
    expect(guest.page.get_by_text("You are watching")).to_be_visible()


def test_settings_take_effect_at_once_and_are_kept(visitor: Visitor) -> None:
    visitor.open("/settings")
    visitor.page.get_by_role("radio", name="Night").check()
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = visitor.page.evaluate("getComputedStyle(document.querySelector('.paper')).backgroundColor")
    visitor.page.get_by_role("radio", name="Morning").check()
    light = visitor.page.evaluate("getComputedStyle(document.querySelector('.paper')).backgroundColor")
    assert dark != light
    for speed in ("None", "Fast", "Slow", "Normal"):
        visitor.page.get_by_role("radio", name=speed).check()
    expect(visitor.page.locator("html")).to_have_attribute("data-motion", "normal")
    for name in ("Ask before a turn", "forced"):
        visitor.page.get_by_role("checkbox", name=re.compile(name, re.IGNORECASE)).check()
    visitor.page.get_by_role("radio", name="日本語").check()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("設定")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "ja")
    visitor.page.reload()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("設定")
    kept = visitor.page.evaluate("JSON.parse(localStorage.getItem('khlong-settings'))")
    assert (kept["theme"], kept["speed"], kept["confirm"], kept["autoplay"], kept["language"]) == (
        "light",
        "normal",
        True,
        True,
        "ja",
    )
    visitor.assert_content()


def test_a_newcomer_gets_sensible_settings(invite: Invite) -> None:
    visitor = invite()
    visitor.page.add_init_script("localStorage.removeItem('khlong-settings')")
    visitor.open("/settings")
    for name in ("English", "As the system", "Normal"):
        expect(visitor.page.get_by_role("radio", name=name)).to_be_checked()
    checked = visitor.page.get_by_role("checkbox", checked=True)
    expect(checked).to_have_count(1)
    expect(checked).to_have_accessible_name(re.compile("likely slips"))


def test_about_names_whose_work_this_stands_on(visitor: Visitor) -> None:
    visitor.open("/about")
    for name in ("Chonburi", "Noto Sans", "Svelte", "partysocket", "intl-messageformat", "OFL", "MIT"):
        expect(visitor.page.get_by_role("main")).to_contain_text(name)


def test_long_names_stay_inside_the_list_of_games(visitor: Visitor) -> None:
    visitor.new_table("floating-market", "me random random random random")
    visitor.open("/")
    section = visitor.page.locator("section", has=visitor.page.get_by_role("heading", name="My games"))
    line, around = section.get_by_role("link").first.bounding_box(), section.bounding_box()
    assert line is not None
    assert around is not None
    assert line["x"] + line["width"] <= around["x"] + around["width"] - 10
