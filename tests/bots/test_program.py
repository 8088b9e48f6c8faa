"""Programs as bots: the protocol, and what happens to those that break it."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import khlong
from khlong.bots import BotError, UnknownBotError, ask, bot_named, seated
from khlong.bots import program as program_module
from tests.patience import PATIENCE

DOCUMENT = Path(__file__).parents[2] / "docs" / "bot-protocol.md"
HELLO = "print('{\"protocol\": 1}', flush=True)\n"
START = f"import json, os, subprocess, sys, time\ninput()\n{HELLO}"

Write = Callable[[str], str]


@pytest.fixture
def written(tmp_path: Path) -> Write:
    """Writes a Python program and returns the name it has as a bot."""

    def write(source: str) -> str:
        path = tmp_path / "program.py"
        path.write_text(source, encoding="utf-8")
        return f"program:{sys.executable} {path}"

    return write


@pytest.fixture
def table() -> khlong.Table:
    return khlong.new_table("floating-market", players=2, seed=1, options={"first": 1})


def example() -> str:
    found = re.search(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def play_out(table: khlong.Table, name: str, seconds: float | None = 5) -> None:
    """A game of a program in the first seat against whoever takes the last legal move."""
    with seated(table, [name, None], seconds) as bots:
        while (asked := table.question) is not None:
            table.play(table.legal_moves()[-1].number if asked.seat else ask(bots[0], table, seconds, "Prog"))


def alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for_end_of(pid: int) -> bool:
    for _ in range(200):
        if not alive(pid):
            return True
        time.sleep(0.01)
    return False


def test_the_example_of_the_document_has_ten_lines_and_plays_both_games(written: Write) -> None:
    assert len(example().splitlines()) <= 10
    for game in khlong.game_names():
        table = khlong.new_table(game, players=2, seed=3)
        with seated(table, [written(example())] * 2, 10) as bots:
            while (asked := table.question) is not None:
                first = table.legal_moves()[0].number
                assert ask(bots[asked.seat], table, 10) == first
                table.play(first)


def test_a_program_is_told_all_that_the_document_says_and_no_secret(
    table: khlong.Table, written: Write, tmp_path: Path
) -> None:
    seen = tmp_path / "seen.jsonl"
    name = written(example().replace("json.loads(line)", f"json.loads(line); open({str(seen)!r}, 'a').write(line)"))
    play_out(table, name)
    messages = [json.loads(line) for line in seen.read_text(encoding="utf-8").splitlines()]
    hello, first, *_, last = messages
    assert hello == {
        "type": "hello",
        "protocol": 1,
        "game": "floating-market",
        "rules": table.game.rules_version,
        "players": 2,
        "seat": 0,
        "options": table.options,
        "seconds": 5,
    }
    fresh = khlong.new_table("floating-market", players=2, seed=1, options={"first": 1})
    assert first.pop("seconds") == pytest.approx(5, abs=0.5)
    assert first == {
        "type": "choose",
        "seat": 0,
        "ply": 0,
        "question": {"key": "customer", "prompt": "Place a customer."},
        "legal": [{"number": move.number, "notation": move.notation} for move in fresh.legal_moves()],
        "moves": [],
        "view": fresh.view(),
    }
    result = table.result
    assert result
    assert last["type"] == "over"
    assert last["result"]["winners"] == list(result.winners)
    assert last["result"]["scores"] == [list(score) for score in result.scores]
    assert messages[-2]["moves"] == table.moves[: messages[-2]["ply"]]
    assert not set(keys_of(messages)) & {"seed", "chance"}


def keys_of(data: Any) -> list[str]:
    if isinstance(data, list):
        return [key for item in data for key in keys_of(item)]
    if isinstance(data, dict):
        return [*data, *(key for item in data.values() for key in keys_of(item))]
    return []


def test_a_program_may_answer_by_number(table: khlong.Table, written: Write) -> None:
    play_out(table, written(example().replace('["notation"]', '["number"]')))
    assert table.over


def test_two_games_that_differ_only_in_their_future_are_told_in_the_same_words(
    table: khlong.Table, written: Write, tmp_path: Path
) -> None:
    twin = table.for_bot()
    assert twin.state.chance != table.state.chance
    heard = []
    for number, game in enumerate((table, twin)):
        seen = tmp_path / f"seen-{number}.jsonl"
        name = written(example().replace("json.loads(line)", f"json.loads(line); open({str(seen)!r}, 'a').write(line)"))
        with seated(game, [name, None], None) as bots:
            ask(bots[0], game)
        heard.append(seen.read_text(encoding="utf-8"))
    assert heard[0] == heard[1]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("raise SystemExit(3)", "exited with status 3 before it answered"),
        ("import sys\nprint('oh no', file=sys.stderr)\n1 / 0", "ZeroDivisionError: division by zero"),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", "was ended by signal SIGKILL"),
        ("print('Ready!')\ninput()", "printed "),
        ("input()\nprint('{\"protocol\": 7}', flush=True)\ninput()", "speaks protocol 7, not 1"),
        ("input()\nprint('[1]', flush=True)\ninput()", "printed what is no JSON object: '[1]'"),
        ("input()\nprint('[' * 60000, flush=True)\ninput()", "printed what is no JSON object"),
        (START + "input()\nraise SystemExit(0)", "exited with status 0 before it answered"),
        (START + "input()\nprint('hmm', flush=True)\ninput()", "printed what is no JSON object: 'hmm'"),
        (
            START + 'input()\nprint(\'{"move": "fly"}\', flush=True)\ninput()',
            "answered an illegal move at ply 0: 'fly'",
        ),
        (START + "input()\nprint('{\"move\": 9999}', flush=True)\ninput()", "answered an illegal move at ply 0: 9999"),
        (START + "input()\nprint('{\"move\": true}', flush=True)\ninput()", "answered an illegal move at ply 0: True"),
        (START + "input()\nprint('{}', flush=True)\ninput()", "answered an illegal move at ply 0: None"),
        (START + "input()\nprint('{}\\n{}', flush=True)\ninput()", "printed more than one line"),
        (START + "input()\nwhile True: print('x' * 1000, end='')", "flooded its output with more than 65,536 bytes"),
        (START + "while True: os.write(1, b'{}\\n' * 100)", "The bot Prog "),
        (START + "os.write(1, b'\\xff\\xfe\\n')\ninput()", "printed "),
        (START + "os.close(1)\ninput()\ninput()\ntime.sleep(60)", "closed its input or output"),
        (START + "input()\ntime.sleep(60)", "did not answer at ply 0 within 0.10 s"),
        (START + "time.sleep(60)", "did not answer at ply 0 within 0.10 s"),
    ],
)
def test_a_program_that_misbehaves_forfeits_and_the_report_says_why(
    table: khlong.Table, written: Write, monkeypatch: pytest.MonkeyPatch, source: str, message: str
) -> None:
    monkeypatch.setattr(program_module, "GRACE", 0.2)
    began = time.monotonic()
    with seated(table, [written(source), None], 0.1) as bots, pytest.raises(BotError) as caught:
        ask(bots[0], table, 0.1, "Prog")
    assert str(caught.value).startswith("The bot Prog ")
    assert message in str(caught.value)
    assert time.monotonic() - began < 20


def test_a_program_that_does_not_greet_back_forfeits(
    table: khlong.Table, written: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_module, "START_SECONDS", 0.3)
    with (
        seated(table, [written("import time\ntime.sleep(60)"), None], 0.1) as bots,
        pytest.raises(BotError, match=r"Prog did not answer to hello within 0 s"),
    ):
        ask(bots[0], table, 0.1, "Prog")


def test_the_report_has_the_last_lines_of_stderr_only(table: khlong.Table, written: Write) -> None:
    source = START + "for n in range(5000): print(f'line {n}', file=sys.stderr)\ninput()\nraise SystemExit(1)"
    with seated(table, [written(source), None], 5) as bots, pytest.raises(BotError) as caught:
        ask(bots[0], table, 5, "Prog")
    lines = str(caught.value).splitlines()
    assert lines[-1] == "  line 4999"
    assert len(lines) == 11


@pytest.mark.parametrize("last", ["input()\ninput()", "time.sleep(60)", "input()\nraise SystemExit(1)"])
def test_a_program_ends_with_its_children_whatever_it_did(
    table: khlong.Table, written: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    monkeypatch.setattr(program_module, "GRACE", 0.1)
    pids = tmp_path / "pids"
    child = "child = subprocess.Popen(['sleep', '60'])\n"
    note = f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
    source = f"import os, subprocess, time\n{child}{note}input()\n{HELLO}{last}\n"
    with seated(table, [written(source), None], 0.1) as bots, pytest.raises(BotError):
        ask(bots[0], table, 0.1)
    for pid in map(int, pids.read_text().split()):
        assert wait_for_end_of(pid)


def test_a_program_ends_when_the_one_who_started_it_does(written: Write, tmp_path: Path) -> None:
    """Even when nobody says goodbye to it."""
    import subprocess

    pid_file = tmp_path / "pid"
    name = written(START + f"open({str(pid_file)!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)\n")
    source = (
        "import khlong, sys\nfrom khlong.bots import bot_named\n"
        "bot = bot_named(sys.argv[1])\nbot.sit_down(khlong.new_table('phraya'), 0, 1)\n"
        "import time; time.sleep(0.5)\n"
    )
    subprocess.run([sys.executable, "-c", source, name], check=True, timeout=PATIENCE, env=os.environ)
    assert wait_for_end_of(int(pid_file.read_text()))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("program:", "needs a command line"),
        ("program:./no-such-program", "There is no program './no-such-program' that can be run."),
        ("program:'unclosed", "cannot be read: No closing quotation"),
    ],
)
def test_a_command_that_cannot_be_run_is_refused_before_the_game(name: str, message: str) -> None:
    with pytest.raises(UnknownBotError) as caught:
        bot_named(name)
    assert message in str(caught.value)


def test_a_program_that_the_system_cannot_start_forfeits(table: khlong.Table, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_text("no program at all", encoding="utf-8")
    broken.chmod(0o755)
    with seated(table, [f"program:{broken}", None]) as bots, pytest.raises(BotError, match="could not be started"):
        ask(bots[0], table, 1, "Prog")
