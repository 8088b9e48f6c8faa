"""What disks and databases do to a server: full, damaged, frozen. What was acknowledged stays."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from sqlalchemy import Column, Integer, MetaData, Table, insert
from sqlalchemy.exc import IntegrityError, OperationalError

from khlong.server.storage import StorageUnavailable, writer
from khlong.server.storage.writer import CommitInThread
from tests.patience import PATIENCE
from tests.server.client import Player, new_id
from tests.server.servers import Postgres, process, running


def back_again(ann: Player, base: str) -> Player:
    """The same person at another server."""
    again = Player(base, guest=False)
    again.http.cookies = ann.http.cookies
    return again


def moves_of(ann: Player, table: str) -> list[str]:
    return [made["move"] for made in ann.get(f"/api/tables/{table}/events")["moves"]]


def test_nobody_is_told_before_a_move_is_on_the_disk(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, allowed = threading.Event(), threading.Event()
    commit = CommitInThread._commit

    def hesitate(self: CommitInThread) -> None:
        begun.set()
        assert allowed.wait(PATIENCE)
        commit(self)

    with running(sqlite) as server:
        ann = Player(server.base)
        table = ann.table(seats="me me", public=True)["table"]["id"]
        watcher = Player(server.base)
        with ann.socket(table) as one, watcher.socket(table) as two:
            monkeypatch.setattr(CommitInThread, "_commit", hesitate)
            one.send(type="move", id="a", ply=0, move=one.welcome["snapshot"]["moves"][0]["notation"])
            assert begun.wait(PATIENCE)
            two.send(type="ping")
            first, seen = two.until("update", "pong"), watcher.look(table)
            allowed.set()
            assert (first["type"], seen["ply"]) == ("pong", 0)
            assert one.until("ack")["ply"] == two.until_ply(1)["snapshot"]["ply"] == 1


def whose_turn(ann: Player, table: str) -> int:
    """Whose turn a list says that it is at a table."""
    return next(int(line["turn"]) for line in ann.get("/api/tables", which="mine") if line["id"] == table)


def test_lists_are_up_to_date_for_whoever_looks(sqlite: str, dice: random.Random) -> None:
    with running(sqlite) as server:
        ann = Player(server.base)
        table = ann.table(seats="me me")["table"]["id"]
        for _ in range(12):
            now = ann.play(table, dice)
            assert whose_turn(ann, table) == now["question"]["seat"]


def test_a_change_that_is_refused_takes_nothing_from_lists(
    sqlite: str, dice: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: CommitInThread) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with running(sqlite) as server:
        ann = Player(server.base)
        table = ann.table(seats="me me")["table"]["id"]
        now = ann.play(table, dice, 12)
        with monkeypatch.context() as broken:
            broken.setattr(CommitInThread, "_commit", fail)
            assert ann.post(f"/api/tables/{table}/seats/0", {"bot": "medium"}).status_code == 503
        assert whose_turn(ann, table) == now["question"]["seat"]
        with closing(sqlite3.connect(sqlite)) as opened:
            assert opened.execute("SELECT ply FROM tables").fetchone() == (12,)


class Disk(sqlite3.Connection):
    """A connection whose commits can be made to fail."""

    broken = False

    def commit(self) -> None:
        if Disk.broken:
            raise sqlite3.OperationalError("disk I/O error")
        super().commit()


ADD_NUMBER = insert(Table("numbers", MetaData(), Column("number", Integer, primary_key=True)))


def commit_to(file: Path) -> CommitInThread:
    """Commits to a table with one column, in which no number stands twice."""
    with closing(sqlite3.connect(file, isolation_level=None)) as first:
        first.execute("PRAGMA journal_mode=WAL")
        first.execute("CREATE TABLE numbers (number INTEGER PRIMARY KEY)")
    return CommitInThread(lambda: sqlite3.connect(file, check_same_thread=False, factory=Disk))


@contextmanager
def committing(file: Path) -> Iterator[Callable[..., None]]:
    commit = commit_to(file)

    def put(*wanted: int) -> None:
        rows = [{"number": number} for number in wanted]
        asyncio.run(commit([(ADD_NUMBER, rows)], []))

    try:
        yield put
    finally:
        Disk.broken = False
        commit.close()


def numbers_in(file: Path) -> list[int]:
    with closing(sqlite3.connect(file)) as opened:
        return [number for (number,) in opened.execute("SELECT number FROM numbers ORDER BY number")]


def test_rows_of_a_failed_commit_do_not_go_with_the_next(tmp_path: Path) -> None:
    file = tmp_path / "numbers.sqlite3"
    with committing(file) as put:
        put(1)
        Disk.broken = True
        with pytest.raises(OperationalError, match="disk I/O error"):
            put(2)
        Disk.broken = False
        put(3)
        with pytest.raises(IntegrityError):
            put(4, 1)
        put(5)
        assert numbers_in(file) == [1, 3, 5]


ODD = {"huge": {"number": 10**30}, "half a letter": {"number": "\ud800"}, "no value": {"number": object()}, "none": {}}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_what_cannot_be_written_at_all_is_refused_and_the_writer_goes_on(tmp_path: Path, odd: dict[str, Any]) -> None:
    file = tmp_path / "numbers.sqlite3"

    async def write_all() -> list[BaseException | None]:
        one = writer.Writer(commit_to(file), [ADD_NUMBER])
        one.start()
        asked = [one.write([(ADD_NUMBER, row)]) for row in ({"number": 1}, odd, {"number": 2})]
        done = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), PATIENCE)
        await asyncio.wait_for(one.write([(ADD_NUMBER, {"number": 3})]), PATIENCE)
        await one.stop()
        return done

    assert [type(each) for each in asyncio.run(write_all())] == [type(None), StorageUnavailable, type(None)]
    assert numbers_in(file) == [1, 2, 3]


def test_a_locked_database_is_said_and_not_waited_for(tmp_path: Path) -> None:
    """The loop must not stand still for somebody else's lock, not even one that soon goes away."""
    file = tmp_path / "numbers.sqlite3"
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    with committing(file) as put, closing(other):
        other.execute("BEGIN IMMEDIATE")
        unlock = threading.Timer(2, other.execute, ["ROLLBACK"])
        unlock.start()
        with pytest.raises(OperationalError, match="locked"):
            put(1)
        unlock.join()
        put(2)
        assert numbers_in(file) == [2]


