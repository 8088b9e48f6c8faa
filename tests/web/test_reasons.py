"""Why a thing is not possible: every piece that cannot be used says so on hover, focus and tap, in every language."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from khlong.games import our_games
from khlong.table import Table
from tests.scenes import asked, offers

from .conftest import Invite
from .positions import reached
from .visitor import PHONE, Visitor

pytestmark = pytest.mark.slow

STATES = 60
SHOWN = """() => [...document.querySelectorAll('[data-wish]')].map(e => ({
    move: e.dataset.wish, why: e.dataset.why, described: e.getAttribute('aria-description'),
    name: e.getAttribute('aria-label') ?? e.querySelector('.hidden')?.textContent ?? e.textContent.trim(),
    disabled: e.getAttribute('aria-disabled'),
    role: e.getAttribute('role'), cursor: getComputedStyle(e).cursor, offers: e.hasAttribute('data-move'),
}))"""


def reasons_of(visitor: Visitor, table: str) -> dict[str, dict[str, Any]]:
    told = visitor.previews(table)["reasons"]
    return {move: reason for reason in told for move in reason["moves"]}


def await_reasons(visitor: Visitor) -> None:
    """Waits until pieces say why they cannot be used, which they do not once the game is over."""
    visitor.await_turn()
    visitor.page.wait_for_function("() => document.querySelector('[data-wish], .table[data-status=over]')")


def refused(visitor: Visitor, move: str) -> Locator:
    return visitor.page.locator(f'[data-wish="{move}"]:visible').first


@pytest.mark.parametrize(("game", "players"), [(game, 3) for game in our_games()])
def test_what_is_not_possible_says_why_and_is_no_legal_move(invite: Invite, game: str, players: int) -> None:
    """In states of real games: each piece that is not usable is marked so, and says what the server says."""
    visitor = invite()
    table = visitor.new_table(game, " ".join(["me"] + ["random"] * (players - 1)))
    visitor.sit_at(table)
    choices, keys = random.Random(players), set()
    for state in range(STATES):
        await_reasons(visitor)
        if visitor.over:
            break
        now = visitor.get(f"/tables/{table}")
        legal = {move["notation"] for move in now["moves"]}
        reasons = reasons_of(visitor, table)
        assert not reasons.keys() & legal
        shown = visitor.page.evaluate(SHOWN)
        for piece in shown:
            assert piece["move"] not in legal
            assert (piece["disabled"], piece["role"], piece["offers"]) == ("true", "button", False)
            assert piece["name"]
            assert piece["why"]
            assert piece["why"] == piece["described"]
            assert piece["cursor"] != "pointer", piece
        visible = {piece["move"] for piece in shown}
        lacking = {move for move in reasons.keys() - visible if not move.startswith("swap ")}
        assert not lacking, (now["question"], lacking)
        keys |= {reason["key"] for reason in reasons.values()}
        move = visitor.choose(choices)
        visitor.post(f"/tables/{table}/moves", {"id": f"{table}-{state}", "ply": now["ply"], "move": move})
        visitor.await_turn(now["ply"])
    assert len(keys) >= 4
    visitor.assert_content()


def test_arrow_keys_come_to_what_is_not_possible_and_focus_says_why(visitor: Visitor) -> None:
    table = visitor.new_table("phraya", "me random", **reached("phraya", 2, 1, asked("move", 60)))
    visitor.sit_at(table)
    await_reasons(visitor)
    visitor.page.keyboard.press("m")
    said = set()
    for step in range(24):
        visitor.page.keyboard.press(("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")[step // 6])
        if visitor.page.evaluate("document.activeElement.dataset.wish"):
            expect(visitor.page.locator(".tip .why")).to_be_visible()
            said.add(visitor.page.locator(".tip .why").inner_text())
    assert said
    visitor.page.keyboard.press("m")  # and back to what is possible
    assert visitor.page.evaluate("document.activeElement.dataset.move")


@pytest.mark.parametrize("language", ["en", "ja", "th"])
def test_a_tap_says_why_in_the_readers_language(invite: Invite, language: str) -> None:
    visitor = invite(language=language, size=PHONE, touch=True)
    table = visitor.new_table("phraya", "me random", **reached("phraya", 2, 1, offers("sell ", 60)))
    visitor.sit_at(table)
    await_reasons(visitor)
    dear = next(iter(sorted(move for move in reasons_of(visitor, table) if move.startswith(("buy", "sell")))))
    refused(visitor, dear).tap(force=True)
    why = visitor.page.get_by_test_id("touched").locator(".why")
    expect(why).to_be_visible()
    assert why.inner_text() == refused(visitor, dear).get_attribute("data-why")
    visitor.assert_content()


def test_a_move_that_ends_the_game_carries_a_sign(visitor: Visitor) -> None:
    def can_end(table: Table) -> bool:
        return any(table.for_bot().play(move.number).over for move in table.legal_moves())

    table = visitor.new_table("phraya", "me random", **reached("phraya", 2, 1, can_end))
    visitor.sit_at(table)
    visitor.await_turn()
    told = visitor.previews(table)["previews"]
    last = next(preview["move"] for preview in told if preview["changes"].get("ending", [None, None])[1])
    visitor.page.locator(f'[data-move="{last}"]:visible').first.hover()
    expect(visitor.page.locator(".would .chip.end")).to_have_text("Ends the game")
