"""Before and around a game: one's games and ways out of them, the lobby, links that open, components of one's own."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import expect

from khlong.server.operations import address
from tests.server.servers import running

from .conftest import Invite
from .positions import ending
from .visitor import PHONE, Visitor

pytestmark = pytest.mark.slow

USUAL = files("khlong.games.floating_market") / "components.toml"


def a_game_of(visitor: Visitor, words: str) -> str:
    """The line in the list that says so."""
    return visitor.page.get_by_role("listitem").filter(has_text=words).inner_text()


@pytest.mark.parametrize("language", ["en", "ja", "th"])
def test_my_games_say_how_each_stands_and_lead_out_of_it(invite: Invite, language: str) -> None:
    ann, bo = invite(language=language, size=PHONE), invite()
    begun, last = ending("floating-market", 2)
    over = ann.new_table("floating-market", "me me", **begun)
    ann.post(f"/tables/{over}/moves", {"id": "1", "ply": 0, "move": last})
    ann.new_table("phraya", "me random", options={"begins": "0"})
    ann.new_table("floating-market", "me open")
    ann.open("/")
    ann.page.locator('a[href="/games"]').click()
    lines = ann.page.locator("li")
    expect(lines).to_have_count(3)
    ann.assert_content()
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for made in range(3, 0, -1):  # close the open one, resign from the next, which is over then, and remove the rest
        button, state = lines.first.get_by_role("button"), lines.first.locator(".state")
        stood = state.inner_text()
        button.focus()
        ann.page.keyboard.press("Enter")
        ann.page.keyboard.press("Enter")
        if made == 2:  # resigned: nobody else plays there
            expect(state).not_to_have_text(stood)
            button.click()
        expect(lines).to_have_count(max(made - 1, 1))
    ann.page.wait_for_function("async () => !(await (await fetch('/api/tables?which=mine')).json()).length")
    ann.assert_content()
    assert bo.get("/tables?which=mine") == []


def test_a_list_says_whose_turn_it_is_and_who_won(invite: Invite) -> None:
    ann = invite()
    begun, last = ending("floating-market", 2)
    over = ann.new_table("floating-market", "me random", **begun)
    if ann.get(f"/tables/{over}")["question"]["seat"] == 0:
        ann.post(f"/tables/{over}/moves", {"id": "1", "ply": 0, "move": last})
    ann.new_table("phraya", "me random", options={"begins": "0"})
    ann.open("/games")
    assert "your turn" in a_game_of(ann, "Phraya")
    expect(ann.page.get_by_role("listitem").filter(has_text="Floating Market")).to_contain_text(re.compile("won"))


def test_the_lobby_shows_the_options_and_lets_one_name_oneself(invite: Invite) -> None:
    ann, bo = invite(), invite()
    table = ann.new_table("floating-market", "me open open", options={"goal": "7"}, public=True)
    ann.sit_at(table)
    bo.sit_at(table)
    expect(bo.page.get_by_test_id("options")).to_contain_text("Seven")
    bo.page.get_by_label("Your name").fill("Nok")
    bo.page.get_by_role("button", name="Take a seat").click()
    expect(ann.page.locator(".lobby li").nth(1)).to_contain_text("Nok")
    bo.page.get_by_label("Your name").fill("Mali")
    bo.page.keyboard.press("Enter")
    expect(ann.page.locator(".lobby li").nth(1)).to_contain_text("Mali")
    assert bo.get("/me")["name"] == "Mali"
    for each in (ann, bo):
        each.assert_content()


def test_a_link_of_this_machine_alone_warns_and_one_for_the_network_is_offered(
    invite: Invite, browser: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = invite()
    ann.sit_at(ann.new_table("floating-market", "me open"))
    expect(ann.page.get_by_role("alert")).to_contain_text("This link opens on this computer only.")
    ann.assert_content()
    monkeypatch.setattr(address, "network_address", lambda: "neighbour.test")
    with running(str(tmp_path / "khlong.sqlite3"), host="0.0.0.0") as server:
        bo, cai = Visitor(browser, server.base), Visitor(browser, server.base)  # type: ignore[arg-type]
        try:
            bo.sit_at(bo.new_table("floating-market", "me open", options={"begins": "1"}))
            expect(bo.page.get_by_text("it opens for everybody there")).to_be_visible()
            expect(bo.page.get_by_role("img", name="The link as a QR code")).to_be_visible()
            link = bo.page.get_by_label("Link to this table").input_value()
            assert link.startswith("http://neighbour.test:")
            cai.open(link)  # no https there: a browser gives such a page no clipboard and no random names
            assert not cai.page.evaluate("isSecureContext")
            cai.page.get_by_role("button", name="Take a seat").click()
            cai.await_turn()
            cai.make("place temple")
            expect(bo.page.locator(".table")).to_have_attribute("data-ply", "1")
            cai.page.keyboard.press("l")
            cai.page.get_by_role("button", name="Copy", exact=True).click()
            expect(cai.page.get_by_role("button", name="Copied")).to_be_visible()
            assert all("Cross-Origin-Opener-Policy" in complaint for complaint in cai.complaints), cai.complaints
        finally:
            bo.leave()
            cai.leave()


def test_a_component_file_is_checked_in_place_and_everybody_at_the_table_reads_what_it_changes(
    invite: Invite, tmp_path: Path
) -> None:
    ann, bo = invite(size=PHONE), invite()
    own = tmp_path / "mine.toml"
    ann.open("/new/floating-market")
    choose = ann.page.locator('input[type="file"]')
    own.write_text(USUAL.read_text(encoding="utf-8").replace("start = { value = 2", "start = { value = 99"))
    choose.set_input_files(own)
    expect(ann.page.get_by_role("alert")).to_contain_text("coins.start")
    own.write_text(USUAL.read_text(encoding="utf-8").replace("start = { value = 2", "start = { value = 5"))
    choose.set_input_files(own)
    expect(ann.page.get_by_test_id("own-components")).to_contain_text("What is different: one entry")
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    ann.page.get_by_label("Seat 2: who plays").select_option("open")
    ann.page.get_by_role("button", name="Open the table").click()
    ann.page.wait_for_selector(".lobby")
    bo.open(ann.page.get_by_label("Link to this table").input_value())
    expect(bo.page.get_by_test_id("own-components")).to_contain_text("coins.start")
    bo.page.get_by_role("button", name="Take a seat").click()
    bo.page.get_by_role("heading", name="Floating Market").first.wait_for()
    bo.assert_content()


def test_no_curtain_falls_where_nothing_is_hidden_unless_one_wants_it(invite: Invite) -> None:
    for wanted in (False, True):
        ann = invite(curtain=wanted)
        ann.sit_at(ann.new_table("floating-market", "me me", options={"begins": "0"})).await_turn()
        ann.make("place woodworker")
        ann.make("board d12")
        ann.page.locator('[data-move^="die "]:visible').first.click()
        if wanted:
            expect(ann.page.locator(".curtain")).to_be_visible()
        else:
            ann.await_turn(2)
            expect(ann.page.locator(".curtain")).to_have_count(0)
            assert ann.get(f"/tables/{ann.page.url.split('/t/')[1]}")["question"]["seat"] == 1
