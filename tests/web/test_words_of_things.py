"""Everything on a table says what it is: no icon, card, piece, space or bare number without a text, in any language."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from khlong.games import our_games
from khlong.words import LANGUAGES
from tests.games.phraya.helpers import at, seat, spot
from tests.scenes import scenes_of

from .conftest import Invite
from .crawl import WORDLESS
from .positions import begun, reached
from .visitor import PHONE, Visitor

pytestmark = pytest.mark.slow

SCENES = [(game, name) for game in our_games() for name in scenes_of(game).positions]
MANY = 40  # things on any table


def seated(visitor: Visitor, game: str, name: str) -> Visitor:
    place = scenes_of(game).positions[name]
    seats = "me " + "random " * (place.players - 1)
    start = reached(game, place.players, place.seed, place.test)
    visitor.sit_at(visitor.new_table(game, seats.strip(), **start)).await_turn()
    return visitor


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), SCENES)
def test_no_icon_card_or_space_is_without_a_text(invite: Invite, game: str, name: str, language: str) -> None:
    visitor = seated(invite(language=language), game, name)
    found = visitor.page.evaluate(WORDLESS)
    assert found["seen"] > MANY
    assert found["wordless"] == []


@pytest.mark.parametrize("game", our_games())
def test_no_tab_of_a_phone_shows_a_thing_without_a_text(invite: Invite, game: str) -> None:
    visitor = seated(invite(size=PHONE, touch=True), game, next(iter(scenes_of(game).positions)))
    for tab in visitor.page.get_by_role("tab").all():
        tab.tap()
        expect(tab).to_have_attribute("aria-selected", "true")
        assert visitor.page.evaluate(WORDLESS)["wordless"] == [], tab.get_attribute("aria-label")


def test_what_is_drawn_without_words_is_found(visitor: Visitor) -> None:
    """The crawler itself: a sign that is put on the table without a word is not overlooked."""
    seated(visitor, "phraya", next(iter(scenes_of("phraya").positions)))
    visitor.page.evaluate("""() => {
        const sign = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
        sign.innerHTML = '<use href="#fish" width="20" height="20" />'
        sign.style = 'position: fixed; left: 2px; top: 50%; width: 20px; height: 20px; z-index: 99'
        document.querySelector('.table').append(sign)
    }""")
    assert len(visitor.page.evaluate(WORDLESS)["wordless"]) == 1


def test_an_endgame_bonus_says_what_it_is_worth_now(visitor: Visitor) -> None:
    florist = at(spot("temple"), seat(None, "florist", flowers=3), players=2)
    table = visitor.new_table("phraya", "me random", **begun(florist))
    visitor.sit_at(table).await_turn()
    visitor.page.get_by_role("button", name=re.compile("^What .* has")).first.click()
    points = visitor.get(f"/tables/{table}")["view"]["printed"]["cards"]["florist"]["numbers"]["points"]
    expect(visitor.page.get_by_role("dialog")).to_contain_text(f"Worth {3 * points} points now")
