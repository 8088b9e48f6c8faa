"""A table's life over HTTP: made, joined, started, played, left, taken back, played again."""

from __future__ import annotations

import random
import tomllib
from typing import Any

import pytest

from khlong.games import our_games
from khlong.table import commitment, game_names, table_from_record
from tests.server.client import Player, new_id


def finish(table: str, players: list[Player], dice: random.Random) -> dict[str, Any]:
    """Plays to the end, everybody in turn."""
    while True:
        for player in players:
            seen = player.play(table, dice, 50)
        if seen["table"]["status"] == "over":
            return seen


def test_a_table_waits_for_people_and_starts_by_itself(ann: Player, bo: Player) -> None:
    made = ann.table(seats="me open")
    table = made["table"]["id"]
    assert made["table"]["status"] == "open"
    assert ann.move(table, 0, "place temple").json()["code"] == "not_started"
    joined = bo.ask(f"/api/tables/{table}/join", {"invite": made["table"]["invite"]})
    assert joined["table"]["status"] == "playing"
    assert [seat["name"] for seat in joined["seats"]] == ["Ann", "Bo"]
    assert joined["you"] == {"seats": [1], "spectator": False}


def test_the_host_can_start_by_hand_once_seats_are_full(ann: Player, bo: Player) -> None:
    table = ann.table(seats="me open", start=False, public=True)["table"]["id"]
    assert ann.refused(f"/api/tables/{table}/start") == "seats_open"
    bo.ask(f"/api/tables/{table}/join")
    assert bo.refused(f"/api/tables/{table}/start") == "forbidden"
    assert ann.ask(f"/api/tables/{table}/start")["table"]["status"] == "playing"


