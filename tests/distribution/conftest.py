"""What is handed out, made once for all tests: an sdist and wheels, from a checkout in which nothing was built."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from khlong.engine.making import alone
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
MADE_OR_UNUSED = ("screenshots", "static", "modules", "node_modules", "dist", "build", "fuzz-finds", "__pycache__")


class Packages(NamedTuple):
    """What `python -m build` makes, and the wheel that is made without the sdist between."""

    checkout: Path
    sdist: Path
    wheel: Path
    direct: Path


def surroundings(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment without anything that leads Python to this repository."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | dict(more or {})


def run(*command: str | Path, cwd: Path, env: Mapping[str, str] | None = None, typed: str | None = None) -> str:
    """What a command prints. It must succeed."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=surroundings() if env is None else env,
        input=typed,
        capture_output=True,
        text=True,
        timeout=1.5 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, f"{command}:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def copy_checkout(target: Path) -> Path:
    """The repository as it is cloned: without what is made from it, and without pictures for its documents."""
    ignored = shutil.ignore_patterns(".*", *MADE_OR_UNUSED)
    shutil.copytree(ROOT, target, ignore=ignored, dirs_exist_ok=True)
    shutil.copy(ROOT / ".gitignore", target)
    return target


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_checkout(tmp_path_factory.mktemp("checkout"))


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    """One worker makes them, the others wait."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "packages"
    checkout, made, direct = folder / "khlong", folder / "made", folder / "direct"
    with alone(folder):
        if not direct.is_dir():
            copy_checkout(checkout)
            run(sys.executable, "-m", "build", "--outdir", made, checkout, cwd=folder)
            run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", direct, checkout, cwd=folder)
    return Packages(checkout, next(made.glob("*.tar.gz")), next(made.glob("*.whl")), next(direct.glob("*.whl")))
