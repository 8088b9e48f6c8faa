"""One's own statistics: counted from real games, right in every figure, and nobody else's to see."""

from __future__ import annotations

import random
import time
from typing import Any

from khlong.server.people.outcomes import Outcome, Skill
from khlong.server.people.statistics import Finished, statistics_of
from khlong.server.storage import Header, Summary
from tests.patience import PATIENCE
from tests.scenes import scenes_of
from tests.server.client import Player

GAME = "floating-market"


def header(table: str, players: int = 3) -> Header:
    return Header(table, GAME, 1, "", None, players, {}, 0, None, None, False, "ann", "", None, True, 0.0)


def summary(*seats: dict[str, Any], at: float = 0.0) -> Summary:
    return Summary("over", 1, 1, None, False, None, list(seats), at)


def person(who: str, **more: Any) -> dict[str, Any]:
    return {"name": who.title(), "kind": "person", "owner": who, "bot": None, "resigned": False} | more


def bot(level: str, name: str) -> dict[str, Any]:
    return {"name": name, "kind": "bot", "owner": None, "bot": level, "resigned": False}


def three() -> list[Finished]:
    first = summary(person("ann"), bot("easy", "Heron"), person("bo", name="Bo"), at=1.0)
    second = summary(bot("easy", "Turtle"), person("ann"), person("bo", name="Bobby"), at=2.0)
    third = summary(person("ann", resigned=True, bot="medium", rank=1), bot("hard", "Otter") | {"rank": 2}, at=3.0)
    return [
        Finished(
            header("one"),
            first,
            0,
            Outcome(True, ((5, 1), (4, 0), (5, 1)), (1, 3, 1), ((("fruit", 5),), (("fruit", 4),), (("fruit", 5),))),
            Skill(0.1, 0.2, 20),
        ),
        Finished(
            header("two"),
            second,
            1,
            Outcome(True, ((5, 0), (3, 2), (2, 0)), (1, 2, 3), ((("fruit", 5),), (("fruit", 3),), (("fruit", 2),))),
        ),
        Finished(header("three", 2), third, 0, Outcome(True)),
    ]


def test_results_are_counted_by_size_and_shared_wins_in_parts() -> None:
    told = statistics_of(GAME, "Floating Market", three())
    assert told["by_players"] == [
        {"players": 2, "games": 1, "won": 0.0, "ranks": [0, 0]},
        {"players": 3, "games": 2, "won": 0.5, "ranks": [1, 1, 0]},
    ]
    assert [(each["rank"], each["won"], each["resigned"]) for each in told["played"]] == [
        (1, 0.5, False),
        (2, 0.0, False),
        (None, 0.0, True),  # what the bot made of it afterwards is not one's own
    ]
    one = told["played"][0]
    assert (one["luck"], one["lost"], one["decisions"]) == (0.1, 0.2, 20)


def test_points_by_source_stand_beside_those_of_the_others() -> None:
    told = statistics_of(GAME, "Floating Market", three())
    assert told["sources"] == [{"key": "fruit", "games": 2, "own": 4.0, "others": 4.0}]


def test_people_are_known_by_who_they_are_and_bots_by_their_level() -> None:
    told = statistics_of(GAME, "Floating Market", three())
    assert told["opponents"] == [
        {"name": "Turtle", "bot": "easy", "games": 2, "ahead": 1, "level": 0, "behind": 1},
        {"name": "Bobby", "bot": None, "games": 2, "ahead": 1, "level": 1, "behind": 0},
        {"name": "Otter", "bot": "hard", "games": 1, "ahead": 0, "level": 0, "behind": 1},
    ]
    assert "bo" not in str(told["opponents"]).replace("bot", "").replace("Bobby", "")  # nobody's id is told


def played(ann: Player, dice: random.Random, seats: str = "me random") -> dict[str, Any]:
    """A real game to its end."""
    return to_the_end(ann, ann.table(GAME, seats, options=dict(scenes_of(GAME).short))["table"]["id"], dice)


def to_the_end(ann: Player, table: str, dice: random.Random) -> dict[str, Any]:
    with ann.socket(table) as line:
        seen: dict[str, Any] = line.welcome["snapshot"]
        while seen["table"]["status"] != "over":
            answered = line.play(seen["ply"], dice.choice(seen["moves"])["notation"]) if seen["moves"] else None
            seen = (answered or line.until("update"))["snapshot"]
    return seen


def counted(player: Player) -> dict[str, Any]:
    while True:
        told: dict[str, Any] = player.get("/api/me/statistics")
        if told["done"] == told["total"]:
            return told


def test_a_game_that_was_played_is_counted_as_it_ended(ann: Player, bo: Player, dice: random.Random) -> None:
    assert counted(ann)["games"] == []
    end = played(ann, dice)
    told = counted(ann)
    [game] = told["games"]
    [one] = game["played"]
    assert one["table"] == end["table"]["id"]
    assert one["scores"] == end["result"]["scores"][0]
    assert one["rank"] == end["result"]["ranks"][0]
    assert {line["key"]: line["own"] for line in game["sources"]} == {
        line["key"]: line["points"] for line in end["score"][0]
    }
    assert [(each["name"], each["bot"], each["games"]) for each in game["opponents"]] == [("random", "random", 1)]
    assert counted(bo)["games"] == [], "nobody sees another's"


def test_luck_and_errors_come_from_the_review_of_the_game(ann: Player, dice: random.Random) -> None:
    end = played(ann, dice)
    [unreviewed] = counted(ann)["games"][0]["played"]
    assert (unreviewed["luck"], unreviewed["decisions"]) == (None, None)
    path = f"/api/tables/{end['table']['id']}/review"
    state = ann.ask(path)
    deadline = time.monotonic() + PATIENCE
    while state["review"] is None:
        assert state["state"] != "failed"
        assert time.monotonic() < deadline
        time.sleep(0.2)
        state = ann.get(path)
    seat = state["review"]["seats"][0]
    [reviewed] = counted(ann)["games"][0]["played"]
    assert reviewed["decisions"] == seat["decisions"]
    assert abs(reviewed["luck"]) <= 1
    assert reviewed["lost"] >= 0


def test_games_at_one_screen_and_from_the_middle_are_told_apart(ann: Player, dice: random.Random) -> None:
    end = played(ann, dice, "me me")
    record = ann.get(f"/api/tables/{end['table']['id']}/record")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    again = ann.ask("/api/records", {"record": record, "mode": "continue", "ply": end["ply"] - 1, "seats": seats})
    to_the_end(ann, again["table"]["id"], dice)
    ann.ask("/api/records", {"record": record, "mode": "watch"})  # nobody's seat is one's own there
    told = counted(ann)
    assert (told["games"], told["one_screen"], told["midway"]) == ([], 1, 1)


def test_whoever_is_unknown_has_none(ann: Player) -> None:
    stranger = Player(ann.base, guest=False)
    assert stranger.http.get("/api/me/statistics").status_code == 401


def test_a_game_that_cannot_be_read_still_counts_with_its_place() -> None:
    old = summary(person("ann", rank=2), bot("easy", "Heron") | {"rank": 1})
    told = statistics_of(GAME, "Floating Market", [Finished(header("old", 2), old, 0, Outcome(True))])
    assert told["by_players"] == [{"players": 2, "games": 1, "won": 0.0, "ranks": [0, 1]}]
    assert told["sources"] == []
