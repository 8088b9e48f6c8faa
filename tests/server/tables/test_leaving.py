"""Ways out of a game, and back to the same table: resign, remove, close; seats that are kept."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from tests.server.client import Player
from tests.server.conftest import NewDatabase
from tests.server.servers import Running, running
from tests.web.positions import ending

USUAL = files("khlong.games.floating_market") / "components.toml"
OWN = USUAL.read_text(encoding="utf-8").replace("start = { value = 2", "start = { value = 5")


def listed(player: Player) -> dict[str, dict[str, Any]]:
    return {line["id"]: line for line in player.get("/api/tables", which="mine")}


def test_who_resigns_has_a_bot_play_on_for_good_and_can_remove_the_game(new_database: NewDatabase) -> None:
    database = new_database()
    with running(database) as server:
        ann, bo = Player(server.base, "Ann"), Player(server.base, "Bo")
        table = ann.table(seats="me open", public=True, absence={"bot": "random"})["table"]["id"]
        assert ann.refused(f"/api/tables/{table}/resign") == "not_playing"
        bo.ask(f"/api/tables/{table}/join")
        assert ann.refused(f"/api/tables/{table}/remove") == "still_playing"
        seen = ann.ask(f"/api/tables/{table}/resign")
        assert seen["table"]["status"] == "playing"
        assert (seen["seats"][0]["bot"], seen["seats"][0]["given"], seen["seats"][0]["returns"]) == (
            "random",
            "resigned",
            False,
        )
        assert (seen["chat"][-1]["notice"], seen["chat"][-1]["name"]) == ("resigned", "Ann")
        assert ann.refused(f"/api/tables/{table}/seats/0", {"bot": None}) == "resigned"
        assert ann.refused(f"/api/tables/{table}/resign") == "forbidden"
        assert listed(ann)[table]["seats"][0]["given"] == "resigned"
        ann.ask(f"/api/tables/{table}/remove")
        assert table not in listed(ann)
        assert table in listed(bo)
    with running(database) as server:
        ann, bo = ann.back(server.base), bo.back(server.base)
        assert ann.refused(f"/api/tables/{table}/seats/0", {"bot": None}) == "resigned"
        assert table not in listed(ann)
        over = bo.ask(f"/api/tables/{table}/resign")  # nobody is left
        assert (over["table"]["status"], over["question"], over["result"]) == ("over", None, None)


def test_a_host_closes_a_table_before_the_game_and_a_guest_leaves_it(ann: Player, bo: Player) -> None:
    table = ann.table(seats="me open open", public=True)["table"]["id"]
    bo.ask(f"/api/tables/{table}/join")
    assert bo.ask(f"/api/tables/{table}/remove")["seats"][1]["kind"] == "open"
    assert table not in listed(bo)
    bo.ask(f"/api/tables/{table}/join")
    ann.ask(f"/api/tables/{table}/remove")
    assert table not in listed(ann)
    assert bo.look(table)["table"]["status"] == "over"
    assert bo.refused(f"/api/tables/{table}/join", {"seat": 2}) == "over"
    assert table not in {line["id"] for line in bo.get("/api/tables", which="open")}


def test_a_list_tells_who_won_and_whose_seat_is_kept(ann: Player, bo: Player) -> None:
    begun, last = ending("floating-market", 2)
    table = ann.table(seats="me open", public=True, **begun)["table"]["id"]
    bo.ask(f"/api/tables/{table}/join")
    assert listed(ann)[table]["ranks"] is None
    assert ann.move(table, 0, last).status_code == 200
    assert listed(ann)[table]["ranks"] == ann.look(table)["result"]["ranks"]
    again = ann.ask(f"/api/tables/{table}/rematch")["table"]
    assert [seat["kept"] for seat in listed(bo)[again]["seats"]] == [None, "you"]
    assert [seat["kept"] for seat in listed(ann)[again]["seats"]] == [None, "other"]


@pytest.mark.parametrize("public", [True, False])
def test_a_rematch_keeps_seats_options_bots_and_components(server: Running, public: bool) -> None:
    """Nobody else gets a seat that is kept, but its host can give it to a bot, and whoever it was kept for can go."""
    ann, bo, stranger = (Player(server.base, name) for name in ("Ann", "Bo", "Chai"))
    wish: dict[str, Any] = {"public": public, "options": {"begins": "0"}, "components": OWN}
    made = ann.table(seats="me open random", **wish)
    table, key = made["table"]["id"], {"invite": made["table"]["invite"]}
    bo.ask(f"/api/tables/{table}/join", key | {"name": "Bobo"})
    for player in (ann, bo):
        over = player.ask(f"/api/tables/{table}/resign")
    again = bo.ask(f"/api/tables/{table}/rematch")["table"]
    seen = ann.look(again)
    assert [(seat["kind"], seat["name"], seat["kept"]) for seat in seen["seats"]] == [
        ("open", "Ann", "you"),
        ("person", "Bobo", None),
        ("bot", "random", None),
    ]
    assert (seen["table"]["options"], seen["table"]["own_components"]) == (over["table"]["options"], True)
    assert seen["view"]["seats"][0]["coins"] == 5
    assert stranger.refused(f"/api/tables/{again}/join", key) == "full"
    assert stranger.refused(f"/api/tables/{again}/join", key | {"seat": 0}) == "seat_taken"
    assert ann.ask(f"/api/tables/{again}/leave")["seats"][0]["kept"] is None
    assert stranger.ask(f"/api/tables/{again}/join", key)["table"]["status"] == "playing"


def test_a_name_is_chosen_when_one_sits_down_and_changed_until_the_game_begins(ann: Player, bo: Player) -> None:
    table = ann.table(seats="me open", public=True, start=False)["table"]["id"]
    assert bo.ask(f"/api/tables/{table}/join", {"name": "Nok"})["seats"][1]["name"] == "Nok"
    assert bo.ask(f"/api/tables/{table}/join", {"seat": 1, "name": "Mali"})["seats"][1]["name"] == "Mali"
    assert bo.refused(f"/api/tables/{table}/join", {"seat": 0, "name": "Mali"}) == "seat_taken"
    ann.ask(f"/api/tables/{table}/start")
    assert bo.ask(f"/api/tables/{table}/join", {"seat": 1, "name": "Late"})["seats"][1]["name"] == "Mali"
