"""The review of a game that is over: chances, moments, better moves to find, trying again, luck and skill."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from khlong.table import new_table, write_record
from tests.scenes import scenes_of

from .conftest import Invite
from .test_access import TARGETS, violations
from .visitor import Visitor

GAME = "floating-market"
LARGE_PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 360, "height": 640}


def played(visitor: Visitor, game: str = GAME, seed: int = 3) -> str:
    """A game of random moves that two people played at this visitor's screen, over by now."""
    table = visitor.new_table(game, "me me", options=dict(scenes_of(game).short))
    choices = random.Random(seed)
    while (seen := visitor.get(f"/tables/{table}"))["moves"]:
        move = choices.choice(seen["moves"])["notation"]
        visitor.post(f"/tables/{table}/moves", {"id": f"m{seen['ply']}", "ply": seen["ply"], "move": move})
    return table


def reviewed(visitor: Visitor, table: str) -> dict[str, Any]:
    """Opens the review and waits for its first graph; gives what the server says of the game."""
    visitor.open(f"/t/{table}/review")
    visitor.page.get_by_test_id("graph").wait_for()
    review: dict[str, Any] = visitor.get(f"/tables/{table}/review")["review"]
    return review


def shown(page: Page, ply: int) -> None:
    expect(page.locator(f".table[data-shown='{ply}']")).to_have_count(1)


def part(visitor: Visitor, name: str) -> None:
    tab = visitor.page.get_by_role("tab", name=name)
    (tab.tap if visitor.touch else tab.click)()
    expect(tab).to_have_attribute("aria-selected", "true")


def test_the_end_of_a_game_leads_to_its_review_and_so_do_my_games(visitor: Visitor) -> None:
    table = played(visitor)
    visitor.sit_at(table)
    visitor.page.get_by_role("dialog").get_by_role("button", name="Review the game").click()
    visitor.page.get_by_test_id("graph").wait_for()
    assert f"/t/{table}/review" in visitor.page.url, "it can be handed on"
    visitor.open("/games")
    visitor.page.get_by_role("link", name=re.compile("Review ?: Floating Market")).first.click()
    visitor.page.get_by_test_id("graph").wait_for()
    visitor.assert_content()


def test_the_graph_is_reached_by_keys_and_the_board_follows(visitor: Visitor) -> None:
    review = reviewed(visitor, played(visitor))
    graph, page = visitor.page.get_by_role("slider", name="The game at a glance"), visitor.page
    last = review["plies"]
    expect(graph).to_have_attribute("aria-valuemax", str(last))
    graph.focus()
    page.keyboard.press("Home")
    shown(page, 0)
    expect(graph).to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("ArrowRight")
    shown(page, 1)
    page.keyboard.press("ArrowUp")
    shown(page, 2)
    chances = [round(100 * share) for share in review["chances"][2]]
    expect(graph).to_have_attribute("aria-valuetext", re.compile(rf"After move 2 of {last}: .* {chances[0]}%"))
    moment = review["moments"][0]["ply"]
    page.keyboard.press("Home")
    page.keyboard.press("PageDown")
    shown(page, next(each["ply"] for each in review["moments"] if each["ply"] > 0))
    assert moment
    assert page.url.endswith(f"ply={moment}"), "the moment has a link"
    page.get_by_role("button", name="Scores").click()
    expect(graph).to_have_attribute("aria-valuetext", re.compile("expected score"))
    visitor.assert_content()


def test_a_click_on_the_graph_shows_that_moment(visitor: Visitor) -> None:
    review = reviewed(visitor, played(visitor))
    graph, ply = visitor.page.get_by_test_id("graph"), review["plies"] // 3
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] * ply / review["plies"], "y": box["height"] / 2})
    shown(visitor.page, ply)


def test_key_moments_are_told_in_the_games_own_sentences(visitor: Visitor) -> None:
    table = played(visitor)
    review = reviewed(visitor, table)
    items = visitor.page.locator("#review-part li")
    greatest = sorted(review["moments"], key=lambda each: -abs(each["change"]))[:12]
    expect(items).to_have_count(len(greatest))
    assert all(abs(each["change"]) >= 0.05 for each in greatest)
    first = min(greatest, key=lambda each: each["ply"])
    events = visitor.get(f"/tables/{table}/events?after={first['ply'] - 1}")["moves"][0]["events"]
    assert events
    expect(items.first).to_contain_text(f"Move {first['ply']}")
    percent = round(100 * first["after"][first["whom"]])
    expect(items.first).to_contain_text(f"{percent}%")
    items.first.get_by_role("button").click()
    shown(visitor.page, first["ply"])
    expect(items.first.get_by_role("button")).to_have_attribute("aria-current", "step")
    told = visitor.page.get_by_test_id("prompt").inner_text()
    assert told in items.first.inner_text(), "the sentence that the table says of it"


