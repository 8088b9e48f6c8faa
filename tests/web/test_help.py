"""Help at the table: what a good player would do, and the rules."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from khlong.games import our_games
from tests.scenes import scenes_of

from .conftest import Invite
from .positions import reached
from .visitor import DESK, PHONE, Visitor

pytestmark = pytest.mark.slow

GAMES = pytest.mark.parametrize("game", our_games())


@GAMES
def test_a_hint_names_good_moves_and_marks_the_best_on_the_board(visitor: Visitor, game: str) -> None:
    begun = reached(game, 3, 1, scenes_of(game).midway(60))
    table = visitor.new_table(game, "me random random", **begun)
    visitor.sit_at(table).await_turn()
    legal = {move["notation"] for move in visitor.get(f"/tables/{table}")["moves"]}
    while visitor.get(f"/tables/{table}/hint?seconds=0.1")["quick"]:  # the bot gets ready
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
    why = panel.locator("li details").first.locator(".why li")
    assert why.count() == len(hint["moves"][0]["why"]) > 0, "the best move says why"
    expect(why.first).to_be_visible()
    visitor.make(str(named[0]))
    expect(visitor.page.locator("[data-best]")).to_have_count(0)
    visitor.assert_content()


@pytest.mark.parametrize(("size", "way"), [(DESK, "click"), (PHONE, "tap")])
@GAMES
def test_any_legal_move_can_be_asked_about_by_keyboard_too(
    invite: Invite, game: str, size: ViewportSize, way: str
) -> None:
    visitor = invite(size=size, touch=way == "tap")
    table = visitor.new_table(game, "me random random", **reached(game, 3, 1, scenes_of(game).midway(60)))
    visitor.sit_at(table).await_turn()
    seen = visitor.get(f"/tables/{table}")
    moves = [move["notation"] for move in seen["moves"]]
    visitor.page.keyboard.press("h")
    choice = visitor.page.get_by_role("combobox", name="A move that is possible now")
    expect(choice.locator("option:not([disabled])")).to_have_count(len(moves))
    assert {option.get_attribute("value") for option in choice.locator("option:not([disabled])").all()} == set(moves)
    choice.select_option(moves[-1])
    with visitor.page.expect_response(lambda answer: "/hint" in answer.url and answer.ok) as answer:
        choice.press("Tab")
        visitor.page.keyboard.press("Enter")
    asked = answer.value.json()["asked"]
    assert (asked["move"], asked["win_share"] is None) == (moves[-1], False)
    told = visitor.page.get_by_role("region", name="Your own idea")
    expect(told.locator("[data-move]")).to_have_attribute("data-move", moves[-1])
    expect(told.locator(".why li")).to_have_count(len(asked["why"]))
    expect(told.locator("p").first).to_have_text(re.compile("That is what it would do too|fewer won than|as good as"))
    assert visitor.get(f"/tables/{table}")["ply"] == seen["ply"], "nothing was played"
    visitor.assert_content()


def test_a_first_glance_says_that_it_is_one_and_can_be_taken_again(invite: Invite) -> None:
    visitor = invite()
    table = visitor.new_table("floating-market", "me me")
    first = visitor.get(f"/tables/{table}")["moves"][0]["notation"]
    only = {"move": first, "win_share": 0.5, "score": 1.0, "visits": 2, "why": []}
    hint = {"ply": 0, "moves": [only], "asked": None, "line": [first], "story": [], "playouts": 2, "quick": True}
    answers = [hint, hint | {"quick": False}]
    visitor.page.route(re.compile("/hint"), lambda route: route.fulfill(json=answers.pop(0)))
    visitor.sit_at(table).await_turn()
    visitor.page.keyboard.press("h")
    visitor.page.get_by_role("button", name="What would a good player do?").click()
    expect(visitor.page.get_by_text("A first glance: the bot is still getting ready")).to_be_visible()
    visitor.assert_content()
    visitor.page.get_by_role("button", name="Look again").click()
    expect(visitor.page.get_by_text("A first glance")).to_have_count(0)


@pytest.mark.parametrize(("status", "says"), [(429, "used up your hints"), (503, "bots are busy")])
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
    visitor.page.get_by_role("button", name="Rules", exact=True).click()
    rules.get_by_role("button", name="Close").click()
    expect(rules).to_have_count(0)
    visitor.open(f"/rules/{game}")
    expect(visitor.page.get_by_role("heading", level=2)).not_to_have_count(0)
    visitor.assert_content()
