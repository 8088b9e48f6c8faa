"""How long a fresh process takes to its first finished game, by a clock outside of it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from .crew import ROOT
from .timing import Effort


def seconds_with_empty_cache(game: str, players: int, effort: Effort) -> tuple[float, ...]:
    """Everything is compiled anew. That takes long enough for few repeats to do."""
    samples = []
    for _ in range(effort.repeats // 2):
        with tempfile.TemporaryDirectory() as cache:
            samples.append(_seconds_to_first_game(game, players, cache))
    return tuple(samples)


def seconds_with_warm_cache(game: str, players: int, effort: Effort) -> tuple[float, ...]:
    """Compiled code is read from disk, where a run that does not count has left it."""
    with tempfile.TemporaryDirectory() as cache:
        _seconds_to_first_game(game, players, cache)
        return tuple(_seconds_to_first_game(game, players, cache) for _ in range(effort.repeats))


def _seconds_to_first_game(game: str, players: int, cache: str) -> float:
    command = [sys.executable, "-m", "bench.first_game", game, str(players)]
    start = time.perf_counter()
    with subprocess.Popen(
        command, cwd=ROOT, env=os.environ | {"XDG_CACHE_HOME": cache}, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        taken = time.perf_counter() - start
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return taken
