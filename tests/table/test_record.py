"""Games on file."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import khlong
from khlong.games.facets import Components
from khlong.games.floating_market.components import DEFAULT_FILE
from khlong.table import Table, load_record, new_table, save_record, table_from_record, write_record


def midgame() -> Table:
    table = new_table("floating-market", 3, 21, {"goal": 7}, ["Ann", "บัว", "さくら"], [None, "random", None])
    for _ in range(60):
        table.play(table.legal_moves()[table.ply % 3 % len(table.legal_moves())].number)
    return table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    target = tmp_path / "game.json"
    save_record(midgame(), target)
    return target


def changed(path: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_everything_comes_back(path: Path) -> None:
    table, twin = midgame(), load_record(path)
    assert twin.state == table.state
    assert twin.names == table.names
    assert twin.bots == table.bots
    assert twin.options == table.options
    assert twin.seed == table.seed


def test_a_game_from_a_position_keeps_its_position(tmp_path: Path) -> None:
    begun = khlong.table_from_position(midgame().write_position())
    begun.play(begun.legal_moves()[0].number)
    save_record(begun, tmp_path / "p.json")
    assert load_record(tmp_path / "p.json").state == begun.state


def test_a_truncated_record_is_refused_at_every_length(path: Path) -> None:
    whole = path.read_text(encoding="utf-8")
    for length in range(0, len(whole) - 2, 97):
        path.write_text(whole[:length], encoding="utf-8")
        with pytest.raises(khlong.RecordError, match="is cut off or not a record"):
            load_record(path)


def test_an_illegal_move_is_named_with_its_place(path: Path) -> None:
    with pytest.raises(khlong.RecordError, match="stops making sense at move 5: 'swap 9-13 14-16' is not possible now"):
        load_record(changed(path, lambda data: data["moves"].__setitem__(4, "swap 9-13 14-16")))


def test_a_missing_or_surplus_move_is_noticed(path: Path) -> None:
    before = path.read_text(encoding="utf-8")
    for change in (lambda data: data["moves"].pop(), lambda data: data["moves"].append("place boatsman")):
        path.write_text(before, encoding="utf-8")
        with pytest.raises(khlong.RecordError, match=r"was changed or damaged|stops making sense"):
            load_record(changed(path, change))


def test_another_seed_is_noticed(path: Path) -> None:
    with pytest.raises(khlong.RecordError, match=r"was changed or damaged|stops making sense"):
        load_record(changed(path, lambda data: data.update(seed="22")))


def test_a_tampered_result_is_noticed(tmp_path: Path) -> None:
    table = new_table("floating-market", 2, 4)
    while not table.over:
        table.play(table.legal_moves()[-1].number)
    save_record(table, tmp_path / "g.json")
    with pytest.raises(khlong.RecordError, match="was changed or damaged"):
        load_record(changed(tmp_path / "g.json", lambda data: data["result"].update(winners=[0, 1])))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 2}, "is of format 2; this program reads format 1"),
        ({"rules": 99}, "version 99 of the rules of Floating Market; this program has version 1"),
        ({"components": "0" * 16}, "was played with other components"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"moves": "place temple"}, "moves must be a list, not 'place temple'"),
        ({"moves": [7]}, r"moves\.0 must be a text, not 7"),
        ({"seed": "minus one"}, "A seed is a whole number"),
        ({"seed": str(1 << 128)}, "from 0 to"),
        ({"seats": [{"name": "Ann"}]}, "is for 2 to 5 players"),
        ({"options": {"goal": "9"}}, "goal cannot be '9'"),
        ({"cheat": True}, "cheat is not known here"),
        ({"state": "abc"}, "was changed or damaged"),
        ({"position": {"round": 0}}, "Round 0 does not exist"),
    ],
)
def test_a_record_that_does_not_fit_says_why(path: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(khlong.KhlongError, match=message):
        load_record(changed(path, lambda data: data.update(change)))


@pytest.mark.parametrize("key", ["format", "game", "rules", "moves", "seed", "seats", "state", "components", "result"])
def test_a_missing_entry_is_named(path: Path, key: str) -> None:
    with pytest.raises(khlong.RecordError, match=f"{key} is missing"):
        load_record(changed(path, lambda data: data.pop(key)))


@pytest.mark.parametrize("data", [None, 7, "text", [], {}, [[]]])
def test_other_json_is_no_record(data: object) -> None:
    with pytest.raises(khlong.RecordError):
        table_from_record(data)


def test_json_nested_without_end_is_refused(path: Path) -> None:
    path.write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(khlong.RecordError, match="not a record"):
        load_record(path)


def test_a_file_that_is_not_there_or_not_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(khlong.RecordError, match="cannot be read: No such file"):
        load_record(tmp_path / "none.json")
    (tmp_path / "picture.json").write_bytes(b"\x89PNG\xff\xfe\x00")
    with pytest.raises(khlong.RecordError, match="cannot be read"):
        load_record(tmp_path / "picture.json")


def test_a_place_that_cannot_be_written_is_refused_and_nothing_is_left_behind(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(khlong.RecordError, match="cannot be written"):
        save_record(midgame(), tmp_path / "file" / "game.json")
    with pytest.raises(khlong.RecordError, match="cannot be written"):
        save_record(midgame(), "/proc/khlong/game.json")
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_a_failed_save_leaves_the_older_record_whole(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_text(encoding="utf-8")

    def disk_is_full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", disk_is_full)
    with pytest.raises(khlong.RecordError, match="No space left on device"):
        save_record(new_table("floating-market", 2, 1), path)
    assert path.read_text(encoding="utf-8") == before
    assert [entry.name for entry in path.parent.iterdir()] == ["game.json"]


def test_a_record_of_other_components_opens_with_them(tmp_path: Path) -> None:
    richer = tmp_path / "richer.toml"
    source = DEFAULT_FILE.read_text(encoding="utf-8")
    richer.write_text(source.replace("start = { value = 2,", "start = { value = 5,"), encoding="utf-8")
    game = Components.of(khlong.game_named("floating-market")).load(richer)
    record = write_record(new_table(game, 2, 1).play("place market"))
    with pytest.raises(khlong.RecordError, match="--components"):
        table_from_record(record)
    assert table_from_record(record, game).moves == ["place market"]
