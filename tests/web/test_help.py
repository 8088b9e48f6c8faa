"""Help at the table: what a good player would do, and the rules."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from khlong.games import our_games
from tests.scenes import scenes_of

from .conftest import Invite
from .positions import reached
from .visitor import Visitor

pytestmark = pytest.mark.slow

GAMES = pytest.mark.parametrize("game", our_games())


@GAMES
def test_a_hint_names_good_moves_and_marks_the_best_on_the_board(visitor: Visitor, game: str) -> None:
    begun = reached(game, 3, 1, scenes_of(game).midway(60))
    table = visitor.new_table(game, "me random random", **begun)
    visitor.sit_at(table).await_turn()
    legal = {move["notation"] for move in visitor.get(f"/tables/{table}")["moves"]}
    while visitor.context.request.get(f"/api/tables/{table}/hint?seconds=0.1").status == 425:  # the bot gets ready
        visitor.page.wait_for_timeout(100)
    visitor.page.keyboard.press("h")
    panel = visitor.page.get_by_role("region", name="Hint")
    with visitor.page.expect_response(lambda answer: "/hint" in answer.url and answer.ok) as answer:
        panel.get_by_role("button", name="What would a good player do?").click()
    hint = answer.value.json()
    expect(panel.locator("li [data-move]")).to_have_count(len(hint["moves"]))
    named = [each.get_attribute("data-move") for each in panel.locator("li [data-move]").all()]
    assert named == [move["move"] for move in hint["moves"]]
    assert set(named) <= legal
    assert visitor.offered() == legal
    best = visitor.page.locator("[data-best]")
    assert {each.get_attribute("data-move") for each in best.all()} == {named[0]}
    assert best.count() > panel.locator("[data-best]").count(), "the board or the hand shows it too"
    share = f"wins {round(hint['moves'][0]['win_share'] * 100)}%"
    assert share in panel.locator("li").first.inner_text() or hint["moves"][0]["win_share"] < 0.01
    assert panel.locator(".story li").count() == min(len(hint["story"]), 6)
    visitor.make(str(named[0]))
    expect(visitor.page.locator("[data-best]")).to_have_count(0)
    visitor.assert_content()


@pytest.mark.parametrize(
    ("status", "says"), [(429, "used up your hints"), (425, "getting ready"), (503, "bots are busy")]
)
def test_why_there_is_no_hint_is_said(invite: Invite, status: int, says: str) -> None:
    visitor = invite()
    visitor.page.route(re.compile("/hint"), lambda route: route.fulfill(status=status, json={"code": "no"}))
    visitor.sit_at(visitor.new_table("floating-market", "me me")).await_turn()
    visitor.page.keyboard.press("h")
    visitor.page.get_by_role("button", name="What would a good player do?").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text(says)


def test_hints_are_for_ones_own_turn(invite: Invite) -> None:
    ann, guest = invite(), invite()
    table = ann.new_table("floating-market", "me me", public=True)
    guest.open("/")
    guest.page.wait_for_selector(".game")
    guest.sit_at(table)
    guest.page.keyboard.press("h")
    expect(guest.page.get_by_text("Hints are for your own turn.")).to_be_visible()
    expect(guest.page.get_by_role("button", name="What would a good player do?")).to_be_disabled()


@GAMES
def test_the_rules_open_by_button_and_key_and_have_no_hole(visitor: Visitor, game: str) -> None:
    visitor.sit_at(visitor.new_table(game, "me me")).await_turn()
    rules = visitor.page.get_by_role("dialog", name=re.compile("Rules"))
    visitor.page.keyboard.press("r")
    expect(rules).to_be_visible()
    assert rules.get_by_role("heading", level=3).count() >= 6
    expect(rules).to_contain_text(scenes_of(game).rules_say)
    assert rules.locator("li").count() >= 20
    pictures = rules.locator("li svg use").evaluate_all("(all) => all.map(use => use.getAttribute('href'))")
    assert all(visitor.page.locator(f"symbol{name}").count() == 1 for name in pictures)
    visitor.page.keyboard.press("Escape")
    expect(rules).to_have_count(0)
    visitor.page.get_by_role("button", name="Rules").click()
    rules.get_by_role("button", name="Close").click()
    expect(rules).to_have_count(0)
    visitor.open(f"/rules/{game}")
    expect(visitor.page.get_by_role("heading", level=2)).not_to_have_count(0)
    visitor.assert_content()
