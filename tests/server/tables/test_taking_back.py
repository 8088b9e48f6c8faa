"""Taking one's last move back after others have moved: at once among bots, by agreement among people."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from khlong.games import game_named, our_games
from khlong.server.errors import Refusal
from khlong.server.storage import Person
from khlong.server.storage.log import Chat, Happening, Move, Undo
from khlong.server.tables.commands import play_bot_move
from khlong.server.tables.new_table import plan_table
from khlong.server.tables.room import Room
from khlong.server.tables.service import _tried
from khlong.server.wire.messages import NewTable, SeatWish
from tests.patience import PATIENCE
from tests.server.client import Player, new_id
from tests.server.servers import Running

FIRST = {"begins": "0"}


def back(player: Player, table: str, ply: int) -> dict[str, Any]:
    answer: dict[str, Any] = player.ask(f"/api/tables/{table}/back", {"id": new_id(), "ply": ply})
    return answer


def turn(player: Player, table: str) -> None:
    """A first turn: a customer, a tile and a die."""
    for ply, move in enumerate(("place temple", "tile +4", "die d6")):
        assert player.move(table, ply, move).status_code == 200


def two(ann: Player, bo: Player, **more: Any) -> str:
    """A table at which Ann has made her first turn, so that Bo is asked."""
    made = ann.table(seats="me open", options=FIRST, **more)
    table: str = made["table"]["id"]
    bo.ask(f"/api/tables/{table}/join", {"invite": made["table"]["invite"]})
    turn(ann, table)
    return table


def awaited(player: Player, table: str) -> dict[str, Any]:
    """The table once seat 0 is asked again."""
    until = time.monotonic() + PATIENCE
    while (seen := player.look(table))["question"]["seat"] != 0:
        assert time.monotonic() < until
        time.sleep(0.05)
    return seen


def test_among_bots_a_move_is_taken_back_at_once_with_all_that_came_after_it(ann: Player) -> None:
    table = ann.table(seats="me random random", options=FIRST)["table"]["id"]
    turn(ann, table)
    seen = awaited(ann, table)
    assert seen["question"] == {"seat": 0, "key": "customer"}
    assert (seen["undo"]["allowed"], seen["undo"]["back"][0]) == (False, 2)
    then = back(ann, table, seen["ply"])
    assert (then["ply"], then["question"]) == (2, {"seat": 0, "key": "die"})
    assert then["undo"]["allowed"], "and from there on it goes back as ever"
    assert ann.move(table, 2, "die d12").status_code == 200


def test_people_are_asked_and_all_must_agree(ann: Player, bo: Player) -> None:
    table = two(ann, bo)
    asked = back(ann, table, 3)
    assert asked["ply"] == 3
    assert asked["undo"]["request"] == {"seat": 0, "ply": 2, "awaited": [1]}
    assert ann.refused(f"/api/tables/{table}/back", {"id": new_id(), "ply": 3}) == "asked_already"
    assert ann.refused(f"/api/tables/{table}/back/answer", {"agree": True}) == "forbidden", (
        "nobody agrees with themselves"
    )
    agreed = bo.ask(f"/api/tables/{table}/back/answer", {"agree": True})
    assert (agreed["ply"], agreed["undo"]["request"]) == (2, None)
    assert [line["notice"] for line in agreed["chat"]] == ["ask-back", "agree-back"]


@pytest.mark.parametrize("who", ["ann", "bo"])
def test_one_refusal_is_enough_and_who_asked_can_withdraw(ann: Player, bo: Player, who: str) -> None:
    table = two(ann, bo)
    back(ann, table, 3)
    after = (ann if who == "ann" else bo).ask(f"/api/tables/{table}/back/answer", {"agree": False})
    assert (after["ply"], after["undo"]["request"]) == (3, None)
    assert bo.refused(f"/api/tables/{table}/back/answer", {"agree": True}) == "not_asked"


def test_whoever_plays_on_lets_it_stand(ann: Player, bo: Player) -> None:
    table = two(ann, bo)
    back(ann, table, 3)
    assert bo.move(table, 3, "place boatsman").status_code == 200
    assert bo.look(table)["undo"]["request"] is None


def test_those_who_watch_have_no_say(ann: Player, bo: Player, server: Running) -> None:
    table, cat = two(ann, bo, public=True), Player(server.base, "Cat")
    assert cat.refused(f"/api/tables/{table}/back", {"id": new_id(), "ply": 3}) == "forbidden"
    back(ann, table, 3)
    assert cat.refused(f"/api/tables/{table}/back/answer", {"agree": True}) == "forbidden"
    assert ann.look(table)["ply"] == 3


@pytest.mark.parametrize("game", our_games())
def test_nothing_goes_back_past_a_roll_or_a_draw(game: str, ann: Player, dice: random.Random) -> None:
    """The words of a ply's dice are fixed by the seed: whoever went back would know how they fall."""
    table = ann.table(game, seats="me me")["table"]["id"]
    refused = allowed = last_chance = 0
    for _ in range(150):
        seen = ann.play(table, dice)
        if seen["question"] is None:
            break
        if seen["undo"]["barrier"]:
            last_chance = seen["ply"]
        targets = [ply for ply in seen["undo"]["back"] if ply is not None]
        assert all(ply >= last_chance for ply in targets)
        if targets:
            allowed += 1
        else:
            assert ann.refused(f"/api/tables/{table}/back", {"id": new_id(), "ply": seen["ply"]}) == "barrier"
            refused += 1
    assert allowed > 5
    assert refused


def test_the_clock_of_whoever_is_asked_again_starts_anew(ann: Player, bo: Player) -> None:
    table = two(ann, bo, pace={"kind": "move", "seconds": 60.0})
    back(ann, table, 3)
    bo.ask(f"/api/tables/{table}/back/answer", {"agree": True})
    clock = ann.look(table)["clock"]
    assert clock["seat"] == 0
    assert clock["left"] > 55


def test_a_request_that_is_sent_twice_is_made_once(ann: Player, bo: Player) -> None:
    table = two(ann, bo)
    message = new_id()
    for _ in range(2):
        ann.ask(f"/api/tables/{table}/back", {"id": message, "ply": 3})
    assert [line["notice"] for line in ann.look(table)["chat"]] == ["ask-back"]


def test_a_bots_move_is_stale_where_others_were_made_meanwhile_even_as_many() -> None:
    ann = Person("ann", "Ann", None)
    wish = NewTable(game="floating-market", options=FIRST, seats=[SeatWish(kind="me"), SeatWish(kind="bot")])
    header, seated = plan_table(ann, wish)
    room = _tried(Room(header, game_named("floating-market")), seated, ann, None)[1]

    def after(room: Room, *happenings: Happening) -> Room:
        return _tried(room, happenings, ann, None)[1]

    first = after(room, *(Move(0, move, "person") for move in ("place temple", "tile +4", "die d6")))
    bot = first.bot_to_move
    assert bot is not None
    other = after(first, Undo(0), Move(0, "die d12", "person"))
    assert other.table.ply == first.table.ply
    assert play_bot_move(bot, other, "place boatsman", "bot", after(other, Chat("Ann", "Hm.", 0)))
    with pytest.raises(Refusal, match="went on"):
        play_bot_move(bot, first, "place boatsman", "bot", other)
