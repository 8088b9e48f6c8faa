"""Native code is made by one process at a time, and kept: others wait until it is there. All can see how far it is."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

try:
    import fcntl
except ModuleNotFoundError:  # there is none on Windows: two processes may make the same there
    fcntl = None  # type: ignore[assignment]

LOCK, MADE = "making", "made"
LOOK = 0.2  # seconds between two looks at how far it is
MOST_KEPT = 300  # folders: however many components people come with, the disk does not fill

_listeners: list[Callable[[int], None]] = []


def on_progress(tell: Callable[[int], None]) -> None:
    """From now on tells somebody how far the code is that is made in this process, in percent."""
    _listeners.append(tell)


def _tell(percent: int) -> None:
    for tell in _listeners:
        tell(percent)


@contextmanager
def made_once(folder: Path, percent: Callable[[], int]) -> Iterator[None]:
    """Lets this process make the code that a folder keeps, unless it is there or another is just making it.

    The lock is for all folders beside this one: two compilers at once would only be in each other's way.
    """
    if (folder / MADE).exists():
        with suppress(OSError):
            (folder / MADE).touch()  # it is used, and those are forgotten that are not
        yield
        return
    folder.mkdir(parents=True, exist_ok=True)
    with (folder.parent / LOCK).open("a+") as lock:
        while not _locked(lock):
            _tell(_percent_told(folder))
            time.sleep(LOOK)
        if (folder / MADE).exists():
            yield
            return
        over = threading.Event()
        watcher = threading.Thread(target=_watch, args=(lock, folder, percent, over), daemon=True)
        watcher.start()
        try:
            yield
            with (folder / MADE).open("a") as made:
                made.write(f"by process {os.getpid()}\n")
            _forget_oldest(folder.parent)
        finally:
            over.set()
            watcher.join()


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Waits until no other process is at work in a folder, and keeps others out."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("a+") as lock:
        while not _locked(lock):
            time.sleep(LOOK)
        yield


def _forget_oldest(kept: Path) -> None:
    """Lets go of the code that was not used for longest, where there is too much."""
    with suppress(OSError):
        folders = [folder for folder in kept.iterdir() if folder.is_dir()]
        for folder in sorted(folders, key=_last_used)[:-MOST_KEPT]:
            shutil.rmtree(folder, ignore_errors=True)


def _last_used(folder: Path) -> float:
    return (folder / MADE if (folder / MADE).exists() else folder).stat().st_mtime


def _locked(lock: IO[str]) -> bool:
    try:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _watch(lock: IO[str], folder: Path, percent: Callable[[], int], over: threading.Event) -> None:
    """Tells how far it is, in this process and in those that wait."""
    while not over.wait(LOOK):
        done = percent()
        _tell(done)
        lock.truncate(0)
        lock.write(f"{folder.name} {done}")
        lock.flush()


def _percent_told(folder: Path) -> int:
    """How far the process that has the lock is, if it makes what we wait for."""
    name, _, percent = (folder.parent / LOCK).read_text().partition(" ")
    return int(percent) if name == folder.name and percent.isdecimal() else 0
