"""A table whose log cannot be read: it is set aside and named, and nobody else notices."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing

import pytest

from tests.patience import PATIENCE
from tests.server.client import Player
from tests.server.servers import running

DAMAGES = {
    "an entry that is not JSON": "UPDATE entries SET body = '{' WHERE table_id = ? AND kind = 'move'",
    "an entry of no known kind": "UPDATE entries SET kind = 'dance' WHERE table_id = ? AND kind = 'move'",
    "an entry that is missing": "DELETE FROM entries WHERE table_id = ? AND number = 3",
    "an illegal move": "UPDATE entries SET body = replace(body, 'temple', 'moon') WHERE table_id = ? AND kind = 'move'",
    "a list for a body": "UPDATE entries SET body = '[]' WHERE table_id = ? AND kind = 'move'",
    "a seat that is not there": "UPDATE entries SET seat = 9, body = '{}' WHERE table_id = ? AND kind = 'move'",
    "options that are not JSON": "UPDATE tables SET options = '{' WHERE id = ?",
    "a seed that is no number": "UPDATE tables SET seed = 'x' WHERE id = ?",
    "seats that are not JSON": "UPDATE tables SET seats = '{' WHERE id = ?",
    "an opening that is none": "UPDATE tables SET opening = '[7]' WHERE id = ?",
}
ONLY_LISTED = "seats that are not JSON"  # the log has it all


def run(database: str, statement: str, values: Sequence[object] = ()) -> None:
    with closing(sqlite3.connect(database)) as opened, opened:
        assert opened.execute(statement, values).rowcount


def moved(player: Player, base: str) -> None:
    """Somebody goes on at another server."""
    player.base, player.http.base_url = base, base
    player.http.headers["Origin"] = base


def test_damaged_tables_are_set_aside_and_the_others_go_on(sqlite: str) -> None:
    with running(sqlite, bot_pace=10) as server:
        ann, bo = Player(server.base), Player(server.base)
        bad = {}
        for damage in DAMAGES:
            bad[damage] = ann.table(seats="me me", pace={"kind": "move", "seconds": 600})["table"]["id"]
            assert ann.move(bad[damage], 0, "place temple").status_code == 200
        good = bo.table(seats="random random", public=True)["table"]["id"]
        timed = bo.table(seats="me me", pace={"kind": "move", "seconds": 600})["table"]["id"]
    for damage, statement in DAMAGES.items():
        run(sqlite, statement, [bad[damage]])
        run(sqlite, "UPDATE tables SET version = 1, deadline = 1, bot_turn = 1 WHERE id = ?", [bad[damage]])
    with running(sqlite) as server:
        moved(ann, server.base)
        moved(bo, server.base)
        with bo.socket(good) as line:
            line.until_ply(4)  # its bots were set to work by the sweep that found the damaged tables first
        assert bo.look(timed)["clock"]["left"] > 0
        assert {table["id"] for table in bo.get("/api/tables", which="mine")} == {good, timed}
        assert ann.get("/api/tables", which="mine")
        for damage, table in bad.items():
            answer = ann.http.get(f"/api/tables/{table}")
            if damage == ONLY_LISTED:
                assert answer.json()["ply"] == 1
            else:
                assert (answer.status_code, damage) == (409, damage), answer.text
                assert answer.json()["code"] in ("damaged_table", "other_log")
                with ann.socket(table) as line:
                    assert line.welcome == {"type": "bye", "code": answer.json()["code"]}
            assert bo.http.get(f"/api/tables/{table}").json() == bo.http.get("/api/tables/nowhere").json()


def test_a_table_that_cannot_be_followed_any_more_keeps_no_other_from_those_who_look_after_it(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(sqlite) as server:
        ann = Player(server.base)
        bad, good = (ann.table(seats="me me", public=True)["table"]["id"] for _ in range(2))
        tables, background = server.context.tables, server.context.background
        looked_after = []

        async def follow(table: str, version: int) -> None:
            if table == bad:
                raise ZeroDivisionError

        async def waiting(*_: float) -> list[str]:
            return [bad, good]

        monkeypatch.setattr(tables, "catch_up", follow)
        monkeypatch.setattr(tables.store, "waiting_tables", waiting)
        monkeypatch.setattr(background, "attend", lambda live: looked_after.append(live.room.header.id))
        with ann.socket(bad):
            asyncio.run_coroutine_threadsafe(background._sweep(0), server.loop).result(PATIENCE)
        assert looked_after == [good]
