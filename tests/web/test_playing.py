"""Games played by clicks in a real browser, from the first screen to the last."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from khlong.games import game_named, our_games
from khlong.games.facets import Cover
from tests.scenes import scenes_of

from .conftest import Invite
from .visitor import Visitor

NOTE_SHOWN = """
    window.shown = []
    new MutationObserver(() => {
        const table = document.querySelector('.table')
        if (table && shown.at(-1) !== Number(table.dataset.shown)) shown.push(Number(table.dataset.shown))
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-shown'] })
"""
CLICK_A_MOVE = "document.querySelector('[data-move]')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))"
SKIP = """async () => {
    for (const button of document.querySelectorAll('.line button')) {
        if (button.textContent.includes('Skip')) button.click()
    }
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
    const table = document.querySelector('.table')
    return table.dataset.busy === undefined ? table.dataset.shown : 'busy'
}"""
GAMES = pytest.mark.parametrize("game", our_games())


@GAMES
def test_a_first_move_is_three_clicks_away(visitor: Visitor, game: str) -> None:
    visitor.open("/")
    title = Cover.of(game_named(game)).title
    visitor.page.get_by_role("button", name=f"Play now {title}").click()
    visitor.page.wait_for_selector(".table")
    visitor.await_turn()
    before = visitor.ply
    assert before == 0  # nobody waits for bots to get ready
    visitor.page.locator("[data-move]:visible").first.click()
    expect(visitor.page.locator(".table")).not_to_have_attribute("data-ply", str(before))
    visitor.assert_content()


@GAMES
def test_a_whole_game_by_clicks_against_a_bot(visitor: Visitor, game: str, choices: random.Random) -> None:
    table = visitor.new_table(game, options=scenes_of(game).short)
    visitor.sit_at(table)
    assert visitor.play_on(choices) > 10
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    final = visitor.get(f"/tables/{table}")
    shown = visitor.page.locator(".pad tbody tr").last.locator("button").all_inner_texts()
    last_line = [str(lines[-1]["points"]).replace("-", "−") for lines in final["score"]]
    assert shown == last_line
    visitor.page.get_by_role("button", name="Play again").click()
    visitor.page.wait_for_url(lambda url: table not in url)
    visitor.page.wait_for_selector('.table[data-status="playing"]')
    visitor.assert_content()


@GAMES
def test_a_double_click_plays_once(visitor: Visitor, game: str) -> None:
    table = visitor.new_table(game, "me me")
    visitor.sit_at(table).await_turn()
    visitor.page.locator("[data-move]:visible").first.dblclick()
    expect(visitor.page.locator(".table")).to_have_attribute("data-ply", "1")
    assert visitor.get(f"/tables/{table}")["ply"] == 1


def test_the_second_half_of_a_slow_double_click_is_no_move(visitor: Visitor) -> None:
    """Even where the answer came between the two, and what lies under the pointer now offers another move."""
    table = visitor.new_table("floating-market", "me me", options={"begins": "0"})
    visitor.sit_at(table).await_turn()
    visitor.make("place temple")
    visitor.await_turn()
    visitor.page.locator("[data-move]:visible").first.hover()
    visitor.page.mouse.down(click_count=2)
    visitor.page.mouse.up(click_count=2)
    visitor.page.wait_for_timeout(500)
    assert visitor.get(f"/tables/{table}")["ply"] == 1
    visitor.page.mouse.down()
    visitor.page.mouse.up()
    expect(visitor.page.locator(".table")).to_have_attribute("data-ply", "2")


@GAMES
def test_at_rest_nothing_but_the_water_moves(invite: Invite, game: str) -> None:
    """So that a page which waits for its player asks nothing of the machine."""
    visitor = invite(speed="normal")
    visitor.sit_at(visitor.new_table(game, "me random")).await_turn()
    visitor.page.wait_for_function(
        """() => {
            const moving = document.getAnimations().filter(each => each.playState === 'running')
            return moving.length === 1 && moving[0].effect.target.closest('.water') !== null
        }"""
    )


def test_undo_by_button_and_by_key_up_to_the_barrier(visitor: Visitor) -> None:
    table = visitor.new_table("floating-market", "me me", options={"begins": "0"})
    visitor.sit_at(table).await_turn()
    visitor.make("place temple")
    visitor.make("tile +4")
    visitor.page.get_by_role("button", name="Undo").click()
    expect(visitor.page.locator(".table")).to_have_attribute("data-ply", "1")
    visitor.page.keyboard.press("Control+z")
    expect(visitor.page.locator(".table")).to_have_attribute("data-ply", "0")
    expect(visitor.page.get_by_role("button", name="Undo")).to_have_count(0)
    assert visitor.get(f"/tables/{table}")["ply"] == 0


def test_what_cannot_be_undone_is_marked_beforehand(visitor: Visitor, choices: random.Random) -> None:
    """Previews say which moves draw on chance, and only after such moves is there no undo."""
    table = visitor.new_table("floating-market", "me random")
    visitor.sit_at(table)
    marked = False
    while not marked:
        visitor.await_turn()
        moves = visitor.offered()
        told = visitor.previews(table)["previews"]
        previews = {preview["move"]: preview["chance"] for preview in told}
        visitor.page.wait_for_function(
            "(n) => document.querySelectorAll('[data-chance]').length >= n", arg=int(any(previews[m] for m in moves))
        )
        for move in moves:
            piece = visitor.page.locator(f'[data-move="{move}"]').first
            assert (piece.get_attribute("data-chance") is not None) == previews[move], move
        marked = any(previews[move] for move in moves)
        visitor.make(visitor.choose(choices))


@GAMES
def test_hovering_shows_what_a_move_would_do(visitor: Visitor, game: str) -> None:
    table = visitor.new_table(game, "me me")
    visitor.sit_at(table).await_turn()
    piece = visitor.page.locator("[data-move]:visible").first
    piece.hover()
    expect(visitor.page.locator(".would .what")).to_have_text(re.compile(r"\w"))
    visitor.page.mouse.move(2, 2)
    expect(visitor.page.locator(".would .what")).to_have_count(0)


def test_others_moves_are_shown_one_by_one(invite: Invite) -> None:
    visitor = invite(speed="fast")
    visitor.page.add_init_script(NOTE_SHOWN)
    table = visitor.new_table("floating-market", "me random random random", options={"begins": "0"})
    visitor.sit_at(table).await_turn()
    others: set[int] = set()
    while not others:
        visitor.make(sorted(visitor.offered())[0])
        visitor.await_turn()
        made = visitor.get(f"/tables/{table}/events?after=0")["moves"]
        others = {each["ply"] for each in made if each["seat"] != 0}
    assert len(others) >= 3
    assert others <= set(visitor.page.evaluate("shown"))


def test_moves_of_others_that_are_being_shown_can_be_skipped(invite: Invite) -> None:
    visitor = invite(speed="slow")
    table = visitor.new_table("floating-market", "me random random random", options={"begins": "0"})
    visitor.sit_at(table).await_turn()
    while visitor.page.get_by_role("button", name="Skip").count() == 0:
        visitor.page.evaluate(CLICK_A_MOVE)
        visitor.page.wait_for_timeout(50)
    state = visitor.get(f"/tables/{table}")
    while state["question"]["seat"] not in state["you"]["seats"]:  # bots still move
        visitor.page.wait_for_timeout(50)
        state = visitor.get(f"/tables/{table}")
    visitor.page.wait_for_selector(f".table[data-ply='{state['ply']}']")
    assert visitor.page.evaluate(SKIP) == str(state["ply"])
    assert visitor.offered() == {move["notation"] for move in state["moves"]}


def test_the_log_is_grouped_filtered_and_copied(visitor: Visitor) -> None:
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table = visitor.new_table("floating-market", "me random random")
    visitor.sit_at(table)
    choices = random.Random(8)
    for _ in range(6):
        visitor.await_turn()
        visitor.make(visitor.choose(choices))
    visitor.await_turn()
    visitor.page.get_by_role("button", name="Log").click()
    log = visitor.page.get_by_role("region", name="What happened")
    everybody = log.locator("ol > li:not(.mark)").count()
    log.get_by_role("combobox").select_option("0")
    own = log.locator("ol > li:not(.mark)").count()
    assert 0 < own < everybody
    log.get_by_role("button", name="Copy").click()
    copied = visitor.page.evaluate("navigator.clipboard.readText()").splitlines()
    name = visitor.get("/me")["name"]
    assert sum(line == f"{name}:" for line in copied) == own
    assert len(copied) > own
    visitor.assert_content()


def test_what_happened_since_the_last_turn_can_be_seen_again(invite: Invite) -> None:
    visitor = invite(speed="slow")
    visitor.sit_at(visitor.new_table("floating-market", "me random random")).await_turn()
    visitor.page.keyboard.press("l")
    while not visitor.page.get_by_role("button", name="Since my last turn").count():
        visitor.make(sorted(visitor.offered())[0])
        visitor.page.keyboard.press("s")
        visitor.await_turn()
    now = visitor.page.locator(".seats").inner_text()
    visitor.page.get_by_role("button", name="Since my last turn").click()
    visitor.page.wait_for_selector(".table[data-busy]")
    assert visitor.offered() == set()
    visitor.page.keyboard.press("s")
    visitor.await_turn()
    assert visitor.page.locator(".seats").inner_text() == now


@GAMES
def test_nothing_lies_empty_beside_the_board_before_anything_has_happened(visitor: Visitor, game: str) -> None:
    visitor.sit_at(visitor.new_table(game, "me me")).await_turn()
    boxes = visitor.page.locator(".column .paper:visible")
    assert boxes.count() > 1
    assert all(box.inner_text().strip() for box in boxes.all())
