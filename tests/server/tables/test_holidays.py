"""Days away: in games over days the clock stands, all are told, and one has only so many of them."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from tests.patience import PATIENCE
from tests.server.client import Player
from tests.server.conftest import NewDatabase
from tests.server.servers import Running, running

from .test_absence import DAY, HOUR, together, wait

OVER_DAYS: dict[str, Any] = {"pace": {"kind": "move", "seconds": DAY}}


def away(player: Player, days: float, after: float = 0.0) -> Any:
    now = time.time()
    return player.ask("/api/me/holidays", {"begins": now + after * DAY, "ends": now + (after + days) * DAY})


def time_left(player: Player, table: str) -> float:
    return float(player.look(table)["clock"]["left"])


def test_the_clock_of_who_is_away_stands_and_all_at_the_table_are_told(new_database: NewDatabase) -> None:
    database = new_database()
    with running(database) as server:
        table, turn, people = together(server, **OVER_DAYS)
        asked, other = people[turn], people[1 - turn]
        with other.socket(table) as line:
            away(asked, 3)
            told = line.until("chat")
            assert (told["notice"], told["seat"], told["name"]) == ("holiday", turn, ("Ann", "Bo")[turn])
        assert 4 * DAY - HOUR < time_left(other, table) <= 4 * DAY
        holiday = other.look(table)["seats"][turn]["holiday"]
        assert 3 * DAY - HOUR < holiday["ends"] - time.time() <= 3 * DAY
        wait(server, table, 30 * DAY)
        assert other.refused(f"/api/tables/{table}/vote", {"seat": turn}) == "on_holiday"
    with running(database) as server:
        asked, other = asked.back(server.base), other.back(server.base)
        assert 4 * DAY - HOUR < time_left(other, table) <= 4 * DAY
        asked.ask("/api/me/holidays/end")
        assert DAY - HOUR < time_left(other, table) <= DAY + 1
        assert other.look(table)["seats"][turn]["holiday"] is None
        seen = asked.look(table)
        assert asked.move(table, seen["ply"], seen["moves"][0]["notation"]).status_code == 200
        assert time_left(other, table) <= DAY + 1


def test_days_away_within_a_year_are_counted_and_given_back(server: Running) -> None:
    ann = Player(server.base)
    now = time.time()
    assert away(ann, 20)["left"] == 8
    too_long = {"begins": now + 30 * DAY, "ends": now + 39 * DAY}
    assert ann.refused("/api/me/holidays", too_long) == "too_long_away"
    assert ann.refused("/api/me/holidays", {"begins": now + 5 * DAY, "ends": now + 6 * DAY}) == "two_holidays"
    assert ann.refused("/api/me/holidays", {"begins": now + DAY, "ends": now}) == "bad_holiday"
    assert ann.ask("/api/me/holidays/end")["left"] == 28
    assert [each["ends"] > now for each in away(ann, 28, after=1)["holidays"]] == [True]


def test_quick_games_know_no_holidays_and_games_over_days_that_one_joins_do(server: Running) -> None:
    ann, bo = Player(server.base, "Ann"), Player(server.base, "Bo")
    away(bo, 3)
    for seconds, known in ((60.0, False), (DAY, True)):
        made = ann.table(seats="me open", public=True, pace={"kind": "move", "seconds": seconds})
        table = made["table"]["id"]
        bo.ask(f"/api/tables/{table}/join")
        assert (ann.look(table)["seats"][1]["holiday"] is not None) == known


def test_time_that_is_up_waits_for_the_end_of_a_holiday(server: Running) -> None:
    table, turn, people = together(server, **OVER_DAYS)
    away(people[turn], 2)

    async def up_to() -> float:
        return float(server.context.tables.in_memory[table].time_up or 0) - time.monotonic()

    left = asyncio.run_coroutine_threadsafe(up_to(), server.loop).result(PATIENCE)
    assert 3 * DAY - HOUR < left <= 3 * DAY
