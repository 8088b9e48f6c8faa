"""Why a thing is not possible: every piece that cannot be used says so on hover, focus and tap, in every language."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from khlong.table import Table

from .conftest import Invite
from .positions import asked, offers, reached
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
    told = visitor.get(f"/tables/{table}/previews?ply={visitor.ply}")["reasons"]
    return {move: reason for reason in told for move in reason["moves"]}


def await_reasons(visitor: Visitor) -> None:
    """Waits until pieces say why they cannot be used, which they do not once the game is over."""
    visitor.await_turn()
    visitor.page.wait_for_function("() => document.querySelector('[data-wish], .table[data-status=over]')")


def refused(visitor: Visitor, move: str) -> Locator:
    return visitor.page.locator(f'[data-wish="{move}"]:visible').first


@pytest.mark.parametrize(("game", "players"), [("phraya", 3), ("floating-market", 3)])
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


def poor(table: Table) -> bool:
    """At a goods stall where something, but not everything, is too dear."""
    keys = {(move.split()[0], reason.key) for move, reason in table.why_not().items()}
    return ("buy", "cannot-pay") in keys and ("king", "king-far") in keys


def test_hovering_what_is_too_dear_says_what_is_missing(visitor: Visitor) -> None:
    table = visitor.new_table("phraya", "me random", **reached("phraya", 2, 1, poor))
    visitor.sit_at(table)
    await_reasons(visitor)
    reasons = reasons_of(visitor, table)
    dear = next(move for move, reason in reasons.items() if reason["key"] == "cannot-pay" and move.startswith("buy"))
    refused(visitor, dear).hover()
    missing = reasons[dear]["values"]["missing"]["coins"]
    expect(visitor.page.locator(".tip .why")).to_contain_text(f"you lack {missing} coin")
    refused(visitor, "king coins 1").hover()
    expect(visitor.page.locator(".tip .why")).to_have_text("The royal barge is not beside your boat.")
    before = visitor.ply
    refused(visitor, dear).click(force=True)
    refused(visitor, dear).press("Enter")
    visitor.page.wait_for_timeout(300)
    assert visitor.ply == before


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


def test_an_occupied_boat_says_who_is_there(visitor: Visitor) -> None:
    def taken(table: Table) -> bool:
        return any(reason.key == "taken" for reason in table.why_not().values())

    table = visitor.new_table("floating-market", "me random", **reached("floating-market", 2, 1, taken))
    visitor.sit_at(table)
    await_reasons(visitor)
    reasons = reasons_of(visitor, table)
    place = next(move for move, reason in reasons.items() if reason["key"] == "taken")
    refused(visitor, place).hover()
    expect(visitor.page.locator(".tip .why")).to_contain_text("is taken by ")


@pytest.mark.parametrize("language", ["en", "ja", "th"])
def test_a_tap_says_why_in_the_readers_language(invite: Invite, language: str) -> None:
    visitor = invite(language=language, size=PHONE, touch=True)
    table = visitor.new_table("phraya", "me random", **reached("phraya", 2, 1, offers("sell ", 60)))
    visitor.sit_at(table)
    await_reasons(visitor)
    dear = next(iter(sorted(move for move in reasons_of(visitor, table) if move.startswith(("buy", "sell")))))
    refused(visitor, dear).tap(force=True)
    expect(visitor.page.locator(".tip .why")).to_be_visible()
    assert visitor.page.locator(".tip .why").inner_text() == refused(visitor, dear).get_attribute("data-why")
    visitor.assert_content()


def test_a_move_that_ends_the_game_carries_a_sign(visitor: Visitor) -> None:
    def can_end(table: Table) -> bool:
        return any(table.for_bot().play(move.number).over for move in table.legal_moves())

    table = visitor.new_table("phraya", "me random", **reached("phraya", 2, 1, can_end))
    visitor.sit_at(table)
    visitor.await_turn()
    told = visitor.get(f"/tables/{table}/previews?ply={visitor.ply}")["previews"]
    last = next(preview["move"] for preview in told if preview["changes"].get("ending", [None, None])[1])
    visitor.page.locator(f'[data-move="{last}"]:visible').first.hover()
    expect(visitor.page.locator(".would .chip.end")).to_have_text("Ends the game")


@pytest.mark.parametrize(
    ("verb", "kind", "name"),
    [("offer", "temple", "Temple"), ("take", "scribe", "Scribe"), ("stall", "administration", "Administration")],
)
def test_a_place_beside_the_boat_that_offers_nothing_says_why(
    visitor: Visitor, verb: str, kind: str, name: str
) -> None:
    def barren(table: Table) -> bool:
        view = table.view()
        beside = [
            stall["kind"] for stall in view["stalls"] if stall["stall"].startswith(f"{view['seats'][0]['section']}-")
        ]
        return view["asked"] == "action" and kind in beside and not offers(f"{verb} ")(table)

    table = visitor.new_table("phraya", "me random", **reached("phraya", 2, 1, barren))
    visitor.sit_at(table)
    await_reasons(visitor)
    place = visitor.page.locator(".asking .group", has=visitor.page.get_by_role("heading", name=name, exact=False))
    button = place.locator("[data-wish]")
    assert (button.get_attribute("data-wish") or "").startswith(f"{verb} ")
    expect(place.locator("p")).to_have_text(button.get_attribute("data-why") or "nothing")


def test_what_can_be_offered_only_with_a_favor_says_why_not_without(visitor: Visitor) -> None:
    def only_with_favor(table: Table) -> bool:
        legal = {move.notation for move in table.legal_moves()}
        return any(move.startswith("offer ") and f"{move} favor" in legal for move in table.why_not())

    table = visitor.new_table("phraya", "me random", **reached("phraya", 2, 1, only_with_favor))
    visitor.sit_at(table)
    await_reasons(visitor)
    reasons = reasons_of(visitor, table)
    move = next(move for move in reasons if f"{move} favor" in visitor.offered())
    expect(refused(visitor, move)).to_have_attribute("data-why", re.compile(r"\w"))


def test_the_king_beside_the_boat_says_what_an_offering_takes(visitor: Visitor) -> None:
    def poor_beside_the_king(table: Table) -> bool:
        reasons = {move: reason.key for move, reason in table.why_not().items() if move.startswith("king ")}
        return "cannot-pay" in reasons.values() and "king-far" not in reasons.values() and not offers("king ")(table)

    table = visitor.new_table("phraya", "me random", **reached("phraya", 2, 1, poor_beside_the_king))
    visitor.sit_at(table)
    await_reasons(visitor)
    lacks = visitor.page.locator(".asking .group", has=visitor.page.get_by_role("heading", name="The King")).locator(
        "p"
    )
    expect(lacks).to_contain_text("you lack")
    nearest = [
        sum(r["values"]["missing"].values()) for m, r in reasons_of(visitor, table).items() if m.startswith("king ")
    ]
    chosen = visitor.page.locator('.asking [data-wish^="king "]').get_attribute("data-wish") or ""
    assert sum(reasons_of(visitor, table)[chosen]["values"]["missing"].values()) == min(nearest)