def test_the_host_fills_and_frees_seats_with_bots_before_the_game(ann: Player) -> None:
    table = ann.table(seats="me open open", start=False)["table"]["id"]
    seats = ann.ask(f"/api/tables/{table}/seats/1", {"bot": "random"})["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "bot", "open"]
    seats = ann.ask(f"/api/tables/{table}/seats/1", {"bot": None})["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "open", "open"]
    assert ann.refused(f"/api/tables/{table}/seats/7", {"bot": "random"}) == "no_such_seat"
    assert ann.refused(f"/api/tables/{table}/seats/1", {"bot": "deep-blue"}) == "unknown_bot"


@pytest.mark.parametrize("game", game_names())
def test_a_game_is_played_to_its_end_and_its_record_is_proved(
    game: str, ann: Player, bo: Player, dice: random.Random
) -> None:
    made = ann.table(game, seats="me open")
    table, promised = made["table"]["id"], made["table"]["commitment"]
    bo.ask(f"/api/tables/{table}/join", {"invite": made["table"]["invite"]})
    assert made["table"]["seed"] is None
    over = finish(table, [ann, bo], dice)
    assert over["result"]["winners"]
    assert commitment(int(over["table"]["seed"])) == promised
    record = ann.get(f"/api/tables/{table}/record")
    replayed = table_from_record(record)
    assert replayed.over
    assert (replayed.dice, replayed.known_rolls, replayed.seed) == ("sha256", {}, int(over["table"]["seed"]))
    assert ann.move(table, over["ply"], "place temple").json()["code"] == "over"


def test_hot_seat_several_seats_of_one_person_with_names_of_their_own(ann: Player, dice: random.Random) -> None:
    seats = [{"kind": "me", "name": "Mum"}, {"kind": "me", "name": "Dad"}]
    made = ann.ask("/api/tables", {"game": "floating-market", "seats": seats})
    assert [seat["name"] for seat in made["seats"]] == ["Mum", "Dad"]
    assert made["you"]["seats"] == [0, 1]
    assert ann.play(made["table"]["id"], dice, 20)["ply"] == 20


def test_people_leave_an_open_table_and_their_seat_is_free_again(ann: Player, bo: Player) -> None:
    table = ann.table(seats="me open open", public=True)["table"]["id"]
    bo.ask(f"/api/tables/{table}/join", {"seat": 2})
    left = bo.ask(f"/api/tables/{table}/leave")
    assert [seat["kind"] for seat in left["seats"]] == ["person", "open", "open"]


def test_a_leaver_never_blocks_a_table_and_can_come_back(ann: Player, bo: Player, dice: random.Random) -> None:
    made = ann.table(seats="me open", public=True)
    table = made["table"]["id"]
    bo.ask(f"/api/tables/{table}/join")
    left = bo.ask(f"/api/tables/{table}/leave")
    assert left["seats"][1]["kind"] == "bot"
    assert left["seats"][1]["returns"]
    with ann.socket(table) as line:
        seen = line.welcome["snapshot"]
        while seen["ply"] < 30:
            if seen["moves"]:
                line.send(type="move", id=new_id(), ply=seen["ply"], move=dice.choice(seen["moves"])["notation"])
            seen = line.until("update")["snapshot"]
    back = bo.ask(f"/api/tables/{table}/seats/1", {"bot": None})
    assert back["seats"][1]["kind"] == "person"
    assert any(move["seat"] == 1 and move["by"] == "bot" for move in ann.get(f"/api/tables/{table}/events")["moves"])


def test_others_vote_a_bot_into_a_seat_that_keeps_them_waiting(ann: Player, bo: Player, dice: random.Random) -> None:
    chai = Player(ann.base, "Chai")
    table = ann.table(seats="me open open", public=True)["table"]["id"]
    for player in (bo, chai):
        player.ask(f"/api/tables/{table}/join")
    people = [ann, bo, chai]
    turn = ann.look(table)["question"]["seat"]
    others = [player for seat, player in enumerate(people) if seat != turn]
    assert people[turn].refused(f"/api/tables/{table}/vote", {"seat": turn}) == "forbidden"
    watcher = Player(ann.base)
    assert watcher.refused(f"/api/tables/{table}/vote", {"seat": turn}) == "forbidden"
    idle = next(seat for seat in range(3) if seat != turn and people[seat] is not others[0])
    assert others[0].refused(f"/api/tables/{table}/vote", {"seat": idle}) == "no_vote"
    first = others[0].ask(f"/api/tables/{table}/vote", {"seat": turn})
    assert (first["seats"][turn]["kind"], first["seats"][turn]["votes"]) == ("person", 1)
    again = others[0].ask(f"/api/tables/{table}/vote", {"seat": turn})
    assert again["seats"][turn]["votes"] == 1
    second = others[1].ask(f"/api/tables/{table}/vote", {"seat": turn})
    assert second["seats"][turn]["kind"] == "bot"


def test_a_private_table_is_seen_only_with_its_link(ann: Player, bo: Player) -> None:
    made = ann.table(seats="me open")
    table = made["table"]["id"]
    assert bo.http.get(f"/api/tables/{table}").status_code == 404
    assert bo.refused(f"/api/tables/{table}/join") == "not_found"
    assert bo.look(table, invite=made["table"]["invite"])["you"]["spectator"]
    assert bo.look(table, invite=made["table"]["invite"])["table"]["invite"] is None
    assert bo.http.get(f"/api/tables/{table}/qr", params={"invite": made["table"]["invite"]}).text.startswith("<?xml")


def test_lists_show_open_tables_and_ones_own_with_whose_turn_it_is(ann: Player, bo: Player) -> None:
    shown = ann.table(seats="me open", public=True)["table"]["id"]
    hidden = ann.table(seats="me open")["table"]["id"]
    playing = ann.table(seats="me me", public=True)["table"]["id"]
    offered = {line["id"] for line in bo.get("/api/tables")}
    assert shown in offered
    assert not offered & {hidden, playing}
    mine = {line["id"]: line for line in ann.get("/api/tables", which="mine")}
    assert set(mine) == {shown, hidden, playing}
    assert mine[playing]["turn"] in (0, 1)
    assert mine[playing]["yours"] == [0, 1]
    assert playing in {line["id"] for line in bo.get("/api/tables", which="watch")}
    assert bo.get("/api/tables", which="mine") == []


def test_undo_goes_back_inside_ones_own_turn_and_no_further(ann: Player, dice: random.Random) -> None:
    table = ann.table("phraya", seats="me me")["table"]["id"]
    seen = ann.look(table)
    undone = refused = 0
    while seen["ply"] < 120:
        before, seat = seen["ply"], seen["question"]["seat"]
        view = seen["view"]
        seen = ann.play(table, dice, 1)
        answer = ann.post(f"/api/tables/{table}/undo", {"id": new_id(), "ply": seen["ply"]})
        if seen["undo"]["allowed"]:
            assert answer.json()["ply"] == before
            back = ann.look(table)
            assert back["view"] == view
            assert back["question"]["seat"] == seat
            undone += 1
            seen = ann.play(table, dice, 1)
        else:
            assert answer.json()["code"] == "barrier"
            assert seen["undo"]["barrier"] or seen["question"]["seat"] != seat
            refused += 1
    assert undone > 10
    assert refused > 10


def test_a_rematch_is_made_once_and_people_find_it(ann: Player, bo: Player, dice: random.Random) -> None:
    made = ann.table(seats="me open random", public=False)
    table = made["table"]["id"]
    bo.ask(f"/api/tables/{table}/join", {"invite": made["table"]["invite"]})
    assert ann.refused(f"/api/tables/{table}/rematch") == "not_over"
    over = finish(table, [ann, bo], dice)
    assert over["table"]["status"] == "over"
    offered = ann.ask(f"/api/tables/{table}/rematch")["table"]
    assert bo.ask(f"/api/tables/{table}/rematch")["table"] == offered
    assert bo.look(table)["rematch"] == offered
    again = bo.ask(f"/api/tables/{offered}/join", {"invite": made["table"]["invite"]})
    assert [seat["kind"] for seat in again["seats"]] == ["person", "person", "bot"]
    assert again["table"]["status"] == "playing"
    assert again["table"]["commitment"] != over["table"]["commitment"]


def test_looking_back_shows_the_table_as_it_was(ann: Player, dice: random.Random) -> None:
    table = ann.table(seats="me me")["table"]["id"]
    views = []
    for ply in range(12):
        views.append(ann.look(table)["view"])
        ann.play(table, dice, 1)
        assert ann.look(table)["ply"] == ply + 1
    for ply, view in enumerate(views):
        then = ann.look(table, ply=ply)
        assert (then["ply"], then["view"], then["moves"]) == (ply, view, [])
    assert ann.http.get(f"/api/tables/{table}", params={"ply": 99}).json()["code"] == "no_such_ply"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"game": "floating-market", "players": 9}, "bad_table"),
        ({"game": "floating-market", "options": {"goal": "6"}}, "bad_table"),
        ({"game": "floating-market", "players": 2, "seats": [{"kind": "me"}] * 3}, "bad_table"),
        ({"game": "floating-market", "players": 2, "seats": [{"kind": "bot", "bot": "hal"}]}, "unknown_bot"),
        ({"game": "floating-market", "pace": {"kind": "move"}}, "bad_table"),
        ({"game": "floating-market", "players": 2.5}, "bad_request"),
        ({"game": "floating-market", "players": True}, "bad_request"),
        ({"game": "floating-market", "seed": 5}, "bad_request"),
        ({"game": "floating-market", "components": "not TOML"}, "bad_components"),
        ({"game": "floating-market", "players": 2, "position": {"round": "x"}}, "bad_table"),
    ],
)
def test_wishes_that_cannot_be_are_refused_with_a_reason(ann: Player, wish: dict[str, Any], code: str) -> None:
    assert ann.refused("/api/tables", wish) == code


