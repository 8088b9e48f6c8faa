"""Tutorials as learners go through them: by click, by key and by finger, in every language."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from khlong.games import game_named, our_games
from khlong.games.facets import Tutorials
from khlong.table.tutorial import tutorials_of
from tests.scenes import games_with

from .conftest import Invite
from .test_access import violations
from .visitor import PHONE, Visitor

ALL = [(name, tutorial) for name in our_games() for tutorial in tutorials_of(game_named(name))]
FIRST = [(name, next(iter(tutorials_of(game_named(name))))) for name in games_with(Tutorials)]
each = pytest.mark.parametrize(("game", "name"), ALL)
each_first = pytest.mark.parametrize(("game", "name"), FIRST)
HIGH_PHONE: ViewportSize = {"width": 390, "height": 844}
MOST_STEPS = 45  # in five minutes, at six or seven seconds each
MOST_PRESSES = 60
UNCOVERED = """() => {
    const note = document.querySelector('.note').getBoundingClientRect()
    return [...document.querySelectorAll('.pointed')].every(ring => {
        const box = ring.getBoundingClientRect()
        const width = Math.min(box.right, note.right) - Math.max(box.left, note.left)
        const height = Math.min(box.bottom, note.bottom) - Math.max(box.top, note.top)
        return width <= 8 || height <= 8
    })
}"""
FOCUSED = """(wanted) => {
    const at = document.activeElement
    return wanted.includes(at?.dataset?.move ?? (at?.matches('.next') ? 'next' : ''))
}"""
POINTED = """(names) => names.filter(name => ['anchor', 'move', 'wish', 'panel'].some(
    key => document.querySelector(`[data-${key}="${CSS.escape(name)}"]`)))"""


class Learner:
    """Somebody who does what the note says."""

    def __init__(self, visitor: Visitor, game: str, name: str) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.path = f"/learn/{game}/{name}"
        self.steps: list[dict[str, Any]] = visitor.get(f"/games/{game}/tutorials/{name}")["steps"]
        self.presses = 0

    def open(self) -> Learner:
        self.visitor.open(self.path)
        return self

    def at(self, step: int) -> None:
        expect(self.page.locator(".note")).to_have_attribute("data-step", str(step))

    def does(self, step: int, way: str = "click") -> None:
        """What a step asks for, and waits for the next one."""
        moves = self.steps[step]["moves"]
        if way == "key":
            self.by_key(moves)
        elif not moves:
            self.press(self.page.locator(".note .next"), way)
        else:
            self.press(self.page.locator(f'[data-move="{moves[0]}"]:visible').first, way)
            if way == "tap":
                self.press(self.page.locator(".prompt .line .button.primary"), way)

    def press(self, thing: Any, way: str) -> None:
        self.presses += 1
        thing.tap() if way == "tap" else thing.click()

    def by_key(self, moves: list[str]) -> None:
        """The focus waits at what is to be pressed."""
        focused = (
            "() => document.activeElement?.dataset?.move ?? (document.activeElement?.matches('.next') ? 'next' : '')"
        )
        wanted = moves or ["next"]
        self.page.wait_for_function(f"(wanted) => wanted.includes(({focused})())", arg=wanted)
        self.presses += 1
        self.page.keyboard.press("Enter")

    def to(self, step: int, way: str = "click") -> Learner:
        """Goes through all steps before one."""
        for number in range(step):
            self.at(number)
            self.does(number, way)
        self.at(step)
        return self

    def finish(self, way: str = "click") -> None:
        last = len(self.steps) - 1
        self.to(last, way)
        self.does(last, way)
        expect(self.page.locator(".note h2")).to_be_visible()
        self.visitor.assert_content()


@each
@pytest.mark.parametrize("language", ["en", "ja", "th"])
def test_a_tutorial_is_clicked_through_in_every_language_in_five_minutes(
    invite: Invite, game: str, name: str, language: str
) -> None:
    learner = Learner(invite(language=language), game, name).open()
    for number, step in enumerate(learner.steps):
        learner.at(number)
        expect(learner.page.locator(".says")).to_have_text(step["says"][language])
        assert learner.page.evaluate(POINTED, step["at"]) == step["at"]
        learner.does(number)
    expect(learner.page.locator(".note h2")).to_be_visible()
    learner.visitor.assert_content()
    assert len(learner.steps) <= MOST_STEPS
    assert learner.presses <= MOST_PRESSES


@each
def test_a_tutorial_is_gone_through_by_keys_alone(invite: Invite, game: str, name: str) -> None:
    Learner(invite(), game, name).open().finish("key")


@each
@pytest.mark.parametrize("size", [HIGH_PHONE, PHONE], ids=["high", "low"])
def test_a_tutorial_is_gone_through_on_a_phone_and_covers_nothing_that_it_points_at(
    invite: Invite, game: str, name: str, size: ViewportSize
) -> None:
    learner = Learner(invite(size=size, touch=True), game, name).open()
    for number, step in enumerate(learner.steps):
        learner.at(number)
        if step["moves"]:
            learner.page.wait_for_function(UNCOVERED)  # it moves away as soon as all has come to rest
            expect(learner.page.locator(".tip")).to_have_count(0)  # no finger asked for it
        box = learner.page.locator(".note").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"]
        learner.does(number, "tap")
    expect(learner.page.locator(".note h2")).to_be_visible()
    assert learner.presses <= 2 * MOST_PRESSES


@each_first
def test_a_wrong_click_gets_a_kind_word_and_changes_nothing(visitor: Visitor, game: str, name: str) -> None:
    learner = Learner(visitor, game, name).open()
    asked = next(number for number, step in enumerate(learner.steps) if step["moves"])
    right = learner.steps[asked]["moves"]
    before = visitor.ply
    wrong = next(iter(sorted(visitor.offered() - set(right))))
    learner.page.locator(f'[data-move="{wrong}"]:visible').first.click()
    expect(learner.page.get_by_test_id("word")).to_have_text("Read this first, then press Next.")
    learner.to(asked)
    learner.page.locator(f'[data-move="{wrong}"]:visible').first.click()
    expect(learner.page.get_by_test_id("word")).to_have_text(learner.steps[asked]["otherwise"]["en"])
    assert visitor.ply == before
    learner.at(asked)


def test_a_move_that_is_not_possible_gets_a_word_of_its_own(visitor: Visitor) -> None:
    learner = Learner(visitor, "floating-market", "first-game").open().to(2)
    learner.page.locator('[data-wish="place market"]').first.dispatch_event("click")
    expect(learner.page.get_by_test_id("word")).to_have_text(learner.steps[2]["others"]["place market"]["en"])


@each_first
def test_a_tutorial_is_left_resumed_stepped_back_and_shown(visitor: Visitor, game: str, name: str) -> None:
    learner = Learner(visitor, game, name).open()
    asked = [number for number, step in enumerate(learner.steps) if step["moves"]][1]
    learner.to(asked)
    ply = visitor.ply
    learner.page.get_by_role("button", name="Leave: you can go on later").click()
    offer = learner.page.locator(f'a[href="/learn/{game}/{name}"]')
    expect(offer).to_contain_text("Go on learning")
    offer.click()
    learner.at(asked)
    assert visitor.ply == ply
    learner.page.get_by_role("button", name="One step back").click()
    learner.at(asked - 1)
    learner.does(asked - 1)
    learner.at(asked)
    learner.page.get_by_role("button", name="Do it for me").click()
    learner.at(asked + 1)
    assert visitor.ply > ply


def test_who_never_played_a_game_is_offered_its_tutorial_first_and_can_skip_it(visitor: Visitor) -> None:
    visitor.open("/")
    card = visitor.page.locator(".game").filter(has_text="Floating Market")
    expect(card.locator(".primary")).to_have_text("Learn it in five minutes Floating Market")
    card.get_by_role("button", name="Play now").click()
    visitor.page.wait_for_selector(".table")
    visitor.open("/")
    expect(card.locator(".primary")).to_contain_text("Play now")
    expect(card.get_by_role("link", name="Your first game")).to_be_visible()


def test_the_end_of_a_tutorial_leads_to_a_game_and_is_remembered(visitor: Visitor) -> None:
    game, name = FIRST[0]
    learner = Learner(visitor, game, name).open()
    learner.finish()
    visitor.page.locator('.note a[href="/"]').click()
    title = visitor.page.locator(f'a[href="/learn/{game}/{name}"]')
    expect(title).to_contain_text("(done)")
    title.click()
    learner.at(0)


@each_first
def test_axe_finds_nothing_in_a_tutorial(visitor: Visitor, game: str, name: str) -> None:
    Learner(visitor, game, name).open().to(3)
    assert violations(visitor) == []


def test_a_tutorial_that_is_not_there_says_so(visitor: Visitor) -> None:
    visitor.open("/learn/floating-market/nothing")
    expect(visitor.page.get_by_text("There is no such tutorial here.")).to_be_visible()
