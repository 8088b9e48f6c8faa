"""Bots at tables: they think elsewhere, take the time they need to get ready, and never hold up a table."""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from khlong.engine import making
from khlong.games import our_games
from khlong.server.bots import jobs, worker
from khlong.server.bots.turns import Turns, Urgency
from khlong.server.bots.workers import Workers
from khlong.table import new_table
from tests.patience import PATIENCE
from tests.server.client import Player
from tests.server.servers import Running, process, running


@pytest.mark.slow
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
        tables = [ann.table(seats="me greedy hard", options={"begins": "1"})["table"]["id"] for _ in range(2)]
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.parametrize("error", [TimeoutError, ZeroDivisionError])
def test_a_move_in_a_failing_bots_place_is_marked(
    error: type[Exception], server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Player(server.base)

    async def fail(*args: object, **more: object) -> None:
        raise error

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


@pytest.mark.parametrize("when", ["idle", "starting", "learning"])
def test_a_process_that_is_stopped_is_replaced(sqlite: str, when: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By SIGSTOP, after which it neither answers nor ends."""
    with running(sqlite, bot_grace=0.1) as server:
        workers: Workers = server.context.workers

        def on_loop(work: Coroutine[Any, Any, Any]) -> Any:
            return asyncio.run_coroutine_threadsafe(work, server.loop).result(PATIENCE)

        async def stop_while_learning() -> None:
            monkeypatch.setattr(jobs, "prepare", _sleep)
            lesson = workers.send_to_school(("floating-market", None, "nobody"))
            while workers.all == old or not max(each.beats.value for each in workers.all - old):
                await asyncio.sleep(0.01)
            stop(workers.all - old)
            assert lesson is not None
            with pytest.raises(TimeoutError):
                await lesson

        async def stop_while_starting() -> None:
            fresh = worker.Worker()
            while not fresh.processes:
                await asyncio.sleep(0.01)
            stop({fresh})
            with pytest.raises(TimeoutError):
                await fresh.run(30, abs, -1)
            await asyncio.to_thread(fresh.end)

        old = set(workers.all)
        on_loop(workers.think(30, abs, -1))
        monkeypatch.setattr(worker, "LOOK", 0.1)
        if when == "idle":
            stop(old)
            with pytest.raises(TimeoutError):
                on_loop(workers.think(0.1, abs, -1))
            assert not workers.all & old
        else:
            on_loop(stop_while_starting() if when == "starting" else stop_while_learning())
            assert workers.all == old
        monkeypatch.undo()
        assert on_loop(workers.think(30, abs, -2)) == 2


def stop(stopped: set[worker.Worker]) -> None:
    for each in stopped:
        for one in each.processes:
            os.kill(one.pid, signal.SIGSTOP)


def test_a_storm_of_hints_keeps_no_bot_from_moving_and_too_many_are_refused_kindly(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No hint of this test ever ends, so a bot that waited for one would never move."""
    monkeypatch.setattr(jobs, "hint", _sleep)
    with running(sqlite, bot_grace=60) as server:
        ann = Player(server.base)
        table = ann.table(seats="me random", options={"begins": "0"}, public=True)["table"]["id"]

        def ask() -> httpx.Response:
            return Player(server.base).http.get(f"/api/tables/{table}/hint")

        with ThreadPoolExecutor(20) as guests:
            refused = next(as_completed([guests.submit(ask) for _ in range(20)])).result()
            assert (refused.status_code, refused.json()["code"]) == (503, "busy")
            assert "try again in a moment" in refused.json()["message"]
            with ann.socket(table) as line:
                seen = line.welcome["snapshot"]
                while seen["seats"][1]["last_by"] is None:
                    news = (
                        line.play(seen["ply"], seen["moves"][0]["notation"]) if seen["moves"] else line.until("update")
                    )
                    seen = news["snapshot"]
            assert seen["seats"][1]["last_by"] == "bot"
            asyncio.run_coroutine_threadsafe(server.context.workers.stop(), server.loop).result(PATIENCE)


def test_games_of_the_box_are_learnt_before_own_components_and_interrupt_them(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "prepare", _learn_at_once_or_never)
    with running(sqlite) as server:
        workers: Workers = server.context.workers

        async def learn() -> None:
            own = [("floating-market", f"own {number}", "easy") for number in range(3)]
            for skill in own:
                workers.send_to_school(skill)
            while len(workers.all) == 1:
                await asyncio.sleep(0.01)
            await workers.school(("floating-market", None, "easy"))
            assert workers.knows(("floating-market", None, "easy"))
            assert not any(workers.knows(skill) for skill in own)
            assert all(workers.send_to_school(skill) is not None for skill in own)  # they are still in line

        asyncio.run_coroutine_threadsafe(learn(), server.loop).result(PATIENCE)


def _learn_at_once_or_never(game: str, own_components: str | None, bot: str, modesty: int) -> None:
    if own_components is not None:
        time.sleep(600)


def test_moves_with_own_components_keep_no_other_bot_from_moving(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(sqlite, bot_grace=60) as server:
        workers: Workers = server.context.workers

        async def think() -> None:
            for _ in range(3):
                endless = asyncio.create_task(workers.think(PATIENCE, time.sleep, 600, urgency=Urgency.MOVE, own=True))
                endless.add_done_callback(lambda done: done.cancelled() or done.exception())
            assert await workers.think(30, abs, -1, urgency=Urgency.MOVE) == 1

        asyncio.run_coroutine_threadsafe(think(), server.loop).result(PATIENCE)


def test_bots_think_shorter_while_many_wait_and_such_moves_are_marked(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(sqlite) as server:
        workers: Workers = server.context.workers
        table = new_table("floating-market", 2, seed=1)
        told: list[float] = []

        async def note(seconds: float, *args: object, **more: object) -> tuple[str, bool]:
            told.append(seconds)
            return table.legal_moves()[0].notation, False

        monkeypatch.setattr(workers, "think", note)
        monkeypatch.setattr(workers, "knows", lambda skill: True)
        by = []
        for share in (1.0, 0.25, 0.0001):
            monkeypatch.setattr(Turns, "share", lambda turns, urgency, whom, share=share: share)
            chosen = workers.choose(table, None, "random", 1, 1.0, "here")
            by.append(asyncio.run_coroutine_threadsafe(chosen, server.loop).result(PATIENCE)[1])
        assert (told, by) == ([1.0, 0.25, 0.05], ["bot", "quick", "quick"])


def test_a_hint_is_given_at_once_while_the_code_is_being_made_and_says_so(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "prepare", _sleep)
    with running(sqlite, bot_grace=60) as server:
        ann = Player(server.base)
        for game in our_games():
            table = ann.table(game, seats="me me")["table"]["id"]
            legal = {move["notation"] for move in ann.look(table)["moves"]}
            hint = ann.get(f"/api/tables/{table}/hint", seconds=0.1)
            assert hint["quick"]
            assert {move["move"] for move in hint["moves"]} <= legal
            assert hint["playouts"] > 0
            assert all(0 <= move["win_share"] <= 1 for move in hint["moves"])
            assert hint["line"][0] == hint["moves"][0]["move"]


def test_hints_are_within_a_quota_of_the_person_and_of_all_at_the_address(sqlite: str) -> None:
    with running(sqlite, rate_hints="2/hour", people_at_address=2, bot_grace=60) as server:
        table = Player(server.base).table(seats="me me", public=True)["table"]["id"]
        statuses = []
        for guest in (Player(server.base) for _ in range(3)):
            statuses.append([guest.http.get(f"/api/tables/{table}/hint?seconds=0.1").status_code for _ in range(3)])
        assert statuses == [[200, 200, 429], [200, 200, 429], [429, 429, 429]]


@pytest.mark.slow
def test_a_hint_comes_from_a_bot_that_explains_and_is_within_a_quota(sqlite: str) -> None:
    with running(sqlite, rate_hints="2/hour", bot_grace=60) as server:
        ann, bo = Player(server.base), Player(server.base)
        table = ann.table(seats="me me", public=True)["table"]["id"]
        legal = {move["notation"] for move in ann.look(table)["moves"]}

        async def learn() -> None:
            await server.context.workers.school(("floating-market", None, jobs.strongest_bot()))

        asyncio.run_coroutine_threadsafe(learn(), server.loop).result(PATIENCE)
        for _ in range(2):
            hint = ann.get(f"/api/tables/{table}/hint", seconds=0.5)
            assert {move["move"] for move in hint["moves"]} <= legal
            assert hint["playouts"] > 0
            assert not hint["quick"]
            assert all(0 <= move["win_share"] <= 1 for move in hint["moves"])
            assert hint["line"][0] == hint["moves"][0]["move"]
        refused = ann.http.get(f"/api/tables/{table}/hint")
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
        assert bo.http.get(f"/api/tables/{table}/hint", params={"seconds": 0.1}).status_code == 200


def test_a_hint_says_why_and_what_a_move_of_ones_own_choice_would_be_worth(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "prepare", _sleep)
    with running(sqlite, bot_grace=60) as server:
        ann = Player(server.base)
        for game in our_games():
            table = ann.table(game, seats="me me")["table"]["id"]
            legal = [move["notation"] for move in ann.look(table)["moves"]]
            plain = ann.get(f"/api/tables/{table}/hint", seconds=0.2)
            assert plain["asked"] is None
            assert all(move["why"] for move in plain["moves"])
            asked = ann.get(f"/api/tables/{table}/hint", seconds=0.2, move=legal[-1])["asked"]
            assert asked["move"] == legal[-1]
            assert 0 <= asked["win_share"] <= 1
            assert asked["visits"] > 0
            assert asked["why"]
            assert asked["story"]
            refused = ann.http.get(f"/api/tables/{table}/hint", params={"move": "sing"})
            assert (refused.status_code, refused.json()["code"]) == (422, "illegal")
            assert "is not a move of this game" in refused.json()["message"]
