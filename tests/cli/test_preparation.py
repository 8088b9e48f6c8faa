"""The first bot at a terminal answers at once: its code is made beside the game."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import khlong
from khlong.engine import making
from tests.patience import PATIENCE


def test_a_bot_moves_though_nobody_can_compile_yet(tmp_path: Path) -> None:
    kept, saved = tmp_path / "khlong", tmp_path / "game.json"
    kept.mkdir()
    words = ["play", "floating-market", "--seat", "Ann", "--seat", "bot:hard", "--option", "begins=1"]
    with (kept / making.LOCK).open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        told = subprocess.run(
            [sys.executable, "-m", "khlong", *words, "--record", str(saved)],
            input="quit\n",
            env=os.environ | {"XDG_CACHE_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        ).stdout
    assert "Still getting ready: Hard." in told
    assert khlong.load_record(saved).ply > 0
    assert not list(kept.rglob("*.nbc"))
