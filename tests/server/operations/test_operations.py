"""Running a server: settings, health, metrics, logs, backup, the page, and what is in deploy/."""

from __future__ import annotations

import configparser
import json
import os
import random
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from khlong.cli.main import app
from khlong.server.api import pages
from khlong.server.operations.settings import FILE_VARIABLE, Settings, SettingsError, read_settings
from tests.patience import PATIENCE
from tests.server.client import Player
from tests.server.servers import Postgres, Running, await_health, running

DEPLOY = Path(__file__).parents[3] / "deploy"


# settings


def test_settings_come_from_file_environment_and_command_line_in_that_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "khlong.toml"
    file.write_text('port = 1\nhost = "from-file"\nbot_seconds = 2.5\n', encoding="utf-8")
    monkeypatch.setenv(FILE_VARIABLE, str(file))
    monkeypatch.setenv("KHLONG_PORT", "2")
    monkeypatch.setenv("KHLONG_PROXIES", '["10.0.0.1"]')
    assert (read_settings().port, read_settings().host, read_settings().bot_seconds) == (2, "from-file", 2.5)
    assert read_settings(port=3).port == 3
    assert read_settings().proxies == ["10.0.0.1"]


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("KHLONG_PORT", "many"),
        ("KHLONG_BOT_SECONDS", "-1"),
        ("KHLONG_PROXIES", "10.0.0.1"),
        (FILE_VARIABLE, "/nowhere.toml"),
    ],
)
def test_settings_that_do_not_fit_are_named(variable: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(SettingsError) as error:
        read_settings()
    assert variable.removeprefix("KHLONG_").lower() in str(error.value).lower()


@pytest.mark.parametrize("file", [b"port = 1\nport = 2", b"[[[", b"\xff\xfe", b"a." * 20_000 + b"a = 1", b"prot = 1"])
def test_a_file_of_settings_that_cannot_be_used_is_named(
    file: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(file)
    monkeypatch.setenv(FILE_VARIABLE, str(path))
    with pytest.raises(SettingsError, match=r"mine\.toml: is not a TOML file|prot: Extra inputs"):
        read_settings()


def test_an_address_that_is_taken_is_said_in_words(sqlite: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "khlong", "serve", "--port", str(port), "--database", sqlite]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert f"No server can listen at 127.0.0.1:{port}" in ended.stderr
    assert "--port" in ended.stderr


def test_several_processes_over_sqlite_are_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["serve", "--processes", "2", "--database", str(tmp_path / "a.sqlite3")])
    assert done.exit_code == 2
    assert "PostgreSQL" in done.output


@pytest.mark.parametrize("database", ["mysql://localhost/x", "postgresql://nobody@127.0.0.1:1/x", "/proc/no/way.db"])
def test_a_database_that_cannot_be_opened_says_so(database: str) -> None:
    process = subprocess.run(
        [sys.executable, "-m", "khlong", "serve", "--port", "0", "--database", database],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert process.returncode == 2
    assert "Traceback" not in process.stderr
    assert re.search("cannot be opened|SQLite or PostgreSQL", process.stdout + process.stderr)


# health, metrics, logs


def test_health_metrics_and_logs(tmp_path: Path) -> None:
    with socket.socket() as one, socket.socket() as other:
        for found in (one, other):
            found.bind(("127.0.0.1", 0))
        port, private = one.getsockname()[1], other.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "khlong", "serve", "--port", str(port), "--database", str(tmp_path / "a.sqlite3")],
        env=os.environ | {"KHLONG_METRICS_PORT": str(private), "KHLONG_LOG_LEVEL": "DEBUG"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        base = f"http://127.0.0.1:{port}"
        await_health(base)
        ann = Player(base)
        table = ann.table(seats="me me")["table"]["id"]
        with ann.socket(table) as line:
            line.move(0, "place moon")
            figures = httpx.get(f"http://127.0.0.1:{private}/metrics", timeout=PATIENCE).text
        assert 'khlong_refusals_total{code="illegal"} 1.0' in figures
        assert "khlong_sockets 1.0" in figures
        assert "khlong_tables_in_memory 1.0" in figures
        process.terminate()
        _, logged = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        for entry in logged.splitlines():
            assert json.loads(entry)["event"]
    finally:
        process.kill()
        process.wait()


def test_health_fails_when_the_database_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(str(tmp_path / "a.sqlite3")) as server:

        def broken(*_: object) -> None:
            raise OSError("gone")

        monkeypatch.setattr(server.context.store.engine.sync_engine, "connect", broken)
        monkeypatch.setattr(type(server.context.store.engine), "connect", broken)
        assert httpx.get(f"{server.base}/healthz", timeout=PATIENCE).status_code == 503


# backup


def test_backup_of_a_running_server_opens_as_a_server(tmp_path: Path) -> None:
    database, saved = tmp_path / "a.sqlite3", tmp_path / "b.sqlite3"
    with running(str(database)) as server:
        ann = Player(server.base)
        table = ann.table(seats="me me")["table"]["id"]
        seen = ann.play(table, random.Random(1), 10)
        done = CliRunner().invoke(app, ["backup", str(saved), "--database", str(database)])
        assert done.exit_code == 0, done.output
        ann.play(table, random.Random(2), 3)
    with running(str(saved)) as server:
        again = Player(server.base, guest=False)
        again.http.cookies = ann.http.cookies
        assert again.look(table)["view"] == seen["view"]
    assert CliRunner().invoke(app, ["backup", str(saved), "--database", str(database)]).exit_code == 2
    missing = ["backup", str(tmp_path / "c"), "--database", str(tmp_path / "none")]
    assert CliRunner().invoke(app, missing).exit_code == 2
    assert sorted(file.name for file in tmp_path.glob("*.part")) == []


def test_backup_of_postgresql_uses_its_own_tool(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{postgres.programs}{os.pathsep}{os.environ['PATH']}")
    database = postgres.new_database()
    with running(database) as server:
        Player(server.base).table(seats="me me")
        done = CliRunner().invoke(app, ["backup", str(tmp_path / "saved"), "--database", database])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "saved").read_bytes()[:5] == b"PGDMP"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "pg_dump" in CliRunner().invoke(app, ["backup", str(tmp_path / "x"), "--database", database]).output


def test_a_damaged_database_is_not_saved_as_if_it_were_whole(tmp_path: Path) -> None:
    database = tmp_path / "a.sqlite3"
    with closing(sqlite3.connect(database)) as made, made:
        made.execute("CREATE TABLE t (x)")
        made.executemany("INSERT INTO t VALUES (?)", [("x" * 500,) for _ in range(200)])
    content = bytearray(database.read_bytes())
    content[8192:20000] = os.urandom(20000 - 8192)
    database.write_bytes(content)
    done = CliRunner().invoke(app, ["backup", str(tmp_path / "b"), "--database", str(database)])
    assert done.exit_code == 2
    assert not (tmp_path / "b").exists()


# the page


def test_every_route_of_the_page_gets_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>page</title>", encoding="utf-8")
    (static / "icon.svg").write_text("<svg/>", encoding="utf-8")
    (static / "assets" / "app-1234.js").write_text("1", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    monkeypatch.setattr(pages, "static_folder", lambda: static)
    with running(str(tmp_path / "a.sqlite3")) as server, httpx.Client(base_url=server.base, timeout=PATIENCE) as http:
        for route in ("/", "/t/abc", "/new/phraya", "/settings", "/%2e%2e/secret.txt", "/..%2fsecret.txt"):
            assert "<title>page</title>" in http.get(route).text
        assert http.get("/icon.svg").text == "<svg/>"
        assert "immutable" in http.get("/assets/app-1234.js").headers["cache-control"]
        assert http.get("/assets/app-9999.js").status_code == 404
        assert http.get("/api/nowhere").status_code == 404


def test_without_a_page_the_server_says_what_to_do(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "static_folder", lambda: Path("/nowhere"))
    assert "make web" in httpx.get(f"{server.base}/", timeout=PATIENCE).text


# deploy/


def test_the_systemd_unit_is_whole_and_its_settings_exist() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string((DEPLOY / "khlong.service").read_text(encoding="utf-8"))
    assert unit["Service"]["ExecStart"].split()[1:] == ["serve", "--host", "127.0.0.1", "--port", "8000"]
    assert unit["Install"]["WantedBy"] == "multi-user.target"
    _check_names((DEPLOY / "khlong.service").read_text(encoding="utf-8"))
    if shutil.which("systemd-analyze"):
        checked = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", str(DEPLOY / "khlong.service")],
            capture_output=True,
            text=True,
            check=False,
        )
        assert not re.search("Unknown|Failed to parse|Invalid", checked.stderr), checked.stderr


def _check_names(text: str) -> None:
    known = {f"KHLONG_{name.upper()}" for name in Settings.model_fields}
    assert set(re.findall(r"KHLONG_[A-Z_]+", text)) <= known
