"""Opening a file runs nobody's code: whatever names of bots, games and commands stand in it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import khlong as package
from khlong.bots import bot_named
from khlong.lab.arena.plan import arena_plan
from khlong.lab.arena.results import FORMAT
from khlong.table import game_named, load_record, new_table, save_record, table_from_position, write_record

from .helpers import Run

EVIL = ["evil:Bot", "program:touch ran", "os:abort"]


@pytest.fixture(autouse=True)
def trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a module that leaves a mark if anybody imports it. Nothing may be left in the end."""
    monkeypatch.chdir(tmp_path)
    Path("evil.py").write_text("open('ran', 'w').close()\nclass Bot: pass\n", encoding="utf-8")
    yield tmp_path
    assert not Path("ran").exists()
    assert "evil" not in sys.modules


def record_of(bots: list[str | None], **changes: Any) -> Path:
    table = new_table("floating-market", players=len(bots), seed=1, bots=bots)
    for _ in range(5):
        table.play(table.legal_moves()[0].number)
    file = Path("game.json")
    file.write_text(json.dumps(write_record(table) | changes), encoding="utf-8")
    return file


def test_the_trap_would_be_sprung_by_whoever_makes_the_bot(tmp_path: Path) -> None:
    with pytest.raises(package.KhlongError, match="is no bot"):
        bot_named("evil:Bot")
    assert Path("ran").exists()
    Path("ran").unlink()
    del sys.modules["evil"]
    sys.path.remove(str(tmp_path))


@pytest.mark.parametrize("bot", EVIL)
@pytest.mark.parametrize(
    "command",
    [
        "play --resume game.json",
        "play --resume game.json --record other.json",
        "replay game.json",
        "verify game.json",
        "review game.json --depth 1",
    ],
)
def test_no_command_that_opens_a_record_runs_what_it_names(command: str, bot: str, khlong: Run) -> None:
    record_of([bot, None])
    khlong(*command.split(), lines=["1", "hint", "quit"])


def test_the_latest_record_runs_nothing_either(khlong: Run, games_folder: Path) -> None:
    games_folder.mkdir(parents=True)
    record_of(["evil:Bot", None]).rename(games_folder / "game.json")
    assert "--run-programs" in khlong("play", "--resume", "", lines=["quit"]).err


@pytest.mark.parametrize("game", ["evil", "evil:Bot", "../evil", "os", "..evil"])
def test_a_game_is_found_among_those_that_are_installed(game: str, khlong: Run) -> None:
    record_of([None, None], game=game)
    Path("position.json").write_text(json.dumps({"game": game, "players": 2, "position": {}}), encoding="utf-8")
    for command in ("replay game.json", "verify game.json", "play --resume game.json", f"play {game}"):
        assert khlong(*command.split()).status
    assert khlong("play", "floating-market", "--position", "position.json").status
    with pytest.raises(package.KhlongError):
        load_record("game.json")
    with pytest.raises(package.KhlongError):
        table_from_position({"game": game, "players": 2})


def test_a_results_file_of_the_arena_names_bots_and_makes_none(khlong: Run) -> None:
    plan = arena_plan(game_named("floating-market"), None, 2, {}, ["random", "easy"], None, 1).describe()
    named = json.loads(json.dumps(plan).replace('"easy"', '"evil:Bot"'))
    header = {"format": FORMAT, "khlong": package.__version__, "plan": named}
    Path("results.jsonl").write_text(json.dumps(header) + "\n", encoding="utf-8")
    arguments = "arena floating-market --bots random,easy --players 2 --games 2 --seed 1 --results results.jsonl"
    assert "another set-up" in khlong(*arguments.split()).err


def test_records_can_be_read_watched_and_kept_by_programs() -> None:
    for bot in EVIL:
        table = load_record(record_of([bot, None]))
        assert table.bots == [bot, None]
        table.at(2).view()
        save_record(table, "again.json")