def mistake(visitor: Visitor, review: dict[str, Any]) -> dict[str, Any]:
    part(visitor, "Better moves")
    visitor.page.get_by_role("combobox", name="Moves of").select_option(label="Everybody")
    decision: dict[str, Any] = next(each for each in review["decisions"] if each["label"])
    return decision


def test_a_better_move_is_looked_for_before_it_is_told(visitor: Visitor) -> None:
    review = reviewed(visitor, played(visitor))
    page, decision = visitor.page, mistake(visitor, review)
    best = decision["best"][0]["move"]
    page.get_by_role("button", name="Find a better move").first.click()
    shown(page, decision["ply"] - 1)
    page.locator("[data-move]").first.wait_for()
    assert best not in page.locator(".bar").inner_text()
    expect(page.locator("[data-best]")).to_have_count(0)
    offered = visitor.offered()
    assert {best, decision["move"]} <= offered, "every answer of then can be chosen on the board"
    page.locator(f"[data-move='{decision['move']}']:visible").first.click()
    expect(page.get_by_role("status").filter(has_text="played in the game")).to_be_visible()
    expect(page.get_by_test_id("answer")).to_have_count(0)
    page.locator(f"[data-move='{best}']:visible").first.click()
    expect(page.get_by_role("status").filter(has_text="Well found!")).to_be_visible()
    expect(page.get_by_test_id("answer")).to_contain_text("a chance of")
    page.get_by_role("button", name="Back to the review").click()
    page.get_by_test_id("graph").wait_for()
    visitor.assert_content()


def test_the_answer_is_shown_with_what_it_would_bring(visitor: Visitor) -> None:
    review = reviewed(visitor, played(visitor))
    mistake(visitor, review)
    visitor.page.get_by_role("button", name="Find a better move").first.click()
    visitor.page.get_by_role("button", name="Show the answer").click()
    expect(visitor.page.get_by_test_id("answer")).to_contain_text("Best:")
    expect(visitor.page.get_by_test_id("answer").locator("li").first).not_to_be_empty()
    expect(visitor.page.locator("[data-best]").first).to_be_visible()
    visitor.page.get_by_role("button", name="Back to the review").click()
    part(visitor, "Better moves")
    expect(visitor.page.locator("li.solved")).to_have_count(1)


def test_luck_and_skill_add_up_and_dice_stand_beside_what_was_expected(visitor: Visitor) -> None:
    reviewed(visitor, played(visitor))
    part(visitor, "Luck and skill")
    rows = visitor.page.locator("#review-part table").first.locator("tbody tr")
    figures = [
        [float(re.sub(r"[^\d.−-]", "", text).replace("−", "-")) for text in row.locator("td").all_inner_texts()]
        for row in rows.all()[:7]
    ]
    for first, *parts, last in zip(*figures, strict=True):
        assert abs(first + sum(parts) - last) < 2, "in percent, each rounded"
    dice = visitor.page.locator(".dice table")
    assert dice.count() > 0
    expect(dice.first).to_contain_text("Expected")
    visitor.assert_content()


def test_the_graph_stands_in_a_table_too(visitor: Visitor) -> None:
    review = reviewed(visitor, played(visitor))
    part(visitor, "As a table")
    row = visitor.page.locator("#review-part tbody tr").nth(1)
    ply = int(row.locator("th").inner_text())
    expect(row.locator("td").first).to_contain_text(f"{round(100 * review['chances'][ply][0])}%")
    row.get_by_role("button").click()
    shown(visitor.page, ply)


@pytest.mark.parametrize("dice", ["The same", "Others"])
def test_one_tries_again_from_any_moment_with_the_same_dice_or_others(visitor: Visitor, dice: str) -> None:
    table = played(visitor)
    review = reviewed(visitor, table)
    visitor.page.get_by_test_id("graph").focus()
    visitor.page.keyboard.press("Home")
    shown(visitor.page, 0)
    visitor.page.get_by_role("button", name="Try again from here").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_role("radio", name=dice).check()
    dialog.get_by_role("combobox", name="The others").select_option(label="Wanderer")
    dialog.get_by_role("button", name="Begin").click()
    visitor.page.wait_for_url(lambda url: table not in url)
    visitor.await_turn()
    again = visitor.page.url.split("/t/")[1].split("?")[0].split("/")[0]
    same = (
        visitor.get(f"/tables/{again}")["table"]["commitment"] == visitor.get(f"/tables/{table}")["table"]["commitment"]
    )
    assert same == (dice == "The same")
    assert [seat["kind"] for seat in visitor.get(f"/tables/{again}")["seats"]] == ["person", "bot"]
    assert review["over"]
    visitor.assert_content()


