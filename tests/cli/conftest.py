"""Ways to run `khlong`: in this process, as a process of its own, and in a pseudo-terminal."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from khlong.cli.main import app
from tests.patience import PATIENCE

from .helpers import KHLONG, OpenTerminal, Outcome, Run, Terminal


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """An environment whose data folder is empty, whose terminal is 80 wide, and where English is spoken."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return kept | {"XDG_DATA_HOME": str(tmp_path / "data"), "COLUMNS": "80", "KHLONG_LANGUAGE": "en"}


@pytest.fixture
def games_folder(tmp_path: Path) -> Path:
    return tmp_path / "data" / "khlong" / "games"


@pytest.fixture
def khlong(env: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in this process, with some lines as its input."""
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def run(*args: str, lines: list[str] | None = None) -> Outcome:
        typed = "".join(f"{line}\n" for line in lines or [])
        result = CliRunner(env=env).invoke(app, list(args), input=typed)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Outcome(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def process(env: dict[str, str]) -> Run:
    """Runs a command as a process of its own."""

    def run(*args: str, typed: str = "", **more: str) -> Outcome:
        done = subprocess.run(
            [*KHLONG, *args], input=typed, env=env | more, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        return Outcome(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def terminal(env: dict[str, str]) -> Iterator[OpenTerminal]:
    """Opens pseudo-terminals; what still runs in one at the end is stopped."""
    opened: list[Terminal] = []

    def open_terminal(*args: str, columns: int = 80) -> Terminal:
        quiet = {name: value for name, value in env.items() if name != "COLUMNS"}
        opened.append(Terminal(*args, env=quiet, columns=columns))
        return opened[-1]

    yield open_terminal
    for each in opened:
        each.stop()
