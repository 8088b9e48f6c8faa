"""`khlong review`: a game looked at again in the terminal, as a page of its own, and as data."""

from __future__ import annotations

import json
import random
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import khlong as library
from khlong.cli.play import INTERRUPTED
from khlong.words import LANGUAGES, OWN, load_messages

from .helpers import OpenTerminal, Run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game of two, one of whom has a name that looks like HTML."""
    dice, table = random.Random(2), library.new_table("floating-market", players=2, seed=4, names=["Ann", "<b>Bo</b>"])
    while not table.over:
        table.play(dice.choice(table.legal_moves()).number)
    library.save_record(table, tmp_path / "game.json")
    return tmp_path / "game.json"


def test_a_glance_tells_of_chances_moments_better_moves_luck_and_dice(khlong: Run, record: Path) -> None:
    outcome = khlong("review", str(record), "--depth", "1")
    assert outcome.status == 0
    for heading in ("Chances to win", "Key moments", "Better moves", "Luck and skill", "How the dice fell"):
        assert heading in outcome.out
    assert "At a glance" in outcome.out
    table = library.load_record(record)
    moments = json.loads(khlong("review", str(record), "--depth", "1", "--json").out)["moments"]
    assert moments
    for moment in moments:
        for line in table.log(moment["ply"]):
            assert line in " ".join(outcome.out.split())


def test_as_data_it_is_the_review_with_the_names(khlong: Run, record: Path) -> None:
    found = json.loads(khlong("review", str(record), "--depth", "1", "--json").out)
    table = library.load_record(record)
    assert (found["names"], found["plies"], found["depth"]) == (table.names, table.ply, 1)
    assert len(found["chances"]) == table.ply + 1


class Checked(HTMLParser):
    """Every element that is opened is closed, and nothing comes from elsewhere."""

    void = ("meta", "br", "rect", "path")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        assert not {"src", "href", "onload"} & {name for name, _ in attrs}
        if tag not in self.void:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.void:
            assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_one_file_that_needs_nothing_else(khlong: Run, record: Path, language: str, tmp_path: Path) -> None:
    target = tmp_path / "pages" / "review.html"
    outcome = khlong("review", str(record), "--depth", "1", "--html", str(target), "--language", language)
    assert (outcome.status, outcome.out) == (0, "")
    text = target.read_text(encoding="utf-8")
    assert f'<html lang="{language}">' in text
    assert "&lt;b&gt;Bo&lt;/b&gt;" in text
    assert "<b>Bo</b>" not in text
    assert "http" not in text.replace("http://www.w3.org", "")
    checked = Checked()
    checked.feed(text)
    assert not checked.open
    assert {"svg", "table", "section"} <= {*checked.seen}
    said = load_messages(language, OWN)
    assert all(said.say(f"review.{key}") in text for key in ("skill", "dice", "moments"))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_other_languages_have_no_english_left(khlong: Run, record: Path, language: str) -> None:
    out = khlong("review", str(record), "--depth", "1", "--language", language).out
    own = re.sub(r"place [\w-]+|swap [\w -]+|die \w+|tile [+-]\d|board \w+|stand [\w-]+", "", out)
    assert not re.search(r"\b(luck|chance|mistake|blunder|inaccuracy|decision|errors|rest|rolls|expected)\b", own)


def test_an_unfinished_game_and_one_without_a_move(khlong: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    table = library.new_table("phraya", 2, seed=1)
    library.save_record(table, path)
    outcome = khlong("review", str(path))
    assert (outcome.status, outcome.out) == (2, "")
    assert "No move was made in this game" in outcome.err
    library.save_record(table.play(table.legal_moves()[0].number), path)
    assert khlong("review", str(path), "--depth", "1").status == 0


def test_damaged_and_foreign_records_get_a_clear_word(khlong: Run, record: Path, tmp_path: Path) -> None:
    text = record.read_text(encoding="utf-8")
    data = json.loads(text)
    damaged = {
        "cut.json": (text[: len(text) // 2], "is cut off or not a record"),
        "moves.json": (json.dumps(data | {"moves": data["moves"][::-1]}), "stops making sense at move 1"),
        "state.json": (json.dumps(data | {"moves": data["moves"][:-1]}), "was changed or damaged"),
        "game.json": (json.dumps(data | {"game": "chess"}), "There is no game 'chess'"),
        "rules.json": (json.dumps(data | {"rules": 999}), "version 999 of the rules"),
        "position.json": (
            json.dumps(data | {"position": {"seats": [{"coins": 99}, {}]}, "moves": [], "result": None}),
            "coins",
        ),
        "other.json": ('{"some": "thing"}', "other.json"),
    }
    for name, (content, said) in damaged.items():
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        outcome = khlong("review", str(path))
        assert (outcome.status, outcome.out) == (2, ""), name
        assert said in " ".join(outcome.err.split()), name
    assert khlong("review", str(tmp_path / "none.json")).status == 2


def test_a_page_that_cannot_be_written_says_so(khlong: Run, record: Path, tmp_path: Path) -> None:
    outcome = khlong("review", str(record), "--depth", "1", "--html", str(tmp_path))
    assert outcome.status == 2
    assert "cannot be written" in outcome.err


def test_ctrl_c_keeps_the_passes_that_are_done(terminal: OpenTerminal, tmp_path: Path) -> None:
    dice, table = random.Random(2), library.new_table("phraya", players=4, seed=4)
    while not table.over:
        table.play(dice.choice(table.legal_moves()).number)
    library.save_record(table, tmp_path / "long.json")
    screen = terminal("review", str(tmp_path / "long.json"))
    screen.wait_for("pass 2 of")
    screen.press_ctrl_c()
    screen.wait_for("Stopped. This is what was found until then.")
    screen.wait_for("Luck and skill")
    assert screen.status() == INTERRUPTED
