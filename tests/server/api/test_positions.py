"""Positions and puzzles over HTTP, without a table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import khlong
from khlong.games.facets import Positions, Puzzles
from khlong.server.bots.scenes import then
from khlong.server.errors import Refusal
from khlong.table import Table, write_record
from tests.scenes import games_with
from tests.server.client import Player
from tests.server.servers import running
from tests.web.positions import random_game

GAMES = pytest.mark.parametrize("game", games_with(Positions))


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    with running(str(tmp_path_factory.mktemp("positions") / "khlong.sqlite3")) as server:
        yield Player(server.base)


def somewhere(game: str) -> Table:
    return random_game(game, 3, 1, lambda table: table.ply > 40)


@GAMES
def test_a_position_is_seen_with_all_that_can_be_done_in_it(player: Player, game: str) -> None:
    table = somewhere(game)
    wish = {"players": 3, "options": table.settled_options(), "position": table.whole_position()}
    seen = player.ask(f"/api/games/{game}/positions", wish)
    assert seen["faults"] == []
    scene = seen["scene"]
    assert scene["snapshot"]["view"] == json.loads(json.dumps(table.view()))
    assert [move["notation"] for move in scene["snapshot"]["moves"]] == [m.notation for m in table.legal_moves()]
    assert {each["move"] for each in scene["previews"]["previews"]} == {m.notation for m in table.legal_moves()}
    assert scene["position"] == json.loads(json.dumps(table.whole_position()))
    again = player.ask(f"/api/games/{game}/positions", wish | {"position": scene["position"]})
    assert again["scene"]["snapshot"]["view"] == scene["snapshot"]["view"]


@GAMES
def test_all_names_of_a_position_are_offered(player: Player, game: str) -> None:
    scene = player.ask(f"/api/games/{game}/positions", {"players": 3})["scene"]
    form = player.get(f"/api/games/{game}/positions")["form"]
    kinds: set[str] = set()

    def look(part: object) -> None:
        if isinstance(part, dict):
            kinds.update(part[key] for key in ("kind", "places", "own") if isinstance(part.get(key), str))
            for inner in part.values():
                look(inner)
        elif isinstance(part, list):
            for inner in part:
                look(inner)

    look(form)
    assert kinds - {""} <= set(scene["names"])
    assert scene["snapshot"]["question"]["key"] in scene["names"]["ask"]


def test_an_impossible_position_is_answered_with_its_faults(player: Player) -> None:
    position = {"seats_from": 0, "seats": [{"coins": 50}]}
    seen = player.ask("/api/games/floating-market/positions", {"players": 3, "position": position})
    assert seen["scene"]["snapshot"]["view"]["seats"][0]["coins"] == 50, "it is shown all the same"
    assert seen["scene"]["snapshot"]["moves"] == []
    assert seen["faults"] == [{"key": "fault.coins", "values": {"seat": 0, "count": 50, "most": 6}}]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"players": 3, "position": {"seats_from": 0, "barge": 7}}, 422),
        ({"players": 9}, 422),
        ({"players": 3, "options": {"goal": "9"}}, 422),
        ({"players": 3, "positions": {}}, 422),
    ],
)
def test_what_is_no_position_is_refused_with_a_word(player: Player, body: dict[str, object], status: int) -> None:
    answer = player.http.post("/api/games/floating-market/positions", json=body)
    assert answer.status_code == status
    assert answer.json()["message"]


@GAMES
def test_files_are_read_as_positions_and_as_records(player: Player, game: str) -> None:
    table = somewhere(game)
    file = {"game": game, "players": 3, "options": table.settled_options(), "position": table.whole_position()}
    seen = player.ask("/api/positions", {"text": json.dumps(file)})
    assert seen["scene"]["snapshot"]["view"]["seats"] == json.loads(json.dumps(table.view()["seats"]))
    record = player.ask("/api/positions", {"text": json.dumps(write_record(table))})
    assert record["scene"]["snapshot"]["view"] == json.loads(json.dumps(table.view()))
    toml = player.ask("/api/positions", {"text": f'game = "{game}"\nplayers = 2\n'})
    assert toml["scene"]["snapshot"]["table"]["players"] == 2


@pytest.mark.parametrize("text", ["{", "nonsense", '{"game": "chess", "players": 2}', "[1]", '{"moves": []}'])
def test_a_file_that_holds_no_position_is_refused_with_a_word(player: Player, text: str) -> None:
    answer = player.http.post("/api/positions", json={"text": text})
    assert answer.status_code == 422
    assert answer.json()["code"] in ("bad_position", "unknown_game")


@GAMES
def test_a_moment_of_a_game_is_a_position_that_can_be_played(player: Player, game: str) -> None:
    table = player.table(game, "me me", options={"begins": "0"})["table"]["id"]
    first = player.get(f"/api/tables/{table}")["moves"][0]["notation"]
    player.ask(f"/api/tables/{table}/moves", {"id": "a", "ply": 0, "move": first})
    start, now = (player.get(f"/api/tables/{table}/position", ply=ply) for ply in (0, 1))
    assert start["position"] != now["position"]
    assert player.get(f"/api/tables/{table}/position") == now
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    wish = {"game": game, "players": 2, "options": now["options"], "position": now["position"], "seats": seats}
    begun = player.ask("/api/tables", wish)
    there = player.get(f"/api/tables/{table}")
    assert begun["view"]["seats"] == there["view"]["seats"]
    assert player.http.get(f"/api/tables/{table}/position?ply=9").status_code == 409


def test_there_is_nothing_to_do_after_the_end_of_a_game() -> None:
    table = khlong.new_table("floating-market", 2, 1)
    while not table.over:
        table.play(table.legal_moves()[0].number)
    with pytest.raises(Refusal, match="over there"):
        then(table, table.ply)
    assert then(table, table.ply - 1)["game"] == "floating-market"


def test_a_bot_says_what_it_would_do_in_a_position(player: Player) -> None:
    hint = player.ask("/api/games/floating-market/positions/hint", {"players": 2})
    assert hint["moves"]
    assert hint["line"]
    refused = player.http.post(
        "/api/games/floating-market/positions/hint", json={"players": 2, "position": {"round": 0}}
    )
    assert refused.status_code == 422


@pytest.mark.parametrize("game", games_with(Puzzles))
def test_puzzles_are_listed_and_shown_with_their_answers(player: Player, game: str) -> None:
    lines = player.get(f"/api/games/{game}/puzzles")
    assert [line["number"] for line in lines] == list(range(1, 51))
    seen = player.get(f"/api/games/{game}/puzzles/50")
    assert seen["rating"] == lines[-1]["rating"] == 5
    assert seen == player.get(f"/api/games/{game}/puzzles/50")
    assert len(seen["shares"]) == lines[-1]["choices"]
    assert player.http.get(f"/api/games/{game}/puzzles/51").status_code == 404


def test_a_game_without_puzzles_lists_none(player: Player) -> None:
    assert player.get("/api/games/pig/puzzles") == []
    assert player.get("/api/games/pig/positions") == {"form": None}


def test_shipped_files_are_small() -> None:
    folder = Path(khlong.__file__).parent / "games"
    assert all(file.stat().st_size < 200_000 for file in folder.glob("*/puzzles.json"))
