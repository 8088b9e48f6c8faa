"""The arena on a Ray cluster of this machine, with a worker that is killed in mid-run."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from khlong.games import game_named
from khlong.lab.arena.errors import ArenaError
from khlong.lab.arena.match import play_fixture
from khlong.lab.arena.plan import arena_plan
from khlong.lab.arena.ray_crew import RayCrew
from khlong.lab.arena.run import run_plan

pytestmark = pytest.mark.slow

BOT = """
import os, time

class Noted:
    '''Leaves a note of the process that asks it, and takes its time.'''
    def choose(self, position, clock):
        with open({folder!r} + f"/{{os.getpid()}}", "a") as file:
            file.write(".")
        time.sleep(0.005)
        return position.legal_moves()[0].number
"""


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "notes"
    folder.mkdir()
    (tmp_path / "notedbots.py").write_text(BOT.format(folder=str(folder)), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    yield folder
    __import__("sys").modules.pop("notedbots", None)


def test_no_game_is_lost_or_counted_twice_when_a_worker_is_killed(notes: Path, tmp_path: Path) -> None:
    plan = arena_plan(game_named("floating-market"), None, 2, {}, ["random", "notedbots:Noted"], None, 1)
    fixtures = plan.fixtures(16)
    killed: list[int] = []

    def kill_one(finished: int) -> None:
        workers = sorted(
            (note.stat().st_mtime, int(note.name)) for note in notes.iterdir() if note.name != str(os.getpid())
        )
        if finished == 4 and not killed:
            killed.append(workers[-1][1])
            os.kill(killed[0], signal.SIGKILL)

    run = run_plan(plan, fixtures, tmp_path / "r.jsonl", processes=3, ray="local", finished=kill_one)
    assert killed
    assert len(list(notes.iterdir())) >= 3  # several workers, and one more for the one that was killed
    assert Counter(game.fixture for game in run.games) == dict.fromkeys(fixtures, 1)
    assert len((tmp_path / "r.jsonl").read_bytes().splitlines()) == 1 + len(fixtures)
    for game in run.games[:4]:
        assert play_fixture(plan, game.fixture).places == game.places


def test_a_cluster_that_is_not_there_is_said() -> None:
    plan = arena_plan(game_named("floating-market"), None, 2, {}, ["random", "khlong.bots:RandomBot"], None, 1)
    with pytest.raises(ArenaError, match="There is no Ray cluster to be had at 127.0.0.1:1"):
        RayCrew(plan, None, "127.0.0.1:1")
