"""English, Japanese and Thai: complete, not clipped, and with a glyph for every character."""

from __future__ import annotations

import random

import pytest

from khlong.games import our_games
from tests.scenes import scenes_of

from .conftest import Invite
from .positions import reached
from .seen import CLIPPED
from .visitor import DESK, PHONE, Visitor

LANGUAGES = ("en", "ja", "th")
OURS = ("Noto Sans", "Chonburi")
TEXTS = "h1, h2, h3, p, b, span, button, a, text, th, td, label, legend"
TABLES = [(game, test) for game in our_games() for test in scenes_of(game).texts]


def fonts_used(visitor: Visitor) -> set[str]:
    """The fonts that drew the text of the page, as the browser tells them."""
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument", {"depth": -1})["root"]["nodeId"]
    nodes = session.send(
        "DOM.querySelectorAll",
        {"nodeId": root, "selector": TEXTS},
    )
    used = set()
    for node in nodes["nodeIds"]:
        for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]:
            used.add(font["familyName"])
    return used


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.slow
def test_no_text_is_missing_clipped_or_without_a_glyph(invite: Invite, language: str, phone: bool) -> None:
    visitor = invite(language=language, size=PHONE if phone else DESK, touch=phone)
    screens = ["/", "/settings", "/about", *(f"/new/{game}" for game in our_games())]
    for game, test in TABLES:
        screens.append("/t/" + visitor.new_table(game, "me random random", **reached(game, 3, 1, test)))
    for path in screens:
        visitor.open(path)
        visitor.page.wait_for_selector("h1", state="attached")
        visitor.page.wait_for_load_state("networkidle")
        visitor.page.evaluate("document.fonts.ready")
        visitor.assert_content()
        assert visitor.page.evaluate(CLIPPED) == [], path
        assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        strangers = {font for font in fonts_used(visitor) if not font.startswith(OURS)}
        # the names of the other languages in the settings, and Khlong's own name, may use what is there
        if path != "/settings":
            assert not strangers, path


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("game", our_games())
@pytest.mark.slow
def test_everything_that_happens_has_words(invite: Invite, language: str, game: str) -> None:
    visitor = invite(language=language)
    begun = reached(game, 2, 5, scenes_of(game).midway(40))
    visitor.sit_at(visitor.new_table(game, **begun))
    visitor.await_turn()
    visitor.page.keyboard.press("l")
    choices = random.Random(4)
    for _ in range(25):
        visitor.await_turn()
        if visitor.over:
            break
        visitor.make(visitor.choose(choices))
        visitor.assert_content()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.slow
def test_nothing_that_opens_at_a_table_is_clipped_or_without_words(invite: Invite, language: str, phone: bool) -> None:
    visitor = invite(language=language, size=PHONE if phone else DESK, touch=phone)
    for game, test in TABLES[1::2]:
        visitor.sit_at(visitor.new_table(game, "me random random", **reached(game, 3, 1, test))).await_turn()
        for key in "lphcr?":
            visitor.page.evaluate("document.activeElement.blur()")  # the chat takes letters for itself
            visitor.page.keyboard.press(key)
            visitor.page.evaluate("document.fonts.ready")
            visitor.assert_content()
            assert visitor.page.evaluate(CLIPPED) == [], key
            assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), key
            if key in "cr?":
                assert not {font for font in fonts_used(visitor) if not font.startswith(OURS)}, key
            if key in "r?":
                visitor.page.keyboard.press("Escape")
                visitor.page.get_by_role("dialog").wait_for(state="detached")
