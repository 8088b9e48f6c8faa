"""Everybody can use it: axe on every screen, names for everything, sizes from phone to large screen."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from khlong.games import game_named, our_games
from tests.scenes import scenes_of, under_way

from .conftest import Invite
from .positions import ending, late, reached
from .seen import CROWDED_PLATES, IN_SIGHT, REACHABLE
from .visitor import PHONE, Visitor

pytestmark = pytest.mark.slow

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = [(360, 640), (640, 360), (667, 375), (768, 1024), (1366, 768), (1920, 1080)]
PLATES_AT = [*SIZES, (390, 844), (1024, 768)]
ALIKE = ("Log", "Score", "Chat", "More")  # tabs that do not depend on what is asked
NEAREST = """(move) => {
    const end = document.querySelector(`.asking [data-move="${move}"]`).getBoundingClientRect()
    const others = [...document.querySelectorAll(`.asking button:not([data-move="${move}"])`)]
    return Math.min(...others.map(e => e.getBoundingClientRect()).map(box =>
        Math.hypot(Math.max(0, box.left - end.right, end.left - box.right),
            Math.max(0, box.top - end.bottom, end.top - box.bottom))))
}"""
TARGETS = """() => [...document.querySelectorAll('button, a, select, input, label:not([for]), [role=button]')]
    .filter(e => e.checkVisibility() && !e.matches('[aria-disabled=true], label input') && !e.closest('.hidden'))
    .map(e => [(e.getAttribute('aria-label') || e.textContent || e.tagName).trim(), e.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
    .map(([name, box]) => `${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""


def violations(visitor: Visitor) -> list[str]:
    visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = visitor.page.evaluate("axe.run(document).then(result => result.violations)")
    return [
        f"{each['id']}: {each['help']} at " + "; ".join(node["html"][:140] for node in each["nodes"][:3])
        for each in found
    ]


def tables() -> dict[str, dict[str, Any]]:
    return {
        f"{game}-{name}": {"game": game, **reached(game, place.players, place.seed, place.test)}
        for game in our_games()
        for name, place in scenes_of(game).positions.items()
    }


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_any_screen(invite: Invite, theme: str) -> None:
    visitor = invite(theme=theme)
    found: dict[str, list[str]] = {}
    for path in ("/", "/settings", "/about", *(f"/new/{game}" for game in our_games())):
        visitor.open(path)
        visitor.page.wait_for_selector("main h1")
        visitor.page.wait_for_load_state("networkidle")
        found[path] = violations(visitor)
    visitor.sit_at(visitor.new_table(our_games()[0], "me open"))
    found["lobby"] = violations(visitor)
    for name, body in tables().items():
        visitor.sit_at(visitor.new_table(seats="me random random", **body)).await_turn()
        found[name] = violations(visitor)
    for key in "lpch":
        visitor.page.evaluate("document.activeElement.blur()")  # the chat takes letters for itself
        visitor.page.keyboard.press(key)
        found[f"drawer {key}"] = violations(visitor)
    assert not {screen: problems for screen, problems in found.items() if problems}


def ended(visitor: Visitor, game: str) -> Visitor:
    """At a table whose game has just ended."""
    begun, last = ending(game, 3)
    visitor.sit_at(visitor.new_table(game, "me random random", **begun)).await_turn()
    visitor.make(last, "tap" if visitor.touch else "click")
    visitor.page.get_by_role("dialog").wait_for()
    return visitor


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_where_something_lies_over_the_table(invite: Invite, theme: str) -> None:
    visitor = invite(theme=theme)
    found: dict[str, list[str]] = {}
    for game in our_games():
        ended(visitor, game)
        found[f"{game} end"] = violations(visitor)
        visitor.page.get_by_role("button", name="Look at the table").click()
        visitor.page.get_by_role("button", name="One move back").click()
        visitor.page.wait_for_selector(".table[data-shown='0']")
        found[f"{game} looking back"] = violations(visitor)
        for key in "r?":
            visitor.page.keyboard.press(key)
            visitor.page.get_by_role("dialog").wait_for()
            found[f"{game} {key}"] = violations(visitor)
            visitor.page.keyboard.press("Escape")
            visitor.page.get_by_role("dialog").wait_for(state="detached")
        visitor.open(f"/rules/{game}").page.wait_for_selector("section h2")
        found[f"{game} rules"] = violations(visitor)
    visitor.open("/settings").page.get_by_label("A curtain between turns").check()
    visitor.sit_at(visitor.new_table("floating-market", "me me", options={"begins": "0"})).await_turn()
    visitor.make("place woodworker")
    visitor.make("board d12")
    visitor.page.locator('[data-move^="die "]:visible').first.click()
    visitor.page.wait_for_selector(".curtain")
    found["curtain"] = violations(visitor)
    assert not {screen: problems for screen, problems in found.items() if problems}


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
@pytest.mark.parametrize("size", [(390, 844), (360, 640), (640, 360)])
def test_what_is_chosen_below_the_board_stays_under_the_pointer(
    invite: Invite, size: tuple[int, int], touch: bool
) -> None:
    """What it would do is told in the prompt, which must not push it away."""
    visitor = invite(size={"width": size[0], "height": size[1]}, touch=touch)
    begun, last = ending("phraya", 3)
    visitor.sit_at(visitor.new_table("phraya", "me random random", **begun)).await_turn()
    button = visitor.page.locator(f'.sheet [data-move="{last}"]:visible')
    expect(button).to_contain_text("Ends the game")
    button.evaluate("e => e.scrollIntoView({ block: 'center' })")
    before = button.bounding_box()
    assert before is not None
    if touch:
        button.tap()
        expect(button).to_have_attribute("data-armed", "")
    else:
        button.hover()
    told = visitor.page.locator(".would")
    expect(told).to_contain_text("Offer")
    after = button.bounding_box()
    assert after is not None
    assert abs(after["y"] - before["y"]) < 2  # a button rises a little when it is pointed at
    expect(told).to_be_in_viewport(ratio=1)
    if touch:
        visitor.page.get_by_role("button", name="Do it").tap()
    else:
        button.click()
    visitor.page.get_by_role("dialog").wait_for()


@pytest.mark.parametrize("game", our_games())
def test_the_end_of_the_game_can_be_used_on_a_phone(invite: Invite, game: str) -> None:
    visitor = ended(invite(size=PHONE, touch=True), game)
    for name in ("Play again", "Look at the table"):
        button = visitor.page.get_by_role("button", name=name)
        expect(button).to_be_in_viewport(ratio=1)
    visitor.page.get_by_role("button", name="Look at the table").tap()
    expect(visitor.page.get_by_role("slider", name="Move")).to_be_in_viewport(ratio=1)
    high, wide = visitor.page.evaluate("(({scrollHeight: high, scrollWidth: wide}) => [high, wide])(document.body)")
    assert (high, wide) <= (PHONE["height"], PHONE["width"])


def test_all_targets_are_large_enough_for_fingers(invite: Invite) -> None:
    visitor = invite(size=PHONE, touch=True)
    small: dict[str, list[str]] = {}
    of_games = [f"/{screen}/{game}" for game in our_games() for screen in ("new", "rules")]
    for path in ("/", "/settings", "/about", *of_games):
        visitor.open(path)
        visitor.page.wait_for_selector("main h1")
        visitor.page.wait_for_load_state("networkidle")
        small[path] = visitor.page.evaluate(TARGETS)
    for game in our_games():
        visitor.sit_at(visitor.new_table(game, "me me")).await_turn()
        for tab in visitor.page.get_by_role("tab").all():
            tab.tap()
            small[f"{game} {tab.get_attribute('aria-label')}"] = visitor.page.evaluate(TARGETS)
    assert not {screen: targets for screen, targets in small.items() if targets}


def test_axe_finds_nothing_on_a_phone(invite: Invite) -> None:
    visitor = invite(size=PHONE, touch=True)
    found: dict[str, list[str]] = {}
    for name, body in tables().items():
        visitor.sit_at(visitor.new_table(seats="me random random", **body)).await_turn()
        for tab in visitor.page.get_by_role("tab").all():
            label = tab.get_attribute("aria-label")
            if label in ALIKE and f"{body['game']} {label}" in found:
                continue
            tab.tap()
            found[f"{body['game'] if label in ALIKE else name} {label}"] = violations(visitor)
    assert not {screen: problems for screen, problems in found.items() if problems}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_page_scrolls_and_moves_are_large_enough(invite: Invite, size: tuple[int, int]) -> None:
    phone = size == (360, 640)  # (640, 360) is what a zoom of 200 % leaves of 1280 x 720
    visitor = invite(size={"width": size[0], "height": size[1]}, touch=phone)
    small: dict[str, list[str]] = {}
    for name, body in tables().items():
        visitor.sit_at(visitor.new_table(seats="me random random", **body)).await_turn()
        high, wide = visitor.page.evaluate("(({scrollHeight: high, scrollWidth: wide}) => [high, wide])(document.body)")
        assert high <= size[1], name
        assert wide <= size[0], name
        reachable = visitor.page.evaluate(REACHABLE)
        assert reachable == sorted(visitor.offered()), name
        if phone:
            boxes = visitor.page.evaluate(
                "[...document.querySelectorAll('[data-move]')].filter(e => e.checkVisibility())"
                ".map(e => [e.dataset.move, e.getBoundingClientRect().width, e.getBoundingClientRect().height])"
            )
            large = {move for move, width, height in boxes if width >= 43.5 and height >= 43.5}
            small[name] = sorted({move for move, _, _ in boxes} - large)
    assert not {name: moves for name, moves in small.items() if moves}


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1440, 900)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_is_cut_where_there_is_much_to_do(invite: Invite, size: tuple[int, int]) -> None:
    """Every move is in sight without scrolling anything, and so is all that stays, and the buttons that say why not."""
    crowded = [(game, test) for game in our_games() for test in scenes_of(game).crowded]
    for language in ("en", "ja", "th"):
        visitor = invite(language=language, size={"width": size[0], "height": size[1]})
        for game, test in crowded:
            visitor.sit_at(visitor.new_table(game, "me random random", **reached(game, 3, 1, test))).await_turn()
            visitor.page.wait_for_selector("[data-wish]")
            visitor.page.evaluate("document.fonts.ready")
            assert set(visitor.page.evaluate(IN_SIGHT, "[data-move]")) == visitor.offered(), (language, test)
            buttons = visitor.page.locator(".asking button:visible").count()
            assert len(visitor.page.evaluate(IN_SIGHT, ".asking button")) == buttons, (language, test)
            if stays := scenes_of(game).in_sight:
                assert len(visitor.page.evaluate(IN_SIGHT, stays)) == 1, (language, test)
            if end := scenes_of(game).ends_turn:
                assert visitor.page.evaluate(NEAREST, end) >= 44, "the end of the turn lies apart from all other moves"


@pytest.mark.parametrize("game", our_games())
def test_what_all_players_have_fits_their_plates(invite: Invite, game: str) -> None:
    players = max(game_named(game).players)
    begun = reached(game, players, 1, under_way(60))
    seats = " ".join(["me", *["random"] * (players - 1)])
    crowded: dict[str, list[str]] = {}
    for size in PLATES_AT:
        visitor = invite(size={"width": size[0], "height": size[1]}, touch=size[0] < 500)
        visitor.sit_at(visitor.new_table(game, seats, **begun)).await_turn()
        visitor.page.evaluate("document.fonts.ready")
        crowded[f"{size}"] = visitor.page.evaluate(CROWDED_PLATES)
    assert not {size: parts for size, parts in crowded.items() if parts}


@pytest.mark.parametrize("game", our_games())
def test_a_game_to_the_end_by_taps_on_a_phone(invite: Invite, game: str, choices: random.Random) -> None:
    visitor = invite(size=PHONE, touch=True)
    short = scenes_of(game).short
    visitor.sit_at(visitor.new_table(game, **(late(game, 2, **short) if short else {})))
    assert visitor.play_on(choices, "tap") > 3
    visitor.assert_content()


def test_events_are_announced(visitor: Visitor, choices: random.Random) -> None:
    visitor.sit_at(visitor.new_table("floating-market")).await_turn()
    visitor.make(visitor.choose(choices))
    live = visitor.page.locator('[aria-live="polite"]')
    visitor.page.wait_for_function("() => document.querySelector('[aria-live=polite]').textContent.trim().length > 0")
    assert live.inner_text()


def test_motion_rests_when_the_system_asks_for_it(invite: Invite) -> None:
    visitor = invite(speed="slow")
    visitor.page.emulate_media(reduced_motion="reduce")
    visitor.sit_at(visitor.new_table("floating-market")).await_turn()
    moving = visitor.page.evaluate("document.getAnimations().filter(a => a.playState === 'running').length")
    assert moving == 0
