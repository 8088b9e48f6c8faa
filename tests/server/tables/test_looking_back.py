"""Games that are over: what was asked at any of their moments, what other moves would have done, and trying them."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest

from khlong.server.storage import Person
from khlong.server.tables.new_table import plan_again
from khlong.server.tables.room import Room
from khlong.server.wire.messages import Again
from khlong.table import GameOverError, IllegalMoveError
from tests.scenes import scenes_of
from tests.server.client import Player
from tests.server.servers import Running

GAME = "floating-market"


@pytest.fixture
def ended(ann: Player, dice: random.Random) -> str:
    """A game of Ann's alone at one screen, played to its end."""
    table: str = ann.table(GAME, "me me", options=dict(scenes_of(GAME).short))["table"]["id"]
    with ann.socket(table) as line:
        seen: dict[str, Any] = line.welcome["snapshot"]
        while seen["moves"]:
            seen = line.play(seen["ply"], dice.choice(seen["moves"])["notation"])["snapshot"]
    return table


def test_what_was_asked_and_every_answer_is_told_of_a_game_that_is_over(ann: Player, ended: str) -> None:
    made = ann.get(f"/api/tables/{ended}/events")["moves"]
    for ply in (0, 3, len(made) - 1):
        then = ann.look(ended, ply=ply)
        assert then["question"]["seat"] == made[ply]["seat"]
        assert made[ply]["move"] in {move["notation"] for move in then["moves"]}
        told = ann.get(f"/api/tables/{ended}/previews", ply=ply)
        assert told["ply"] == ply
        assert {each["move"] for each in told["previews"]} == {move["notation"] for move in then["moves"]}


def test_the_past_of_a_game_that_goes_on_offers_nothing(ann: Player, dice: random.Random) -> None:
    table = ann.table(GAME, "me me")["table"]["id"]
    ann.play(table, dice, 3)
    then = ann.look(table, ply=1)
    assert (then["question"], then["moves"]) == (None, [])
    assert ann.http.get(f"/api/tables/{table}/previews", params={"ply": 1}).json()["code"] == "stale"
    assert ann.http.get(f"/api/tables/{table}/story", params={"ply": 1, "move": "place temple"}).json()["code"] == (
        "not_over"
    )
    assert ann.refused(f"/api/tables/{table}/again", {"ply": 1, "seat": 0, "dice": "same"}) == "not_over"


def test_a_line_that_was_not_played_is_told_in_events(ann: Player, ended: str) -> None:
    made = ann.get(f"/api/tables/{ended}/events")["moves"]
    played = made[0]["move"]
    told = ann.get(f"/api/tables/{ended}/story", ply=0, move=[played])
    assert told["events"] == made[0]["events"]
    wrong = ann.http.get(f"/api/tables/{ended}/story", params={"ply": 0, "move": [played, "fly"]})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "illegal")


@pytest.mark.parametrize("kind", ["same", "other"])
def test_trying_again_goes_on_from_that_moment_with_the_dice_that_are_wished(
    ann: Player, ended: str, kind: str, dice: random.Random
) -> None:
    old = ann.get(f"/api/tables/{ended}/events")["moves"]
    start = next(move["ply"] for move in old if move["ply"] > 10 and move["seat"] == 0) - 1
    made = ann.ask(f"/api/tables/{ended}/again", {"ply": start, "seat": 0, "dice": kind, "bot": "random"})
    assert made["ply"] == start
    assert [seat["kind"] for seat in made["seats"]] == ["person", "bot"]
    assert ann.look(made["table"]["id"], ply=start)["view"] == ann.look(ended, ply=start)["view"]
    again = made["table"]["id"]
    same_dice = ann.look(again)["table"]["commitment"] == ann.look(ended)["table"]["commitment"]
    assert same_dice == (kind == "same"), "another seed, other dice"
    with ann.socket(again) as line:  # the same moves by the same seat as long as it is asked
        seen = line.welcome["snapshot"]
        while seen["moves"] and old[seen["ply"]]["seat"] == 0:
            seen = line.play(seen["ply"], old[seen["ply"]]["move"])["snapshot"]
    stopped = next(move["ply"] for move in old if move["ply"] > start and move["seat"] != 0) - 1
    then, was = ann.look(again, ply=stopped), ann.look(ended, ply=stopped)
    assert kind == "other" or then["view"] == was["view"]


def test_the_same_dice_fall_for_the_same_moves_to_the_end(server: Running, ann: Player, ended: str) -> None:
    """Nobody can make bots repeat themselves, so the old moves are made at the new table without them."""
    room = server.context.tables.in_memory[ended].room
    person = Person(ann.id, "Ann", None)
    header, _ = plan_again(person, room, Again(ply=2, seat=0, dice="same"))
    same = Room(header, room.game).table
    for move in room.table.moves[2:]:
        same.play(move)
    assert same.state == room.table.state
    header, _ = plan_again(person, room, Again(ply=2, seat=0, dice="other"))
    other = Room(header, room.game).table
    assert other.at(0).state == room.table.at(0).state, "what was drawn before the game is the same"
    with suppress(IllegalMoveError, GameOverError):
        for move in room.table.moves[2:]:
            other.play(move)
    assert other.state != room.table.state


def test_what_cannot_be_tried_again_is_refused_with_a_word(ann: Player, bo: Player, ended: str) -> None:
    last = ann.look(ended)["ply"]
    path = f"/api/tables/{ended}/again"
    assert ann.refused(path, {"ply": last, "seat": 0}) == "bad_table"
    assert ann.refused(path, {"ply": last + 5, "seat": 0}) == "bad_table"
    assert ann.refused(path, {"ply": 0, "seat": 7}) == "bad_table"
    assert ann.refused(path, {"ply": 0, "seat": 0, "bot": "nobody"}) == "unknown_bot"
    assert ann.refused(path, {"ply": 0, "seat": 0, "dice": "loaded"}) == "bad_request"
    assert bo.refused(path, {"ply": 0, "seat": 0}) == "not_found", "a private game is nobody else's"
