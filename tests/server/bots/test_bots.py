"""Bots at tables: they think elsewhere, take the time they need to get ready, and never hold up a table."""

from __future__ import annotations

import asyncio
import fcntl
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from khlong.engine import making
from khlong.server.bots import jobs
from khlong.server.bots.workers import Workers
from tests.patience import PATIENCE
from tests.server.client import Player
from tests.server.servers import Running, process, running


def test_bots_move_before_their_code_is_made_and_it_is_made_once(
    tmp_path: Path, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever holds the lock is the only one who may compile: at first the test, so that nobody can."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept = tmp_path / "khlong"
    kept.mkdir()
    settings: dict[str, Any] = {"bot_workers": 2, "bot_seconds": 0.2, "bot_grace": 60}
    with (kept / making.LOCK).open("a+") as lock, running(sqlite, **settings) as server:
        fcntl.flock(lock, fcntl.LOCK_EX)
        ann = Player(server.base)
        tables = [ann.table(seats="me greedy hard", options={"first": "2"})["table"]["id"] for _ in range(2)]
        for table in tables:
            with ann.socket(table) as line:
                while {move["seat"] for move in ann.get(f"/api/tables/{table}/events")["moves"]} != {1, 2}:
                    line.until("update")
            assert [seat["readiness"] for seat in ann.look(table)["seats"]] == [100, 0, 0]
        assert not list(kept.rglob("*.nbc"))

        fcntl.flock(lock, fcntl.LOCK_UN)
        with ann.socket(tables[0]) as line:
            while ann.look(tables[0])["seats"][1]["readiness"] < 100:
                line.until("seats")
        for table in tables:
            made = ann.get(f"/api/tables/{table}/events")["moves"]
            assert {move["by"] for move in made if move["seat"] == 1} == {"bot"}  # one look ahead is soon done
            assert {move["by"] for move in made if move["seat"] == 2} <= {"bot", "quick"}
    assert [file.read_text().count("by process") for file in kept.rglob(making.MADE)] == [1]


def test_previews_do_not_wait_for_a_bot_that_gets_ready(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(sqlite) as server:
        ann = Player(server.base)
        table = ann.table(seats="me me")["table"]["id"]
        workers: Workers = server.context.workers

        async def begin() -> None:
            with monkeypatch.context() as slow:
                slow.setattr(jobs, "prepare", _sleep)
                workers.send_to_school(("floating-market", None, "nobody"))
                while len(workers.all) == 1:
                    await asyncio.sleep(0.01)

        asyncio.run_coroutine_threadsafe(begin(), server.loop).result(PATIENCE)
        assert not workers.knows(("floating-market", None, "nobody"))
        assert len(ann.get(f"/api/tables/{table}/previews")["previews"]) > 0


def _sleep(*skill: object) -> None:
    time.sleep(600)


def test_a_killed_worker_is_replaced(sqlite: str) -> None:
    with running(sqlite, bot_pace=0.02) as server:
        ann = Player(server.base)
        table = ann.table(seats="random random", public=True)["table"]["id"]
        with ann.socket(table) as line:
            for ply in (3, 20, 40):
                line.until_ply(ply)
                for worker in list(server.context.workers.all):
                    for process in worker.processes:
                        process.kill()
            line.until_ply(60)


def test_the_processes_of_a_server_that_is_killed_end_by_themselves(sqlite: str) -> None:
    with process(sqlite) as (server, base):
        ann = Player(base)
        ann.get(f"/api/tables/{ann.table(seats='me me')['table']['id']}/previews")
        helpers = psutil.Process(server.pid).children(recursive=True)
        assert helpers
        server.kill()
        server.wait()
        gone, left = psutil.wait_procs(helpers, timeout=PATIENCE)
        assert (len(gone), left) == (len(helpers), [])


def test_a_move_in_a_failing_bots_place_is_marked(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Player(server.base)

    async def fail(*args: object, **more: object) -> None:
        raise TimeoutError

    with monkeypatch.context() as failing:
        failing.setattr(server.context.workers, "think", fail)
        table = ann.table(seats="me random", public=True)["table"]["id"]
        with ann.socket(table) as line:
            seen = line.welcome["snapshot"]
            while seen["seats"][1]["last_by"] is None:
                turn = seen["moves"]
                news = line.play(seen["ply"], turn[0]["notation"]) if turn else line.until("update")
                seen = news["snapshot"]
    assert seen["seats"][1]["last_by"] == "stand-in"
    made = ann.get(f"/api/tables/{table}/events")["moves"]
    assert {move["by"] for move in made if move["seat"] == 1} == {"stand-in"}


def test_a_thought_without_end_is_cut_off_and_the_next_one_works(sqlite: str) -> None:
    with running(sqlite, bot_grace=0.1) as server:
        workers = server.context.workers

        async def think(seconds: float, work: Any, *args: Any) -> Any:
            return await workers.think(seconds, work, *args)

        def run(*args: Any) -> Any:
            return asyncio.run_coroutine_threadsafe(think(*args), server.loop).result(PATIENCE)

        assert run(30, abs, -1) == 1
        with pytest.raises(TimeoutError):
            run(0.1, time.sleep, 600)
        assert run(30, abs, -2) == 2


def test_a_hint_comes_from_a_bot_that_explains_and_is_within_a_quota(sqlite: str) -> None:
    with running(sqlite, rate_hints="2/hour", bot_grace=60) as server:
        ann, bo = Player(server.base), Player(server.base)
        table = ann.table(seats="me me", public=True)["table"]["id"]
        legal = {move["notation"] for move in ann.look(table)["moves"]}

        async def learn() -> None:
            await server.context.workers.school(("floating-market", None, jobs.strongest_bot()))

        assert ann.http.get(f"/api/tables/{table}/hint").json()["code"] == "not_ready"  # and that does not count
        asyncio.run_coroutine_threadsafe(learn(), server.loop).result(PATIENCE)
        for _ in range(2):
            hint = ann.get(f"/api/tables/{table}/hint", seconds=0.5)
            assert {move["move"] for move in hint["moves"]} <= legal
            assert hint["playouts"] > 0
            assert all(0 <= move["win_share"] <= 1 for move in hint["moves"])
            assert hint["line"][0] == hint["moves"][0]["move"]
        refused = ann.http.get(f"/api/tables/{table}/hint")
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
        assert bo.http.get(f"/api/tables/{table}/hint", params={"seconds": 0.1}).status_code == 200
