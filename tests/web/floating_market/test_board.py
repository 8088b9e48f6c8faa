"""The board of Floating Market in a browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from khlong.table import Table
from tests.scenes import asked
from tests.web.conftest import Invite
from tests.web.positions import reached
from tests.web.test_reasons import await_reasons, reasons_of, refused
from tests.web.visitor import Visitor


@pytest.mark.slow
def test_how_near_the_end_is_stays_in_sight(visitor: Visitor) -> None:
    table = visitor.new_table(
        "floating-market", "me random random", **reached("floating-market", 3, 1, asked("die", 80))
    )
    visitor.sit_at(table).await_turn()
    view = visitor.get(f"/tables/{table}")["view"]
    most = max(len(seat["fruit"]) for seat in view["seats"])
    progress = visitor.page.locator("footer")
    expect(progress).to_contain_text(re.compile(rf"{most}\D+{view['goal']}"))


@pytest.mark.slow
def test_dice_tumble_before_they_lie_still(invite: Invite) -> None:
    visitor = invite(speed="slow")
    visitor.page.add_init_script("""
        window.tumbled = 0
        new MutationObserver(() => (tumbled = Math.max(tumbled, document.querySelectorAll('.pool .tumbling').length)))
            .observe(document, { subtree: true, childList: true, attributeFilter: ['class'] })
    """)
    table = visitor.new_table("floating-market", "me random", options={"first": "1"})
    visitor.sit_at(table).await_turn()
    while not visitor.page.evaluate("tumbled"):
        visitor.make(sorted(visitor.offered())[0])
        visitor.page.wait_for_function("() => !document.querySelector('.table[data-busy]') || tumbled", polling=50)
        visitor.await_turn()
    expect(visitor.page.locator(".pool .tumbling")).to_have_count(0)


@pytest.mark.slow
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


def test_a_forced_move_is_made_by_itself_if_wished(invite: Invite) -> None:
    """Whoever begins a round of Floating Market without dice must fetch them at the Boatsman."""
    without_dice = reached("floating-market", 2, 1, lambda table: len(table.legal_moves()) == 1)
    for autoplay in (False, True):
        visitor = invite(autoplay=autoplay)
        visitor.sit_at(visitor.new_table("floating-market", "me random", **without_dice)).await_turn()
        if autoplay:
            expect(visitor.page.locator(".table")).not_to_have_attribute("data-ply", "0")
        else:
            visitor.page.wait_for_timeout(1500)
            assert visitor.ply == 0
