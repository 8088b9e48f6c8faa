"""Phraya in the terminal: whole games with people and bots, and the score sheet."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import khlong as library
from khlong.bots import ask, bot_named, seat_seed
from khlong.cli.show import ending_words

from .helpers import OpenTerminal, Run

NAMES = ["Nok", "Mali"]
PROTOTYPE = {"edition": "prototype"}


def rehearse(seed: int, people: int, *, by_number: bool = False) -> tuple[library.Table, list[str]]:
    """A whole game of two, the shorter edition, whose first seats are people who choose at random; what they type."""
    bots = [None if seat < people else "random" for seat in range(2)]
    table = library.new_table("phraya", players=2, seed=seed, names=NAMES, bots=bots, options=PROTOTYPE)
    minds = [bot and bot_named(bot, seat_seed(table.seed, seat)) for seat, bot in enumerate(bots)]
    chance, typed = random.Random(seed), []
    while not table.over:
        asked = table.question
        assert asked is not None
        mind = minds[asked.seat]
        if mind:
            table.play(ask(mind, table))
        else:
            moves = table.legal_moves()
            number = chance.randrange(len(moves))
            typed.append(str(number + 1) if by_number else moves[number].notation)
            table.play(moves[number].number)
    return table, typed


@pytest.mark.parametrize(("people", "by_number", "seed"), [(1, False, 38), (2, True, 50)])
@pytest.mark.slow
def test_a_whole_game_ends_with_result_and_score(
    khlong: Run, tmp_path: Path, people: int, by_number: bool, seed: int
) -> None:
    rehearsed, typed = rehearse(seed, people, by_number=by_number)
    seats = ["--seat", "Nok", "--seat", "Mali" if people == 2 else "bot:random"]
    fixed = ["--seed", str(seed), "--option", "edition=prototype"]
    file = tmp_path / "game.json"
    outcome = khlong("play", "phraya", *seats, *fixed, "--record", str(file), lines=typed)
    table = library.load_record(file)
    assert outcome.status == 0
    assert table.moves == rehearsed.moves
    assert table.over
    assert table.result is not None
    assert f"{table.names[table.result.winners[0]]} wins. {ending_words(table, table.result.ending)}" in outcome.out
    total = outcome.out[outcome.out.rindex(" Total ") :].split()
    assert total[1:3] == [str(sheet[-1].points) for sheet in table.score_sheet()]


def test_bots_alone_play_to_the_end(khlong: Run, tmp_path: Path) -> None:
    seats = ["--seat", "bot:random"] * 3
    file = tmp_path / "bots.json"
    outcome = khlong("play", "phraya", *seats, "--seed", "2", "--record", str(file))
    assert outcome.status == 0
    assert library.load_record(file).over


def test_score_shows_the_sheet_and_asks_again(khlong: Run) -> None:
    seats = ["--seat", "Nok", "--seat", "Mali", "--seed", "3", "--option", "begins=0"]
    outcome = khlong("play", "phraya", *seats, lines=["score", "boat a2", "quit"])
    assert outcome.status == 0
    table = library.new_table("phraya", players=2, seed=3, options={"first": 1})
    shown = outcome.out[outcome.out.index(" score now") :].split("\n")
    rows = {line.strip()[:17].strip(): line[18:].split() for line in shown[2 : 2 + 40] if line[:18].strip()}
    for one, other in zip(*table.score_sheet(), strict=True):
        name = table.messages.say(f"line.{one.key.replace(' ', '-')}")
        assert rows[name][:2] == [str(line.points).replace("-", "−") for line in (one, other)]
    assert "Nok puts the boat on a2." in outcome.out


def test_score_works_for_floating_market_too(khlong: Run) -> None:
    outcome = khlong(
        "play", "floating-market", "--seat", "Ann", "--seat", "Ben", "--seed", "1", lines=["score", "quit"]
    )
    words = " ".join(outcome.out.split())
    assert "score now A B made of" in words
    assert " Fruit 0 0 " in words


def test_help_names_the_score_command(khlong: Run) -> None:
    assert (
        "score        everybody" in khlong("play", "phraya", "--seat", "Nok", "--seat", "Mali", lines=["?", "quit"]).out
    )


def test_a_replay_shows_the_score(khlong: Run, terminal: OpenTerminal, tmp_path: Path) -> None:
    table, _ = rehearse(7, 0)
    library.save_record(table, tmp_path / "game.json")
    outcome = khlong("replay", str(tmp_path / "game.json"), "--ply", str(table.ply - 1))
    total = outcome.out[outcome.out.rindex(" Total ") :].split()
    assert total[1:3] == [str(sheet[-1].points) for sheet in table.score_sheet()]
    screen = terminal("replay", str(tmp_path / "game.json"))
    screen.wait_for(f"0/{table.ply} > ")
    screen.type("s\n")
    screen.wait_for("score now")
    screen.wait_for(" Total ")
    screen.type("q\n")
    assert screen.status() == 0