def test_lists_are_right_again_after_a_kill_that_they_were_not_written_before(sqlite: str, dice: random.Random) -> None:
    with process(sqlite) as (server, base):
        ann = Player(base)
        table = ann.table(seats="me me")["table"]["id"]
        now = ann.play(table, dice, 12)
        server.kill()
        server.wait()
    with closing(sqlite3.connect(sqlite)) as opened:
        (listed,) = opened.execute("SELECT ply FROM tables").fetchone()
        (kept,) = opened.execute("SELECT count(*) FROM entries WHERE kind = 'move'").fetchone()
    assert kept == 12 > listed  # nobody looked at a list, so that no list was written
    with running(sqlite) as server:
        assert whose_turn(back_again(ann, server.base), table) == now["question"]["seat"]
        with closing(sqlite3.connect(sqlite)) as opened:
            assert opened.execute("SELECT ply FROM tables").fetchone() == (12,)


def test_the_wal_does_not_grow_without_end(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "ROWS_TO_CHECKPOINT", 10)
    with running(sqlite) as server:
        ann = Player(server.base)
        for number in range(300):
            assert ann.http.patch("/api/me", json={"name": f"Ann {number}"}).status_code == 200
        assert Path(f"{sqlite}-wal").stat().st_size < 300 * 4096


