"""`khlong` alone starts a server and opens the page."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from tests.patience import PATIENCE


def test_khlong_alone_opens_the_page(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n', encoding="utf-8")
    browser.chmod(browser.stat().st_mode | stat.S_IXUSR)
    surroundings = os.environ | {"BROWSER": str(browser), "KHLONG_DATABASE": str(tmp_path / "khlong.sqlite3")}
    server = subprocess.Popen(
        [sys.executable, "-m", "khlong"], env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        deadline = time.monotonic() + PATIENCE
        while not opened.exists() or not opened.read_text(encoding="utf-8").strip():
            assert server.poll() is None, server.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.1)
        address = opened.read_text(encoding="utf-8").strip()
        with urllib.request.urlopen(address, timeout=PATIENCE) as page:
            assert "<title>Khlong</title>" in page.read().decode()
    finally:
        server.terminate()
        server.wait(PATIENCE)
