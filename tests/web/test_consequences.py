"""What a move would cost and gain is shown before it is made, for every kind of move; and how the score stands."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from playwright.sync_api import expect

from khlong.games import our_games
from tests.scenes import scenes_of

from .conftest import Invite
from .positions import begun, random_plies, reached
from .test_odds import percent
from .visitor import Visitor

pytestmark = pytest.mark.slow

GAMES = pytest.mark.parametrize("game", our_games())
PURSE = ("coins", "flowers", "favors", "rowers", "baskets", "goods")
CUT = """() => {
    const room = document.querySelector('.would').getBoundingClientRect()
    const chips = [...document.querySelectorAll('.would .chip')]
    return chips.filter(e => e.getBoundingClientRect().bottom > room.bottom + 1).map(e => e.textContent)
}"""


def kinds_of_moves(game: str) -> dict[str, tuple[dict[str, Any], str]]:
    """For every kind of move a position out of a random game where it can be made, and such a move."""
    found: dict[str, tuple[dict[str, Any], str]] = {}
    for table in random_plies(game, 3, 7):
        if table.question is None or table.question.seat != 0 or table.ply < 30:
            continue
        for move in table.legal_moves():
            if move.notation.split()[0] not in found:
                found[move.notation.split()[0]] = (begun(table), move.notation)
    return found


def signed(change: int) -> str:
    return f"+{change}" if change > 0 else f"−{-change}"


def expected(changes: dict[str, list[Any]], names: list[str]) -> list[str]:
    """What has to be read, of the changes that a preview tells: purses, prices, and odds."""
    words = []
    for path, (before, after) in changes.items():
        match path.split("/"):
            case ["seats", who, what, *_] if what in PURSE and isinstance(before, int):
                words += [signed(after - before), *([] if who == "0" else [names[int(who)]])]
            case ["prices", _, "price"]:
                words.append(f"{before} › {after}")
            case ["odds"]:
                changed = [then for now, then in zip(before, after, strict=True) if abs(then - now) >= 0.005]
                words += [percent(Fraction(then)) for then in changed]
    return words


@GAMES
def test_pointing_at_any_kind_of_move_shows_what_it_would_do(invite: Invite, game: str) -> None:
    kinds = kinds_of_moves(game)
    assert len(kinds) >= scenes_of(game).kinds, kinds.keys()
    shown = 0
    visitor = invite()
    for position, move in kinds.values():
        table = visitor.new_table(game, "me random random", **position)
        visitor.sit_at(table).await_turn()
        told = visitor.previews(table)["previews"]
        changes = next(preview["changes"] for preview in told if preview["move"] == move)
        names = [seat["name"] for seat in visitor.get(f"/tables/{table}")["seats"]]
        visitor.page.locator(f'[data-move="{move}"]:visible').first.hover()
        expect(visitor.page.locator(".would .what")).to_have_text(re.compile(r"\w"))
        words = [] if changes.get("ending", [None, None])[1] else expected(changes, names)
        for word in words:
            expect(visitor.page.locator(".would")).to_contain_text(word)
        assert visitor.page.evaluate(CUT) == [], move
        shown += len(words)
    assert shown >= scenes_of(game).told
    visitor.assert_content()


@GAMES
def test_the_score_pad_says_what_it_would_be_now(visitor: Visitor, game: str) -> None:
    table = visitor.new_table(game, "me random random", **reached(game, 3, 1, scenes_of(game).midway(60)))
    visitor.sit_at(table).await_turn()
    visitor.page.keyboard.press("p")
    score = visitor.get(f"/tables/{table}")["score"]
    rows = visitor.page.locator(".pad tbody tr")
    expect(rows).to_have_count(len(score[0]))
    for line, row in enumerate(rows.all()):
        points = [str(lines[line]["points"]).replace("-", "−") for lines in score]
        assert row.locator("button").all_inner_texts() == points