def test_a_position_is_judged_with_the_dice_of_its_table(ann: Player) -> None:
    """With two players one fruit is not in the game, and which one nobody knows before."""
    wish = {"game": "floating-market", "players": 2, "position": {"seats": [{"fruit": ["mango", "banana", "papaya"]}]}}
    answers = {ann.post("/api/tables", wish).status_code for _ in range(40)}
    assert answers <= {201, 422}


def test_a_table_can_have_components_of_its_own(ann: Player, dice: random.Random) -> None:
    from importlib.resources import files

    own_components = (files("khlong.games.floating_market") / "components.toml").read_text(encoding="utf-8")
    assert "mango" in own_components
    made = ann.table(seats="me me", components=own_components.replace("mango", "durian"), absence={"bot": "random"})
    assert "durian" in {boat["fruit"] for boat in made["view"]["boats"]}
    assert ann.play(made["table"]["id"], dice, 9)["ply"] == 9
    for seat in (0, 1):
        ann.ask(f"/api/tables/{made['table']['id']}/seats/{seat}", {"bot": "random"})
    with ann.socket(made["table"]["id"]) as line:
        assert line.until_ply(10)["snapshot"]["ply"] >= 10


@pytest.mark.parametrize("wish", ["tables", "records"])
@pytest.mark.parametrize(
    "text", [".".join("a" * 30_000) + "=1", "[" + "a." * 29_000, "a=" + "[" * 50_000, "a=" + "{a=" * 9_000]
)
def test_components_that_would_take_long_to_read_are_not_read(
    ann: Player, text: str, wish: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """60 kB of `a.a.a…` took half a minute, in which nobody else was answered."""
    monkeypatch.setattr(tomllib, "loads", None)
    body = {"game": "floating-market"} if wish == "tables" else {"record": {"game": "floating-market"}}
    answer = ann.post(f"/api/{wish}", body | {"components": text[:60_000]})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_components")
    assert "nested" in answer.json()["message"]


def test_a_board_can_be_looked_at_before_there_is_a_table(ann: Player) -> None:
    path = "/api/games/phraya/beginning"
    view = ann.get(path, players=2, option="board=4a-2b-3a-1b")["view"]
    assert (view["board"], len(view["stalls"]), view["round"]) == ("4a-2b-3a-1b", 48, 0)
    assert ann.get(path, players=2, option="board=1a-2b-3a-4b")["view"]["stalls"] != view["stalls"]
    for odd in (["board=1a"], ["edition=prototype", "start=asymmetric"], ["no=such"]):
        answer = ann.http.get(path, params={"players": 2, "option": odd})
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_options"), odd
    assert ann.http.get(path, params={"players": 2, "option": "board"}).status_code == 422
    assert ann.http.get("/api/games/ludo/beginning", params={"players": 2}).json()["code"] == "unknown_game"


def test_games_say_which_choices_do_not_go_together(ann: Player) -> None:
    games = {game["name"]: game for game in ann.get("/api/games")}
    assert {"options": {"edition": "prototype", "start": "asymmetric"}, "players": None} in games["phraya"]["clashes"]
    assert {"options": {"goal": "7"}, "players": 2} in games["floating-market"]["clashes"]


def test_pages_that_were_built_without_a_game_can_ask_for_its_words(ann: Player) -> None:
    for name in game_names():
        english, thai = (ann.get(f"/api/games/{name}/words/{language}") for language in ("en", "th"))
        assert english.keys() == thai.keys()
        assert name not in our_games() or english["title"]
        assert english["event.moved"] == "{player}: {move}."
    assert ann.http.get("/api/games/ludo/words/en").json()["code"] == "unknown_game"
    assert ann.http.get(f"/api/games/{name}/words/de").status_code == 422


def test_the_whole_rules_are_told_for_any_table_and_for_that_at_which_one_sits(ann: Player) -> None:
    plain = ann.get("/api/games/phraya/rules/en")
    assert {"chapters", "rulings", "box", "sources"} == set(plain)
    two = ann.get("/api/games/phraya/rules/ja", players=2, option="edition=prototype")
    assert two["chapters"][0]["title"] == "目的"
    for path, options in (
        ("/api/games/phraya/rules/en", {"option": "edition=third"}),
        ("/api/games/phraya/rules/en", {"players": 9}),
    ):
        refused = ann.http.get(path, params=options)
        assert (refused.status_code, refused.json()["code"]) == (422, "bad_options")
    assert ann.http.get("/api/games/ludo/rules/en").json()["code"] == "unknown_game"
    assert ann.http.get("/api/games/phraya/rules/fr").status_code == 422
    table = ann.table("phraya", seats="me me", options={"edition": "prototype"})["table"]["id"]
    end = ann.get(f"/api/tables/{table}/rules/en")["chapters"][0]["entries"][1]
    assert "round is played to its end" in end["sentences"][-1]["text"]
