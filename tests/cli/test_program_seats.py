"""Programs in seats of `khlong play` and `khlong simulate`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from khlong.table import new_table, save_record

from .helpers import Run, record_of

DOCUMENT = Path(__file__).parents[2] / "docs" / "bot-protocol.md"


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The example of the document, as a bot."""
    found = re.search(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    (tmp_path / "mybot.py").write_text(found[1], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return f"program:{sys.executable} mybot.py"


def test_a_program_plays_a_whole_game_in_the_terminal(khlong: Run, program: str, tmp_path: Path) -> None:
    words = ["--seat", f"bot:{program}", "--seat", "bot:random", "--record", "game.json"]
    outcome = khlong("play", "floating-market", *words)
    assert outcome.status == 0, outcome.err
    record = record_of(tmp_path / "game.json")
    assert record["result"]
    assert record["seats"][0]["bot"] == program


def test_a_saved_game_runs_a_program_only_if_that_is_wanted(khlong: Run, program: str, tmp_path: Path) -> None:
    words = ["--seat", "Ann", "--seat", f"bot:{program}", "--option", "begins=0", "--record", "game.json"]
    khlong("play", "floating-market", *words, lines=["1", "quit"])
    moves = record_of(tmp_path / "game.json")["moves"]
    refused = khlong("play", "--resume", "game.json", lines=["1", "quit"])
    assert refused.status == 2
    assert "mybot.py'. If you trust it, add --run-programs." in refused.err
    assert record_of(tmp_path / "game.json")["moves"] == moves
    outcome = khlong("play", "--resume", "game.json", "--run-programs", lines=["1", "quit"])
    assert outcome.status == 0, outcome.err
    assert len(record_of(tmp_path / "game.json")["moves"]) > len(moves)


@pytest.mark.parametrize(
    "seats", [["{}", None], [None, "easy", "{}", "program:true"]], ids=["the only bot", "one of many"]
)
def test_a_saved_game_imports_a_module_only_if_that_is_wanted(
    khlong: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: list[str | None]
) -> None:
    """A record may come from anybody: to open it runs nothing that it names."""
    (tmp_path / "stranger.py").write_text("open('was-run', 'w')\nfrom khlong.bots import RandomBot as Bot\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    bots = [bot and bot.format("stranger:Bot") for bot in seats]
    save_record(new_table("floating-market", len(bots), seed=1, bots=bots), "game.json")
    before = (tmp_path / "game.json").read_bytes()
    for command in (["play", "--resume", "game.json"], ["replay", "game.json"], ["verify", "game.json"]):
        khlong(*command, lines=["quit"])
        assert not (tmp_path / "was-run").exists(), command
    refused = khlong("play", "--resume", "game.json", lines=["1", "quit"])
    assert refused.status == 2
    assert "to go on with this game runs 'stranger:Bot'" in refused.err
    assert "If you trust it, add --run-programs." in refused.err
    assert (tmp_path / "game.json").read_bytes() == before
    if "program:true" not in bots:
        outcome = khlong("play", "--resume", "game.json", "--run-programs", lines=["1", "quit"])
        assert outcome.status == 0, outcome.err
        assert (tmp_path / "was-run").exists()
        assert "Go on with: khlong play --resume game.json --run-programs" in outcome.out


def test_a_program_that_misbehaves_ends_the_game_with_a_report_and_the_game_is_kept(
    khlong: Run, program: str, tmp_path: Path
) -> None:
    (tmp_path / "mybot.py").write_text("import sys\nsys.exit('I give up')\n", encoding="utf-8")
    words = ["--seat", "Ann", "--seat", f"bot:{program}", "--option", "begins=0", "--record", "game.json"]
    outcome = khlong("play", "floating-market", *words, lines=["place boatsman", "die d4"])
    assert outcome.status == 2
    assert "exited with status 1 before it answered. Its last words on stderr:\n  I give up" in outcome.err
    assert record_of(tmp_path / "game.json")["moves"] == ["place boatsman", "die d4"]


def test_programs_play_in_simulations(khlong: Run, program: str) -> None:
    outcome = khlong("simulate", "floating-market", "--games", "2", "--bot", program, "--bot", "random")
    assert outcome.status == 0, outcome.err
    assert "2 games" in outcome.out