def test_a_record_that_was_uploaded_is_reviewed_too(visitor: Visitor) -> None:
    game = new_table(GAME, 2, 7, scenes_of(GAME).short, names=["Ann", "Bo"])
    choices = random.Random(7)
    while not game.over:
        game.play(choices.choice(game.legal_numbers()))
    visitor.get("/me")
    made = visitor.post("/records", {"record": write_record(game), "mode": "watch"})
    visitor.open(f"/t/{made['table']['id']}?ply=0")
    visitor.page.get_by_role("button", name="Review", exact=True).click()
    visitor.page.get_by_test_id("graph").wait_for()
    expect(visitor.page.locator(".legend")).to_contain_text("Ann")
    part(visitor, "Better moves")
    expect(visitor.page.get_by_role("combobox", name="Moves of")).to_have_value("all")


def test_a_link_to_the_review_opens_for_whoever_gets_it(invite: Invite) -> None:
    ann, guest = invite(), invite()
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    reviewed(ann, played(ann))
    ann.page.get_by_test_id("graph").focus()
    ann.page.keyboard.press("Home")
    shown(ann.page, 0)
    ann.page.keyboard.press("ArrowRight")
    shown(ann.page, 1)
    ann.page.get_by_role("button", name="Copy a link to this position").click()
    guest.open(ann.page.evaluate("navigator.clipboard.readText()"))
    guest.page.get_by_test_id("graph").wait_for()
    shown(guest.page, 1)


def test_a_review_that_fails_says_so_and_goes_on_by_a_button(visitor: Visitor) -> None:
    table = played(visitor)
    refused = json.dumps({"code": "too_many", "message": "Too many reviews in a short time."})
    visitor.page.route("**/api/tables/*/review?*", lambda route: route.fulfill(status=429, body=refused))
    visitor.open(f"/t/{table}/review")
    expect(visitor.page.get_by_role("alert")).to_contain_text("many reviews")
    visitor.page.unroute_all()
    visitor.page.get_by_role("button", name="Try again").click()
    visitor.page.get_by_test_id("graph").wait_for()
    expect(visitor.page.get_by_role("alert")).to_have_count(0)


def test_a_game_that_goes_on_has_no_review(visitor: Visitor) -> None:
    table = visitor.new_table(GAME, "me me")
    visitor.open(f"/t/{table}/review").page.wait_for_selector(".table")
    visitor.await_turn()
    expect(visitor.page.get_by_role("button", name="Review", exact=True)).to_have_count(0)
    expect(visitor.page.get_by_test_id("graph")).to_have_count(0)


@pytest.mark.parametrize("size", [LARGE_PHONE, SMALL_PHONE], ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("language", ["ja", "th"])
def test_the_review_can_be_used_on_a_phone(invite: Invite, size: Any, language: str) -> None:
    visitor = invite(size=size, touch=True, language=language)
    reviewed(visitor, played(visitor))
    page = visitor.page
    expect(page.get_by_test_id("graph")).to_be_in_viewport()
    for each in ("mistakes", "luck", "table", "moments"):
        page.locator(f"#review-{each}").tap()
        assert page.evaluate(TARGETS) == [], each
        high, wide = page.evaluate("(({scrollHeight: high, scrollWidth: wide}) => [high, wide])(document.body)")
        assert (high, wide) <= (size["height"], size["width"])
        visitor.assert_content()


def test_a_review_has_a_third_of_a_phone_beside_the_whole_board(invite: Invite) -> None:
    visitor = invite(size=LARGE_PHONE, touch=True)
    reviewed(visitor, played(visitor))
    sheet, board = (visitor.page.locator(where).bounding_box() for where in ("#sheet", ".board > *"))
    assert sheet is not None
    assert board is not None
    assert sheet["height"] >= LARGE_PHONE["height"] / 3
    assert board["y"] + board["height"] <= sheet["y"]
    assert board["width"] == board["height"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_a_review(invite: Invite, theme: str) -> None:
    visitor = invite(theme=theme)
    review = reviewed(visitor, played(visitor))
    found = {}
    for name in ("Key moments", "Luck and skill", "As a table", "Better moves"):
        part(visitor, name)
        found[name] = violations(visitor)
    visitor.page.get_by_test_id("graph").focus()
    visitor.page.keyboard.press("Home")
    visitor.page.get_by_role("button", name="Try again from here").click()
    found["again"] = violations(visitor)
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_test_id("graph"), "the dialog alone is closed").to_be_visible()
    mistake(visitor, review)
    visitor.page.get_by_role("button", name="Find a better move").first.click()
    visitor.page.locator("[data-move]").first.wait_for()
    found["exercise"] = violations(visitor)
    visitor.page.get_by_role("button", name="Show the answer").click()
    visitor.page.get_by_test_id("answer").wait_for()
    found["answer"] = violations(visitor)
    assert not {screen: problems for screen, problems in found.items() if problems}
