"""Setting up a position: by clicks and by a form, for both games; impossible ones are refused with the reason."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from khlong.games import game_named
from khlong.games.facets import Positions, Wording
from khlong.table import table_from_position
from tests.scenes import games_with

from .conftest import Invite
from .seen import CLIPPED
from .test_access import violations
from .visitor import PHONE, Visitor

pytestmark = pytest.mark.slow

GAMES = pytest.mark.parametrize("game", games_with(Positions))
LANGUAGES = ("en", "ja", "th")


def begun(visitor: Visitor, game: str) -> Visitor:
    """A fresh game in the editor, by clicks."""
    visitor.open("/position")
    visitor.page.wait_for_selector("form")
    visitor.page.locator("form select").first.select_option(game)
    visitor.page.locator("form button").click()
    return ready(visitor)


def ready(visitor: Visitor) -> Visitor:
    visitor.page.wait_for_selector(".still")
    expect(visitor.page.get_by_test_id("verdict")).to_have_attribute("data-possible", "")
    return visitor


def saved(visitor: Visitor, folder: Path) -> dict[str, Any]:
    """The position as a file."""
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name="Save as a file").click()
    path = folder / "position.json"
    download.value.save_as(path)
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_is_refused_with_the_reason_in_ones_language_and_undone(
    invite: Invite, game: str, language: str
) -> None:
    visitor = begun(invite(language=language), game)
    rounds = visitor.page.locator(".form").nth(1).locator("input[type=number]").first
    before = rounds.input_value()
    rounds.fill("900")
    rounds.press("Tab")
    reason = Wording.of(game_named(game)).spoken(language).say("fault.round", round=900, last=100)
    verdict = visitor.page.get_by_test_id("verdict")
    expect(verdict).to_contain_text(reason.split("100")[0] if game == "floating-market" else "900")
    expect(verdict).not_to_have_attribute("data-possible", "")
    expect(visitor.page.locator(".asking .primary")).to_be_disabled()
    visitor.page.keyboard.press("Control+z")
    expect(verdict).to_have_attribute("data-possible", "")
    assert rounds.input_value() == before
    visitor.assert_content()


def test_phraya_is_set_up_by_clicks_on_its_board(visitor: Visitor, tmp_path: Path) -> None:
    begun(visitor, "phraya")
    page = visitor.page
    page.get_by_role("button", name="puts the royal barge there").click()
    page.locator('[data-move="barge b2"]').click()
    ready(visitor)
    page.get_by_role("button", name="puts the merchant there").click()
    page.locator('[data-move="merchant fish-meat"]').first.click()
    ready(visitor)
    data = saved(visitor, tmp_path)
    table = table_from_position(data)
    assert (table.view()["barge"], table.view()["merchant"]) == ("b2", "fish-meat")
    page.get_by_role("radio", name="Player 2").click()
    page.get_by_role("button", name="gives the stall to the chosen player").click()
    stall = page.locator('[data-move^="stall "]').first
    name = (stall.get_attribute("data-move") or "").removeprefix("stall ")
    stall.click()
    expect(page.get_by_test_id("verdict")).to_contain_text("This cannot come about")
    page.get_by_role("button", name="Undo").click()
    ready(visitor)
    assert name
    visitor.assert_content()


def test_floating_market_is_set_up_by_clicks_and_dice_follow(visitor: Visitor, tmp_path: Path) -> None:
    begun(visitor, "floating-market")
    page = visitor.page
    page.get_by_role("button", name="puts a customer of the chosen player there").click()
    page.locator('[data-move="place boatsman"]').click()
    expect(page.get_by_test_id("verdict")).to_contain_text("Player 1 has a customer on the board but no die")
    expect(page.locator('[data-anchor="place-boatsman"]')).to_contain_text(re.compile("Boatsman"))
    page.get_by_role("group", name="Dice in the pool", exact=True).get_by_role("button", name="D12").click()
    page.get_by_label("Who decides now").select_option("1")
    ready(visitor)
    data = saved(visitor, tmp_path)
    seat = table_from_position(data).view()["seats"][0]
    assert (seat["pool"], seat["hand"]) == (["d12"], ["d4", "d6", "d10", "white"])
    page.get_by_role("button", name="takes a customer of the chosen player away").click()
    page.locator('[data-move="place boatsman"]').click()
    expect(page.get_by_test_id("verdict")).to_contain_text("dice in the pool but no customer")
    visitor.assert_content()


@GAMES
def test_a_link_holds_the_position_for_whoever_opens_it_and_a_reload_loses_nothing(
    invite: Invite, game: str, tmp_path: Path
) -> None:
    ann, ben = invite(), invite(language="th")
    begun(ann, game)
    expect(ann.page).to_have_url(re.compile("#p="))
    fresh = ann.page.url
    coins = ann.page.get_by_role("spinbutton", name="Coins").first
    coins.fill("5")
    coins.press("Tab")
    ready(ann)
    expect(ann.page).not_to_have_url(fresh)
    link = ann.page.url
    ann.page.reload()
    ready(ann)
    assert 5 in [seat["coins"] for seat in saved(ann, tmp_path)["position"]["seats"]]
    ben.open(link)
    ready(ben)
    expect(ben.page.locator(".form input[type=number]").first).to_have_value("5")
    ben.open("/position#p=nonsense")
    ben.page.reload()
    expect(ben.page.get_by_role("alert")).to_be_visible()


@GAMES
def test_a_position_is_played_against_bots(visitor: Visitor, game: str) -> None:
    begun(visitor, game)
    coins = visitor.page.get_by_role("spinbutton", name="Coins").first
    coins.fill("4")
    coins.press("Tab")
    ready(visitor)
    visitor.page.get_by_role("button", name="Play against bots").click()
    visitor.await_turn()
    table = visitor.page.url.split("/t/")[1]
    seen = visitor.get(f"/tables/{table}?ply=0")
    assert 4 in [seat["coins"] for seat in seen["view"]["seats"]]
    assert sorted(seat["kind"] for seat in seen["seats"]) == ["bot", "bot", "person"]
    visitor.assert_content()


@GAMES
def test_a_moment_of_a_game_and_a_file_are_begun_from(visitor: Visitor, game: str, tmp_path: Path) -> None:
    table = visitor.new_table(game, "me me")
    visitor.sit_at(table).await_turn()
    visitor.make(sorted(visitor.offered())[0])
    visitor.await_turn()
    visitor.open(f"/t/{table}?ply=0")
    visitor.page.get_by_role("link", name="Set up from here").click()
    ready(visitor)
    data = saved(visitor, tmp_path)
    assert data["position"]["round"] == visitor.get(f"/tables/{table}?ply=0")["view"]["round"]
    visitor.open("/position")
    visitor.page.locator("input[type=file]").set_input_files(tmp_path / "position.json")
    ready(visitor)
    assert saved(visitor, tmp_path)["position"] == data["position"]
    (tmp_path / "wrong.json").write_text("{", encoding="utf-8")
    visitor.open("/position")
    visitor.page.locator("input[type=file]").set_input_files(tmp_path / "wrong.json")
    expect(visitor.page.get_by_role("alert")).to_contain_text("That file holds no position.")


def test_a_position_is_kept_as_a_puzzle_with_the_bots_answer(visitor: Visitor) -> None:
    visitor.get("/me")
    visitor.open("/position?puzzle=floating-market/20")
    ready(visitor)
    page = visitor.page
    while True:
        page.get_by_role("button", name="What is best here?").click()
        page.wait_for_selector(".bot ol li")
        if not page.get_by_text("A first glance").count():
            break
        page.wait_for_timeout(500)  # the bot gets ready
    page.get_by_role("button", name="Keep as a puzzle").click()
    expect(page.get_by_text("Kept in this browser.")).to_be_visible()
    page.locator(".bot").get_by_role("link", name="All puzzles").click()
    page.get_by_role("link", name=re.compile("^Puzzle 1: Floating Market")).click()
    page.wait_for_selector(".still [data-move]")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".moves li")).not_to_have_count(0)
    page.reload()
    page.wait_for_selector(".still [data-move]")
    visitor.open("/puzzles")
    page.get_by_role("button", name="Delete my puzzle 1").click()
    expect(page.get_by_role("heading", name="My own puzzles")).to_have_count(0)
    visitor.assert_content()


def test_a_game_that_begins_from_its_set_up_only_says_so(visitor: Visitor) -> None:
    visitor.open("/position")
    visitor.page.wait_for_selector("form")
    visitor.page.locator("form select").first.select_option("pig")
    visitor.page.locator("form button").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("always begins from its set-up")


@GAMES
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_form_has_words_and_room_and_axe_finds_nothing(invite: Invite, game: str, phone: bool) -> None:
    for language, theme in (("en", "light"), ("ja", "dark"), ("th", "light")):
        wishes: dict[str, Any] = {"size": PHONE, "touch": True} if phone else {}
        visitor = begun(invite(language=language, theme=theme, **wishes), game)
        for summary in visitor.page.locator("summary").all():
            summary.click()
        visitor.assert_content()
        assert visitor.page.evaluate(CLIPPED) == []
        assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(visitor) == []
        labels = visitor.page.locator(".form label, .form legend").all_inner_texts()
        assert all(text.strip() for text in labels)
        visitor.leave()


def test_it_is_used_by_keyboard_alone(visitor: Visitor) -> None:
    begun(visitor, "phraya")
    page = visitor.page
    page.get_by_role("button", name="puts the royal barge there").focus()
    page.keyboard.press("Enter")
    visitor.reach("barge f2")
    page.keyboard.press("Enter")
    ready(visitor)
    expect(page.get_by_label("The barge lies at")).to_have_value("f2")
    page.keyboard.press("Control+z")
    expect(page.get_by_label("The barge lies at")).not_to_have_value("f2")
