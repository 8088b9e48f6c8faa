"""Whole games by the accessibility tree alone: roles and names, as a screen reader tells them, and nothing else."""

from __future__ import annotations

import random
import re
import time

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from khlong.games import our_games
from tests.patience import PATIENCE
from tests.scenes import scenes_of

from .visitor import Visitor

pytestmark = pytest.mark.slow

MOST = 1500
# What belongs to the table itself and to no game: it is there with every question.
SHELL = re.compile(
    "^(Undo|Take back|Hint|Skip|Log|Score|Chat.*|Rules.*|Keys|Fair dice.*|Home|Settings|Close|Let a bot play .*"
    "|What .* has|Since my last turn|See once more .*)$"
)
BUTTON = re.compile(r"""- ('?)button "((?:[^"\\]|\\.)*)"(.*)""")
STILL = 3.0  # seconds after which a choice was only half of one, or none
# What leads nowhere is chosen only where there is nothing else, so that games of chance come to an end.
IDLE = re.compile("^(End turn|.*Recover|Leave the market|Keep)")


class Listener:
    """Somebody who hears what the page says and knows nothing of how it looks."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.news: Locator = page.get_by_role("status", name="News of the table")
        self.end: Locator = page.get_by_role("dialog", name=re.compile("win"))
        self.explaining: set[str] = set()  # what was pressed once and only explained itself

    def heard(self) -> str:
        return self.news.text_content() or ""

    def wait_for_question(self, before: str) -> bool:
        """Whether something is asked of this player; the news say so. Otherwise the game is over."""
        began = time.monotonic()
        while (waited := time.monotonic() - began) < PATIENCE:
            if self.end.count():
                return False
            news = self.heard()
            if (news != before or waited > STILL) and "Your turn: " in news and self.choices():
                return True
            self.page.wait_for_timeout(20)
        raise AssertionError(f"nothing is asked any more: {self.heard()}")

    def choices(self) -> list[str]:
        """The names of all buttons that a question offers."""
        tree = self.page.get_by_role("main").aria_snapshot()
        found = []
        for line in tree.splitlines():
            if button := BUTTON.search(line):
                quoted, name, state = button.groups()
                name = (name.replace("''", "'") if quoted else name).replace('\\"', '"')
                if "[disabled]" not in state and not SHELL.match(name) and name not in self.explaining:
                    found.append(name)
        return found

    def choose(self, name: str) -> None:
        button = self.page.get_by_role("main").get_by_role("button", name=name, exact=True).first
        try:
            button.press("Enter", timeout=1000 * STILL)
        except TooLate:
            return  # what is asked has changed since it was heard
        if self.page.get_by_role("dialog").count() and not self.end.count():
            self.explaining.add(name)
            self.page.keyboard.press("Escape")
            self.page.get_by_role("dialog").wait_for(state="detached")


@pytest.mark.parametrize("game", our_games())
def test_a_whole_game_by_roles_and_names(visitor: Visitor, game: str, choices: random.Random) -> None:
    visitor.open(f"/t/{visitor.new_table(game, 'me random', options=scenes_of(game).short)}")
    listener, before, made = Listener(visitor.page), "", 0
    listener.news.wait_for(state="attached")
    while listener.wait_for_question(before):
        before = listener.heard()
        names = listener.choices()
        listener.choose(choices.choice([name for name in names if not IDLE.match(name)] or names))
        made += 1
        assert made < MOST, "the game does not end"
    assert made > 10
    expect(listener.end.get_by_role("heading").first).to_contain_text("win")
    visitor.assert_content()
