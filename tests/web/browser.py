"""A real Chromium: found on this machine, or installed by `python -m tests.web.browser`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--mute-audio",
    "--host-resolver-rules=MAP neighbour.test 127.0.0.1",  # a name in the local network: no https, and not this machine
]


def launch(playwright: Playwright) -> Browser:
    """Starts a Chromium."""
    path = _on_this_machine(playwright)
    if path is None:
        raise RuntimeError("There is no Chromium. `make test` installs one; or name one in the variable CHROMIUM.")
    return playwright.chromium.launch(executable_path=path, args=[*QUIET, *(["--no-sandbox"] if is_root() else [])])


def install() -> None:
    """Where there is no Chromium, gets the system's package with fonts for all our languages, or Playwright's own."""
    with sync_playwright() as playwright:
        if _on_this_machine(playwright) is None and is_root() and shutil.which("apt-get"):
            for task in (["update"], ["install", "-y", "chromium", "fonts-noto-cjk", "fonts-thai-tlwg"]):
                subprocess.run(["apt-get", "-q", *task], check=False)
        if _on_this_machine(playwright) is None:
            subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def _on_this_machine(playwright: Playwright) -> str | None:
    own = playwright.chromium.executable_path
    candidates = [os.environ.get("CHROMIUM"), own if Path(own).exists() else None, *map(shutil.which, NAMES)]
    return next((path for path in candidates if path), None)


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


if __name__ == "__main__":
    install()
