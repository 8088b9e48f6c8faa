"""In a real terminal: colour, Ctrl-C, the end of input, the Tab key; and as a plain process in a pipe."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

import khlong as library
from tests.patience import PATIENCE

from .helpers import KHLONG, OpenTerminal, Run, record_of

GAME = [
    "play",
    "floating-market",
    "--seat",
    "Ann",
    *["--seat", "bot:random"] * 2,
    "--seed",
    "11",
    "--option",
    "begins=0",
]


def test_the_board_is_in_colour_and_players_also_have_letters(terminal: OpenTerminal, tmp_path: Path) -> None:
    screen = terminal(*GAME, "--record", str(tmp_path / "game.json"), columns=120)
    screen.wait_for("Ann > ")
    assert "\x1b[1;38;2;30;30;30;48;2;238;132;52mA" in screen.raw
    assert "▶ A Ann" in screen.text
    assert max(len(line) for line in screen.text.split("\n")) <= 120
    screen.type("quit\n")
    assert screen.status() == 0


def test_no_color_is_respected(process: Run) -> None:
    plain = process(*GAME, typed="quit\n", NO_COLOR="1", FORCE_COLOR="1")
    assert "\x1b[1;38" not in plain.out
    assert "38;2;" not in plain.out


def test_ctrl_c_saves_the_game_says_how_to_resume_and_exits_with_130(terminal: OpenTerminal, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    screen = terminal(*GAME, "--record", str(file))
    screen.wait_for("Ann > ")
    screen.type("place temple\n")
    screen.wait_for("Ann > ")
    screen.type("tile +4\n")
    screen.wait_for("Ann > ")
    screen.press_ctrl_c()
    screen.wait_for("Go on with: khlong play --resume")
    assert screen.status() == 130
    assert library.load_record(file).moves == ["place temple", "tile +4"]

    again = terminal("play", "--resume", str(file))
    again.wait_for("Add one of your dice to the pool.")
    again.wait_for("Ann > ")
    again.type("\x04")  # the end of input
    again.wait_for("Saved: ")
    assert again.status() == 0
    assert library.load_record(file).moves == ["place temple", "tile +4"]


def test_every_move_is_on_file_before_the_next_question_even_if_the_program_is_killed(
    terminal: OpenTerminal, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    screen = terminal(*GAME, "--record", str(file))
    screen.wait_for("Ann > ")
    screen.type("place boatsman\n")
    screen.wait_for("Ann > ")
    screen.stop()
    assert library.load_record(file).moves == ["place boatsman"]


def test_the_tab_key_completes_a_move(terminal: OpenTerminal, tmp_path: Path) -> None:
    pytest.importorskip("readline")
    screen = terminal(*GAME, "--record", str(tmp_path / "game.json"))
    screen.wait_for("Ann > ")
    screen.type("place tem\t\n")
    screen.wait_for("Ann places a customer: Temple.")
    screen.type("quit\n")
    assert screen.status() == 0


def test_an_interrupt_at_any_moment_leaves_a_record_that_can_be_resumed(env: dict[str, str], tmp_path: Path) -> None:
    chance = random.Random(1)
    for number in range(5):
        file = tmp_path / f"{number}.json"
        bots = [*["--seat", "bot:random"] * 3, "--option", "goal=7", "--seed", str(number)]
        words = [*KHLONG, "play", "floating-market", *bots, "--record", str(file)]
        game = subprocess.Popen(words, env=env | {"PYTHONUNBUFFERED": "1"}, stdout=subprocess.PIPE, text=True)
        assert game.stdout is not None
        game.stdout.readline()
        time.sleep(chance.uniform(0, 0.2))
        game.send_signal(signal.SIGINT)
        said = game.communicate(timeout=PATIENCE)[0]
        if "Nothing was played" not in said:
            table = library.load_record(file)
            assert table.ply > 0
            assert table.over or game.returncode == 130


def test_in_a_pipe_everything_is_plain_text_of_80_columns(process: Run) -> None:
    outcome = process(*GAME, typed="1\n1\nquit\n")
    assert outcome.status == 0
    assert "\x1b" not in outcome.out
    assert "Ann > 1\n" in outcome.out, "what a script types is shown"
    board = outcome.out.split("Type ? for help")[1].split("Go on with")[0]
    assert max(len(line) for line in board.split("\n") if "Saved" not in line) <= 80


def test_a_terminal_without_unicode_still_shows_the_board(process: Run) -> None:
    outcome = process(*GAME, typed="1\n\xff\nquit\n", PYTHONIOENCODING="ascii", LC_ALL="C", PYTHONUTF8="0")
    assert outcome.status == 0
    assert "Ann: Place a customer." in outcome.out


def test_a_reader_that_goes_away_is_no_traceback(env: dict[str, str], tmp_path: Path, process: Run) -> None:
    file = tmp_path / "game.json"
    process("play", "floating-market", "--seat", "bot:random", "--seat", "bot:random", "--record", str(file))
    shell = ["sh", "-c", '"$@" | head -n 1', "sh", *KHLONG, "replay", str(file)]
    done = subprocess.run(shell, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.stdout.startswith("Floating Market with")
    assert "Traceback" not in done.stderr


def test_nothing_heavy_is_imported_to_play(env: dict[str, str]) -> None:
    code = (
        "import sys\nsys.argv = ['khlong', 'games']\nfrom khlong.cli.main import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print([name for name in ('numba', 'numpy', 'rich.progress', 'concurrent.futures') if name in sys.modules])"
    )
    done = subprocess.run(
        [KHLONG[0], "-c", code], env=env, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout.strip().endswith("[]")


def test_a_damaged_autosave_does_not_hide_the_game_before_it(
    terminal: OpenTerminal, process: Run, games_folder: Path
) -> None:
    process("play", "floating-market", "--seat", "Ann", "--seat", "bot:random", "--seed", "1", typed="1\nquit\n")
    (file,) = games_folder.glob("*.json")
    (games_folder / "zzz.json").write_text('{"format": 1, "result": nu', encoding="utf-8")
    (games_folder / "notes.json").write_text("[]", encoding="utf-8")
    screen = terminal("play", "--resume")
    screen.wait_for("Ann > ")
    screen.type("1\n")
    screen.wait_for("Ann > ")
    screen.type("quit\n")
    assert screen.status() == 0
    assert len(record_of(file)["moves"]) > 1
