"""The socket of a table: what it tells, what it refuses, and how it mends what got lost."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.server.client import Player, Socket, new_id
from tests.server.servers import Running


@pytest.fixture
def table(ann: Player, bo: Player) -> str:
    """Ann and Bo, in the middle of nothing."""
    made = ann.table(seats="me open", public=True)
    bo.ask(f"/api/tables/{made['table']['id']}/join")
    return str(made["table"]["id"])


def by_turn(ann: Player, bo: Player, table: str) -> tuple[Player, Player]:
    seat = ann.look(table)["question"]["seat"]
    return (ann, bo) if seat == 0 else (bo, ann)


def test_everybody_hears_of_a_move_but_only_the_next_player_gets_moves(ann: Player, bo: Player, table: str) -> None:
    mover, other = by_turn(ann, bo, table)
    watcher = Player(ann.base)
    with mover.socket(table) as one, other.socket(table) as two, watcher.socket(table) as three:
        legal = one.welcome["snapshot"]["moves"]
        assert legal
        assert two.welcome["snapshot"]["moves"] == three.welcome["snapshot"]["moves"] == []
        assert three.welcome["snapshot"]["you"] == {"seats": [], "spectator": True}
        one.send(type="move", id="a", ply=0, move=legal[0]["notation"])
        shown = [line.until_ply(1) for line in (one, two, three)]
        views = [update["snapshot"]["view"] for update in shown]
        assert views[0] == views[1] == views[2]
        assert [made["move"] for made in shown[2]["made"]] == [legal[0]["notation"]]
        assert shown[2]["made"][0]["events"][0]["key"]


def test_a_repeated_move_is_made_once_and_answered_like_the_first(ann: Player, bo: Player, table: str) -> None:
    mover, _ = by_turn(ann, bo, table)
    with mover.socket(table) as line:
        move = line.welcome["snapshot"]["moves"][0]["notation"]
        first = line.move(0, move, "same")
        assert line.move(0, move, "same") == first
    with mover.socket(table) as line:
        assert line.move(0, move, "same") == first
        assert line.welcome["snapshot"]["ply"] == 1
    assert mover.move(table, 0, move, "same").json() == {"id": "same", "ply": 1}


def test_stale_illegal_and_foreign_moves_are_refused_with_a_code_and_the_ply(
    ann: Player, bo: Player, table: str
) -> None:
    mover, other = by_turn(ann, bo, table)
    watcher = Player(ann.base)
    with mover.socket(table) as one, other.socket(table) as two, watcher.socket(table) as three:
        move = one.welcome["snapshot"]["moves"][0]["notation"]
        assert one.move(0, "place moon")["code"] == "illegal"
        assert two.move(0, move)["code"] == "not_your_turn"
        assert three.move(0, move)["code"] == "forbidden"
        assert one.move(5, move)["code"] == "stale"
        assert one.move(0, move)["type"] == "ack"
        late = one.move(0, move)
        assert (late["code"], late["ply"]) == ("stale", 1)


def test_a_client_that_comes_back_is_told_what_it_missed(ann: Player, table: str, dice: random.Random) -> None:
    table = ann.table(seats="me me")["table"]["id"]
    with ann.socket(table) as line:
        assert line.welcome["made"] == []
    ann.play(table, dice, 7)
    with ann.socket(table, after=3) as line:
        assert [made["ply"] for made in line.welcome["made"]] == [4, 5, 6, 7]
    assert [made["ply"] for made in ann.get(f"/api/tables/{table}/events", after=5)["moves"]] == [6, 7]


def test_undo_over_the_socket(ann: Player) -> None:
    table = ann.table(seats="me me")["table"]["id"]
    with ann.socket(table) as line:
        line.move(0, "place temple")
        seen = line.until_ply(1)["snapshot"]
        assert (seen["undo"]["allowed"], seen["undo"]["barrier"]) == (True, False)
        line.send(type="undo", id="u", ply=1)
        assert line.until("ack") == {"type": "ack", "id": "u", "ply": 0}
        line.send(type="undo", id="u", ply=1)
        assert line.until("ack") == {"type": "ack", "id": "u", "ply": 0}
        line.send(type="undo", id="v", ply=0)
        assert line.until("refused")["code"] == "barrier"


def test_chat_reaches_everybody_as_clean_text(ann: Player, bo: Player, table: str) -> None:
    with ann.socket(table) as one, bo.socket(table) as two:
        one.send(type="chat", id="c", text="<b>hello</b>\u202e \x00 สวัสดี")
        said = two.until("chat")
        assert said["text"] == "<b>hello</b> สวัสดี"
        assert said["name"] == "Ann"
    assert bo.look(table)["chat"][-1]["text"] == "<b>hello</b> สวัสดี"


def test_presence_is_told(ann: Player, bo: Player, table: str) -> None:
    with ann.socket(table) as one:
        with bo.socket(table):
            one.until_online(1, True)
        one.until_online(1, False)


def test_two_tabs_of_one_person_both_stay_current(ann: Player) -> None:
    table = ann.table(seats="me me")["table"]["id"]
    with ann.socket(table) as one, ann.socket(table) as two:
        one.send(type="move", id="one", ply=0, move="place temple")
        two.send(type="move", id="two", ply=0, move="place temple")
        answers = sorted((one.until("ack", "refused")["type"], two.until("ack", "refused")["type"]))
        assert answers == ["ack", "refused"]
        assert one.until_ply(1)["snapshot"]["view"] == two.until_ply(1)["snapshot"]["view"]


@pytest.mark.parametrize(
    "raw",
    [
        "hello",
        "[]",
        "{}",
        '{"type":"move"}',
        '{"type":"move","id":"x","ply":0.0,"move":"place temple"}',
        '{"type":"move","id":"x","ply":"0","move":"place temple"}',
        '{"type":"move","id":"x","ply":NaN,"move":"place temple"}',
        '{"type":"move","id":"x","ply":1e400,"move":"place temple"}',
        '{"type":"move","id":"x","ply":-1,"move":"place temple"}',
        '{"type":"move","id":"x","ply":0,"move":7}',
        '{"type":"move","id":"x","ply":0,"move":"place temple","seat":1}',
        '{"type":"move","id":"","ply":0,"move":"place temple"}',
        '{"type":"chat","id":"x","text":"\\ud800"}',
        '{"type":"__proto__"}',
        "[" * 5000,
        '{"type":"ping"' + " " * 3000 + ",}",
    ],
)
def test_bad_messages_are_refused_and_the_line_stays_open(ann: Player, raw: str) -> None:
    table = ann.table(seats="me me")["table"]["id"]
    with ann.socket(table) as line:
        line.line.send(raw)
        assert line.until("refused")["code"] in ("bad_message", "empty")
        line.send(type="ping")
        assert line.until("pong")


def test_binary_frames_and_long_messages_end_the_line(ann: Player) -> None:
    table = ann.table(seats="me me")["table"]["id"]
    with ann.socket(table) as line:
        line.line.send(b"\x00\x01")
        assert line.closing() == ("binary", 1003)
    with ann.socket(table) as line:
        line.line.send("x" * 20_000)
        assert line.closing()[1] == 1009


def test_a_message_in_many_small_fragments_is_one_message(ann: Player) -> None:
    table = ann.table(seats="me me")["table"]["id"]
    with ann.socket(table) as line:
        line.line.send(iter('{"type":"ping"}'))
        assert line.until("pong")


@pytest.mark.parametrize("hello", [{"type": "ping"}, {"type": "hello", "protocol": 99}])
def test_who_does_not_say_hello_in_our_protocol_is_sent_away(ann: Player, hello: dict[str, Any]) -> None:
    table = ann.table(seats="me me")["table"]["id"]
    with Socket(ann, f"{ann.base.replace('http', 'ws')}/api/tables/{table}/socket", hello=False) as line:
        line.send(**hello)
        assert line.closing() == ("protocol", 1002)


def test_a_private_table_has_no_socket_for_strangers(ann: Player, bo: Player) -> None:
    made = ann.table(seats="me me")
    table, invite = made["table"]["id"], made["table"]["invite"]
    with Socket(bo, f"{bo.base.replace('http', 'ws')}/api/tables/{table}/socket", hello=False) as line:
        assert line.closing() == ("not_found", 1008)
    with bo.socket(table, invite=invite) as line:
        assert line.welcome["snapshot"]["you"]["spectator"]


def test_logout_ends_the_sockets_at_once(ann: Player) -> None:
    table = ann.table(seats="me me")["table"]["id"]
    with ann.socket(table) as line:
        assert ann.post("/api/logout").status_code == 204
        assert line.closing() == ("logout", 1008)
    assert ann.post("/api/logout").status_code == 401


def test_a_seat_that_was_handed_over_plays_no_more(ann: Player, bo: Player, table: str) -> None:
    mover, _ = by_turn(ann, bo, table)
    with mover.socket(table) as line:
        seat = line.welcome["snapshot"]["you"]["seats"][0]
        move = line.welcome["snapshot"]["moves"][0]["notation"]
        mover.ask(f"/api/tables/{table}/seats/{seat}", {"bot": "medium"})
        assert line.move(0, move, new_id())["code"] in ("stale", "not_your_turn")


def test_our_own_mistake_ends_the_line_and_the_client_can_come_back(
    ann: Player, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.table(seats="me me")["table"]["id"]

    async def stumble(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken, ann.socket(table) as line:
        broken.setattr(server.context.tables, "do", stumble)
        line.send(type="move", id="m1", ply=0, move="place temple")
        assert line.closing() == ("error", 1011)
    with ann.socket(table) as line:
        assert line.move(0, "place temple", "m1")["type"] == "ack"


def test_many_messages_at_once_are_answered_in_their_order(ann: Player) -> None:
    table = ann.table(seats="me me")["table"]["id"]
    with ann.socket(table) as line:
        for number in range(30):
            line.send(type="chat", id=f"c{number}", text=f"line {number}")
        answers = [line.until("ack")["id"] for _ in range(30)]
    assert answers == [f"c{number}" for number in range(30)]
    assert [said["text"] for said in ann.look(table)["chat"]] == [f"line {number}" for number in range(30)]
