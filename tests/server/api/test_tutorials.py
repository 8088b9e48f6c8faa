"""Tutorials at the server: their words, and the table after what a learner has done."""

from __future__ import annotations

import pytest

from khlong.games import game_named, our_games
from khlong.table.tutorial import Tutorial, tutorials_of
from tests.server.client import Player

ALL = [tutorial for name in our_games() for tutorial in tutorials_of(game_named(name)).values()]
each = pytest.mark.parametrize("tutorial", ALL, ids=lambda tutorial: f"{tutorial.game.name}-{tutorial.name}")


def test_games_name_their_tutorials(ann: Player) -> None:
    games = {game["name"]: [each["name"] for each in game["tutorials"]] for game in ann.get("/api/games")}
    for name in our_games():
        assert games[name] == list(tutorials_of(game_named(name)))
    assert games["pig"] == []


@each
def test_a_lesson_is_a_real_table_at_every_step(ann: Player, tutorial: Tutorial) -> None:
    script = ann.get(f"/api/games/{tutorial.game.name}/tutorials/{tutorial.name}")
    assert len(script["steps"]) == len(tutorial.steps)
    choices: list[str] = []
    for step in [step for step in script["steps"] if step["moves"]]:
        lesson = ann.get(f"/api/games/{tutorial.game.name}/tutorials/{tutorial.name}/lesson", choice=choices)
        last = lesson["moments"][-1]["snapshot"]
        assert last["you"]["seats"] == [0]
        assert last["question"]["seat"] == 0
        legal = {move["notation"] for move in last["moves"]}
        assert set(step["moves"]) <= legal
        assert {preview["move"] for preview in lesson["previews"]["previews"]} == legal
        assert lesson["previews"]["ply"] == last["ply"]
        for moment in lesson["moments"]:
            assert [made["ply"] for made in moment["made"]] == [moment["snapshot"]["ply"]][: len(moment["made"])]
        choices.append(step["moves"][0])


def test_what_is_no_tutorial_or_no_choice_of_it_is_refused(ann: Player) -> None:
    path = "/api/games/floating-market/tutorials"
    for wrong, status in (
        (f"{path}/nothing", 404),
        (f"{path}/..%2Fcomponents", 404),
        ("/api/games/chess/tutorials/first-game", 422),
        ("/api/games/pig/tutorials/first-game", 404),
        (f"{path}/first-game/lesson?choice=place+market", 422),
        (f"{path}/first-game/lesson?choice=", 422),
        (f"{path}/first-game/lesson?" + "&".join(["choice=place+20-23"] * 61), 422),
    ):
        answer = ann.http.get(wrong)
        assert answer.status_code == status, (wrong, answer.text)
        assert answer.json()["code"]
