"""Seats whose people keep a table waiting: what was settled before holds, and they get them back."""

from __future__ import annotations

import asyncio
import time
from importlib.resources import files
from typing import Any

import pytest
from sqlalchemy import text

from khlong.server.storage import Person
from khlong.server.storage.engines import make_engine
from khlong.server.tables.games import find_game
from khlong.server.tables.new_table import plan_table
from khlong.server.tables.room import Room
from khlong.server.wire.messages import NewTable
from tests.patience import PATIENCE
from tests.server.client import Player
from tests.server.conftest import NewDatabase
from tests.server.servers import Running, running
from tests.web.positions import ending

DAY = 86_400.0
HOUR = 3600.0


def together(server: Running, players: int = 2, **wishes: Any) -> tuple[str, int, list[Player]]:
    """A table with everybody at it, whose turn it is, and they themselves."""
    people = [Player(server.base, name) for name in ("Ann", "Bo", "Chai", "Dao")[:players]]
    seats = " ".join(["me", *["open"] * (players - 1)])
    table = people[0].table(seats=seats, public=True, **wishes)["table"]["id"]
    for player in people[1:]:
        player.ask(f"/api/tables/{table}/join")
    return table, people[0].look(table)["question"]["seat"], people


def wait(server: Running, table: str, seconds: float) -> None:
    """The table has waited for so long."""

    async def age() -> None:
        live = server.context.tables.in_memory[table]
        live._asked_at = time.monotonic() - seconds

    asyncio.run_coroutine_threadsafe(age(), server.loop).result(PATIENCE)


@pytest.mark.parametrize(
    ("pace", "patience"),
    [({"kind": "none"}, 60), ({"kind": "move", "seconds": 60}, 60), ({"kind": "move", "seconds": DAY}, DAY / 2)],
)
def test_patience_follows_the_pace_of_the_table(sqlite: str, pace: dict[str, Any], patience: float) -> None:
    with running(sqlite, vote_patience=60) as server:
        table, turn, people = together(server, pace=pace)
        other = people[1 - turn]
        assert other.look(table)["table"]["absence"] == {
            "decide": "others",
            "bot": "medium",
            "patience": patience,
            "timeouts": 3,
        }
        wait(server, table, patience - 5)
        assert other.refused(f"/api/tables/{table}/vote", {"seat": turn}) == "too_early"
        wait(server, table, patience + 5)
        assert other.ask(f"/api/tables/{table}/vote", {"seat": turn})["seats"][turn]["kind"] == "bot"


def test_a_game_without_a_limit_that_is_played_over_days_is_patient(new_database: NewDatabase) -> None:
    """As long as people have taken before, however long the table was not in memory."""
    database = new_database()
    with running(database) as server:
        table, turn, people = together(server)
        seen = people[turn].look(table)
        people[turn].move(table, seen["ply"], seen["moves"][0]["notation"])
        asked = people[turn].look(table)["question"]["seat"]

    async def age(seconds: float, which: str) -> None:
        engine = make_engine(database)
        async with engine.begin() as connection:
            await connection.execute(text(f"UPDATE entries SET at = at - {seconds} WHERE {which}"))
            await connection.execute(text(f"UPDATE tables SET created = created - {seconds}"))
        await engine.dispose()

    asyncio.run(age(10 * HOUR, "kind != 'move'"))  # the first move took that long, the second is awaited since just now
    for waited, code in ((0.0, "too_early"), (9 * HOUR, "too_early"), (11 * HOUR, None)):
        asyncio.run(age(waited, "TRUE"))
        with running(database) as server:
            other = people[1 - asked].back(server.base)
            answer = other.post(f"/api/tables/{table}/vote", {"seat": asked})
            assert answer.json().get("code") == code, answer.text


def test_who_looks_at_the_table_is_waited_for_much_longer_than_who_is_away(sqlite: str) -> None:
    with running(sqlite, vote_patience=60) as server:
        table, turn, people = together(server)
        vote = f"/api/tables/{table}/vote"
        with people[turn].socket(table), people[1 - turn].socket(table) as line:
            while not line.welcome["snapshot"]["seats"][turn]["online"] and not line.heard[-1].get("seats"):
                line.receive()
            wait(server, table, 590)
            assert people[1 - turn].refused(vote, {"seat": turn}) == "too_early"
            line.close()
        with people[1 - turn].socket(table) as line:
            if line.welcome["snapshot"]["seats"][turn]["online"]:
                line.until_online(turn, False)
            assert people[1 - turn].ask(vote, {"seat": turn})["seats"][turn]["kind"] == "bot"


