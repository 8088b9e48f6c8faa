"""Several people: in two browsers, at one screen, and watching."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from khlong.games import our_games
from tests.scenes import scenes_of

from .conftest import Invite
from .positions import late
from .visitor import Visitor

pytestmark = pytest.mark.slow

GAMES = pytest.mark.parametrize("game", our_games())


def near_the_end(game: str) -> dict[str, Any]:
    """Whole games are played elsewhere; these begin where others had come near the end."""
    return late(game, 2, **scenes_of(game).short)


@GAMES
def test_two_browsers_with_a_reload_and_a_lost_connection(invite: Invite, game: str, choices: random.Random) -> None:
    ann, bo = invite(fragile=True), invite(fragile=True)
    table = ann.new_table(game, "me open", start=False, **near_the_end(game))
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
        if turns == 6:
            lose_connection_and_play(mover, choices)
        elif turns == 8:
            other.cut_line()
            mover.make(mover.choose(choices))
            other.mend_line()
        else:
            mover.make(mover.choose(choices))
        turns += 1
    assert turns > 8
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


@GAMES
def test_hot_seat_to_the_end_with_a_curtain_between_players(invite: Invite, game: str, choices: random.Random) -> None:
    visitor = invite(curtain=True)
    visitor.sit_at(visitor.new_table(game, "me me", **near_the_end(game)))
    curtains = 0
    while True:
        visitor.page.wait_for_selector("[data-move], .curtain button, .table[data-status=over]", state="attached")
        if visitor.over:
            break
        curtain = visitor.page.locator(".curtain")
        if curtain.count():
            curtains += 1
            assert visitor.offered() == set()
            for part in (".board", ".panels", ".act"):
                assert visitor.page.locator(part).count() == 0, part
            curtain.get_by_role("button").click()
            expect(curtain).to_have_count(0)
        else:
            visitor.make(visitor.choose(choices))
    assert curtains > 2
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    visitor.assert_content()


@GAMES
def test_a_spectator_sees_everything_to_the_end_and_can_do_nothing(
    invite: Invite, game: str, choices: random.Random
) -> None:
    ann, guest = invite(), invite()
    table = ann.new_table(game, "me random", public=True, **near_the_end(game))
    ann.sit_at(table)
    guest.open("/").page.wait_for_selector(".game")
    guest.sit_at(table)
    expect(guest.page.get_by_text("You are watching")).to_be_visible()
    while not ann.over:
        ann.await_turn()
        if not ann.over:
            expect(guest.page.locator(".table")).to_have_attribute("data-ply", str(ann.ply))
            assert guest.offered() == set()
            ann.make(ann.choose(choices))
    expect(guest.page.get_by_role("dialog")).to_be_visible()
    expect(guest.page.locator(".table")).to_have_attribute("data-ply", str(ann.ply))
    assert guest.page.locator(".pad").inner_text() == ann.page.locator(".pad").inner_text()
    guest.assert_content()


def test_a_bot_takes_over_and_gives_the_seat_back(visitor: Visitor) -> None:
    table = visitor.new_table("floating-market", "me me", options={"begins": "0"})
    visitor.sit_at(table).await_turn()
    name = visitor.get(f"/tables/{table}")["seats"][0]["name"]
    visitor.page.keyboard.press("l")
    visitor.page.get_by_role("button", name=f"Let a bot play for {name}").first.click()
    expect(visitor.page.get_by_role("button", name=f"{name} plays again").first).to_be_visible()
    assert visitor.get(f"/tables/{table}")["seats"][0]["kind"] == "bot"
    visitor.page.get_by_role("button", name=f"{name} plays again").first.click()
    expect(visitor.page.get_by_role("button", name=f"{name} plays again")).to_have_count(0)
    assert visitor.get(f"/tables/{table}")["seats"][0]["kind"] == "person"
