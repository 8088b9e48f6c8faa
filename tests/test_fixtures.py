"""What earlier versions wrote, opened by this one: records, component files and a server's database.

A fixture is never written anew: if one of these tests fails, files that people have at home no longer open.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from khlong.engine.game import Game
from khlong.games.facets import Components
from khlong.table import game_named, load_record, table_from_record

from .fixtures.make import LONG, PASSWORD, after_the_bots, last_state, play_at, server_state
from .server import client
from .server.client import Player
from .server.servers import running

FOLDERS = sorted(path.parent for path in (Path(__file__).parent / "fixtures").glob("*/known.json"))


def known_of(folder: Path) -> dict[str, Any]:
    known: dict[str, Any] = json.loads((folder / "known.json").read_text(encoding="utf-8"))
    return known


RECORDS = [
    pytest.param(folder, name, id=f"{folder.name}-{name}") for folder in FOLDERS for name in known_of(folder)["records"]
]


def record_of(folder: Path, name: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return record


def components(folder: Path, name: str | None) -> str | None:
    return (folder / f"{name}.toml").read_text(encoding="utf-8") if name else None


def game_of(folder: Path, record: dict[str, Any], own: str | None) -> Game:
    game = game_named(record["game"])
    return Components.of(game).load(folder / f"{own}.toml") if own else game


def test_there_are_fixtures_of_every_earlier_version_and_every_file_is_known() -> None:
    changelog = Path(__file__).parent.parent / "CHANGELOG.md"
    _, *earlier = re.findall(r"^## (\d+\.\d+)", changelog.read_text(encoding="utf-8"), re.MULTILINE)
    assert {folder.name for folder in FOLDERS} >= {*earlier}
    for folder in FOLDERS:
        assert {path.stem for path in folder.glob("*.json")} == {*known_of(folder)["records"], "known"}


@pytest.mark.parametrize(("folder", "name"), RECORDS)
def test_a_record_of_an_earlier_version_leads_to_the_same_state(folder: Path, name: str) -> None:
    known, record = known_of(folder)["records"][name], record_of(folder, name)
    table = load_record(folder / f"{name}.json", game_of(folder, record, known["components"]))
    assert table.moves == record["moves"]
    assert table.names == [seat["name"] for seat in record["seats"]]
    assert {"components": known["components"]} | last_state(table) == known


@pytest.mark.parametrize("name", [path.stem for path in FOLDERS[0].glob("floating-market-*.json")])
def test_an_option_that_a_record_does_not_name_is_as_it_was_then(name: str) -> None:
    """FM-12: Traders served their visitor alone when the first records were written."""
    known, record = known_of(FOLDERS[0])["records"][name], record_of(FOLDERS[0], name)
    del record["options"]["traders"]
    table = table_from_record(record, game_of(FOLDERS[0], record, known["components"]))
    assert table.options["traders"] == "owner"
    assert {"components": known["components"]} | last_state(table) == known


# the server


class Opened(NamedTuple):
    """A server over a copy of an earlier version's database."""

    folder: Path
    known: dict[str, Any]
    base: str

    def person(self, name: str) -> Player:
        player = Player(self.base, guest=False)
        player.http.cookies.update(self.known["cookies"][name])
        return player


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    folder: Path = request.param
    database = tmp_path / "server.sqlite3"
    shutil.copy(folder / "server.sqlite3", database)
    database.chmod(0o600)
    with running(str(database), session_days=36_500) as server:
        yield Opened(folder, known_of(folder)["server"], server.base)


def test_everybody_finds_every_table_as_it_was(opened: Opened) -> None:
    for name, tables in opened.known["seen"].items():
        player = opened.person(name)
        for table, known in tables.items():
            answer = player.http.get(f"/api/tables/{opened.known['tables'][table]}")
            seen = server_state(answer.json()) if answer.status_code == 200 else None
            assert seen == known, (name, table)


def test_everybody_finds_their_tables_in_the_list(opened: Opened) -> None:
    for name, tables in opened.known["seen"].items():
        listed = {line["id"]: line for line in opened.person(name).get("/api/tables", which="mine")}
        for table, known in tables.items():
            mine = known is not None and any(seat[3] for seat in known["seats"])
            line = listed.get(opened.known["tables"][table])
            assert line is not None or not mine, (name, table)
            assert line is None or (line["status"], line["ply"]) == (known["status"], known["ply"])


def test_every_move_of_an_earlier_version_is_told_and_makes_a_record(opened: Opened) -> None:
    ann = opened.person("Ann")
    shown = {table: known for table, known in opened.known["seen"]["Ann"].items() if known}
    for table, known in shown.items():
        path = f"/api/tables/{opened.known['tables'][table]}"
        assert len(ann.get(f"{path}/events")["moves"]) == known["ply"]
        record = ann.get(f"{path}/record")
        own = f"{record['game']}-own" if table.startswith("own") else None
        assert table_from_record(record, game_of(opened.folder, record, own)).ply == known["ply"], table


@pytest.mark.parametrize("mode", ["watch", "continue"])
def test_a_server_opens_every_record_of_an_earlier_version(opened: Opened, mode: str) -> None:
    player = Player(opened.base, "Reader")
    for name, known in known_of(opened.folder)["records"].items():
        record, sheet = record_of(opened.folder, name), components(opened.folder, known["components"])
        body = {"record": record, "mode": mode} | ({"components": sheet} if sheet else {})
        made = player.ask("/api/records", body)
        assert made["ply"] == known["ply"], name
        assert [sum(line["points"] for line in sheet) for sheet in made["score"]] == known["points"]


def test_an_account_of_an_earlier_version_is_entered_with_its_password(opened: Opened) -> None:
    assert opened.known["password"] == PASSWORD
    player = Player(opened.base)
    player.ask("/api/login", {"name": "Ann", "password": PASSWORD})
    assert player.get("/api/me")["account"]
    assert player.refused("/api/login", {"name": "Ann", "password": PASSWORD + "s"}) == "wrong_login"


@pytest.mark.slow
def test_games_that_an_earlier_version_began_go_on(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "numbers", itertools.count(1_000_000))  # the ids below are in the database
    ann, bo, chai, dice = *(opened.person(name) for name in ("Ann", "Bo", "ชัย")), random.Random(1)
    tables, seen = opened.known["tables"], opened.known["seen"]["Ann"]
    back = tables["taken back"]
    ann.ask(f"/api/tables/{back}/undo", {"id": "back again", "ply": seen["taken back"]["ply"]})
    assert ann.look(back)["ply"] == seen["taken back"]["ply"] - 1
    ann.ask(f"/api/tables/{tables['rematch']}/join", {"invite": seen["over"]["invite"]})
    assert ann.look(tables["rematch"])["table"]["status"] == "playing"
    play_at([ann, bo], tables["playing"], dice, seen["playing"]["ply"] + 30)
    for name in ("taken back", "own floating-market", "own phraya", "position", "gone on with"):
        assert ann.play(tables[name], dice, LONG)["table"]["status"] == "over", name
    asked = seen["handed over"]["asked"][0]
    second = (chai, ann, bo)[asked]
    second.ask(f"/api/tables/{tables['handed over']}/vote", {"seat": asked})
    assert after_the_bots(ann, tables["handed over"])["seats"][asked]["bot"] == "medium"
