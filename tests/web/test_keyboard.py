"""Whole games without a mouse."""

from __future__ import annotations

import random

import pytest

from khlong.games import our_games
from tests.scenes import scenes_of

from .visitor import Visitor

pytestmark = pytest.mark.slow


def tab_to(visitor: Visitor, name: str) -> None:
    for _ in range(60):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate("document.activeElement?.textContent?.trim()") == name:
            return
    raise AssertionError(f"{name} cannot be reached by keyboard")


def test_a_game_from_the_first_screen_to_the_end(visitor: Visitor, choices: random.Random) -> None:
    visitor.open("/")
    visitor.page.get_by_role("button", name="Play now Floating Market").wait_for()
    tab_to(visitor, "Play now Floating Market")
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_selector(".table")
    assert visitor.play_on(choices, "key") > 10
    visitor.assert_content()


@pytest.mark.parametrize("game", our_games())
def test_every_game_from_its_first_move_to_its_last(visitor: Visitor, game: str, choices: random.Random) -> None:
    visitor.sit_at(visitor.new_table(game, options=scenes_of(game).short))
    assert visitor.play_on(choices, "key") > 10
    visitor.assert_content()


def test_a_focused_move_shows_itself_and_what_it_would_do(visitor: Visitor) -> None:
    visitor.sit_at(visitor.new_table("phraya", "me me")).await_turn()
    visitor.page.keyboard.press("m")
    assert visitor.page.evaluate("document.activeElement.dataset.move") in visitor.offered()
    visitor.page.locator(".would .what").wait_for()


def test_the_keys_are_listed(visitor: Visitor) -> None:
    visitor.sit_at(visitor.new_table("phraya", "me me")).await_turn()
    visitor.page.keyboard.press("?")
    visitor.page.get_by_role("dialog", name="Keys").wait_for()
    visitor.page.keyboard.press("Escape")
    visitor.page.get_by_role("dialog", name="Keys").wait_for(state="detached")
