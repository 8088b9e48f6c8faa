"""How the page calls a player whose turn it is: by its title, by a sound, by a notification."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Invite
from .visitor import Visitor

pytestmark = pytest.mark.slow

# Browsers under test are never in the background, so this says it of them; what they show and play is only noted.
NOTE = """
    window.noted = { tones: [], notices: [] }
    window.away = false
    Object.defineProperty(document, 'hidden', { get: () => window.away })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...when) {
        noted.tones.push(this.frequency.value)
        return start.apply(this, when)
    }
    window.Notification = class extends Notification {
        constructor(title, options) {
            super(title, options)
            noted.notices.push([title, options.body])
        }
    }
"""
CHIME = [587, 880]
NOTICE = ["It is your turn", "Floating Market"]


def two_at_a_table(invite: Invite, **wishes: Any) -> tuple[Visitor, Visitor]:
    """Ann, who is to be called when Bo has moved, and Bo, whose turn it is."""
    ann, bo = invite(**wishes), invite()
    ann.context.grant_permissions(["notifications"])
    ann.page.add_init_script(NOTE)
    table = ann.new_table("floating-market", "me open", options={"begins": "1"})
    bo.get("/me")
    bo.post(f"/tables/{table}/join", {"invite": ann.get(f"/tables/{table}")["table"]["invite"]})
    for each in (ann, bo):
        each.sit_at(table)
        each.page.wait_for_selector(".table")
    return ann, bo


def move_until_anns_turn(ann: Visitor, bo: Visitor) -> None:
    choices = random.Random(1)
    while ann.page.locator("[data-move]").count() == 0:
        bo.await_turn()
        bo.make(bo.choose(choices))
        ply = bo.ply
        ann.page.wait_for_selector(f".table[data-ply='{ply}']")
        ann.page.wait_for_selector(".table:not([data-busy])")


def noted(visitor: Visitor) -> dict[str, Any]:
    found: dict[str, Any] = visitor.page.evaluate("noted")
    return found


@pytest.mark.parametrize("speed", ["none", "normal"])
def test_title_sound_and_notification_call_whoever_is_away(invite: Invite, speed: str) -> None:
    ann, bo = two_at_a_table(invite, speed=speed, sound=True, notify=True)
    expect(ann.page).to_have_title("Floating Market · Khlong")
    assert noted(ann) == {"tones": [], "notices": []}
    ann.page.evaluate("window.away = true")
    move_until_anns_turn(ann, bo)
    expect(ann.page).to_have_title("● Floating Market · Khlong")
    assert noted(ann) == {"tones": CHIME, "notices": [NOTICE]}
    ann.make(sorted(ann.offered())[0])  # a turn of several moves calls once
    ann.page.evaluate("new Promise(requestAnimationFrame)")
    assert noted(ann) == {"tones": CHIME, "notices": [NOTICE]}
    ann.assert_content()


def test_whoever_watches_others_move_is_called_when_they_have_moved(invite: Invite) -> None:
    """The sound comes once their moves have been shown; a notification would tell what is in sight."""
    ann, bo = two_at_a_table(invite, speed="normal", sound=True, notify=True)
    move_until_anns_turn(ann, bo)
    expect(ann.page).to_have_title("● Floating Market · Khlong")
    assert noted(ann) == {"tones": CHIME, "notices": []}


def test_nobody_is_called_who_did_not_wish_it(invite: Invite) -> None:
    ann, bo = two_at_a_table(invite)
    ann.page.evaluate("window.away = true")
    move_until_anns_turn(ann, bo)
    expect(ann.page).to_have_title("● Floating Market · Khlong")
    assert noted(ann) == {"tones": [], "notices": []}


def test_calls_are_chosen_in_the_settings_and_asked_of_the_browser(invite: Invite) -> None:
    ann = invite()
    ann.open("/settings")
    for name in ("Call to my turn", "Notifications"):
        expect(ann.page.get_by_role("checkbox", name=re.compile(f"^{name}"))).not_to_be_checked()
    ann.page.get_by_role("checkbox", name=re.compile("^Notifications")).click()  # this browser refuses
    expect(ann.page.get_by_role("checkbox", name=re.compile("^Notifications"))).not_to_be_checked()
    ann.context.grant_permissions(["notifications"])
    ann.page.get_by_role("checkbox", name=re.compile("^Notifications")).check()
    ann.page.get_by_role("checkbox", name=re.compile("^Call to my turn")).check()
    kept = ann.page.evaluate("JSON.parse(localStorage.getItem('khlong-settings'))")
    assert kept["sound"]
    assert kept["notify"]


def test_the_title_is_plain_before_and_after_the_game(visitor: Visitor, choices: random.Random) -> None:
    visitor.sit_at(visitor.new_table("floating-market", "me open", start=False))
    expect(visitor.page).to_have_title(re.compile("^(?!●)"))
    visitor.sit_at(visitor.new_table("floating-market", "me random")).await_turn()
    expect(visitor.page).to_have_title("● Floating Market · Khlong")
    visitor.play_on(choices)
    expect(visitor.page).to_have_title("Floating Market · Khlong")
