"""Games with all that happens to games: a phone, a spectator, a server that is killed, a network that goes dead."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from khlong.games import our_games
from tests.scenes import scenes_of
from tests.server.servers import free_port, process

from .positions import late
from .visitor import PHONE, Visitor
from .wire import Wire, wire_to

pytestmark = pytest.mark.slow

KILL, GO_DEAD = 3, (5, 6, 7, 8)  # after so many moves; in four in a row each player has a turn
NO_LINE = ("net::ERR_", "WebSocket")  # what a browser says of a server that is not there


class Party:
    """Ann at a desk behind a wire, Bo with a phone, and somebody who watches."""

    def __init__(self, browser: Browser, base: str, wire: Wire, game: str) -> None:
        self.ann = Visitor(browser, wire.base)
        self.bo = Visitor(browser, base, size=PHONE, touch=True)
        self.guest = Visitor(browser, base)
        self.all = (self.ann, self.bo, self.guest)
        self.table = self.ann.new_table(game, "me open", public=True, **late(game, 2, **scenes_of(game).short))
        self.bo.get("/me")
        self.bo.post(f"/tables/{self.table}/join", {"invite": self.ann.get(f"/tables/{self.table}")["table"]["invite"]})
        for each in self.all:
            each.sit_at(self.table).page.wait_for_selector(".table")

    def mover(self) -> Visitor | None:
        """Whose turn it is, once all have come to it; nobody's when the game is over."""
        state = self.bo.get(f"/tables/{self.table}")
        for each in self.all:
            expect(each.page.locator(".table")).to_have_attribute("data-ply", str(state["ply"]))
        assert not self.guest.offered()
        if state["question"] is None:
            return None
        mover = self.bo if state["question"]["seat"] in state["you"]["seats"] else self.ann
        mover.await_turn()
        return mover

    def somebody(self) -> Visitor:
        """Whose turn it is in a game that goes on."""
        mover = self.mover()
        assert mover is not None
        return mover


def play(mover: Visitor, choices: random.Random) -> None:
    mover.make(mover.choose(choices), "tap" if mover.touch else "click")


def choose_without_a_line(mover: Visitor, choices: random.Random) -> None:
    """A move is chosen, and waits with a mark."""
    ply = mover.ply
    expect(mover.page.get_by_text("No connection")).to_be_visible()
    piece = mover.page.locator(f'[data-move="{mover.choose(choices)}"]:visible').first
    if mover.touch:
        piece.tap()
        mover.page.get_by_role("button", name="Do it").tap()
    else:
        piece.click()
    expect(mover.page.get_by_test_id("prompt")).to_contain_text("waits until the connection is back")
    assert mover.ply == ply


def go_on(mover: Visitor, ply: int) -> None:
    """The move that waited is made, without a word from anybody."""
    expect(mover.page.locator(".table")).not_to_have_attribute("data-ply", str(ply))
    expect(mover.page.get_by_text("No connection")).to_have_count(0)


@pytest.mark.parametrize("game", our_games())
def test_a_game_comes_to_its_end_whatever_happens(
    browser: Browser, tmp_path: Path, game: str, choices: random.Random
) -> None:
    database, port = str(tmp_path / "khlong.sqlite3"), free_port()
    with wire_to(port) as wire:
        with process(database, port=port) as (server, base):
            party = Party(browser, base, wire, game)
            for _ in range(KILL):
                play(party.somebody(), choices)
            mover = party.somebody()
            ply = mover.ply
            server.kill()
            server.wait()
            choose_without_a_line(mover, choices)
        with process(database, port=port):
            go_on(mover, ply)
            made = KILL + 1
            while (player := party.mover()) is not None:
                mover = player
                ply = mover.ply
                if made not in GO_DEAD:
                    play(mover, choices)
                else:
                    wire.go_dead()
                    if mover is party.ann:
                        choose_without_a_line(mover, choices)
                    else:
                        play(mover, choices)
                        expect(party.ann.page.get_by_text("No connection")).to_be_visible()
                        assert party.ann.ply == ply
                    wire.come_back()
                    go_on(party.ann, ply)
                made += 1
            assert made > max(GO_DEAD)
            pads = [each.page.locator(".pad").inner_text() for each in party.all]
            assert pads[0] == pads[1] == pads[2]
    for each in party.all:
        expect(each.page.locator(".table")).to_have_attribute("data-status", "over")
        each.complaints = [said for said in each.complaints if not any(word in said for word in NO_LINE)]
        each.assert_content()
        each.leave()
