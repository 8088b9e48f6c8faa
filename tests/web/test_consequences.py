"""What a move would cost and gain is shown before it is made, for every kind of move; and how the score stands."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from playwright.sync_api import expect

from khlong.games import our_games

from .conftest import Invite
from .positions import asked, begun, random_plies, reached
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
    assert len(kinds) >= (13 if game == "phraya" else 4), kinds.keys()
    shown = 0
    visitor = invite()
    for position, move in kinds.values():
        table = visitor.new_table(game, "me random random", **position)
        visitor.sit_at(table).await_turn()
        told = visitor.get(f"/tables/{table}/previews?ply={visitor.ply}")["previews"]
        changes = next(preview["changes"] for preview in told if preview["move"] == move)
        names = [seat["name"] for seat in visitor.get(f"/tables/{table}")["seats"]]
        visitor.page.locator(f'[data-move="{move}"]:visible').first.hover()
        expect(visitor.page.locator(".would .what")).to_have_text(re.compile(r"\w"))
        words = [] if changes.get("ending", [None, None])[1] else expected(changes, names)
        for word in words:
            expect(visitor.page.locator(".would")).to_contain_text(word)
        assert visitor.page.evaluate(CUT) == [], move
        shown += len(words)
    assert shown >= (15 if game == "phraya" else 1)
    visitor.assert_content()


def test_a_change_of_prices_is_shown_on_the_chart_too(visitor: Visitor) -> None:
    visitor.sit_at(
        visitor.new_table("phraya", "me random", **reached("phraya", 2, 1, asked("prices", 20)))
    ).await_turn()
    visitor.page.locator('[data-move^="change "]:visible').first.hover()
    expect(visitor.page.locator(".box.then")).not_to_have_count(0)


@GAMES
def test_the_score_pad_says_what_it_would_be_now(visitor: Visitor, game: str) -> None:
    question = asked("card" if game == "phraya" else "customer", 60)
    table = visitor.new_table(game, "me random random", **reached(game, 3, 1, question))
    visitor.sit_at(table).await_turn()
    visitor.page.keyboard.press("p")
    score = visitor.get(f"/tables/{table}")["score"]
    rows = visitor.page.locator(".pad tbody tr")
    expect(rows).to_have_count(len(score[0]))
    for line, row in enumerate(rows.all()):
        points = [str(lines[line]["points"]).replace("-", "−") for lines in score]
        assert row.locator("button").all_inner_texts() == points


def test_how_near_the_end_is_stays_in_sight(visitor: Visitor) -> None:
    table = visitor.new_table(
        "floating-market", "me random random", **reached("floating-market", 3, 1, asked("die", 80))
    )
    visitor.sit_at(table).await_turn()
    view = visitor.get(f"/tables/{table}")["view"]
    most = max(len(seat["fruit"]) for seat in view["seats"])
    progress = visitor.page.locator("footer")
    expect(progress).to_contain_text(re.compile(rf"{most}\D+{view['goal']}"))
    table = visitor.new_table("phraya", "me random", **reached("phraya", 2, 1, asked("card", 200)))
    visitor.sit_at(table).await_turn()
    view = visitor.get(f"/tables/{table}")["view"]
    tithe = max(sum(space["seat"] is not None for space in row) for row in view["king"].values())
    expect(progress).to_contain_text(f"Royal tithe {tithe}/{len(view['king']['coins'])}")
    for name in ("Worship", "Supremacy"):
        expect(progress).to_contain_text(name)


def test_dice_tumble_before_they_lie_still(invite: Invite) -> None:
    visitor = invite(speed="slow")
    visitor.page.add_init_script("""
        window.tumbled = 0
        new MutationObserver(() => (tumbled = Math.max(tumbled, document.querySelectorAll('.pool .tumbling').length)))
            .observe(document, { subtree: true, childList: true, attributeFilter: ['class'] })
    """)
    table = visitor.new_table("floating-market", "me random", options={"first": "1"})
    visitor.sit_at(table).await_turn()
    while not visitor.page.evaluate("tumbled"):
        visitor.make(sorted(visitor.offered())[0])
        visitor.page.wait_for_function("() => !document.querySelector('.table[data-busy]') || tumbled", polling=50)
        visitor.await_turn()
    expect(visitor.page.locator(".pool .tumbling")).to_have_count(0)
