"""What fails on its way is tried again, and what is pressed twice happens once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from khlong.games import our_games

from .conftest import Invite
from .visitor import Visitor

pytestmark = pytest.mark.slow


class Failing:
    """Lets the first requests of a kind fail."""

    def __init__(self, visitor: Visitor, kind: str, times: int) -> None:
        self.left = times
        self.seen = 0
        visitor.page.route(re.compile(kind), self._answer)

    def _answer(self, route: Route) -> None:
        self.seen += 1
        if self.left > 0:
            self.left -= 1
            route.abort()
        else:
            route.continue_()


@pytest.mark.parametrize("times", [1, 2])
def test_previews_that_fail_are_asked_for_again(visitor: Visitor, times: int) -> None:
    failing = Failing(visitor, "/previews", times)
    visitor.sit_at(visitor.new_table("phraya", "me me")).await_turn()
    visitor.page.wait_for_selector("[data-wish]")
    assert failing.seen == times + 1
    visitor.page.locator("[data-move]:visible").first.hover()
    expect(visitor.page.locator(".would .what")).to_have_text(re.compile(r"\w"))


def test_previews_of_a_question_that_has_passed_are_not_asked_for_again(visitor: Visitor) -> None:
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url) if "/previews" in request.url else None)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    visitor.page.route(re.compile("/previews.ply=0"), hold)
    visitor.sit_at(visitor.new_table("floating-market", "me me", options={"begins": "0"})).await_turn()
    visitor.make("place temple")
    visitor.page.wait_for_selector("[data-wish]")
    held[0].abort()
    visitor.page.wait_for_timeout(1000)  # longer than the first pause
    assert [url.split("?")[1] for url in asked] == ["ply=0", "ply=1"]


def test_a_log_that_fails_is_asked_for_again(visitor: Visitor) -> None:
    table = visitor.new_table("floating-market", "me me", options={"begins": "0"})
    visitor.post(f"/tables/{table}/moves", {"id": "first", "ply": 0, "move": "place temple"})
    Failing(visitor, "/events", 2)  # the page reads it at once, and once more when it is connected
    visitor.sit_at(table).await_turn()
    visitor.page.keyboard.press("l")
    log = visitor.page.get_by_role("region", name="What happened")
    expect(log.locator("ol > li:not(.mark) p")).to_have_count(1)


@pytest.mark.parametrize("game", our_games())
def test_a_key_that_is_pressed_twice_or_held_plays_once(invite: Invite, game: str) -> None:
    visitor = invite()
    table = visitor.new_table(game, "me me")
    visitor.sit_at(table).await_turn()
    visitor.page.keyboard.press("m")
    for _ in range(12):
        visitor.page.keyboard.down("Enter")  # all but the first are repeats, as of a key that is held
    visitor.page.keyboard.up("Enter")
    expect(visitor.page.locator(".table")).to_have_attribute("data-ply", "1")
    visitor.page.wait_for_timeout(500)
    assert visitor.get(f"/tables/{table}")["ply"] == 1
