"""Code that is made once and kept: as much of it as there is room for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from khlong.engine import making
from khlong.engine.making import MADE, made_once


def test_code_that_was_not_used_for_longest_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "MOST_KEPT", 3)
    for age, name in enumerate(["new", "used", "old", "oldest"]):
        with made_once(tmp_path / name, lambda: 0):
            (tmp_path / name / "code").touch()
        os.utime(tmp_path / name / MADE, (1000 - age, 1000 - age))
    os.utime(tmp_path / "used" / MADE, (1, 1))
    with made_once(tmp_path / "used", lambda: 0):
        pass  # it is there, and is used again
    with made_once(tmp_path / "newest", lambda: 0):
        pass
    kept = {folder.name for folder in tmp_path.iterdir() if folder.is_dir()}
    assert kept == {"newest", "used", "new"}
