"""The wheel in an empty environment, for each Python that is there: the page opens, the terminal plays."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import httpx
import pytest

from khlong.games import our_games
from tests.patience import PATIENCE
from tests.server.servers import free_port

from .conftest import ROOT, Packages, run
from .test_packages import MODULES, PAGE

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
SAY_VERSION = "import platform; print('.'.join(platform.python_version_tuple()[:2]))"
WHERE = "import khlong, pathlib; print(pathlib.Path(khlong.__file__).parent)"


@cache
def pythons() -> dict[str, Path]:
    """The Pythons that we promise to run on and that are there, the one that runs the tests among them."""
    kept = Path.home() / ".pyenv" / "versions"
    found = {".".join(platform.python_version_tuple()[:2]): Path(sys.executable)}
    for version in VERSIONS:
        for place in [*kept.glob(f"{version}.*/bin/python"), Path(shutil.which(f"python{version}") or "nowhere")]:
            if not place.exists():
                continue
            said = subprocess.run([place, "-c", SAY_VERSION], capture_output=True, text=True, check=False)
            if said.stdout.strip() == version:
                found.setdefault(version, place)
    return found


def home(folder: Path) -> dict[str, str]:
    """The environment of somebody who has nothing but what is installed."""
    own = {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), "XDG_CACHE_HOME": str(folder / "cache")}
    return {"PATH": os.defpath, "LANG": "C.UTF-8"} | own


@contextmanager
def opened(khlong: Path, folder: Path) -> Iterator[str]:
    """The address that plain `khlong` opens in a browser. Ours writes it down."""
    told, browser = folder / "told", folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {told}.new && mv {told}.new {told}\n')
    browser.chmod(0o755)
    env = home(folder) | {"BROWSER": f"{browser} %s", "KHLONG_PORT": str(free_port())}
    process = subprocess.Popen([khlong], cwd=folder, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + PATIENCE
    try:
        while not told.exists():
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield told.read_text().strip()
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.mark.slow
@pytest.mark.parametrize("version", pythons())
def test_a_wheel_alone_opens_the_page_and_plays(version: str, packages: Packages, tmp_path: Path) -> None:
    place = tmp_path / "installed"
    run(pythons()[version], "-m", "venv", place, cwd=tmp_path)
    run(place / "bin" / "pip", "install", "-q", "-c", ROOT / "constraints.txt", packages.wheel, cwd=tmp_path)
    inside = Path(run(place / "bin" / "python", "-c", WHERE, cwd=tmp_path, env=home(tmp_path)).strip())
    assert inside.is_relative_to(place)
    for game in our_games():
        assert (inside.parent / MODULES / f"{game}.wasm").read_bytes().startswith(b"\0asm")
    khlong = place / "bin" / "khlong"
    _the_page_opens(khlong, packages.wheel, tmp_path)
    _the_terminal_plays(khlong, tmp_path)


def _the_page_opens(khlong: Path, wheel: Path, folder: Path) -> None:
    with opened(khlong, folder) as address, zipfile.ZipFile(wheel) as file:
        page = httpx.get(address, timeout=PATIENCE)
        assert page.content == file.read(PAGE)
        for asset in re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text):
            assert httpx.get(f"{address}{asset}", timeout=PATIENCE).content == file.read(f"khlong/web/static{asset}")
        assert {game["name"] for game in httpx.get(f"{address}/api/games", timeout=PATIENCE).json()} == set(our_games())


def _the_terminal_plays(khlong: Path, folder: Path) -> None:
    env, record = home(folder), folder / "game.json"
    seats = ["--seat", "Ann", "--seat", "bot:easy", "--seed", "11", "--record", str(record)]
    shown = run(khlong, "play", "floating-market", *seats, cwd=folder, env=env, typed="1\n" * 1000)
    assert "The record:" in shown
    ended = json.loads(record.read_text())["result"]
    assert ended
    asked = ["simulate", "phraya", "--games", "100", "--engine", "native", "--json"]
    counted = json.loads(run(khlong, *asked, cwd=folder, env=env))
    assert counted["games"] == 100
