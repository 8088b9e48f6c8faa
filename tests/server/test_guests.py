"""The toy game from outside the package, at tables of a server."""

from __future__ import annotations

import random

import pytest

from tests.server.client import Player
from tests.server.servers import Running


def test_the_server_offers_it(server: Running) -> None:
    (offered,) = [game for game in Player(server.base).get("/api/games") if game["name"] == "pig"]
    assert (offered["title"], offered["players"]) == ("Pig", [2, 3, 4, 5, 6])
    assert [option["key"] for option in offered["options"]] == ["goal"]


@pytest.mark.parametrize("bot", ["random", "easy", "medium", "hard", "expert"])
def test_a_bot_of_each_level_plays_it_to_the_end(bot: str, server: Running) -> None:
    ann = Player(server.base, "Ann")
    table = ann.table("pig", f"me {bot}", options={"goal": "50"})["table"]["id"]
    with ann.socket(table) as line:
        seen, movers = line.welcome["snapshot"], set()
        while not seen["result"]:
            if seen["moves"]:
                line.send(type="move", id=str(seen["ply"]), ply=seen["ply"], move=seen["moves"][-1]["notation"])
            told = line.until_ply(seen["ply"] + 1)
            seen = told["snapshot"]
            movers |= {move["by"] for move in told["made"] if move["seat"] == 1}
    assert seen["result"]["ending"] == "reached the goal"
    assert "bot" in movers
    assert movers <= {"bot", "quick"}  # quick as long as its code is not compiled, and nobody in its place


def test_moves_are_told_taken_back_explained_and_looked_at_again(server: Running) -> None:
    ann, dice = Player(server.base, "Ann"), random.Random(1)
    table = ann.table("pig", "me me")["table"]["id"]
    seen = ann.play(table, dice, 12)
    assert seen["view"]["at_stake"] >= 0
    previews = ann.get(f"/api/tables/{table}/previews")["previews"]
    assert (previews[0]["move"], previews[0]["chance"]) == ("roll", True)
    assert ann.get(f"/api/tables/{table}/hint")["moves"]
    record = ann.get(f"/api/tables/{table}/record")
    assert record["game"] == "pig"
    assert len(record["moves"]) == 12
