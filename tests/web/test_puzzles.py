"""Puzzles: a move is found on the real board, by click, key or finger; wrong ones get a word, the answer says why."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from khlong.games.facets import Puzzles
from tests.scenes import games_with

from .conftest import Invite
from .seen import CLIPPED
from .test_access import violations
from .visitor import PHONE, Visitor

pytestmark = pytest.mark.slow

NAMES = games_with(Puzzles)
GAMES = pytest.mark.parametrize("game", NAMES)
LANGUAGES = ("en", "ja", "th")


def opened(visitor: Visitor, game: str, number: int) -> dict[str, Any]:
    """Opens a puzzle, and tells what the server knows of it."""
    visitor.open(f"/puzzles/{game}/{number}")
    visitor.page.wait_for_selector(".still [data-move]")
    puzzle: dict[str, Any] = visitor.get(f"/games/{game}/puzzles/{number}")
    return puzzle


def choose(visitor: Visitor, move: str) -> None:
    piece = visitor.page.locator(f'[data-move="{move}"]:visible').first
    if visitor.touch:
        piece.tap()
        visitor.page.get_by_role("button", name="Do it").tap()
    else:
        piece.click()


def outcome(visitor: Visitor, which: str) -> None:
    expect(visitor.page.locator(f'[data-outcome="{which}"]')).to_be_visible()


@GAMES
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_wrong_move_gets_a_word_and_the_right_one_its_reason(invite: Invite, game: str, phone: bool) -> None:
    visitor = invite(size=PHONE, touch=True) if phone else invite()
    puzzle = opened(visitor, game, 3)
    best, *others = puzzle["shares"]
    assert visitor.offered() == set(puzzle["shares"])
    choose(visitor, others[-1])
    outcome(visitor, "wrong")
    expect(visitor.page.locator(".outcome")).to_contain_text("Try again")
    choose(visitor, best)
    outcome(visitor, "right")
    assert visitor.offered() == set(), "a puzzle that is solved asks nothing more"
    expect(visitor.page.locator(".moves li").first).to_contain_text(f"wins {round(puzzle['shares'][best] * 100)}%")
    expect(visitor.page.locator(".line li")).to_have_count(len(puzzle["line"]))
    expect(visitor.page.get_by_text("Solved", exact=True)).to_be_visible()
    visitor.page.get_by_role("link", name="Next puzzle").click()
    expect(visitor.page).to_have_url(re.compile(f"/puzzles/{game}/4$"))
    visitor.page.wait_for_selector(".still [data-move]")
    visitor.open("/puzzles")
    expect(visitor.page.get_by_role("link", name=re.compile(r"^Puzzle 3, \d players: solved$"))).to_have_count(1)
    visitor.assert_content()


@GAMES
def test_a_puzzle_is_solved_by_keyboard_alone_and_the_focus_leads_on(visitor: Visitor, game: str) -> None:
    puzzle = opened(visitor, game, 1)
    visitor.reach(next(iter(puzzle["shares"])))
    visitor.page.keyboard.press("Enter")
    outcome(visitor, "right")
    expect(visitor.page.get_by_role("link", name="Next puzzle")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page).to_have_url(re.compile(f"/puzzles/{game}/2$"))


@GAMES
def test_the_answer_can_be_looked_at_and_its_line_stepped_through_on_the_board(visitor: Visitor, game: str) -> None:
    puzzle = opened(visitor, game, 2)
    visitor.page.get_by_role("button", name="Show the answer").click()
    outcome(visitor, "shown")
    on, back = (visitor.page.get_by_role("button", name=name) for name in ("One move on", "One move back"))
    expect(back).to_be_disabled()
    for step in range(len(puzzle["line"])):
        on.click()
        expect(visitor.page.locator(".line li").nth(step)).to_have_class(re.compile("here"))
    expect(on).to_be_disabled()
    visitor.page.get_by_role("button", name="Once more").click()
    expect(visitor.page.locator("[data-move]")).not_to_have_count(0)
    choose(visitor, next(iter(puzzle["shares"])))
    outcome(visitor, "right")
    visitor.page.reload()
    expect(visitor.page.get_by_text("Solved", exact=True)).to_be_visible()
    visitor.assert_content()


def test_one_of_the_day_is_the_same_for_everybody_and_stands_on_the_first_screen(invite: Invite) -> None:
    addresses = set()
    for language in ("en", "ja"):
        visitor = invite(language=language)
        visitor.open("/")
        visitor.page.locator('a[href="/puzzles/today"]').click()
        visitor.page.wait_for_selector(".still [data-move]")
        addresses.add(visitor.page.url)
        visitor.assert_content()
    assert len(addresses) == 1
    assert re.search(r"/puzzles/[\w-]+/\d+\?day=\d+$", addresses.pop())


def test_a_puzzle_that_is_not_there_is_said_to_be_missing(invite: Invite) -> None:
    visitor = invite()
    visitor.open("/puzzles/phraya/999")
    expect(visitor.page.get_by_text("There is no such puzzle.")).to_be_visible()
    visitor.page.get_by_role("link", name="All puzzles").click()
    expect(visitor.page.get_by_role("heading", name="Phraya")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_puzzles_have_words_and_room_in_every_language(invite: Invite, language: str, phone: bool) -> None:
    visitor = invite(language=language, size=PHONE, touch=True) if phone else invite(language=language)
    for path in ("/puzzles", *(f"/puzzles/{game}/50" for game in NAMES)):
        visitor.open(path)
        visitor.page.wait_for_selector("h2, .still [data-move]")
        if "/50" in path:
            visitor.page.locator(".asking .row button").click()
            outcome(visitor, "shown")
        visitor.assert_content()
        assert visitor.page.evaluate(CLIPPED) == [], path
        assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_puzzles(invite: Invite, theme: str) -> None:
    visitor = invite(theme=theme)
    found = {}
    for path in ("/puzzles", *(f"/puzzles/{game}/20" for game in NAMES)):
        visitor.open(path)
        visitor.page.wait_for_selector("h2, .still [data-move]")
        found[path] = violations(visitor)
        if "/20" in path:
            visitor.page.get_by_role("button", name="Show the answer").click()
            outcome(visitor, "shown")
            found[path] += violations(visitor)
    assert not any(found.values()), found