def test_a_full_disk_refuses_moves_loses_nothing_and_recovers(sqlite: str, dice: random.Random) -> None:
    with process(sqlite) as (server, base):
        ann = Player(base)
        table = ann.table(seats="me me")["table"]["id"]
        ann.play(table, dice, 5)
        size = Path(f"{sqlite}-wal").stat().st_size
        _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size + 50_000, most))
        acknowledged, seen = moves_of(ann, table), ann.look(table)
        while True:  # what still fits goes in
            move = dice.choice(seen["moves"])["notation"]
            answer = ann.move(table, seen["ply"], move)
            if answer.status_code != 200:
                break
            acknowledged.append(move)
            seen = ann.look(table)
        assert (answer.status_code, answer.json()["code"]) == (503, "storage_unavailable")
        assert "cannot be saved" in answer.json()["message"]
        assert moves_of(ann, table) == acknowledged
        with ann.socket(table) as line:
            assert line.move(seen["ply"], move)["code"] == "storage_unavailable"
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))
        assert ann.move(table, seen["ply"], move).status_code == 200
    with closing(sqlite3.connect(sqlite)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with running(sqlite) as again:
        assert moves_of(back_again(ann, again.base), table) == [*acknowledged, move]


@pytest.mark.parametrize("where", [0.0, 0.5, 0.99])
def test_a_damaged_wal_leaves_a_database_of_whole_moves(where: float, sqlite: str, dice: random.Random) -> None:
    with process(sqlite) as (server, base):
        ann = Player(base)
        table = ann.table(seats="me me")["table"]["id"]
        before = moves_of(ann, table)
        with closing(sqlite3.connect(sqlite)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        ann.play(table, dice, 20)
        acknowledged = moves_of(ann, table)
        server.kill()
        server.wait()
    wal = Path(f"{sqlite}-wal")
    content = bytearray(wal.read_bytes())
    start = int(where * (len(content) - 200))
    content[start : start + 200] = os.urandom(200)
    wal.write_bytes(content)
    with running(sqlite) as again:
        player = back_again(ann, again.base)
        kept = moves_of(player, table)
        assert kept == acknowledged[: len(kept)]
        assert len(before) <= len(kept) < len(acknowledged)
        player.play(table, dice, 3)
        assert player.look(table)["ply"] == len(kept) + 3


def test_a_server_that_is_frozen_in_mid_move_goes_on_as_if_nothing_had_been(sqlite: str, dice: random.Random) -> None:
    with process(sqlite) as (server, base), ThreadPoolExecutor(1) as pool:
        ann = Player(base)
        table = ann.table(seats="me me")["table"]["id"]
        with ann.socket(table) as line:
            seen: dict[str, Any] = line.welcome["snapshot"]
            for _ in range(5):
                move = dice.choice(seen["moves"])["notation"]
                answer = pool.submit(line.move, seen["ply"], move)
                time.sleep(dice.uniform(0, 0.01))
                server.send_signal(signal.SIGSTOP)
                time.sleep(0.5)
                server.send_signal(signal.SIGCONT)
                assert answer.result(PATIENCE)["ply"] == seen["ply"] + 1
                seen = line.until_ply(seen["ply"] + 1)["snapshot"]
        assert moves_of(ann, table)[-1] == move


def test_a_postgresql_that_is_frozen_in_mid_move_is_waited_for(postgres: Postgres, dice: random.Random) -> None:
    with running(postgres.new_database()) as server, ThreadPoolExecutor(1) as pool:
        ann = Player(server.base)
        table = ann.table(seats="me me")["table"]["id"]
        seen = ann.look(table)
        for _ in range(3):
            processes = postgres.processes()
            _signal(processes, signal.SIGSTOP)
            try:
                waiting = pool.submit(ann.move, table, seen["ply"], dice.choice(seen["moves"])["notation"], new_id())
                time.sleep(0.5)
                assert not waiting.done()
                assert ann.look(table)["ply"] == seen["ply"]
            finally:
                _signal(processes, signal.SIGCONT)
            assert waiting.result(PATIENCE).json()["ply"] == seen["ply"] + 1
            seen = ann.look(table)


def _signal(processes: list[psutil.Process], number: int) -> None:
    for one in processes:
        one.send_signal(number)
