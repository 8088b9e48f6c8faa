"""What people at a table do with each other: talk, vote, lend seats, play again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from .conftest import Invite
from .positions import ending
from .visitor import Visitor

pytestmark = pytest.mark.slow

NASTY = '<img src="x" onerror="document.title=1"> สวัสดี \u202egnp.exe'


def two_at_a_table(invite: Invite, **wishes: object) -> tuple[Visitor, Visitor, str]:
    """Ann, who made the table and is seat 0, and Bo beside her."""
    ann, bo = invite(), invite()
    table = ann.new_table("floating-market", "me open", options={"first": "1"}, **wishes)
    bo.get("/me")
    bo.post(f"/tables/{table}/join", {"invite": ann.get(f"/tables/{table}")["table"]["invite"]})
    for each in (ann, bo):
        each.sit_at(table)
        each.page.wait_for_selector(".table")
    return ann, bo, table


def test_a_bot_that_gets_ready_and_a_move_made_in_its_place_are_told(invite: Invite) -> None:
    ann, guest = invite(), invite()
    table = ann.new_table("floating-market", "me random", options={"first": "1"}, public=True)

    def relay(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        news = re.compile(r'"last_by":[^,}]*,"readiness":100')
        server.on_message(lambda text: socket.send(news.sub('"last_by":"stand-in","readiness":40', str(text))))

    guest.page.route_web_socket(re.compile("/socket"), relay)
    guest.open("/")
    guest.page.wait_for_selector(".game")
    guest.sit_at(table)
    expect(guest.page.get_by_role("img", name="is still getting ready: 40 %")).to_be_visible()
    expect(guest.page.get_by_role("img", name="its last move was made at random")).to_be_visible()


def test_chat_names_its_speaker_marks_what_is_unread_and_shows_text_as_text(invite: Invite) -> None:
    ann, bo, table = two_at_a_table(invite)
    name = ann.get("/me")["name"]
    ann.page.keyboard.press("c")
    ann.page.get_by_label("Say something").fill(NASTY)
    ann.page.get_by_role("button", name="Send").click()
    expect(bo.page.locator(".unread")).to_have_text("1")
    bo.page.get_by_role("button", name="Chat, 1 new line").click()
    expect(bo.page.locator(".unread")).to_have_count(0)
    said = bo.page.get_by_role("log").locator("li")
    expect(said).to_have_count(1)
    expect(said.locator("b")).to_have_text(name)
    assert said.locator("p").inner_text().startswith('<img src="x" onerror')
    assert said.locator("img").count() == 0
    bo.page.get_by_label("Say something").fill("m p l ?")  # letters that are keys elsewhere
    bo.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("log").locator("li").last).to_contain_text("m p l ?")
    expect(ann.page.locator(".unread")).to_have_count(0)
    assert [line["name"] for line in ann.get(f"/tables/{table}")["chat"]] == [name, bo.get("/me")["name"]]
    for each in (ann, bo):
        each.assert_content()


def test_a_spectator_can_talk(invite: Invite) -> None:
    ann, guest = invite(), invite()
    table = ann.new_table("floating-market", "me me", public=True)
    ann.sit_at(table)
    guest.open("/")
    guest.page.wait_for_selector(".game")
    guest.sit_at(table)
    guest.page.keyboard.press("c")
    guest.page.get_by_label("Say something").fill("Well played")
    guest.page.keyboard.press("Enter")
    ann.page.get_by_role("button", name="Chat, 1 new line").click()
    expect(ann.page.get_by_role("log")).to_contain_text("Well played")


def test_the_others_vote_a_bot_into_the_seat_of_somebody_absent_who_takes_it_back(invite: Invite) -> None:
    ann, bo, table = two_at_a_table(invite)
    name = ann.get("/me")["name"]
    ann.page.goto("about:blank")
    bo.page.get_by_role("button", name=f"A bot for {name}?").click()
    expect(bo.page.locator(".plate").first.get_by_role("img", name="Bot")).to_be_visible()
    assert bo.get(f"/tables/{table}")["seats"][0]["kind"] == "bot"
    ann.sit_at(table)
    ann.page.get_by_role("button", name=f"{name} plays again").click()
    expect(bo.page.locator(".plate").first.get_by_role("img", name="Bot")).to_have_count(0)
    assert bo.get(f"/tables/{table}")["seats"][0]["kind"] == "person"


def test_a_rematch_is_offered_and_accepted(invite: Invite) -> None:
    ann, bo = invite(), invite()
    begun, last = ending("floating-market", 2)
    table = ann.new_table("floating-market", "me open", **begun)
    bo.get("/me")
    bo.post(f"/tables/{table}/join", {"invite": ann.get(f"/tables/{table}")["table"]["invite"]})
    ann.sit_at(table).await_turn()
    bo.sit_at(table)
    ann.make(last)
    ann.page.get_by_role("button", name="Play again").click()
    bo.page.get_by_role("button", name="Join the next game").click()
    bo.page.get_by_role("button", name="Take a seat").click()
    for each in (ann, bo):
        each.page.wait_for_selector('.table[data-status="playing"]')
        each.assert_content()
    assert ann.page.url.split("?")[0] == bo.page.url.split("?")[0] != f"{ann.base}/t/{table}"


def test_a_name_is_changed_in_the_settings(visitor: Visitor) -> None:
    visitor.open("/settings")
    field = visitor.page.get_by_label("Your name")
    expect(field).to_have_value(visitor.get("/me")["name"])
    field.fill("Malee")
    visitor.page.get_by_role("button", name="Take this name").click()
    expect(visitor.page.get_by_text("You are now Malee.")).to_be_visible()
    assert visitor.get("/me")["name"] == "Malee"


def test_time_left_is_shown_where_there_is_a_limit(visitor: Visitor) -> None:
    table = visitor.new_table("floating-market", "me me", pace={"kind": "move", "seconds": 3600.0})
    visitor.sit_at(table).await_turn()
    timer = visitor.page.get_by_role("timer")
    first = timer.inner_text()
    assert first.startswith(("59:", "1:00:"))
    expect(timer).not_to_have_text(first)
