"""Every question of every game, on screens of five sizes: what is asked is seen, and so is every answer."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from khlong.games import our_games

from .conftest import Invite
from .questions import SIZES, every_question, fingers
from .seen import CLIPPED, IN_SIGHT, REACHABLE

pytestmark = pytest.mark.slow

MANY = 12  # more answers than that may have to be scrolled to, within their panel


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("game", our_games())
def test_the_question_and_every_answer_are_in_sight(invite: Invite, game: str, size: ViewportSize) -> None:
    visitor = invite(size=size, touch=fingers(size))
    wrong: dict[str, object] = {}
    for question, asked in every_question(game).items():
        visitor.sit_at(visitor.new_table(**asked.table)).await_turn()
        visitor.page.evaluate("document.fonts.ready")
        expect(visitor.page.locator(".asking").first).to_be_in_viewport(ratio=0.3 if fingers(size) else 0.9)
        scrolls = fingers(size) or asked.answers > MANY
        within = visitor.page.evaluate(*((REACHABLE,) if scrolls else (IN_SIGHT, "[data-move]")))
        if hidden := visitor.offered() - set(within):
            wrong[question] = sorted(hidden)
        if cut := visitor.page.evaluate(CLIPPED):
            wrong[f"{question}, cut"] = cut
        assert visitor.page.evaluate("document.body.scrollHeight <= innerHeight"), question
    assert not wrong


@pytest.mark.parametrize("game", our_games())
def test_every_question_explains_itself_and_leads_to_the_rules(invite: Invite, game: str) -> None:
    desk, phone = invite(), invite(size={"width": 390, "height": 844}, touch=True)
    for question, asked in every_question(game).items():
        desk.sit_at(desk.new_table(**asked.table)).await_turn()
        prompt = desk.page.get_by_test_id("prompt")
        prompt.hover()
        rule = prompt.get_attribute("data-tip") or ""
        assert len(rule.split()) > 3, question
        expect(desk.page.locator(".tip")).to_contain_text(rule)
        desk.page.get_by_role("region", name="What is asked").get_by_role("button", name="Rules:").first.click()
        expect(desk.page.get_by_role("dialog").locator(".found")).to_have_count(1)
        desk.page.keyboard.press("Escape")
        desk.assert_content()
    phone.sit_at(phone.new_table(**asked.table)).await_turn()
    phone.page.get_by_test_id("prompt").tap()
    touched = phone.page.get_by_test_id("touched")
    expect(touched).to_contain_text(rule)
    touched.get_by_role("button", name="Rules:").tap()
    expect(phone.page.get_by_role("dialog").locator(".found")).to_have_count(1)
