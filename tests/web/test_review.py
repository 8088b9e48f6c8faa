"""Looking back: stepping through a finished game, and games as files."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

from khlong.games import our_games
from khlong.table import new_table, save_record, write_record
from tests.scenes import scenes_of

from .conftest import Invite
from .positions import ending
from .visitor import PHONE, Visitor


def record(game: str, folder: Path, moves: int | None = None) -> Path:
    """A game of random moves on file, to its end or only so far."""
    table = new_table(game, 2, 3, scenes_of(game).short, names=["Ann", "Bo"])
    choices = random.Random(3)
    while not table.over and (moves is None or table.ply < moves):
        table.play(choices.choice(table.legal_numbers()))
    path = folder / "game.json"
    save_record(table, path)
    return path


def open_record(visitor: Visitor, path: Path, button: str) -> None:
    visitor.open("/")
    visitor.page.wait_for_selector(".game")
    visitor.page.locator('input[type="file"]').set_input_files(path)
    visitor.page.get_by_role("button", name=button).click()
    visitor.page.wait_for_selector(".table")


@pytest.mark.parametrize("game", our_games())
def test_a_record_is_watched_step_by_step(visitor: Visitor, game: str, tmp_path: Path) -> None:
    path = record(game, tmp_path)
    last = len(json.loads(path.read_text(encoding="utf-8"))["moves"])
    open_record(visitor, path, "Watch it")
    shown = visitor.page.get_by_test_id("ply")
    expect(shown).to_have_text(f"0 of {last}")
    visitor.page.get_by_role("button", name="One move on").click()
    expect(shown).to_have_text(f"1 of {last}")
    expect(visitor.page.get_by_test_id("prompt")).to_contain_text("Ann")
    visitor.page.locator("body").click(position={"x": 2, "y": 2})
    visitor.page.keyboard.press("ArrowRight")
    expect(shown).to_have_text(f"2 of {last}")
    visitor.page.keyboard.press("ArrowLeft")
    visitor.page.keyboard.press("ArrowLeft")
    expect(shown).to_have_text(f"0 of {last}")
    visitor.page.keyboard.press("End")
    expect(shown).to_have_text(f"{last} of {last}")
    bar = visitor.page.get_by_role("slider", name="Move")
    bar.fill("7")
    expect(shown).to_have_text(f"7 of {last}")
    seats = visitor.page.locator(".seats").text_content  # not what is shown of it, which depends on its width
    expect(visitor.page.locator(".table[data-shown='7']")).to_have_count(1)
    at_seven = seats()
    assert visitor.page.url.endswith("&ply=7"), "the key to a private table comes first"
    visitor.page.get_by_role("button", name="Play the game").click()
    expect(shown).to_have_text(f"9 of {last}")
    visitor.page.get_by_role("button", name="Pause").click()
    visitor.open(visitor.page.url.split("?")[0] + "?ply=7")
    expect(visitor.page.locator(".table[data-shown='7']")).to_have_count(1)
    assert seats() == at_seven
    visitor.assert_content()


def test_a_link_to_a_position_of_a_private_game_opens_for_whoever_gets_it(invite: Invite, tmp_path: Path) -> None:
    ann, guest, stranger = invite(), invite(), invite()
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_record(ann, record("floating-market", tmp_path), "Watch it")
    ann.page.get_by_role("slider", name="Move").fill("7")
    expect(ann.page.locator(".table[data-shown='7']")).to_have_count(1)
    ann.page.get_by_role("button", name="Copy a link to this position").click()
    copied = ann.page.evaluate("navigator.clipboard.readText()")
    for somebody, link in ((guest, copied), (stranger, ann.page.url)):
        somebody.open(link)
        expect(somebody.page.locator(".table[data-shown='7']")).to_have_count(1)
        somebody.page.get_by_role("button", name="One move on").click()
        expect(somebody.page.locator(".table[data-shown='8']")).to_have_count(1)
    guest.open(stranger.page.url)  # and so does the link that they pass on
    expect(guest.page.locator(".table[data-shown='8']")).to_have_count(1)
    closed = invite()
    closed.open(copied.split("?")[0])
    expect(closed.page.get_by_text("There is no such table")).to_be_visible()


def test_the_log_leads_to_its_moves(visitor: Visitor, tmp_path: Path) -> None:
    open_record(visitor, record("floating-market", tmp_path), "Watch it")
    visitor.page.keyboard.press("l")
    first_turn = visitor.page.get_by_role("button", name="Look at the table after move").last
    ply = (first_turn.get_attribute("aria-label") or "").split()[-1]
    assert 0 < int(ply) < 10
    first_turn.click()
    expect(visitor.page.locator(f".table[data-shown='{ply}']")).to_have_count(1)
    expect(visitor.page.locator("[aria-current=step]")).to_contain_text("Ann")
    visitor.assert_content()


def test_a_game_is_saved_and_played_on_from_its_file(visitor: Visitor, choices: random.Random, tmp_path: Path) -> None:
    visitor.sit_at(visitor.new_table("floating-market", "me random"))
    for _ in range(5):
        visitor.await_turn()
        visitor.make(visitor.choose(choices))
    visitor.await_turn()
    before = visitor.ply
    visitor.page.keyboard.press("l")
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name="Save the record").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert len(json.loads(path.read_text(encoding="utf-8"))["moves"]) == before
    old = visitor.page.url
    open_record(visitor, path, "Play on from here")
    visitor.await_turn()
    assert visitor.page.url != old
    assert visitor.ply == before
    visitor.make(visitor.choose(choices))
    visitor.assert_content()


def test_a_file_that_is_no_record_is_refused_with_words(visitor: Visitor, tmp_path: Path) -> None:
    visitor.open("/")
    visitor.page.wait_for_selector(".game")
    path = tmp_path / "chosen.json"
    broken = write_record(new_table("floating-market", 2, seed=1)) | {"moves": ["fly to the moon"]}
    for text in ("not json", json.dumps({"game": "chess", "seats": []})):
        path.write_text(text, encoding="utf-8")
        visitor.page.locator('input[type="file"]').set_input_files(path)
        expect(visitor.page.get_by_role("alert")).to_contain_text("not a game saved here")
        path.write_text(json.dumps(broken), encoding="utf-8")
        visitor.page.locator('input[type="file"]').set_input_files(path)
        expect(visitor.page.get_by_role("alert")).to_have_count(0)
    visitor.page.locator('input[type="file"]').set_input_files(path)
    visitor.page.get_by_role("button", name="Watch it").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("fly to the moon")


def test_a_game_is_stepped_through_by_turns_and_rounds_and_the_log_follows(visitor: Visitor, tmp_path: Path) -> None:
    path = record("floating-market", tmp_path)
    open_record(visitor, path, "Watch it")
    made = visitor.get(f"/tables/{visitor.page.url.split('/t/')[1].split('?')[0]}/events?after=0")["moves"]
    last_of_round = max(move["ply"] for move in made if move["round"] == 1)
    last_of_turn = next(move["ply"] for move, after in itertools.pairwise(made) if after["seat"] != move["seat"])
    visitor.page.keyboard.press("l")
    shown = visitor.page.get_by_test_id("ply")
    for unit, ply in (("Turn", last_of_turn), ("Round", last_of_round)):
        visitor.page.get_by_role("combobox", name="Step by").select_option(label=unit)
        visitor.page.get_by_role("button", name=f"One {unit.lower()} on").click()
        expect(shown).to_have_text(f"{ply} of {len(made)}")
        expect(visitor.page.locator("[aria-current=step]")).to_be_in_viewport()
        visitor.page.get_by_role("button", name=f"One {unit.lower()} back").click()
        expect(shown).to_have_text(f"0 of {len(made)}")
    visitor.assert_content()


def test_the_past_of_a_game_that_goes_on_is_looked_at_and_left(visitor: Visitor) -> None:
    visitor.sit_at(visitor.new_table("floating-market", "me me", options={"begins": "0"})).await_turn()
    visitor.make("place temple")
    visitor.await_turn()
    visitor.make("tile +4")
    visitor.await_turn()
    visitor.page.keyboard.press("l")
    visitor.page.get_by_role("button", name="Look back").click()
    expect(visitor.page.locator(".table")).to_have_attribute("data-shown", "1")
    assert visitor.offered() == set()
    visitor.page.get_by_role("button", name="One move back").click()
    expect(visitor.page.locator(".table")).to_have_attribute("data-shown", "0")
    visitor.page.get_by_role("button", name="Back to the game").click()
    expect(visitor.page.locator(".table")).to_have_attribute("data-shown", "2")
    visitor.await_turn()
    visitor.make("die d6")
    visitor.assert_content()


def test_one_plays_on_from_any_moment_at_another_table(visitor: Visitor, tmp_path: Path) -> None:
    open_record(visitor, record("floating-market", tmp_path), "Watch it")
    old = visitor.page.url.split("?")[0]
    visitor.page.get_by_role("slider", name="Move").fill("7")
    expect(visitor.page.locator(".table[data-shown='7']")).to_have_count(1)
    visitor.page.get_by_role("button", name="Play on from here").click()
    visitor.page.wait_for_url(lambda url: not url.startswith(old))
    visitor.await_turn()
    table = visitor.get(f"/tables/{visitor.page.url.split('/t/')[1].split('?')[0]}")
    assert table["table"]["status"] == "playing"
    assert sorted(seat["kind"] for seat in table["seats"]) == ["bot", "person"]
    assert visitor.ply >= 7
    visitor.assert_content()


@pytest.mark.parametrize("phone", [False, True])
def test_hash_and_seed_of_the_dice_are_shown_and_copied_at_the_end(invite: Invite, phone: bool) -> None:
    visitor = invite(size=PHONE, touch=True) if phone else invite()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    begun, last = ending("floating-market", 2)
    table = visitor.new_table("floating-market", "me random", **begun)
    visitor.sit_at(table).await_turn()
    promised = visitor.get(f"/tables/{table}")["table"]["commitment"]
    visitor.make(last, "tap" if phone else "click")
    seed = visitor.get(f"/tables/{table}")["table"]["seed"]
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_text("Fair dice").click()
    expect(dialog.get_by_test_id("hash")).to_have_text(promised)
    expect(dialog.get_by_test_id("seed")).to_have_text(seed)
    dialog.get_by_role("button", name="Copy the seed").click()
    visitor.page.wait_for_function("seed => navigator.clipboard.readText().then(text => text === seed)", arg=seed)
    visitor.assert_content()
