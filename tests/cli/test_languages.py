"""The terminal in English, Japanese and Thai."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

import khlong as library
from khlong.cli import show
from khlong.games.facets import ANY_GAME, Wording
from khlong.words import LANGUAGES

from .helpers import Run

OTHERS = LANGUAGES[1:]
TALKING = [name for name in library.game_names() if Wording.of(library.game_named(name)).folder != ANY_GAME]
in_every_game_with_words = pytest.mark.parametrize("name", TALKING)
SEATS = ("--seat", "A", "--seat", "bot:random", "--seed", "3", "--option", "begins=0")
ENGLISH = re.compile(
    r"\b(the|with|your|turn|round|plays?|places?|gets?|pays?|moves?|coins?|flowers?|points?|temple|market|pool|left)\b",
    re.IGNORECASE,
)


def played(name: str, language: str, moves: int) -> library.Table:
    """A game of random moves."""
    table = library.new_table(name, 2, 5, names=["Ann", "Bo"])
    table.language = language
    while not table.over and table.ply < moves:
        table.play(table.legal_numbers()[table.ply % len(table.legal_numbers())])
    return table


@pytest.mark.parametrize("language", OTHERS)
@in_every_game_with_words
def test_a_game_is_told_in_the_language_that_was_asked_for(khlong: Run, name: str, language: str) -> None:
    outcome = khlong("play", name, *SEATS, "--language", language, lines=["score", "1", "nonsense", "quit"])
    assert outcome.status == 0
    table = library.new_table(name, 2, 3, {"first": 1})
    table.language = language
    assert table.question is not None
    assert table.question.prompt in outcome.out
    assert "Place" not in outcome.out
    assert "is not a move" not in outcome.out


@pytest.mark.parametrize("language", OTHERS)
@in_every_game_with_words
@pytest.mark.parametrize("moves", [40, 10_000])
def test_no_english_is_left_on_board_log_and_score(name: str, language: str, moves: int) -> None:
    table = played(name, language, moves)
    page = Console(file=io.StringIO(), width=140)
    page.print(show.board(table))
    for ply in range(max(1, table.ply - 20), table.ply + 1):
        page.print(*show.happened(table, ply), sep="\n")
    page.print(show.result(table) if table.over else show.asked_line(table))
    page.print(show.score_sheet(table))
    assert isinstance(page.file, io.StringIO)
    text = page.file.getvalue().replace(show.title(table), "")
    assert ENGLISH.findall(re.sub(r"-(left|right)", "", text)) == []


@pytest.mark.parametrize("language", OTHERS)
@in_every_game_with_words
@pytest.mark.parametrize("width", [60, 80, 120, 140])
def test_boards_keep_to_their_width_in_wide_and_narrow_letters(name: str, language: str, width: int) -> None:
    page = Console(file=io.StringIO(), width=width)
    page.print(show.board(played(name, language, 60)))
    assert isinstance(page.file, io.StringIO)
    lines = page.file.getvalue().split("\n")
    assert max(map(cell_len, lines)) <= width
    edges = [line for line in lines if line.rstrip().endswith(("╮", "╯"))]
    assert len({cell_len(line.split("╭")[0].split("╰")[0]) for line in edges}) <= 2


def test_the_language_is_that_of_the_surroundings_unless_it_is_asked_for(process: Run, tmp_path: Path) -> None:
    library.save_record(played("floating-market", "en", 1), tmp_path / "game.json")
    command = ("replay", str(tmp_path / "game.json"))
    surroundings = {"KHLONG_LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "ja_JP.UTF-8", "PYTHONUTF8": "1"}
    assert "客を置きました" in process(*command, **surroundings).out
    assert "วางลูกค้า" in process(*command, **surroundings | {"KHLONG_LANGUAGE": "th"}).out
    assert "places a customer" in process(*command, "--language", "en", **surroundings).out


def test_a_language_that_we_do_not_speak_is_refused(khlong: Run) -> None:
    outcome = khlong("play", "floating-market", "--language", "de")
    assert outcome.status == 2
    assert "We speak: en, ja, th." in outcome.err
