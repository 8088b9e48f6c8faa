"""Several people: in two browsers, at one screen, and watching."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from .conftest import Invite
from .visitor import Visitor


def test_two_browsers_with_a_reload_and_a_lost_connection(invite: Invite, choices: random.Random) -> None:
    ann, bo = invite(fragile=True), invite(fragile=True)
    table = ann.new_table("floating-market", "me open", start=False)
    ann.sit_at(table)
    link = ann.page.get_by_label("Link to this table").input_value()
    bo.open(link)
    bo.page.get_by_role("button", name="Take a seat").click()
    expect(ann.page.get_by_role("button", name="Start the game")).to_be_enabled()
    ann.page.get_by_role("button", name="Start the game").click()
    for each in (ann, bo):
        each.page.wait_for_selector(".table")
    turns = 0
    while not ann.over:
        state = ann.get(f"/tables/{table}")
        if state["question"] is None:
            break
        mover, other = (ann, bo) if state["question"]["seat"] in state["you"]["seats"] else (bo, ann)
        mover.await_turn()
        if turns == 4:
            mover.page.reload()
            mover.page.wait_for_selector(".table")
            mover.await_turn()
        if turns == 8:
            lose_connection_and_play(mover, choices)
        elif turns == 12:
            other.cut_line()
            mover.make(mover.choose(choices))
            other.mend_line()
        else:
            mover.make(mover.choose(choices))
        turns += 1
    for each in (ann, bo):
        each.page.wait_for_selector('.table[data-status="over"]')
        each.assert_content()
    assert ann.ply == bo.ply


def lose_connection_and_play(mover: Visitor, choices: random.Random) -> None:
    """A move made without a connection waits, with a mark, and goes out when the connection is back."""
    before = mover.ply
    mover.cut_line()
    expect(mover.page.get_by_text("No connection")).to_be_visible()
    mover.page.locator(f'[data-move="{mover.choose(choices)}"]:visible').first.click()
    expect(mover.page.get_by_test_id("prompt")).to_contain_text("waits until the connection is back")
    assert mover.ply == before
    mover.mend_line()
    expect(mover.page.locator(".table")).not_to_have_attribute("data-ply", str(before))
    expect(mover.page.get_by_text("No connection")).to_have_count(0)


def test_hot_seat_has_a_curtain_between_players(visitor: Visitor) -> None:
    table = visitor.new_table(
        "floating-market",
        seats="me me",
        options={"first": "1"},
    )
    visitor.sit_at(table).await_turn()
    visitor.make("place woodworker")
    visitor.make("board d12")
    visitor.page.locator('[data-move^="die "]:visible').first.click()
    curtain = visitor.page.locator(".curtain")
    expect(curtain).to_be_visible()
    assert visitor.offered() == set()
    assert visitor.page.locator(".board").count() == 0
    curtain.get_by_role("button").click()
    visitor.await_turn()
    assert visitor.offered()


def test_a_spectator_sees_everything_and_can_do_nothing(invite: Invite, choices: random.Random) -> None:
    ann, guest = invite(), invite()
    table = ann.new_table("floating-market", "me random", public=True)
    ann.sit_at(table)
    guest.open("/")
    guest.sit_at(table)
    expect(guest.page.get_by_text("You are watching")).to_be_visible()
    for _ in range(4):
        ann.await_turn()
        ann.make(ann.choose(choices))
    ann.await_turn()
    expect(guest.page.locator(".table")).to_have_attribute("data-ply", str(ann.ply))
    assert guest.offered() == set()
    guest.assert_content()


def test_a_bot_takes_over_and_gives_the_seat_back(visitor: Visitor) -> None:
    table = visitor.new_table("floating-market", "me me", options={"first": "1"})
    visitor.sit_at(table).await_turn()
    name = visitor.get(f"/tables/{table}")["seats"][0]["name"]
    visitor.page.keyboard.press("l")
    visitor.page.get_by_role("button", name=f"Let a bot play for {name}").first.click()
    visitor.page.locator(".curtain button").click()  # the bot has moved, and the other seat is asked
    expect(visitor.page.get_by_role("button", name=f"{name} plays again").first).to_be_visible()
    assert visitor.get(f"/tables/{table}")["seats"][0]["kind"] == "bot"
    visitor.page.get_by_role("button", name=f"{name} plays again").first.click()
    expect(visitor.page.get_by_role("button", name=f"{name} plays again")).to_have_count(0)
    assert visitor.get(f"/tables/{table}")["seats"][0]["kind"] == "person"
