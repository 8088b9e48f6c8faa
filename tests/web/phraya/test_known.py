"""What there is to know of a table of Phraya is to be seen, explains itself, and is in sight when it is asked about."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from khlong.table import Table
from tests.scenes import asked, offers
from tests.web.conftest import Invite
from tests.web.positions import reached
from tests.web.questions import every_question
from tests.web.seen import IN_SIGHT
from tests.web.visitor import Visitor

pytestmark = pytest.mark.slow

SCREENS: list[ViewportSize] = [
    {"width": 1366, "height": 768},
    {"width": 1024, "height": 768},
    {"width": 390, "height": 844},
    {"width": 360, "height": 640},
]
LANGUAGES = ("en", "ja", "th")


def at(visitor: Visitor, begun: dict[str, Any]) -> dict[str, Any]:
    """At a table that begins there; answers what its server tells."""
    table = visitor.new_table("phraya", "me random random", **begun)
    visitor.sit_at(table).await_turn()
    told: dict[str, Any] = visitor.get(f"/tables/{table}")
    return told


def on(invite: Invite, size: ViewportSize, **wishes: Any) -> Visitor:
    return invite(size=size, touch=size["width"] < 500, **wishes)


def shared_stalls(table: Table) -> bool:
    owners = [stall["owner"] for stall in table.view()["stalls"] if stall["owner"] is not None]
    return len(set(owners)) == 3 and len(owners) >= 6


def at_the_last_round(table: Table) -> bool:
    view = table.view()
    return sum(view["conditions"].values()) >= 2 and view["ending"] is None


def cards_under_the_deck(table: Table) -> bool:
    return bool(table.view()["under"])


def owned_beside_administration(table: Table) -> bool:
    """Where a stall beside the boat can be traded at, and be bought too."""
    view = table.view()
    section = view["seats"][0]["section"]
    legal = {move.notation for move in table.legal_moves()}
    return view["asked"] == "action" and any(
        f"stall {section}-{side}" in legal and any(move.startswith(f"buy {side}") for move in legal)
        for side in ("left", "right")
    )


@pytest.mark.parametrize("size", [SCREENS[0], SCREENS[3]], ids=["desk", "phone"])
def test_the_stall_chart_says_who_leads_and_what_that_scores(invite: Invite, size: ViewportSize) -> None:
    visitor = on(invite, size)
    told = at(visitor, reached("phraya", 3, 1, shared_stalls))
    if visitor.touch:
        visitor.page.get_by_role("tab", name="Charts").tap()
    chart = visitor.page.locator('[data-anchor="stall-chart"]:visible')
    for row, good in enumerate(("vegetable", "fruit", "fish", "meat")):
        line = chart.locator("li").nth(row)
        for seat, sheet in enumerate(told["score"]):
            points = next(each["points"] for each in sheet if each["key"] == f"stalls {good}")
            count = sum(stall["owner"] == seat and stall["kind"] == good for stall in told["view"]["stalls"])
            if count:
                name = visitor.page.locator(".plate .name b").nth(seat).inner_text()
                sentence = line.locator(".hidden").inner_text()
                assert re.search(rf"{re.escape(name)} {count} stalls?, {points} points?", sentence), sentence
    assert visitor.page.locator(".stall.owned .awning").count() == visitor.page.locator(".stall.owned").count()
    assert visitor.page.locator(".stall:not(.owned) .beam").count() > 0, "free stalls have no cloth, white ones do"


def test_who_is_first_and_that_the_last_round_is_on(visitor: Visitor) -> None:
    told = at(visitor, reached("phraya", 3, 1, at_the_last_round, edition="prototype"))
    plate = visitor.page.locator(".plate").nth(told["view"]["first"])
    expect(plate).to_contain_text("This player began the game.")
    expect(visitor.page.get_by_text("This player began the game.")).to_have_count(1)
    expect(visitor.page.locator("footer")).to_contain_text("Last round")


def test_what_is_left_and_what_is_known_under_the_deck(visitor: Visitor) -> None:
    view = at(visitor, reached("phraya", 3, 1, cards_under_the_deck))["view"]
    market = visitor.page.locator('[data-anchor="market"]')
    expect(market).to_contain_text(f"{view['deck']} card")
    expect(market).to_contain_text("Then come, in this order:")
    expect(market).to_contain_text(f"{view['baskets_left']} basket")
    expect(market).to_contain_text(f"{sum(view['orders_left'])} order")


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_scribes_cards_are_in_sight_with_effect_and_price(
    invite: Invite, size: ViewportSize, language: str
) -> None:
    visitor = on(invite, size, language=language)
    view = at(visitor, reached("phraya", 3, 1, offers("take ", 60)))["view"]
    taken = sorted(move for move in visitor.offered() if move.startswith("take "))
    assert taken
    for move in taken:
        button = visitor.page.locator(f'.act [data-move="{move}"]')
        _, slot, way = move.split()
        card = view["market"][int(slot) - 1]
        expect(button.locator(".signs > *")).not_to_have_count(0)
        expect(button.locator(".chips")).to_contain_text(str(card[way]))
        assert button.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
    if not visitor.touch:
        for number in range(1, len(view["market"]) + 1):  # what is too dear comes once the reasons are there
            of_slot = f'.act .move:is([data-move^="take {number} "], [data-wish^="take {number} "])'
            expect(visitor.page.locator(of_slot).first).to_be_visible()
        cards = visitor.page.evaluate(IN_SIGHT, ".act .move:has(.offer)")
        assert {move.split()[1] for move in cards} == {str(slot + 1) for slot in range(len(view["market"]))}
        assert set(taken) <= set(cards)


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_merchants_whole_route_is_in_sight(invite: Invite, size: ViewportSize) -> None:
    visitor = on(invite, size)
    at(visitor, reached("phraya", 3, 1, asked("merchant", 20)))
    spaces = visitor.page.locator(".route.large:visible .space")
    expect(spaces).to_have_count(6)
    seen = visitor.page.evaluate(IN_SIGHT, ".route.large .space")
    assert len(seen) == 6
    expect(visitor.page.locator(".route.large .merchant")).to_have_count(1)


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size['width']}x{size['height']}")
def test_changes_of_prices_are_results_on_the_button(invite: Invite, size: ViewportSize) -> None:
    def unlike(table: Table) -> bool:
        return asked("prices", 20)(table) and len(table.legal_moves()) == 2

    visitor = on(invite, size)
    told = at(visitor, reached("phraya", 3, 1, unlike))
    previews = visitor.previews(told["table"]["id"])["previews"]
    changed = {each["move"]: each["changes"] for each in previews}
    for move in sorted(visitor.offered()):
        button = visitor.page.locator(f'.act [data-move="{move}"]')
        for good in told["view"]["merchant"].split("-"):
            now = told["view"]["prices"][good]["price"]
            _, then = changed[move].get(f"prices/{good}/price", (now, now))
            words = f"{good} stays at {now}" if now == then else f"{good} {now} → {then}"
            expect(button.locator(".offer")).to_contain_text(words)
            expect(button).to_have_accessible_name(re.compile(re.escape(words)))
        assert move in visitor.page.evaluate(IN_SIGHT, f'.act [data-move="{move}"]')


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_signs_of_every_card_in_hand_fit_it(invite: Invite, size: ViewportSize) -> None:
    def a_full_hand(table: Table) -> bool:
        return asked("card")(table) and len(table.legal_moves()) >= 6  # three in a row on a phone

    visitor = on(invite, size)
    at(visitor, reached("phraya", 3, 1, a_full_hand))
    visitor.page.evaluate("document.fonts.ready")
    cut = visitor.page.evaluate("""[...document.querySelectorAll('.hand .card .effects, .sheet .card .effects')]
        .filter(e => e.checkVisibility() && (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1
            || [...e.children].some(sign => sign.getBoundingClientRect().left < e.getBoundingClientRect().left - 1)))
        .map(e => e.parentElement.innerText)""")
    assert visitor.page.locator(".card:visible .effects").count()
    assert not cut


def test_a_purchase_where_trading_is_meant_is_asked_for(invite: Invite) -> None:
    for slips, asks in ((True, True), (False, False)):
        visitor = invite(slips=slips)
        at(visitor, reached("phraya", 3, 1, owned_beside_administration))
        section = visitor.get(f"/tables/{visitor.page.url.split('/t/')[1]}")["view"]["seats"][0]["section"]
        near = next(move for move in sorted(visitor.offered()) if move.startswith(f"stall {section}-"))
        before = visitor.ply
        visitor.page.locator(f'[data-move="{near}"]:visible').first.click()
        if asks:
            expect(visitor.page.locator(".would")).to_contain_text("it does not trade at it")
            assert visitor.ply == before
            visitor.page.get_by_role("button", name="Do it").click()
        expect(visitor.page.locator(".table")).not_to_have_attribute("data-ply", str(before))


def test_charts_explain_themselves_in_sentences(visitor: Visitor) -> None:
    view = at(visitor, reached("phraya", 3, 1, asked("card", 120)))["view"]
    king = view["printed"]["king"]
    visitor.page.get_by_role("button", name="The King", exact=True).focus()
    visitor.page.keyboard.press("Enter")
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"{king['first']} points for the most disks")
    dialog.get_by_role("button", name="Rules: The score").click()
    expect(visitor.page.get_by_role("dialog").locator(".found")).to_contain_text("King")
    visitor.page.keyboard.press("Escape")
    for name in ("Prices", "Temple", "Stalls", "Card market"):
        visitor.page.get_by_role("button", name=name, exact=True).click()
        expect(visitor.page.get_by_role("dialog").locator("li")).not_to_have_count(0)
        visitor.page.keyboard.press("Escape")
    visitor.assert_content()


def test_what_points_are_made_of_opens_under_their_row(visitor: Visitor) -> None:
    at(visitor, reached("phraya", 3, 1, asked("card", 120)))
    visitor.page.keyboard.press("p")
    row = visitor.page.locator(".pad tbody tr:has(th)").nth(5)
    row.locator(".points").first.click()
    why = row.locator("xpath=following-sibling::tr[1]")
    expect(why).to_have_class(re.compile("why"))
    assert why.inner_text().strip()
    row.locator(".points").first.click()
    expect(visitor.page.locator(".pad .why")).to_have_count(0)


PLACES = """() => ['.charts > section:nth-child(-n+3)', '.route:not(.large) .space'].map(selector =>
    [...document.querySelectorAll(selector)].map(e => e.getBoundingClientRect())
        .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round)))"""


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, *SCREENS[:2]], ids=lambda size: f"{size['width']}")
def test_charts_keep_their_places_whatever_is_asked_about_them(invite: Invite, size: ViewportSize) -> None:
    visitor = on(invite, size)
    before = None
    for question in ("first-section", "merchant", "prices"):
        visitor.sit_at(visitor.new_table(**every_question("phraya")[question].table)).await_turn()
        visitor.page.evaluate("document.fonts.ready")
        places = visitor.page.evaluate(PLACES)
        assert before in (None, places), question
        before = places
