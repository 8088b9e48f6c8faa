"""What goes wrong, on purpose: and nothing that was acknowledged is lost, and nobody is stuck."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import text

from khlong.server.storage.engines import make_engine
from khlong.server.tables.snapshots import Snapshots
from tests.patience import PATIENCE
from tests.server.client import Player, new_id
from tests.server.conftest import NewDatabase
from tests.server.servers import Postgres, Running, running

pytestmark = pytest.mark.slow


def on_loop(server: Running, work: Any) -> Any:
    """Runs something where the server runs."""
    done: Any = None

    async def run() -> None:
        nonlocal done
        done = work()

    asyncio.run_coroutine_threadsafe(run(), server.loop).result(30)
    return done


def wait_until(true: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.02)


# races


def test_twenty_clients_race_for_seats_and_each_seat_goes_to_one(ann: Player) -> None:
    table = ann.table(seats="me open open open", public=True, start=False)["table"]["id"]
    racers = [Player(ann.base) for _ in range(20)]
    with ThreadPoolExecutor(20) as crowd:
        answers = list(crowd.map(lambda racer: racer.post(f"/api/tables/{table}/join").json(), racers))
    seated = [answer["you"]["seats"] for answer in answers if "you" in answer]
    assert sorted(seat for seats in seated for seat in seats) == [1, 2, 3]
    assert [answer["code"] for answer in answers if "code" in answer] == ["full"] * 17


def test_a_double_click_on_join_takes_one_seat(ann: Player, bo: Player) -> None:
    table = ann.table(seats="me open open", public=True)["table"]["id"]
    with ThreadPoolExecutor(8) as clicks:
        list(clicks.map(lambda _: bo.post(f"/api/tables/{table}/join"), range(8)))
    assert len(bo.look(table)["you"]["seats"]) == 1


def test_many_moves_for_one_ply_at_once_and_exactly_one_wins(ann: Player) -> None:
    table = ann.table(seats="me me")["table"]["id"]
    legal = [move["notation"] for move in ann.look(table)["moves"]]
    with ThreadPoolExecutor(8) as tabs:
        answers = list(tabs.map(lambda number: ann.move(table, 0, legal[number % len(legal)]), range(16)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 15
    assert ann.look(table)["ply"] == 1


# restarts


def test_after_a_restart_everything_is_as_it_was(new_database: NewDatabase, dice: random.Random) -> None:
    database = new_database()
    with running(database) as server:
        ann = Player(server.base, "Ann")
        table = ann.table("phraya", seats="me me")["table"]["id"]
        ann.play(table, dice, 30)
        ann.ask(f"/api/tables/{table}/chat", {"text": "till tomorrow"})
        before = ann.look(table)
        move = before["moves"][0]["notation"]
        with ann.socket(table) as line:
            assert line.move(30, move, "last")["ply"] == 31
            seen = line.until_ply(31)["snapshot"]
    with running(database) as server:
        again = Player(server.base, guest=False)
        again.http.cookies = ann.http.cookies
        after = again.look(table)
        assert after["chat"] == before["chat"]
        assert {key: after[key] for key in seen if key not in ("seats", "clock")} == {
            key: value for key, value in seen.items() if key not in ("seats", "clock")
        }
        assert again.move(table, 30, move, "last").json() == {"id": "last", "ply": 31}
        assert again.look(table)["ply"] == 31


def test_a_stopping_server_says_goodbye_and_bots_go_on_after_it(new_database: NewDatabase) -> None:
    database = new_database()
    with running(database, bot_pace=0.05) as server:
        ann = Player(server.base)
        table = ann.table(seats="random random", public=True)["table"]["id"]
        with ann.socket(table) as line:
            line.until_ply(3)
            threading.Thread(target=server.stop).start()
            assert line.closing()[1] == 1012
    with running(database) as server:
        again = Player(server.base)
        ply = again.look(table)["ply"]
        with again.socket(table) as line:
            if line.welcome["snapshot"]["table"]["status"] != "over":
                line.until_ply(ply + 1)


def test_a_game_of_other_rules_says_exactly_why_it_does_not_open(new_database: NewDatabase) -> None:
    database = new_database()
    with running(database) as server:
        table = Player(server.base).table(seats="me me", public=True)["table"]["id"]

    async def age() -> None:
        engine = make_engine(database)
        async with engine.begin() as connection:
            await connection.execute(text("UPDATE tables SET rules = 0"))
        await engine.dispose()

    asyncio.run(age())
    with running(database) as server:
        answer = Player(server.base).http.get(f"/api/tables/{table}")
        assert (answer.status_code, answer.json()["code"]) == (409, "other_rules")
        assert "version 0 of the rules" in answer.json()["message"]
        assert Player(server.base).get("/api/tables", which="watch")[0]["id"] == table


# storage


def test_a_database_that_somebody_else_locks_is_waited_for(sqlite: str) -> None:
    with running(sqlite) as server:
        ann = Player(server.base)
        table = ann.table(seats="me me")["table"]["id"]
        with closing(sqlite3.connect(sqlite, isolation_level=None)) as other, ThreadPoolExecutor(1) as pool:
            other.execute("BEGIN IMMEDIATE")
            waiting = pool.submit(ann.move, table, 0, "place temple")
            time.sleep(0.5)
            assert not waiting.done()
            assert ann.look(table)["ply"] == 0
            other.execute("ROLLBACK")
            assert waiting.result(30).status_code == 200


def test_a_deleted_database_refuses_instead_of_inventing(sqlite: str) -> None:
    with running(sqlite) as server:
        ann = Player(server.base)
        with closing(sqlite3.connect(sqlite)) as other:
            other.execute("DROP TABLE entries")
        assert ann.post("/api/tables", {"game": "phraya", "seats": [{"kind": "me"}]}).status_code == 503
        assert ann.http.get("/api/tables/nowhere").status_code in (404, 503)


def test_a_postgresql_that_restarts_in_mid_play_costs_no_move(postgres: Postgres, dice: random.Random) -> None:
    with running(postgres.new_database()) as server:
        ann = Player(server.base)
        table = ann.table(seats="me me")["table"]["id"]
        restarting = threading.Thread(target=postgres.restart)
        acknowledged = 0
        seen = ann.look(table)
        while acknowledged < 60:
            if acknowledged == 10:
                restarting.start()
            message = new_id()
            move = dice.choice(seen["moves"])["notation"]
            while (answer := ann.move(table, seen["ply"], move, message)).status_code != 200:
                assert answer.json()["code"] == "storage_unavailable"
            acknowledged += 1
            seen = ann.look(table)
            assert seen["ply"] == acknowledged == answer.json()["ply"]
        restarting.join()


# rules, bots and clocks


def test_a_rule_that_raises_leaves_the_table_usable(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(sqlite) as server:
        ann = Player(server.base)
        table = ann.table(seats="me me")["table"]["id"]
        engine = server.context.tables.in_memory[table].room.game.python

        def stumble(state: object, move: int) -> None:
            raise ZeroDivisionError("a bug in a rule")

        with monkeypatch.context() as broken:
            broken.setattr(engine, "play", stumble)
            answer = ann.move(table, 0, "place temple", "same")
            assert (answer.status_code, answer.json()["code"]) == (500, "rule_failed")
            assert "bug" not in answer.text
        assert ann.look(table)["ply"] == 0
        assert ann.move(table, 0, "place temple", "same").status_code == 200


def test_a_view_that_raises_loses_no_move(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The move is on the disk by then: it is acknowledged, and memory says what the disk says."""
    with running(sqlite) as server:
        ann, bo = Player(server.base), Player(server.base)
        table = ann.table(seats="me me", public=True)["table"]["id"]

        def stumble(*_: object) -> None:
            raise ZeroDivisionError("a bug in a view")

        with ann.socket(table) as line, bo.socket(table) as watching:
            with monkeypatch.context() as broken:
                broken.setattr(Snapshots, "update", stumble)
                line.send(type="move", id="once", ply=0, move="place temple")
                assert line.until("ack")["ply"] == 1
                assert line.closing() == watching.closing() == ("error", 1011)
            assert server.context.tables.in_memory[table].room.table.ply == 1
        with ann.socket(table) as line:
            assert line.welcome["snapshot"]["ply"] == 1
        assert ann.move(table, 0, "place temple", "once").json()["ply"] == 1  # told again, it is the same move
        assert ann.look(table)["ply"] == 1


