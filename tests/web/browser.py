"""A real Chromium: found on this machine, or installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--mute-audio",
]


def launch(playwright: Playwright) -> Browser:
    """Starts a Chromium. Where none is there, Playwright's own is fetched, or the system's package."""
    path = _on_this_machine(playwright)
    if path is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
        path = _on_this_machine(playwright)
    if path is None and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "install", "-y", "chromium"], check=False)
        path = _on_this_machine(playwright)
    if path is None:
        raise RuntimeError("There is no Chromium, and none could be installed. Name one in the variable CHROMIUM.")
    return playwright.chromium.launch(executable_path=path, args=[*QUIET, *(["--no-sandbox"] if _is_root() else [])])


def _on_this_machine(playwright: Playwright) -> str | None:
    own = playwright.chromium.executable_path
    candidates = [os.environ.get("CHROMIUM"), own if Path(own).exists() else None, *map(shutil.which, NAMES)]
    return next((path for path in candidates if path), None)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
