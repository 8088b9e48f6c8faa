"""Several server processes over one PostgreSQL, with players on different ones."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.patience import PATIENCE
from tests.server.client import Player
from tests.server.servers import Postgres, Running, await_health, running


@pytest.fixture
def two(postgres: Postgres) -> object:
    database = postgres.new_database()
    with running(database) as one, running(database) as other:
        yield one, other


def both_seated(one: Running, other: Running) -> tuple[Player, Player, str]:
    ann, bo = Player(one.base, "Ann"), Player(other.base, "Bo")
    table = ann.table(seats="me open", public=True)["table"]["id"]
    assert bo.ask(f"/api/tables/{table}/join")["table"]["status"] == "playing"
    while ann.look(table)["table"]["status"] != "playing":  # the news goes round
        time.sleep(0.01)
    return ann, bo, table


def test_players_on_different_processes_play_a_game(two: tuple[Running, Running], dice: random.Random) -> None:
    ann, bo, table = both_seated(*two)
    with ann.socket(table) as one, bo.socket(table) as other:
        lines = (one, other)
        seen = [line.until_playing() for line in lines]
        while seen[0]["ply"] < 60:
            turn = seen[0]["question"]["seat"]
            ply = seen[0]["ply"]
            lines[turn].send(type="move", id=f"m{ply}", ply=ply, move=dice.choice(seen[turn]["moves"])["notation"])
            seen = [line.until_ply(ply + 1)["snapshot"] for line in lines]
            assert seen[0]["view"] == seen[1]["view"]
        one.send(type="chat", id="c", text="hello over there")
        assert other.until("chat")["text"] == "hello over there"


def test_presence_crosses_processes(two: tuple[Running, Running]) -> None:
    ann, bo, table = both_seated(*two)
    with ann.socket(table) as one:
        with bo.socket(table):
            one.until_online(1, True)
        one.until_online(1, False)


def test_two_processes_that_write_the_same_ply_and_one_wins(two: tuple[Running, Running], dice: random.Random) -> None:
    ann = Player(two[0].base)
    same = Player(two[1].base, guest=False)
    same.http.cookies = ann.http.cookies
    table = ann.table(seats="me me")["table"]["id"]
    for ply in range(25):
        seen = (ann.look(table), same.look(table))[ply % 2]
        legal = [move["notation"] for move in seen["moves"]]
        with ThreadPoolExecutor(2) as pool:
            racing = [pool.submit(who.move, table, ply, dice.choice(legal)) for who in (ann, same)]
        answers = [answer.result() for answer in racing]
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        assert [answer.json()["code"] for answer in answers if answer.status_code == 409] == ["stale"]


def test_news_that_never_came_is_made_up_for(two: tuple[Running, Running]) -> None:
    ann, bo, table = both_seated(*two)
    with bo.socket(table) as line:
        two[1].context.store.notifier._task.get_loop().call_soon_threadsafe(
            two[1].context.store.notifier._connection.terminate
        )
        turn = ann.look(table)["question"]["seat"]
        mover = (ann, bo)[turn]
        assert mover.move(table, 0, "place temple").status_code == 200
        assert line.until_ply(1)


def test_logout_reaches_sockets_in_other_processes(two: tuple[Running, Running]) -> None:
    ann, _, table = both_seated(*two)
    same = Player(two[1].base, guest=False)
    same.http.cookies = ann.http.cookies
    with same.socket(table) as line:
        assert ann.post("/api/logout").status_code == 204
        assert line.closing() == ("logout", 1008)


def test_bots_are_driven_by_one_and_seen_by_all(two: tuple[Running, Running]) -> None:
    ann, bo = Player(two[0].base), Player(two[1].base)
    table = ann.table(seats="random random random", public=True)["table"]["id"]
    with bo.socket(table) as line:
        line.until_ply(30)
    moves = bo.get(f"/api/tables/{table}/events")["moves"]
    assert [move["ply"] for move in moves] == list(range(1, len(moves) + 1))


def test_khlong_serve_runs_several_processes_and_stops_gracefully(postgres: Postgres) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "khlong", "serve", "--port", str(port), "--processes", "2"]
    process = subprocess.Popen(
        [*command, "--database", postgres.new_database()],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=os.environ | {"KHLONG_BOT_PACE": "0"},
    )
    try:
        base = f"http://127.0.0.1:{port}"
        await_health(base)
        players = [Player(base) for _ in range(6)]
        table = players[0].table(seats="me me", public=True)["table"]["id"]
        lines = [player.socket(table) for player in players]
        assert lines[0].move(0, "place temple")["type"] == "ack"
        for line in lines:
            line.until_ply(1)
        process.send_signal(signal.SIGTERM)
        assert {line.closing()[1] for line in lines} == {1012}
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()
