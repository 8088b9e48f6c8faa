"""Saving a database to a file while the server runs."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from khlong.table import KhlongError


class BackupError(KhlongError):
    """A backup that could not be made."""


def backup(database: str, target: Path) -> None:
    """A copy of all tables as they are now: whole, or not there."""
    if target.exists():
        raise BackupError(f"{target}: is there already. Choose another name.")
    draft = target.with_name(f"{target.name}.part")
    try:
        if database.startswith("postgres"):
            _dump_postgres(database, draft)
        else:
            _copy_sqlite(Path(database.removeprefix("sqlite:///")), draft)
        with draft.open("rb") as written:
            os.fsync(written.fileno())
        draft.replace(target)
    except OSError as error:
        raise BackupError(f"{target}: cannot be written: {error.strerror or error}.") from None
    finally:
        draft.unlink(missing_ok=True)


def _copy_sqlite(source: Path, draft: Path) -> None:
    if not source.is_file():
        raise BackupError(f"{source}: there is no database.")
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(draft)) as new,
        ):
            old.backup(new, pages=1000)
            (state,) = new.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.Error as error:
        raise BackupError(f"{source}: cannot be saved: {error}.") from None
    if state != "ok":
        raise BackupError(f"{source}: is damaged: {state}.")


def _dump_postgres(url: str, draft: Path) -> None:
    if shutil.which("pg_dump") is None:
        raise BackupError("PostgreSQL is saved with its own pg_dump, which is not on the PATH.")
    plain = "postgresql://" + url.split("://", 1)[1]
    done = subprocess.run(
        ["pg_dump", "--format=custom", f"--file={draft}", plain], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BackupError(f"pg_dump failed: {done.stderr.strip()[:500]}")
