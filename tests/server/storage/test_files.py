"""SQLite files that others delete, replace, open twice or have made: it is noticed, said, and nothing is invented."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from khlong.server.storage.engines import DatabaseError, bring_up_to_date, claim
from khlong.server.storage.writer import CommitInThread
from tests.patience import PATIENCE
from tests.server.client import Player
from tests.server.servers import process, running


def delete(file: Path) -> None:
    file.unlink()


def replace(file: Path) -> None:
    shutil.copy(file, file.with_suffix(".copy"))
    file.with_suffix(".copy").replace(file)


def delete_wal(file: Path) -> None:
    Path(f"{file}-wal").unlink()


@pytest.mark.parametrize("harm", [delete, replace, delete_wal])
def test_a_database_that_is_gone_is_noticed_at_once_and_no_move_acknowledged(harm: object, sqlite: str) -> None:
    with running(sqlite) as server:
        ann = Player(server.base)
        table = ann.table(seats="me me")["table"]["id"]
        assert ann.move(table, 0, "place temple").status_code == 200
        assert callable(harm)
        harm(Path(sqlite))
        assert httpx.get(f"{server.base}/healthz", timeout=PATIENCE).status_code == 503
        for _ in range(3):  # not the second time either, when the first has left something in the old file
            answer = ann.move(table, 1, "tile +4", "again")
            assert (answer.status_code, answer.json()["code"]) == (503, "storage_unavailable")
        with ann.socket(table) as line:
            assert line.move(1, "tile +4", "again")["code"] == "storage_unavailable"
            assert line.welcome["snapshot"]["ply"] == 1


def test_health_says_when_nothing_can_be_written(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: CommitInThread) -> None:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    with running(sqlite) as server:
        with monkeypatch.context() as broken:
            broken.setattr(CommitInThread, "_commit", fail)
            assert httpx.get(f"{server.base}/healthz", timeout=PATIENCE).status_code == 503
        server.context.store._checked = 0.0
        assert httpx.get(f"{server.base}/healthz", timeout=PATIENCE).json() == {"status": "ok"}


def test_a_database_is_for_one_server(sqlite: str) -> None:
    first = claim(sqlite, "http://127.0.0.1:8000")
    assert first is not None
    for _ in range(2):
        with pytest.raises(
            DatabaseError, match="Another server has the database .* open: it is at http://127.0.0.1:8000"
        ):
            claim(sqlite, "http://127.0.0.1:9000")
    first.close()
    again = claim(sqlite)
    assert again is not None
    again.close()


@pytest.mark.slow
def test_a_second_server_on_one_database_says_so_and_ends(sqlite: str) -> None:
    with process(sqlite):
        command = [sys.executable, "-m", "khlong", "serve", "--port", "0", "--database", sqlite]
        second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert second.returncode != 0
    assert "Another server has the database" in second.stdout + second.stderr
    assert "Khlong is at" not in second.stdout
    assert "Traceback" not in second.stderr


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "its schema is '9999', which this version"),
        ("DROP TABLE alembic_version", "a database of something else, with tables like"),
        ("ALTER TABLE tables DROP COLUMN invite", "its table tables lacks invite"),
        ("DROP TABLE entries", "its table entries lacks"),
    ],
)
def test_a_schema_that_is_not_known_gets_a_message(statement: str, said: str, sqlite: str) -> None:
    asyncio.run(bring_up_to_date(sqlite))
    with closing(sqlite3.connect(sqlite)) as opened, opened:
        opened.execute(statement)
    with pytest.raises(DatabaseError, match=said):
        asyncio.run(bring_up_to_date(sqlite))


def test_a_file_that_is_no_database_gets_a_message(sqlite: str) -> None:
    Path(sqlite).write_bytes(b"no database" * 1000)
    with pytest.raises(DatabaseError, match="file is not a database"):
        asyncio.run(bring_up_to_date(sqlite))
