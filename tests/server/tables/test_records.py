"""Records: downloaded, proved, watched, gone on with."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from khlong.cli.main import app
from khlong.table import game_names, new_table, table_from_record, write_record
from tests.server.client import Player


def played(game: str, moves: int, seed: int = 5) -> dict[str, object]:
    table, choose = new_table(game, players=3, seed=seed, names=["A", "B", "C"]), random.Random(seed)
    while not table.over and table.ply < moves:
        table.play(choose.choice(table.legal_numbers()))
    return write_record(table)


@pytest.mark.parametrize("game", game_names())
def test_a_record_of_a_game_that_goes_on_replays_to_the_same_state(game: str, ann: Player, dice: random.Random) -> None:
    table = ann.table(game, seats="me me")["table"]["id"]
    seen = ann.play(table, dice, 40)
    record = ann.get(f"/api/tables/{table}/record")
    replayed = table_from_record(record)
    assert json.loads(json.dumps(replayed.view())) == seen["view"]
    assert record["result"] is None


@pytest.mark.parametrize("moves", [7, None, "place temple", {"place": "temple"}])
def test_a_record_whose_moves_are_no_list_is_refused(moves: object, ann: Player) -> None:
    assert ann.refused("/api/records", {"record": played("floating-market", 3) | {"moves": moves}}) == "bad_record"


def test_a_record_can_be_watched(ann: Player, bo: Player) -> None:
    record = played("floating-market", 10_000)
    made = ann.ask("/api/records", {"record": record, "public": True})
    assert made["table"]["status"] == "over"
    assert [seat["name"] for seat in made["seats"]] == ["A", "B", "C"]
    assert made["result"]["winners"]
    assert bo.look(made["table"]["id"], ply=10)["ply"] == 10
    assert bo.refused(f"/api/tables/{made['table']['id']}/join") == "over"
    assert len(bo.get(f"/api/tables/{made['table']['id']}/events")["moves"]) == made["ply"]


def test_a_record_of_a_game_with_real_dice_can_be_gone_on_with(ann: Player) -> None:
    table = new_table("floating-market", 2, seed=1)
    while not table.given_rolls:
        move = table.legal_moves()[0].number
        table.play(move, [draw.faces[-1] for draw in table.draws(move)])
    seats = [{"kind": "me", "name": name} for name in ("X", "Y")]
    made = ann.ask("/api/records", {"record": write_record(table), "mode": "continue", "seats": seats})
    assert made["view"] == json.loads(json.dumps(table.view()))
    again = table_from_record(ann.get(f"/api/tables/{made['table']['id']}/record"))
    assert (again.view(), again.given_rolls) == (table.view(), table.given_rolls)


@pytest.mark.parametrize("game", game_names())
def test_a_record_can_be_gone_on_with_and_the_result_is_a_record_again(
    game: str, ann: Player, dice: random.Random
) -> None:
    record = played(game, 20)  # so few that no game is over by then, or soon after
    seats = [{"kind": "me", "name": name} for name in ("X", "Y", "Z")]
    made = ann.ask("/api/records", {"record": record, "mode": "continue", "seats": seats})
    assert (made["table"]["status"], made["ply"]) == ("playing", 20)
    assert not made["undo"]["allowed"]
    again = ann.play(made["table"]["id"], dice, 10)
    assert again["ply"] == 30
    assert table_from_record(ann.get(f"/api/tables/{made['table']['id']}/record")).ply == 30
    earlier = ann.ask("/api/records", {"record": record, "mode": "continue", "seats": seats, "ply": 10})
    assert earlier["ply"] == 10


@pytest.mark.parametrize("bot", ["os:abort", "program:false", "tests.server.nowhere:Bot"])
def test_bots_that_a_record_names_are_names_and_nothing_else(bot: str, ann: Player) -> None:
    """A server makes no bot that a stranger names: not to watch, not to go on, not to play again."""
    table = new_table("floating-market", players=2, seed=5, bots=[bot, None])
    record = write_record(table.play("place temple"))
    watched = ann.ask("/api/records", {"record": record})
    assert watched["seats"][0]["bot"] == bot
    assert ann.refused(f"/api/tables/{watched['table']['id']}/rematch") == "unknown_bot"
    going_on = {"record": record, "mode": "continue", "seats": [{"kind": "me"}, {"kind": "bot", "bot": bot}]}
    assert ann.refused("/api/records", going_on) == "unknown_bot"
    made = ann.ask("/api/records", {"record": record, "mode": "continue", "seats": [{"kind": "me"}] * 2})
    assert [seat["bot"] for seat in made["seats"]] == [None, None]
    assert ann.refused(f"/api/tables/{made['table']['id']}/seats/0", {"bot": bot}) in ("unknown_bot", "other_bot")


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"moves": ["place moon"]},
        {"rules": 99},
        {"seed": "6"},
        {"format": 9},
        {"moves": ["x"] * 20_001},
        {"rolls": {"0": "zz"}},
        {"seats": []},
    ],
    ids=str,
)
def test_records_that_do_not_fit_are_refused_with_the_reason(ann: Player, change: dict[str, object]) -> None:
    record = played("floating-market", 20) | change
    assert ann.refused("/api/records", {"record": record}) in ("bad_record", "unknown_game", "too_large")


def test_khlong_verify_proves_a_finished_game_and_nothing_else(
    ann: Player, dice: random.Random, tmp_path: Path
) -> None:
    made = ann.table(seats="me me")
    seen = ann.play(made["table"]["id"], dice, 10_000)
    assert seen["table"]["status"] == "over"
    record = ann.get(f"/api/tables/{made['table']['id']}/record")
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    promised = made["table"]["commitment"]

    def verify(*more: str) -> tuple[int, str]:
        done = CliRunner().invoke(app, ["verify", str(file), *more])
        return done.exit_code, done.output

    status, said = verify("--commitment", promised)
    assert status == 0
    assert "the game is proved" in " ".join(said.split())
    assert verify("--commitment", "0" * 64)[0] == 2
    assert promised in verify()[1].replace("\n", "")
    file.write_text(json.dumps(record | {"seed": str(int(record["seed"]) ^ 1)}), encoding="utf-8")
    assert verify("--commitment", promised)[0] == 2
    file.write_text(json.dumps(played("floating-market", 30)), encoding="utf-8")
    assert verify()[0] == 2
