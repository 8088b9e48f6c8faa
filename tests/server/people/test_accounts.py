"""Accounts: passwords that are not guessed first, names that are not taken for others, and ways out."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest
from alembic import command
from sqlalchemy import create_engine

from khlong.server.people.passwords import is_common
from khlong.server.people.texts import is_mixed, look
from khlong.server.storage.engines import bring_up_to_date, migrations
from tests.patience import PATIENCE
from tests.server.client import Player, new_id
from tests.server.servers import Running, running

GOOD, BETTER = "boat on a canal", "seven ripe mangos"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """None of this depends on the database."""
    with running(str(tmp_path_factory.mktemp("people") / "khlong.sqlite3")) as started:
        yield started


def account(server: Running, name: str | None = None, password: str = GOOD) -> tuple[Player, str]:
    player, chosen = Player(server.base), name or f"Chai {new_id()}"
    player.ask("/api/account", {"name": chosen, "password": password})
    return player, chosen


COMMON = """password P@ssw0rd! 12345678 qwertyuiop 1qaz2wsx3edc iloveyou2 aaaaaaaaaa abcdefgh 20241117 sunshine!!
    letmein99 dragondragon Somchai1 สวัสดีครับ !!!!!!!!! 87654321x 11223344"""


def test_passwords_that_everybody_tries_first_are_refused(ann: Player) -> None:
    assert [password for password in COMMON.split() if not is_common(password, "Ann")] == []
    assert ann.refused("/api/account", {"name": f"Ann {ann.id}", "password": "P@ssw0rd!"}) == "common_password"


def test_a_password_is_not_the_name_with_numbers_and_not_everything_is_common() -> None:
    assert is_common("Mali Rattana 88", "mali rattana")
    for good in (
        GOOD,
        BETTER,
        "correct horse",
        "xkq9-vv3-trn",
        "เรือในคลองตอนเช้า",
        "川の船はしずか",
        "a boat of mangos",
    ):
        assert not is_common(good, "Ann")


def test_names_that_look_like_anothers_are_refused(server: Running) -> None:
    account(server, "Alice Wood")
    other = Player(server.base)
    for alike in (
        "AIice Wood",
        "A1ice W00d",
        "alice-wood",
        "ａｌｉｃｅ wood",
        "Alice  Wood.",
        "ALICE VVOOD",
        "Аӏісе Ԝооԁ",
    ):
        assert look(alike) == look("Alice Wood"), alike
    for alike in ("AIice Wood", "Аӏісе Ԝооԁ"):
        assert other.refused("/api/account", {"name": alike, "password": GOOD}) == "name_taken"


def test_letters_of_scripts_that_look_alike_are_not_mixed(ann: Player) -> None:
    assert ann.refused("/api/account", {"name": "Вoris", "password": GOOD}) == "mixed_name"
    for fine in ("Борис", "Boris", "สมชาย Boris", "やまだ Ann", "Άννα", "José"):
        assert not is_mixed(fine)
    assert look("สมชาย") != look("สมชัย")
    assert look("🦊") != look("🐼")


def test_a_password_can_be_changed_by_who_knows_the_old_one(server: Running) -> None:
    ann, name = account(server)
    assert ann.refused("/api/password", {"old": "not the old one", "new": BETTER}) == "wrong_login"
    assert ann.refused("/api/password", {"old": GOOD, "new": "password1"}) == "common_password"
    assert ann.post("/api/password", {"old": GOOD, "new": BETTER}).status_code == 204
    elsewhere = Player(server.base)
    assert elsewhere.refused("/api/login", {"name": name, "password": GOOD}) == "wrong_login"
    assert elsewhere.ask("/api/login", {"name": name, "password": BETTER})["id"] == ann.get("/api/me")["id"]
    assert Player(server.base).refused("/api/password", {"old": GOOD, "new": BETTER}) == "no_account"


@pytest.mark.parametrize("way", ["/api/password", "/api/logout/others"])
def test_other_sessions_end_at_once_and_this_one_goes_on(way: str, server: Running) -> None:
    ann, name = account(server)
    table = ann.table(seats="me me")["table"]["id"]
    thief = Player(server.base)
    thief.ask("/api/login", {"name": name, "password": GOOD})
    assert thief.look(table)["you"]["seats"] == [0, 1]
    with thief.socket(table) as line:
        body = {"old": GOOD, "new": BETTER} if way == "/api/password" else {}
        assert ann.post(way, body).status_code == 204
        assert line.closing() == ("logout", 1008)
    assert thief.http.get(f"/api/tables/{table}").status_code == 404
    assert thief.move(table, 0, "place temple").status_code == 401
    with ann.socket(table) as line:
        assert line.move(0, "place temple")["ply"] == 1


def test_a_flood_of_passwords_is_looked_at_one_after_the_other(server: Running) -> None:
    identity = server.context.identity
    identity._waiting = 10**6
    try:
        answer = httpx.post(
            f"{server.base}/api/login",
            json={"name": "Ann", "password": GOOD},
            cookies=dict(Player(server.base).http.cookies),
            timeout=PATIENCE,
        )
        assert (answer.status_code, answer.json()["code"]) == (429, "busy")
    finally:
        identity._waiting = 0


def test_accounts_that_look_alike_already_stay_when_an_old_database_is_opened(sqlite: str) -> None:
    engine = create_engine(f"sqlite:///{sqlite}")
    with engine.begin() as connection:
        command.upgrade(migrations(connection), "0001")
    engine.dispose()
    with closing(sqlite3.connect(sqlite)) as opened, opened:
        rows = [("a", "Alice", "alice", 1.0), ("b", "AIice", "aiice", 2.0), ("c", "Guest", None, 3.0)]
        opened.executemany("INSERT INTO people (id, name, account, created) VALUES (?, ?, ?, ?)", rows)
    asyncio.run(bring_up_to_date(sqlite))
    with closing(sqlite3.connect(sqlite)) as opened:
        assert opened.execute("SELECT id, look FROM people ORDER BY id").fetchall() == [
            ("a", look("alice")),
            ("b", None),
            ("c", None),
        ]
