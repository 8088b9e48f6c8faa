"""Nothing hidden reaches a page: neither its traffic nor its DOM."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Response

from khlong.games import our_games
from khlong.server.tables import new_table
from khlong.table.dice import ply_words
from tests.scenes import scenes_of
from tests.server.servers import running

from .visitor import POLLING, Visitor

pytestmark = pytest.mark.slow

GAMES = pytest.mark.parametrize("game", our_games())
SEEDS = (0x1111_2222_3333_4444_5555_6666_7777_8888, 0x8888_7777_6666_5555_4444_3333_2222_1111)
MOVES = 12
PONG = '{"type":"pong"}'  # comes with time, not with moves
PREVIEWS = re.compile("/previews")
TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@GAMES
def test_neither_seed_nor_generator_is_in_traffic_or_page(visitor: Visitor, game: str, choices: random.Random) -> None:
    table = visitor.new_table(game)
    visitor.sit_at(table)
    for _ in range(6):
        visitor.await_turn()
        visitor.make(visitor.choose(choices))
    visitor.await_turn()
    assert not visitor.over, "secrets are looked for while there are some"
    heard = "\n".join(visitor.traffic) + visitor.page.content()
    assert len(visitor.traffic) > 5
    for word in ('"chance":[', '"chance":{', "sfc32", "seat_token"):
        assert word not in heard
    assert '"seed":null' in heard
    hidden = visitor.get(f"/tables/{table}")["table"]
    assert hidden["seed"] is None


class Told:
    """Everything that a page is told and shows in a game, without what is any table's own: ids, names, times."""

    def __init__(self, visitor: Visitor, game: str) -> None:
        self.answers: list[Response] = []
        visitor.page.on("response", self._note)
        body: dict[str, Any] = {"options": dict(scenes_of(game).fixed)}
        table = visitor.new_table(game, "me me", **body)
        self._own = [table, visitor.get("/me")["name"]]
        self._own += [visitor.get(f"/tables/{table}")["table"][key] for key in ("invite", "commitment")]
        with visitor.page.expect_response(PREVIEWS):
            visitor.sit_at(table)
        visitor.page.keyboard.press("l")
        choices = random.Random(game)
        self.dom: list[str] = []
        for _ in range(MOVES):
            visitor.page.wait_for_selector("[data-move], .curtain button")
            curtain = visitor.page.locator(".curtain button")
            if curtain.count():
                curtain.click()
            visitor.await_turn()
            visitor.page.mouse.move(1, 1)  # nothing is pointed at
            visitor.page.evaluate(TWO_FRAMES)
            self.dom.append(self._plain(visitor.page.locator("#app").inner_html()))
            with visitor.page.expect_response(PREVIEWS):
                visitor.make(choices.choice(sorted(visitor.offered())))
        while not self._heard_all(visitor):
            visitor.page.wait_for_timeout(POLLING)
        self.traffic = [self._plain(frame) for frame in visitor.traffic if frame != PONG]
        self.requests = sorted(self._plain(answer.text()) for answer in self.answers)

    @staticmethod
    def _heard_all(visitor: Visitor) -> bool:
        """Whether every move has been acknowledged and its outcome told: the page does not wait for both."""
        frames = [json.loads(frame) for frame in visitor.traffic]
        acks = sum(frame["type"] == "ack" for frame in frames)
        updates = (frame["snapshot"]["ply"] for frame in frames if frame["type"] == "update")
        return acks == MOVES and max(updates, default=0) == MOVES

    def _note(self, answer: Response) -> None:
        if "/api/tables/" in answer.url:
            self.answers.append(answer)

    def _plain(self, text: str) -> str:
        for value in self._own:
            text = text.replace(value, "*")
        text = re.sub(r"[0-9a-f]{8}…", "*", text)  # the beginning of the commitment
        text = re.sub(r'"id":"(?:[0-9a-f-]{36}|[0-9a-f]{32})"', "*", text)
        return re.sub(r"\d{10}\.\d+", "*", text)


@GAMES
def test_two_games_that_differ_only_in_the_future_look_the_same(
    browser: Browser, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def words(seed: int, at: int) -> tuple[int, int, int, int]:
        return ply_words(SEEDS[0] if at <= MOVES else seed, at)

    monkeypatch.setattr("khlong.table.dice.ply_words", words)
    told = []
    with running(str(tmp_path / "khlong.sqlite3")) as server:
        for seed in SEEDS:
            monkeypatch.setattr(new_table, "new_seed", lambda seed=seed: seed)
            visitor = Visitor(browser, server.base)
            told.append(Told(visitor, game))
            visitor.leave()
    one, other = told
    for ply, (left, right) in enumerate(zip(one.dom, other.dom, strict=True)):
        assert left == right, ply
    assert len(one.traffic) >= MOVES
    assert one.traffic == other.traffic
    assert one.requests == other.requests


def test_a_later_roll_does_look_different(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above would notice: once the future is the present, the two games are told apart."""
    told = []
    with running(str(tmp_path / "khlong.sqlite3")) as server:
        for seed in SEEDS:
            monkeypatch.setattr(new_table, "new_seed", lambda seed=seed: seed)
            visitor = Visitor(browser, server.base)
            told.append(Told(visitor, "floating-market"))
            visitor.leave()
    assert told[0].dom != told[1].dom
