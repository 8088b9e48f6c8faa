"""The fuzzer: what it makes, that it finds what is wrong, and a share of what `make fuzz` tries."""

import json
import tomllib
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Any

import pytest

from khlong.engine.game import GameState
from khlong.games import game_named
from khlong.lab import strangers
from khlong.lab.component_files import FILES, as_toml, load_file, mutated_file, random_file
from khlong.lab.doors import Kind, UnexpectedError, at_a_server, at_a_table, on_the_command_line
from khlong.lab.fuzz import fuzz_files
from khlong.lab.live_box import live_engine
from khlong.lab.lockstep import FaultFoundError, play_in_lockstep
from khlong.lab.looks import look_at
from khlong.lab.mutation import mutated
from khlong.table import new_table, write_record

every_game = pytest.mark.parametrize("name", FILES)
SOME, MANY = 40, 1500


# what it makes


def test_a_change_leaves_the_data_itself_alone_and_is_the_same_for_the_same_seed() -> None:
    data = {"seats": [{"coins": 3}, {"coins": 4}], "asked": "card"}
    before = json.dumps(data)
    changed = [json.dumps(mutated(data, Random(seed))) for seed in range(50)]
    assert json.dumps(data) == before
    assert changed == [json.dumps(mutated(data, Random(seed))) for seed in range(50)]
    assert len(set(changed)) > 25


def test_a_whole_thing_can_be_replaced() -> None:
    assert any(not isinstance(mutated({"a": 1}, Random(seed), oddness=1), dict) for seed in range(50))


@every_game
def test_a_file_is_written_as_it_can_be_read(name: str) -> None:
    assert tomllib.loads(as_toml(FILES[name].ours)) == FILES[name].ours


@every_game
def test_random_files_are_accepted_and_all_different(name: str) -> None:
    texts = [as_toml(random_file(name, Random(seed), 40)) for seed in range(5)]
    prints = {repr(load_file(name, text).identity) for text in texts}
    assert len(prints) == 5


@every_game
def test_changed_files_are_partly_accepted_and_partly_not(name: str) -> None:
    outcomes = {FILES[name].accepted(mutated_file(name, Random(seed))) for seed in range(40)}
    assert outcomes == {True, False}


# that it finds what is wrong


@every_game
@pytest.mark.slow
def test_a_fault_that_only_another_box_brings_out_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine with a live box plays each file with the numbers of that file."""
    game = load_file(name, as_toml(random_file(name, Random(1))))
    live = live_engine(name)
    play_in_lockstep(game, 2, {}, 1, native=live.take(game))
    ours = live.take(game_named(name))
    with pytest.raises(FaultFoundError, match="the engines differ"):
        play_in_lockstep(game, 2, {}, 1, native=ours)
    play = game.python.play

    def miscount(state: GameState, move: int) -> None:
        play(state, move)
        if state.ply == 20:
            state.round_number += 1

    monkeypatch.setattr(game.python, "play", miscount)
    with pytest.raises(FaultFoundError, match="the engines differ"):
        play_in_lockstep(game, 2, {}, 1, native=live.take(game))


def test_what_cannot_be_shown_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table("floating-market", 2, 1)
    look_at(table)
    monkeypatch.setattr(type(table), "score_sheet", lambda table: 1 / 0)
    with pytest.raises(FaultFoundError, match="cannot be shown: ZeroDivisionError"):
        look_at(table)


def test_a_find_is_left_in_a_folder_with_what_it_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(kind: Kind, name: str, data: Any) -> bool:
        raise UnexpectedError("it broke")

    monkeypatch.setattr(strangers, "get_ready", lambda: None)
    monkeypatch.setattr(strangers, "at_a_table", broken)
    monkeypatch.setattr(strangers, "at_a_server", lambda folder: nullcontext(lambda kind, name, data: False))
    tried = strangers.knock(0, 3, tmp_path / "finds")
    assert sum(count for (_, door, _), count in tried.items() if door == "table") == 3
    assert {outcome for _, door, outcome in tried if door == "table"} == {"finds"}
    kept = sorted(path.name for path in (tmp_path / "finds").iterdir())
    assert kept == [
        *("components-table-2.toml", "components-table-2.txt"),
        *("position-table-1.json", "position-table-1.txt", "record-table-0.json", "record-table-0.txt"),
    ]
    assert "it broke" in (tmp_path / "finds" / "record-table-0.txt").read_text(encoding="utf-8")


def test_a_command_that_ends_by_an_exception_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    record = write_record(new_table("floating-market", 2, 1))
    assert on_the_command_line("record", "floating-market", record)
    assert not on_the_command_line("record", "floating-market", record | {"seed": "x"})
    monkeypatch.setattr("khlong.cli.main.open_record", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        on_the_command_line("record", "floating-market", record)


@pytest.mark.slow
def test_an_answer_of_500_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = write_record(new_table("floating-market", 2, 1))
    with at_a_server(tmp_path) as server:
        assert server("record", "floating-market", record)
        assert not server("record", "floating-market", record | {"seed": "x"})
        monkeypatch.setattr("khlong.server.tables.service.TableService.add", lambda *_: 1 / 0)
        with pytest.raises((UnexpectedError, ZeroDivisionError)):
            server("record", "floating-market", record)


# a share of what `make fuzz` tries


def test_changed_records_and_positions_are_refused_or_played_alike_on_both_engines() -> None:
    outcomes = {
        at_a_table(kind, name, data) for kind, name, data in strangers.things(0, SOME * 3) if kind != "components"
    }
    assert outcomes == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize("first", [1_000_000, 2_000_000])
def test_nothing_that_strangers_bring_breaks_a_door(first: int, tmp_path: Path) -> None:
    tried = strangers.knock(first, MANY, tmp_path)
    assert not [path.name for path in tmp_path.iterdir()]
    assert {outcome for _, _, outcome in tried} == {"accepted", "refused"}


@every_game
@pytest.mark.slow
def test_random_component_files_are_played_alike_on_both_engines(name: str, tmp_path: Path) -> None:
    decisions, found = fuzz_files(name, 1_000_000, 4 * SOME, tmp_path)
    assert not found
    assert decisions > 4 * SOME * 50
