"""What people at a table do with each other: talk, vote, lend seats, play again."""

from __future__ import annotations

import asyncio
import re
import time

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.patience import PATIENCE
from tests.server.servers import Running

from .conftest import Invite
from .positions import ending
from .visitor import Visitor

pytestmark = pytest.mark.slow

LABELS = {
    "name": re.compile("^Name$"),
    "password": re.compile("^Password, eight"),
    "old": re.compile("^Password now"),
    "new": re.compile("^New password"),
}
NASTY = '<img src="x" onerror="document.title=1"> สวัสดี \u202egnp.exe'


def two_at_a_table(invite: Invite, **wishes: object) -> tuple[Visitor, Visitor, str]:
    """Ann, who made the table and is seat 0, and Bo beside her."""
    ann, bo = invite(), invite()
    table = ann.new_table("floating-market", "me open", options={"begins": "0"}, **wishes)
    bo.get("/me")
    bo.post(f"/tables/{table}/join", {"invite": ann.get(f"/tables/{table}")["table"]["invite"]})
    for each in (ann, bo):
        each.sit_at(table)
        each.page.wait_for_selector(".table")
    return ann, bo, table


def test_a_bot_that_gets_ready_and_a_move_made_in_its_place_are_told(invite: Invite) -> None:
    ann, guest = invite(), invite()
    table = ann.new_table("floating-market", "me random", options={"begins": "0"}, public=True)

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


def test_the_others_vote_a_bot_into_the_seat_of_somebody_absent_who_is_told_and_takes_it_back(invite: Invite) -> None:
    ann, bo, table = two_at_a_table(invite)
    name = ann.get("/me")["name"]
    ann.page.goto("about:blank")
    bo.page.get_by_role("button", name=f"A bot for {name}?").click()
    expect(bo.page.locator(".plate").first.get_by_role("img", name="Bot")).to_be_visible()
    assert bo.get(f"/tables/{table}")["seats"][0]["kind"] == "bot"
    bo.page.get_by_role("button", name="Chat, 1 new line").click()
    expect(bo.page.get_by_test_id("notice")).to_contain_text(f"The others let a bot play for {name}.")
    ann.sit_at(table)
    told = ann.page.get_by_text(f"While you were away the others let a bot play for {name}. The seat is still yours.")
    expect(told.first).to_be_visible()
    bo.assert_content()
    ann.page.get_by_role("button", name=f"{name} plays again").first.click()
    expect(told).to_have_count(0)
    expect(bo.page.locator(".plate").first.get_by_role("img", name="Bot")).to_have_count(0)
    assert bo.get(f"/tables/{table}")["seats"][0]["kind"] == "person"
    expect(bo.page.get_by_test_id("notice").last).to_contain_text(f"{name} plays again.")


def test_a_vote_that_comes_too_early_says_how_long_one_waits_here(invite: Invite) -> None:
    ann, bo, _ = two_at_a_table(invite, absence={"patience": 7200.0})
    name = ann.get("/me")["name"]
    ann.page.goto("about:blank")
    bo.page.get_by_role("button", name=f"A bot for {name}?").click()
    expect(bo.page.get_by_role("alert").first).to_contain_text("one waits 2 hours for somebody who is away")


def test_what_happens_to_absent_players_is_chosen_with_the_table_and_shown_to_all_before_the_game(
    invite: Invite,
) -> None:
    ann, bo = invite(), invite(language="ja")
    ann.open("/new/floating-market")
    expect(ann.page.get_by_text("If somebody is away")).to_have_count(0)  # with bots alone nobody is
    ann.page.get_by_label("Seat 2: who plays").select_option("open")
    ann.page.get_by_label("The others may let a bot play").check()
    ann.page.get_by_label("The bot that plays for them").select_option("easy")
    ann.page.get_by_label("1 day").check()
    ann.page.get_by_label("Out of time so often in a row").select_option("2 times")
    ann.page.get_by_label("Show this table to everybody").check()
    ann.page.get_by_role("button", name="Open the table").click()
    ann.page.wait_for_selector(".lobby")
    settled = ann.page.get_by_test_id("absence")
    expect(settled).to_contain_text(
        "If somebody is away for 12 hours, more than half of the others can let a bot (Easy)"
    )
    expect(settled).to_contain_text("When time runs out, a bot (Easy) makes that one move; after 2 times in a row")
    ann.assert_content()
    bo.open(ann.page.url)
    expect(bo.page.get_by_test_id("absence")).to_contain_text("12 時間")
    expect(bo.page.get_by_test_id("absence")).to_contain_text("ボット（やさしい）")
    table = ann.page.url.split("/t/")[1].split("?")[0]
    absence = {"decide": "others", "bot": "easy", "patience": 43_200.0, "timeouts": 2}
    assert ann.get(f"/tables/{table}")["table"]["absence"] == absence


