"""The whole rules: found by searching, by address and from the table, with pieces drawn by the table itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from khlong.games import game_named
from khlong.games.facets import Handbook
from khlong.games.handbook import whole_rules
from khlong.words import LANGUAGES
from tests.scenes import games_with, scenes_of

from .conftest import Invite
from .test_access import violations
from .visitor import DESK, PHONE, Visitor

pytestmark = pytest.mark.slow

GAMES = pytest.mark.parametrize("game", games_with(Handbook))
LARGE_PHONE: ViewportSize = {"width": 390, "height": 844}
SIZES = {"desk": DESK, "phone": LARGE_PHONE, "small phone": PHONE}
CUT = """() => [...document.querySelectorAll('.picture')].filter(picture => {
    const room = picture.getBoundingClientRect()
    return [...picture.querySelectorAll('*')].some(piece => {
        const box = piece.getBoundingClientRect()
        const out = box.right > room.right + 1 || box.left < room.left - 1
        return out && box.width > 1 && !piece.closest('.water, svg *')
    })
}).map(picture => picture.closest('article').dataset.entry)"""
BEYOND = "() => document.documentElement.scrollWidth - innerWidth"


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_ruling_and_value_is_on_the_page_in_each_language(invite: Invite, game: str, language: str) -> None:
    visitor = invite(language=language)
    visitor.open(f"/rules/{game}")
    rules = whole_rules(game_named(game), language)
    articles = visitor.page.locator("article")
    entries = [entry for chapter in rules["chapters"] for entry in chapter["entries"]]
    expect(articles).to_have_count(len(entries) + len(rules["rulings"]) + len(rules["box"]))
    shown = {each.get_attribute("data-entry") for each in articles.all()}
    assert shown == {each["id"] for each in (*entries, *rules["rulings"], *rules["box"])}
    text = " ".join((visitor.page.locator("main").text_content() or "").split())
    for entry in entries:
        assert all(" ".join(sentence["text"].split()) in text for sentence in entry["sentences"]), entry["id"]
    visitor.assert_content()


@GAMES
def test_pictures_are_drawn_by_the_tables_own_pieces(visitor: Visitor, game: str) -> None:
    visitor.open(f"/rules/{game}")
    rules = whole_rules(game_named(game))
    wanted = [entry["id"] for chapter in rules["chapters"] for entry in chapter["entries"] if entry["picture"]]
    expect(visitor.page.locator("article .picture")).to_have_count(len(wanted))
    for key in wanted:
        picture = visitor.page.locator(f'[data-entry="{key}"] .picture')
        box = picture.bounding_box()
        assert box is not None, key
        assert picture.locator("svg, .card, section").count() > 0, key
        assert box["height"] > 20, key


@pytest.mark.parametrize("size", SIZES)
@GAMES
def test_no_picture_is_cut(invite: Invite, game: str, size: str) -> None:
    visitor = invite(size=SIZES[size])
    visitor.open(f"/rules/{game}")
    visitor.page.wait_for_selector("article .picture")
    visitor.page.evaluate("document.fonts.ready")
    assert visitor.page.evaluate(CUT) == []


@GAMES
def test_what_is_sought_is_found_and_what_is_not_there_says_so(visitor: Visitor, game: str) -> None:
    visitor.open(f"/rules/{game}")
    search = visitor.page.get_by_role("searchbox", name="Search the rules")
    search.fill(scenes_of(game).rules_sought)
    articles = visitor.page.locator("article")
    expect(visitor.page.get_by_role("status")).to_contain_text("found")
    visitor.page.wait_for_function("() => document.querySelectorAll('article').length < 20")
    assert articles.count() > 0
    search.fill("submarine")
    expect(visitor.page.get_by_text("Nothing found: try another word.")).to_be_visible()
    expect(articles).to_have_count(0)


def test_an_address_leads_to_an_entry_and_a_ruling_to_its_reason(visitor: Visitor) -> None:
    visitor.open("/rules/phraya#score.king")
    entry = visitor.page.locator('[data-entry="score.king"]')
    expect(entry).to_be_in_viewport()
    entry.get_by_role("button", name="Our ruling PH-25").click()
    ruling = visitor.page.locator('[data-entry="PH-25"]')
    expect(ruling).to_be_in_viewport()
    expect(ruling).to_contain_text("Why:")
    expect(ruling).to_contain_text("ours")


def test_editions_and_players_have_rules_of_their_own(visitor: Visitor) -> None:
    visitor.open("/rules/phraya")
    end = visitor.page.locator('[data-entry="aim.end"]')
    expect(end).to_contain_text("on the spot")
    visitor.page.get_by_role("combobox", name="Edition").select_option("prototype")
    expect(end).to_contain_text("the round is played to its end")
    visitor.page.get_by_role("combobox", name="How many play?").select_option("2")
    expect(visitor.page.locator('[data-entry="setup.pieces"]')).to_contain_text("7 stalls")


@GAMES
def test_the_dialog_of_a_table_opens_them_where_the_short_rules_were(visitor: Visitor, game: str) -> None:
    visitor.sit_at(visitor.new_table(game, "me me")).await_turn()
    visitor.page.keyboard.press("r")
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_role("button", name="In full").press("Enter")
    expect(dialog.locator("article").first).to_be_visible()
    assert dialog.locator("article").count() > 60
    dialog.get_by_role("button", name="In short").press("Enter")
    expect(dialog.locator("article")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@GAMES
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    invite: Invite, game: str, size: str, theme: str
) -> None:
    visitor = invite(size=SIZES[size], theme=theme)
    visitor.open(f"/rules/{game}")
    expect(visitor.page.locator("article").first).to_be_visible()
    assert violations(visitor) == []
    assert visitor.page.evaluate(BEYOND) <= 0