def test_time_that_is_up_gives_the_seat_to_a_bot_and_its_owner_takes_it_back(server: Running) -> None:
    ann, bo = Player(server.base), Player(server.base)
    made = ann.table(seats="me open", public=True, pace={"kind": "move", "seconds": 3600}, absence={"timeouts": 1})
    table = made["table"]["id"]
    bo.ask(f"/api/tables/{table}/join")
    seen = ann.look(table)
    assert 3500 < seen["clock"]["left"] <= 3600
    seat = seen["question"]["seat"]
    live = server.context.tables.in_memory[table]
    on_loop(server, lambda: setattr(live, "time_up", time.monotonic() - 1))
    wait_until(lambda: ann.look(table)["seats"][seat]["kind"] == "bot")
    owner = (ann, bo)[seat]
    assert owner.ask(f"/api/tables/{table}/seats/{seat}", {"bot": None})["seats"][seat]["kind"] == "person"


def test_a_wall_clock_that_jumps_costs_nobody_time(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Player(server.base)
    table = ann.table(seats="me me", pace={"kind": "move", "seconds": 600})["table"]["id"]
    real = time.time
    for step in (86_400.0, -86_400.0):
        with monkeypatch.context() as jumped:
            jumped.setattr(time, "time", lambda step=step: real() + step)
            seen = ann.look(table)
            assert 590 < seen["clock"]["left"] <= 600
            assert ann.move(table, seen["ply"], seen["moves"][0]["notation"]).status_code == 200
    stamps = [made["at"] for made in ann.get(f"/api/tables/{table}/events")["moves"]]
    assert stamps == sorted(stamps)


def test_a_table_that_comes_back_after_long_leaves_time_to_move(new_database: NewDatabase) -> None:
    database = new_database()
    with running(database) as server:
        ann = Player(server.base)
        table = ann.table(seats="me me", pace={"kind": "move", "seconds": 600})["table"]["id"]

    async def age() -> None:
        engine = make_engine(database)
        async with engine.begin() as connection:
            await connection.execute(text("UPDATE entries SET at = at - 100000"))
            await connection.execute(text("UPDATE tables SET deadline = deadline - 100000, created = created - 100000"))
        await engine.dispose()

    asyncio.run(age())
    with running(database) as server:
        again = Player(server.base, guest=False)
        again.http.cookies = ann.http.cookies
        assert 50 < again.look(table)["clock"]["left"] <= 60


# clients


def test_a_client_that_never_reads_is_let_go_and_nobody_else_notices(sqlite: str, dice: random.Random) -> None:
    with running(sqlite, slow_seconds=0.3) as server:
        ann = Player(server.base)
        table = ann.table("phraya", seats="me me me me", public=True)["table"]["id"]
        deaf = Player(server.base).socket(table, buffer=4096)  # it is never read from again
        live = server.context.tables.in_memory[table]
        with ann.socket(table) as line:
            seen = line.welcome["snapshot"]
            wait_until(lambda: len(live.listeners) == 2)
            while len(live.listeners) == 2 and seen["moves"]:
                seen = line.play(seen["ply"], dice.choice(seen["moves"])["notation"])["snapshot"]
            wait_until(lambda: len(live.listeners) == 1)
        assert server.context.metrics.dropped._value.get() == 1
        deaf.line.socket.close()
        with Player(server.base).socket(table) as back:
            assert back.welcome["snapshot"]["ply"] == seen["ply"]
