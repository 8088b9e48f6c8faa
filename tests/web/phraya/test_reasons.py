"""What stands beside a boat of Phraya says why it cannot be used."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from khlong.table import Table
from tests.scenes import offers
from tests.web.positions import reached
from tests.web.test_reasons import await_reasons, reasons_of, refused
from tests.web.visitor import Visitor

pytestmark = pytest.mark.slow


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