def test_what_was_settled_is_known_from_the_start_and_holds_whoever_votes(server: Running) -> None:
    table, turn, people = together(server, absence={"bot": "random", "patience": 3600.0})
    other = people[1 - turn]
    settled = {"decide": "others", "bot": "random", "patience": 3600.0, "timeouts": 3}
    assert [player.look(table)["table"]["absence"] for player in people] == [settled, settled]
    answer = other.post(f"/api/tables/{table}/vote", {"seat": turn, "bot": "easy"})
    assert answer.status_code == 422  # nobody chooses the bot
    assert "60 minutes more" in other.post(f"/api/tables/{table}/vote", {"seat": turn}).json()["message"]
    wait(server, table, 3601)
    assert other.ask(f"/api/tables/{table}/vote", {"seat": turn})["seats"][turn]["bot"] == "random"


def test_where_nobody_decides_no_seat_is_voted_away(server: Running) -> None:
    table, turn, people = together(server, absence={"decide": "nobody"})
    wait(server, table, 30 * DAY)
    assert people[1 - turn].refused(f"/api/tables/{table}/vote", {"seat": turn}) == "not_agreed"


def test_a_table_with_an_unknown_bot_for_the_absent_is_refused(server: Running) -> None:
    ann = Player(server.base)
    wish = {"game": "phraya", "seats": [{"kind": "me"}], "absence": {"bot": "deep-blue"}}
    assert ann.refused("/api/tables", wish) == "unknown_bot"


def test_a_table_whose_seats_were_refused_can_be_wished_for_again(server: Running) -> None:
    """Failures of files are remembered, but not what was wrong beside them."""
    own = (files("khlong.games.floating_market") / "components.toml").read_text(encoding="utf-8")
    wish = {"game": "floating-market", "players": 2, "components": own, "seats": [{"kind": "me"}] * 2}
    ann = Player(server.base)
    assert ann.refused("/api/tables", wish | {"absence": {"bot": "deep-blue"}}) == "unknown_bot"
    assert ann.ask("/api/tables", wish)["table"]["absence"]["bot"] == "medium"


def test_nobody_swaps_a_bot_for_another_in_play(server: Running) -> None:
    ann = Player(server.base)
    table = ann.table(seats="me random", options={"begins": "0"}, absence={"bot": "easy"})["table"]["id"]
    seats = f"/api/tables/{table}/seats"
    for bot in ("easy", "medium", "random", None):
        assert ann.refused(f"{seats}/1", {"bot": bot}) == "bots_own_seat"
    assert ann.refused(f"{seats}/0", {"bot": "medium"}) == "other_bot"
    assert ann.ask(f"{seats}/0", {"bot": "easy"})["seats"][0]["bot"] == "easy"
    assert ann.refused(f"{seats}/0", {"bot": "random"}) == "other_bot"
    assert ann.ask(f"{seats}/0", {"bot": None})["seats"][0]["kind"] == "person"
    assert [seat["bot"] for seat in ann.look(table)["seats"]] == [None, "random"]


def run_out(server: Running, table: str) -> None:
    """Time is up for whoever is asked."""

    async def end() -> None:
        server.context.tables.in_memory[table].time_up = time.monotonic() - 1

    asyncio.run_coroutine_threadsafe(end(), server.loop).result(PATIENCE)


def test_who_leaves_gives_the_seat_to_the_tables_bot(server: Running) -> None:
    table, _, people = together(server, absence={"bot": "random"})
    assert people[0].ask(f"/api/tables/{table}/leave")["seats"][0]["bot"] == "random"


