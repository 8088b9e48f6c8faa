"""Replaying a record: forward, back, by turn, by round, by number; and as text."""

from __future__ import annotations

from pathlib import Path

import pytest

import khlong as library
from khlong.bots import RandomBot, ask

from .helpers import OpenTerminal, Run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game of two."""
    table = library.new_table("floating-market", players=2, seed=4, names=["Ann", "Ben"], options={"first": 1})
    while not table.over:
        table.play(ask(RandomBot(seed=1), table))
    library.save_record(table, tmp_path / "game.json")
    return tmp_path / "game.json"


def test_without_a_terminal_the_whole_game_is_printed_move_by_move(khlong: Run, record: Path) -> None:
    outcome = khlong("replay", str(record))
    table = library.load_record(record)
    lines = outcome.out.split("\n")
    numbered = [line.split(maxsplit=1) for line in lines if line[:4].strip().isdecimal()]
    assert [words[1] for words in numbered] == table.moves
    for ply in range(1, table.ply + 1):
        for sentence in table.log(ply):
            assert sentence in outcome.out
    assert "wins. " in outcome.out
    assert outcome.status == 0


def test_the_text_can_begin_at_a_move(khlong: Run, record: Path) -> None:
    last = library.load_record(record).ply
    outcome = khlong("replay", str(record), "--ply", str(last - 1))
    assert f"{last:>4}  " in outcome.out
    assert f"\n{last - 1:>4}  " not in outcome.out


def test_an_unfinished_game_can_be_replayed_too(khlong: Run, tmp_path: Path) -> None:
    library.save_record(library.new_table("floating-market", seed=1).play("place temple"), tmp_path / "game.json")
    assert "Unfinished after 1 move." in khlong("replay", str(tmp_path / "game.json")).out


def test_one_steps_forward_and_back_in_a_terminal(terminal: OpenTerminal, record: Path) -> None:
    table = library.load_record(record)
    screen = terminal("replay", str(record))
    screen.wait_for(f"0/{table.ply} > ")
    screen.type("\n")
    screen.wait_for(f"Move 1: {table.moves[0]}")
    screen.wait_for(f"1/{table.ply} > ")
    screen.type("n\n")
    screen.wait_for(f"2/{table.ply} > ")
    screen.type("p\n")
    screen.wait_for(f"Move 1: {table.moves[0]}")
    screen.wait_for(f"1/{table.ply} > ")
    screen.type("p\np\n")
    screen.wait_for("This is the beginning.")
    screen.type("r\n")
    screen.wait_for("Round 2 begins")
    screen.type(f"{table.ply}\n")
    screen.wait_for("wins. ")
    screen.wait_for(f"{table.ply}/{table.ply} > ")
    screen.type("n\n")
    screen.wait_for("That was the last move.")
    screen.type("100000\n")
    screen.wait_for(f"There is no move 100000: the record has {table.ply} moves.")
    screen.type("what\n")
    screen.wait_for("12: move 12")
    screen.type("q\n")
    assert screen.status() == 0


def test_a_turn_is_stepped_over_as_one(terminal: OpenTerminal, record: Path) -> None:
    table = library.load_record(record)
    fresh = library.load_record(record)
    while fresh.ply > 1:
        fresh.undo(past_chance=True)
    turn = 1
    while fresh.question is not None and fresh.question.seat == 0:
        fresh.play(table.moves[turn])
        turn += 1
    screen = terminal("replay", str(record), "--ply", "0", columns=120)
    screen.wait_for(f"0/{table.ply} > ")
    screen.type("t\n")
    screen.wait_for(f"{turn}/{table.ply} > ")
    screen.type("\x04")
    assert screen.status() == 0


@pytest.mark.parametrize("ply", ["-1", "100000"])
def test_a_move_that_the_record_does_not_have_is_refused(khlong: Run, record: Path, ply: str) -> None:
    outcome = khlong("replay", str(record), "--ply", ply)
    assert outcome.status == 2
    assert f"khlong: There is no move {ply}: the record has" in outcome.err
