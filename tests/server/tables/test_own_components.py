"""Component files of owners at served tables: checked before, and told to everybody at the table."""

from __future__ import annotations

from tests.server.client import Player

from .test_leaving import OWN


def test_a_file_is_checked_before_a_table_is_made_and_says_what_it_changes(ann: Player) -> None:
    path = "/api/games/floating-market/components"
    told = ann.ask(path, {"components": OWN})
    assert told["changes"] == [{"name": "coins.start", "usual": "2", "own": "5"}]
    assert told["more"] == 0
    answer = ann.post(path, {"components": OWN.replace("value = 5", 'value = "many"')})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_components")
    assert "coins.start" in answer.json()["message"]
    assert "/tmp" not in answer.json()["message"]
    assert ann.refused("/api/games/chess/components", {"components": ""}) == "unknown_game"


def test_everybody_at_a_table_reads_what_is_different_there(ann: Player, bo: Player) -> None:
    own = ann.table(components=OWN, seats="me open")
    usual = ann.table(seats="me me")["table"]
    path = f"/api/tables/{own['table']['id']}/components"
    told = bo.get(path, invite=own["table"]["invite"])
    assert [change["name"] for change in told["changes"]] == ["coins.start"]
    assert bo.http.get(path).status_code == 404
    assert (own["table"]["own_components"], usual["own_components"]) == (True, False)
    assert ann.http.get(f"/api/tables/{usual['id']}/components").json()["code"] == "usual_components"


def test_what_departs_from_the_rulebook_is_said_and_can_be_played(ann: Player) -> None:
    own = {
        "components": """
[prices]
fish = { value = [3, 4, 5, 6, 7, 9], mark = "ours" }
meat = { value = [4, 5, 6, 7, 8, 10], mark = "ours" }
"""
    }
    told = ann.ask("/api/games/phraya/components", own)
    assert [warning.partition(":")[0] for warning in told["warnings"]] == ["departs from the rulebook"]
    assert "fish should have a box 8" in told["warnings"][0]
    assert {change["name"] for change in told["changes"]} == {"prices.fish", "prices.meat"}
    assert ann.table("phraya", "me me", **own)["table"]["own_components"]