def test_a_time_out_is_told_to_all_in_chat_and_log_and_to_whose_it_is(invite: Invite, server: Running) -> None:
    ann, bo, table = two_at_a_table(invite, pace={"kind": "move", "seconds": 3600.0})
    name = ann.get("/me")["name"]

    async def end() -> None:
        server.context.tables.in_memory[table].time_up = time.monotonic() - 1

    asyncio.run_coroutine_threadsafe(end(), server.loop).result(PATIENCE)
    told = "so a bot made the move. After 2 more times in a row it plays on."
    expect(ann.page.get_by_role("status").filter(has_text=f"Time was up for {name}, {told}").first).to_be_visible()
    bo.page.get_by_role("button", name="Chat, 1 new line").click()
    expect(bo.page.get_by_test_id("notice")).to_contain_text(f"Time was up for {name}: a bot made that one move.")
    bo.page.keyboard.press("Escape")
    bo.page.get_by_role("heading").first.click()
    bo.page.keyboard.press("l")
    expect(bo.page.locator(".log ol")).to_contain_text("Time was up: a bot made the last move.")
    for each in (ann, bo):
        each.assert_content()


def test_where_nobody_decides_no_vote_is_offered(invite: Invite) -> None:
    ann, bo, _ = two_at_a_table(invite, absence={"decide": "nobody"})
    ann.page.goto("about:blank")
    expect(bo.page.locator(".plate").first.get_by_role("img", name="Away")).to_be_visible()
    expect(bo.page.get_by_role("button", name="A bot for")).to_have_count(0)
    bo.page.keyboard.press("l")
    expect(bo.page.get_by_test_id("absence")).to_have_text(
        "If somebody is away, the others cannot give the seat to a bot."
    )


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
    for each in (ann, bo):  # the seat was kept
        each.page.wait_for_selector('.table[data-status="playing"]')
        each.assert_content()
    next_table = ann.page.url.split("/t/")[1].split("?")[0]
    assert [seat["name"] for seat in ann.get(f"/tables/{next_table}")["seats"]] == [
        who.get("/me")["name"] for who in (ann, bo)
    ]
    assert ann.page.url.split("?")[0] == bo.page.url.split("?")[0] != f"{ann.base}/t/{table}"


def test_an_account_is_made_changed_and_left_in_the_settings(invite: Invite) -> None:
    ann, elsewhere = invite(), invite()
    name = f"Mali {ann.get('/me')['id']}"[:30]

    def fill(who: Visitor, **fields: str) -> None:
        for label, text in fields.items():
            who.page.get_by_label(LABELS[label]).fill(text)

    def says(who: Visitor, words: str) -> None:
        expect(who.page.get_by_role("status").filter(has_text=words)).to_be_visible()

    ann.open("/settings")
    fill(ann, name=name, password="boat on a canal")
    ann.page.get_by_role("button", name="Make an account").click()
    says(ann, f"Your account is made, {name}.")
    elsewhere.open("/settings")
    fill(elsewhere, name=name, password="not this one")
    elsewhere.page.get_by_role("button", name="Log in").click()
    says(elsewhere, "Name and password do not fit together.")
    fill(elsewhere, password="boat on a canal")
    elsewhere.page.get_by_role("button", name="Log in").click()
    says(elsewhere, f"Welcome back, {name}.")
    fill(ann, old="boat on a canal", new="seven ripe mangos")
    ann.page.get_by_role("button", name="Change password").click()
    says(ann, "Your password is changed.")
    assert not elsewhere.get("/me")["account"]  # whoever was in by the old password is out
    ann.page.get_by_role("button", name="Log out everywhere else").click()
    says(ann, "All other machines are logged out.")
    ann.page.get_by_role("button", name="Log out", exact=True).click()
    says(ann, "You are logged out")
    expect(ann.page.get_by_role("button", name="Log in")).to_be_visible()


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