def test_a_time_out_costs_one_move_and_several_in_a_row_the_seat_and_all_are_told(new_database: NewDatabase) -> None:
    """Who moves in person between two of them has all chances again. The log keeps it over a restart."""
    database = new_database()

    def await_turn() -> dict[str, Any]:
        while (seen := asked.look(table))["question"]["seat"] != turn:
            moves = other.look(table)["moves"]
            assert other.move(table, seen["ply"], moves[0]["notation"]).status_code == 200
        return seen

    def time_out(notice: str) -> dict[str, Any]:
        ply = await_turn()["ply"]
        with other.socket(table) as line:
            run_out(server, table)
            told = line.until("chat")
            assert (told["notice"], told["seat"], told["name"]) == (notice, turn, ("Ann", "Bo")[turn])
            line.until_ply(ply + 1)
        made = asked.get(f"/api/tables/{table}/events", after=ply)["moves"][0]
        seat: dict[str, Any] = asked.look(table)["seats"][turn]
        return seat | {"by": made["by"]}

    absence = {"bot": "random", "timeouts": 2}
    with running(database) as server:
        table, turn, people = together(server, pace={"kind": "move", "seconds": HOUR}, absence=absence)
        asked, other = people[turn], people[1 - turn]
        late = time_out("time-out")
        assert (late["kind"], late["timeouts"], late["by"]) == ("person", 1, "clock")
        seen = await_turn()
        assert seen["clock"]["left"] > HOUR - PATIENCE  # all the time for the next move
        assert asked.move(table, seen["ply"], seen["moves"][0]["notation"]).status_code == 200
        assert asked.look(table)["seats"][turn]["timeouts"] == 0
        assert time_out("time-out")["timeouts"] == 1
    with running(database) as server:
        asked, other = asked.back(server.base), other.back(server.base)
        assert asked.look(table)["seats"][turn]["timeouts"] == 1
        lost = time_out("clock")
        assert (lost["kind"], lost["bot"], lost["given"], lost["returns"]) == ("bot", "random", "clock", True)
        back = asked.ask(f"/api/tables/{table}/seats/{turn}", {"bot": None})["seats"][turn]
        assert (back["kind"], back["timeouts"]) == ("person", 0)


def test_a_server_that_ends_between_a_time_out_and_the_bots_move_makes_it_later(sqlite: str) -> None:
    with running(sqlite, bot_pace=10.0) as server:
        table, turn, people = together(server, pace={"kind": "move", "seconds": HOUR})
        ply = people[turn].look(table)["ply"]
        with people[1 - turn].socket(table) as line:
            run_out(server, table)
            line.until("chat")
        answer = people[turn].move(table, ply, "place temple")
        assert answer.json()["code"] == "not_your_turn"
    with running(sqlite) as server:
        other = people[1 - turn].back(server.base)
        with other.socket(table) as line:
            line.until_ply(ply + 1)


def test_tables_of_before_time_outs_cost_one_move_are_played_as_they_were(server: Running) -> None:
    room = Room(
        plan_table(Person("ann", "Ann", None), NewTable(game="floating-market"))[0], find_game("floating-market")
    )
    assert room.absence.timeouts == 1


def test_the_owner_of_a_seat_is_told_who_gave_it_away_and_gets_it_back(new_database: NewDatabase) -> None:
    database = new_database()
    with running(database) as server:
        table, turn, people = together(server, absence={"bot": "random"})
        owner, other = people[turn], people[1 - turn]
        with other.socket(table) as line:
            other.ask(f"/api/tables/{table}/vote", {"seat": turn})
            told = line.until("chat")
        assert (told["seat"], told["notice"], told["name"]) == (turn, "vote", ("Ann", "Bo")[turn])
    with running(database) as server:
        back = owner.back(server.base)
        seen = back.look(table)
        assert (seen["seats"][turn]["given"], seen["seats"][turn]["returns"]) == ("vote", True)
        assert [(line["seat"], line["notice"]) for line in seen["chat"]] == [(turn, "vote")]
        seen = back.ask(f"/api/tables/{table}/seats/{turn}", {"bot": None})
        assert (seen["seats"][turn]["kind"], seen["seats"][turn]["given"]) == ("person", None)
        assert [line["notice"] for line in seen["chat"]] == ["vote", "back"]


def test_a_rematch_and_a_record_gone_on_with_have_their_settings_too(server: Running) -> None:
    ann = Player(server.base)
    absence = {"decide": "nobody", "bot": "random", "patience": 600.0, "timeouts": 2}
    begun, last = ending("floating-market", 2)
    table = ann.table(seats="me me", absence=absence, **begun)["table"]["id"]
    assert ann.move(table, 0, last).status_code == 200
    assert ann.look(ann.ask(f"/api/tables/{table}/rematch")["table"])["table"]["absence"] == absence
    record = ann.get(f"/api/tables/{table}/record")
    again = ann.ask("/api/records", {"record": record, "mode": "continue", "ply": 0, "absence": absence})
    assert again["table"]["absence"] == absence
