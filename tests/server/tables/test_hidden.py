"""Nothing that tells the future leaves the server: two games equal but for the future give byte-equal answers."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from khlong.engine.chance import seed_words
from khlong.server.tables import new_table
from khlong.table import commitment, game_names
from khlong.table.dice import ply_words
from tests.server.client import Player
from tests.server.servers import running

SEEDS = (0x1111_2222_3333_4444_5555_6666_7777_8888, 0x8888_7777_6666_5555_4444_3333_2222_1111)
PLACES = (
    "",
    "/events",
    "/score",
    "/previews",
)


def equal_but_for_the_future(monkeypatch: pytest.MonkeyPatch, ply: int) -> None:
    """Both seeds give the same words up to a ply, and their own after it."""

    def words(seed: int, at: int) -> tuple[int, int, int, int]:
        return ply_words(SEEDS[0] if at <= ply else seed, at)

    monkeypatch.setattr("khlong.table.dice.ply_words", words)


def told(base: str, seed: int, game: str, moves: int, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[str]]:
    """All that clients get to see of a game: the answers, and the messages on sockets."""
    monkeypatch.setattr(new_table, "new_seed", lambda: seed)
    ann = Player(base, "Ann")
    made = ann.table(game, seats="me me me", public=True)
    table = made["table"]["id"]
    choose = random.Random(game)
    heard = []
    with ann.socket(table) as line:
        seen = line.welcome["snapshot"]
        for _ in range(moves):
            update = line.play(seen["ply"], choose.choice(seen["moves"])["notation"])
            heard.append(repr(update))
            seen = update["snapshot"]
        heard.append(repr(line.move(seen["ply"], "fly to the moon", "illegal")))
        heard.append(repr(line.move(0, "place temple", "stale")))
        answers = [ann.http.get(f"/api/tables/{table}{place}").text for place in PLACES]
        answers.append(ann.http.get(f"/api/tables/{table}", params={"ply": 3}).text)
        answers.append(repr(ann.post(f"/api/tables/{table}/moves", {"id": "x", "ply": 1, "move": "die d6"}).json()))
        record = ann.http.get(f"/api/tables/{table}/record").text
        assert str(seed) not in record
    own = {made["table"]["id"], made["table"]["invite"], ann.id, made["table"]["commitment"]}
    return [without(text, own) for text in heard], [without(text, own) for text in answers]


def without(text: str, own: set[str]) -> str:
    """A text without what differs between any two tables: ids and times."""
    for value in own:
        text = text.replace(value, "*")
    return re.sub(r"\d{10}\.\d+", "*", text)


@pytest.mark.parametrize("game", game_names())
def test_two_games_that_differ_only_in_the_future_look_the_same(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves = 45
    equal_but_for_the_future(monkeypatch, moves)
    with running(str(tmp_path / "khlong.sqlite3")) as server:
        one, other = (told(server.base, seed, game, moves, monkeypatch) for seed in SEEDS)
        assert one == other


@pytest.mark.parametrize("game", game_names())
def test_the_test_above_can_fail(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games whose dice differ from the start do look different."""
    equal_but_for_the_future(monkeypatch, -1)
    with running(str(tmp_path / "khlong.sqlite3")) as server:
        one, other = (told(server.base, seed, game, 0, monkeypatch) for seed in SEEDS)
        assert one != other


def test_neither_seed_nor_words_are_anywhere_in_what_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(str(tmp_path / "khlong.sqlite3")) as server:
        heard, answers = told(server.base, SEEDS[0], "floating-market", 60, monkeypatch)
    everything = "\n".join((*heard, *answers))
    secret = [str(SEEDS[0]), f"{SEEDS[0]:x}", *map(str, seed_words(SEEDS[0]))]
    secret += [str(word) for ply in range(200) for word in ply_words(SEEDS[0], ply)]
    assert not [word for word in secret if word in everything]
    assert commitment(SEEDS[0]) not in everything  # it was taken out above, so it was the only trace
