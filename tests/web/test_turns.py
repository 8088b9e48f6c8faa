"""From turn to turn: what the others did, what can be taken back, where the focus is, and who says so."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from khlong.games import our_games

from .conftest import Invite
from .visitor import PHONE, Visitor

pytestmark = pytest.mark.slow

FIRST = {"begins": "0"}
TURN = ("place temple", "tile +4", "die d6")
NEWS = "News of the table"


def after_a_turn(visitor: Visitor, seats: str = "me random random") -> str:
    """A table at which the visitor and then the bots have moved."""
    table = visitor.new_table("floating-market", seats, options=FIRST)
    visitor.sit_at(table)
    for move in TURN:
        visitor.await_turn()
        visitor.make(move)
    visitor.await_turn()
    return table


def test_when_my_turn_begins_a_line_for_each_other_player_can_be_seen_once_more(visitor: Visitor) -> None:
    table = after_a_turn(visitor)
    since = visitor.page.get_by_role("list", name="Since my last turn")
    expect(since.get_by_role("button")).to_have_count(2)
    made = visitor.get(f"/tables/{table}/events?after=3")["moves"]
    placed = {event["values"]["place"] for move in made for event in move["events"] if "place" in event["values"]}
    for place in placed:
        expect(visitor.page.locator(f'[data-anchor="place-{place}"]')).to_have_attribute("data-changed", "")
    expect(visitor.page.locator('[data-anchor="place-temple"]')).not_to_have_attribute("data-changed", "")
    shown = visitor.page.locator(".table").get_attribute("data-shown")
    since.get_by_role("button").first.click()
    visitor.await_turn()
    expect(visitor.page.locator(".table")).to_have_attribute("data-shown", str(shown))
    asks_more = {"place hut", "place tailor", "place office", "place fishmonger"}
    visitor.make(sorted(asks_more & visitor.offered())[0])
    expect(visitor.page.locator("[data-changed]")).to_have_count(0)
    expect(since).to_have_count(0)
    visitor.assert_content()


def test_the_log_groups_by_turn_and_round_with_the_sail_of_whom_a_sentence_is_about(visitor: Visitor) -> None:
    after_a_turn(visitor)
    visitor.page.keyboard.press("l")
    log = visitor.page.get_by_role("region", name="What happened")
    expect(log.get_by_text("Round 1", exact=True)).to_be_visible()
    own = log.locator("ol > li:not(.mark)").last
    expect(own.locator("p")).to_have_count(3)
    sails = visitor.page.locator(".log ol > li:not(.mark) .who path").evaluate_all(
        "paths => paths.map(path => path.getAttribute('fill'))"
    )
    assert sails == ["url(#sail-2)", "url(#sail-1)", "url(#sail-0)"]


def test_among_bots_a_turn_that_is_over_is_taken_back(visitor: Visitor) -> None:
    after_a_turn(visitor)
    visitor.page.get_by_role("button", name="Take back", exact=True).click()
    expect(visitor.page.locator(".table")).to_have_attribute("data-ply", "2")
    visitor.await_turn()
    assert "die d6" in visitor.offered()
    visitor.page.get_by_role("button", name="Undo").click()
    expect(visitor.page.locator(".table")).to_have_attribute("data-ply", "1")
    visitor.assert_content()


@pytest.mark.parametrize("answer", ["Allow it", "Let it stand"])
def test_people_are_asked_for_a_move_back(invite: Invite, answer: str) -> None:
    ann, bo = invite(), invite()
    table = ann.new_table("floating-market", "me open", options=FIRST)
    bo.get("/me")
    bo.post(f"/tables/{table}/join", {"invite": ann.get(f"/tables/{table}")["table"]["invite"]})
    for each in (ann, bo):
        each.sit_at(table).page.wait_for_selector(".table")
    for move in TURN:
        ann.await_turn()
        ann.make(move)
    ann.page.get_by_role("button", name="Ask to take back").click()
    expect(ann.page.get_by_role("button", name="Never mind")).to_be_visible()
    bo.page.get_by_role("button", name=answer).click()
    expect(ann.page.get_by_role("button", name="Never mind")).to_have_count(0)
    expect(ann.page.locator(".table")).to_have_attribute("data-ply", "2" if answer == "Allow it" else "3")
    assert (len(ann.offered()) > 0) == (answer == "Allow it")
    for each in (ann, bo):
        each.assert_content()


def test_what_ends_a_turn_is_marked_beforehand_and_asked_for_in_every_game(invite: Invite) -> None:
    visitor = invite(confirm=True)
    visitor.sit_at(visitor.new_table("floating-market", "me random", options=FIRST)).await_turn()
    visitor.page.wait_for_selector("[data-wish]")
    visitor.make("place temple")
    visitor.await_turn()
    visitor.page.wait_for_selector("[data-wish]")
    visitor.make("tile +4")
    visitor.await_turn()
    die = visitor.page.locator('[data-move="die d6"]')
    expect(die).to_have_attribute("data-ends", "")
    die.click()
    expect(visitor.page.get_by_text("Ends your turn")).to_be_visible()
    assert visitor.ply == 2
    visitor.page.get_by_role("button", name="Do it").click()
    expect(visitor.page.locator(".table")).not_to_have_attribute("data-ply", "2")


@pytest.mark.parametrize("game", our_games())
def test_after_each_move_the_focus_is_on_the_first_choice_and_the_news_say_what_is_asked(
    visitor: Visitor, game: str
) -> None:
    visitor.sit_at(visitor.new_table(game, "me random")).await_turn()
    visitor.page.keyboard.press("m")
    for _ in range(6):
        ply = visitor.ply
        visitor.page.keyboard.press("Enter")
        visitor.await_turn(ply)
        visitor.page.wait_for_function("document.activeElement.dataset.move !== undefined")
        first = visitor.page.evaluate("[...document.querySelectorAll('[data-move]')][0].dataset.move")
        assert visitor.page.evaluate("document.activeElement.dataset.move") == first
        prompt = visitor.page.get_by_test_id("prompt").inner_text()
        assert prompt.startswith("Your turn: ")
        expect(visitor.page.get_by_role("status", name=NEWS)).to_contain_text(prompt)
    visitor.assert_content()


def test_a_prompt_says_whose_turn_it_is_and_what_is_asked(invite: Invite) -> None:
    ann, bo = invite(), invite()
    table = ann.new_table("floating-market", "me open", options={"begins": "1"})
    bo.get("/me")
    bo.post(f"/tables/{table}/join", {"invite": ann.get(f"/tables/{table}")["table"]["invite"]})
    ann.sit_at(table)
    name = bo.get("/me")["name"]
    expect(ann.page.get_by_test_id("prompt")).to_have_text(f"{name}: Place a customer.")


def test_after_a_click_bubbles_wait_for_the_pointer_to_move(visitor: Visitor) -> None:
    visitor.sit_at(visitor.new_table("floating-market", "me me", options=FIRST)).await_turn()
    place = visitor.page.locator('[data-move="place temple"]:visible').first
    place.hover()
    expect(visitor.page.locator(".tip")).to_be_visible()
    place.click()
    visitor.await_turn(0)
    visitor.page.wait_for_selector("[data-wish]")
    expect(visitor.page.locator(".tip")).to_have_count(0)
    visitor.page.locator("[data-wish]:visible").first.hover(force=True)
    expect(visitor.page.locator(".tip")).to_be_visible()


def test_bubbles_cover_nothing_that_can_be_chosen(visitor: Visitor) -> None:
    visitor.sit_at(visitor.new_table("floating-market", "me me", options=FIRST)).await_turn()
    visitor.page.wait_for_selector("[data-wish]")
    for piece in visitor.page.locator("[data-move]:visible").all()[:8]:
        piece.hover()
        expect(visitor.page.locator(".tip")).to_be_visible()
        covered = visitor.page.evaluate("""() => {
            const tip = document.querySelector('.tip').getBoundingClientRect()
            return [...document.querySelectorAll('[data-move]')].filter(piece => {
                const box = piece.getBoundingClientRect()
                const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
                return tip.left < x && x < tip.right && tip.top < y && y < tip.bottom
            }).map(piece => piece.dataset.move)
        }""")
        assert covered == []


def test_on_a_phone_what_is_touched_speaks_in_the_prompt(invite: Invite) -> None:
    visitor = invite(size=PHONE, touch=True)
    visitor.sit_at(visitor.new_table("floating-market", "me me", options=FIRST)).await_turn()
    visitor.make("place temple", "tap")
    visitor.await_turn()
    refused = visitor.page.locator("[data-wish]:visible").first
    refused.tap(force=True)
    why = refused.get_attribute("data-why")
    expect(visitor.page.get_by_test_id("touched")).to_contain_text(str(why))
    expect(visitor.page.locator(".tip")).to_have_count(0)
    visitor.page.get_by_role("tab", name="Log").tap()
    expect(visitor.page.locator(".tip")).to_have_count(0)


def test_every_sign_and_button_without_words_says_what_it_is(visitor: Visitor) -> None:
    after_a_turn(visitor)
    wordless = visitor.page.locator("header, .prompt, footer").locator(
        "button:visible, a:visible, .icon[role=img]:visible"
    )
    found = 0
    for thing in wordless.all():
        if thing.inner_text() if thing.evaluate("e => e instanceof HTMLElement") else "":
            continue
        visitor.page.mouse.move(2, 898)
        thing.hover()
        expect(visitor.page.locator(".tip")).to_have_text(re.compile(r"\w"))
        found += 1
    assert found >= 6


def test_a_lost_network_shows_by_the_browsers_own_sign_and_a_move_waits(visitor: Visitor) -> None:
    visitor.sit_at(visitor.new_table("floating-market", "me me", options=FIRST)).await_turn()
    visitor.context.set_offline(True)
    expect(visitor.page.get_by_text("No connection")).to_be_visible()
    visitor.context.set_offline(False)
    expect(visitor.page.get_by_text("No connection")).to_have_count(0)
    visitor.make("place temple")


def test_dice_coins_and_cards_are_heard_by_whoever_wishes_it(invite: Invite) -> None:
    heard = """
        window.noises = 0
        const start = AudioBufferSourceNode.prototype.start
        AudioBufferSourceNode.prototype.start = function (...when) { noises++; return start.apply(this, when) }
    """
    for effects in (False, True):
        visitor = invite(effects=effects)
        visitor.page.add_init_script(heard)
        visitor.sit_at(visitor.new_table("floating-market", "me me", options=FIRST)).await_turn()
        visitor.make("place temple")
        visitor.await_turn()
        if effects:
            visitor.page.wait_for_function("noises > 0")
        else:
            assert visitor.page.evaluate("noises") == 0


def test_sounds_and_their_volume_are_set(visitor: Visitor) -> None:
    visitor.open("/settings")
    volume = visitor.page.get_by_role("slider", name="Volume")
    expect(volume).to_be_disabled()
    box = visitor.page.get_by_role("checkbox", name=re.compile("^Sounds of the table"))
    expect(box).not_to_be_checked()
    box.check()
    volume.fill("0.8")
    kept = visitor.page.evaluate("JSON.parse(localStorage.getItem('khlong-settings'))")
    assert (kept["effects"], kept["volume"]) == (True, 0.8)
