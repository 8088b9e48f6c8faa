"""`khlong arena` as people use it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from khlong.games.floating_market.components import DEFAULT_FILE
from tests.patience import PATIENCE

from .helpers import KHLONG, OpenTerminal, Run

ARENA = ("arena", "floating-market")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "guests.py").write_text(
        "import time\n"
        "class First:\n    def choose(self, position, clock):\n        return position.legal_moves()[0].number\n"
        "class Slow(First):\n    def choose(self, position, clock):\n        time.sleep(0.01)\n"
        "        return super().choose(position, clock)\n",
        encoding="utf-8",
    )
    (tmp_path / "liar.py").write_text(
        "import sys\ninput()\nprint('Hi!', file=sys.stderr)\nprint('{}')\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("guests", None)


def test_a_table_a_file_and_a_picture_come_of_it(khlong: Run, folder: Path) -> None:
    words = [
        "--bots",
        "random,guests:First",
        "--players",
        "3",
        "--games",
        "12",
        "--processes",
        "2",
        "--option",
        "goal=7",
    ]
    outcome = khlong(*ARENA, *words, "--results", "games.jsonl", "--picture", "picture.svg")
    assert outcome.status == 0
    for text in ("3 players · 12 games", "goal 7", "guests:First", "2 × random, guests:First", "head to head"):
        assert text in outcome.out
    assert len((folder / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 13
    assert "<svg" in (folder / "picture.svg").read_text(encoding="utf-8")


def test_the_table_fits_into_80_columns(khlong: Run) -> None:
    outcome = khlong(*ARENA, "--bots", "random,guests:First", "--players", "2", "--games", "4", "--processes", "1")
    assert "…" not in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_the_same_command_knows_what_was_played_without_a_file_being_named(khlong: Run) -> None:
    words = ["--bots", "random,guests:First", "--players", "2", "--processes", "1"]
    khlong(*ARENA, *words, "--games", "2")
    outcome = khlong(*ARENA, *words, "--games", "4")
    assert "going on after 2 games that were played before" in outcome.err
    assert "all were played before" in khlong(*ARENA, *words, "--games", "4").err
    assert "played before" not in khlong(*ARENA, *words, "--games", "2", "--seed", "5").err


def test_programs_that_misbehave_lose_and_are_reported_and_the_arena_goes_on(khlong: Run) -> None:
    program = f"program:{sys.executable} liar.py"
    outcome = khlong(*ARENA, "--bots", f"random,{program}", "--players", "2", "--games", "4", "--processes", "1")
    assert outcome.status == 0
    assert "4 games were forfeited" in outcome.out
    assert "speaks protocol None, not 1." in " ".join(outcome.out.split())
    assert "Hi!" in outcome.out


def test_standings_as_json(khlong: Run) -> None:
    words = ["--bots", "random,guests:First", "--players", "2", "--games", "6", "--processes", "1"]
    data = json.loads(khlong(*ARENA, *words, "--json").out)
    assert data["games"] == 6
    assert {bot["bot"] for bot in data["bots"]} == {"random", "guests:First"}
    assert sum(bot["wins"]["share"] for bot in data["bots"]) == pytest.approx(1)
    assert data["missing"] == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--bots", "random,clever"), "There is no bot 'clever'."),
        (("--bots", "random,expret"), "There is no bot 'expret'. Did you mean expert?"),
        (("--bots", "random,nowhere:Bot"), "There is no module nowhere"),
        (("--bots", "random,program:./nothing"), "There is no program './nothing'"),
        (("--bots", "random"), "It takes two different bots to compare, not random."),
        ((), "It takes two different bots to compare, not none."),
        (("--bots", "random,guests:First", "--players", "9"), "is for 2 to 5 players, not 9"),
        (("--bots", "random,guests:First", "--players", "1"), "is for 2 to 5 players, not 1"),
        (("--bots", "random,guests:First", "--option", "goal=6"), "Option goal cannot be '6'"),
        (("--bots", "random,guests:First", "--seed", "-1"), "A seed is a whole number"),
        (("--bots", "random,guests:First", "--results", "/dev/full"), "/dev/full: cannot be written: No space left"),
        (("--bots", "random,guests:First", "--results", "guests.py"), "guests.py: is no results file of the arena"),
        (("--bots", "random,guests:First", "--components", "no.toml"), "no.toml: cannot be read"),
        (("--bots", "random,guests:First", "--ray", "127.0.0.1:1"), "There is no Ray cluster to be had at 127.0.0.1:1"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_message(khlong: Run, words: tuple[str, ...], message: str) -> None:
    outcome = khlong(*ARENA, "--games", "2", "--processes", "1", *words)
    assert outcome.status == 2
    assert outcome.err.startswith("khlong: ")
    assert message in outcome.err
    assert outcome.out == ""


@pytest.mark.parametrize("words", [("--games", "0"), ("--games", "-1"), ("--processes", "0"), ("--seconds", "0")])
def test_numbers_that_make_no_sense_are_refused(khlong: Run, words: tuple[str, ...]) -> None:
    outcome = khlong(*ARENA, "--bots", "random,guests:First", *words)
    assert outcome.status == 2
    assert words[0] in outcome.err


def test_ctrl_c_keeps_finished_games_and_the_same_command_goes_on(
    terminal: OpenTerminal, khlong: Run, folder: Path
) -> None:
    words = ["--bots", "random,guests:Slow", "--players", "2", "--processes", "2", "--results", "games.jsonl"]
    screen = terminal(*ARENA, *words, "--games", "300")
    screen.wait_for("3/300")
    screen.press_ctrl_c()
    screen.wait_for("Stopped:")
    assert screen.status() == 130
    assert "Traceback" not in screen.text
    kept = len((folder / "games.jsonl").read_text(encoding="utf-8").splitlines()) - 1
    assert kept >= 3
    outcome = khlong(*ARENA, *words, "--games", str(kept))
    assert outcome.status == 0
    assert "played before" in outcome.err


def test_components_of_ones_own_are_played_with_and_belong_to_the_set_up(khlong: Run, folder: Path) -> None:
    words = ["--bots", "random,guests:First", "--players", "2", "--games", "2", "--processes", "1"]
    words += ["--results", "games.jsonl"]
    assert khlong(*ARENA, *words).status == 0
    text = DEFAULT_FILE.read_text(encoding="utf-8")
    (folder / "same.toml").write_text(text, encoding="utf-8")
    assert "all were played before" in khlong(*ARENA, *words, "--components", "same.toml").err
    (folder / "own.toml").write_text(text.replace('"mango"', '"durian"'), encoding="utf-8")
    outcome = khlong(*ARENA, *words, "--components", "own.toml")
    assert outcome.status == 2
    assert "has games of another set-up (matches components:" in outcome.err
    assert khlong(*ARENA, *words[:-1], "own.jsonl", "--components", "own.toml").status == 0


def test_a_disk_that_fills_up_ends_the_run_with_a_message_and_the_games_so_far(khlong: Run, folder: Path) -> None:
    words = ["--bots", "random,guests:First", "--players", "2", "--processes", "2", "--results", "games.jsonl"]
    limited = ["sh", "-c", 'ulimit -f 8; exec "$@"', "sh", *KHLONG, *ARENA, *words, "--games", "200"]
    done = subprocess.run(limited, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    kept = len((folder / "games.jsonl").read_text(encoding="utf-8").splitlines()) - 1
    assert kept >= 2
    assert done.stderr.startswith("khlong: games.jsonl: cannot be written: ")
    assert f"The {kept} games that were finished before are kept" in done.stderr
    assert "Traceback" not in done.stderr
    outcome = khlong(*ARENA, *words, "--games", str(kept + 4))
    assert outcome.status == 0
    assert "played before" in outcome.err
