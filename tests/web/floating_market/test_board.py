"""The board of Floating Market in a browser."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from khlong.table import Table
from tests.games.floating_market.helpers import market, seat
from tests.scenes import asked
from tests.web.conftest import Invite
from tests.web.positions import begun, reached
from tests.web.questions import every_question
from tests.web.test_odds import percent
from tests.web.test_reasons import await_reasons, reasons_of, refused
from tests.web.visitor import DESK, PHONE, Visitor


@pytest.mark.slow
def test_how_near_the_end_is_stays_in_sight(visitor: Visitor) -> None:
    table = visitor.new_table(
        "floating-market", "me random random", **reached("floating-market", 3, 1, asked("die", 80))
    )
    visitor.sit_at(table).await_turn()
    view = visitor.get(f"/tables/{table}")["view"]
    most = max(len(seat["fruit"]) for seat in view["seats"])
    progress = visitor.page.locator("footer")
    expect(progress).to_contain_text(re.compile(rf"{most}\D+{view['goal']}"))


@pytest.mark.slow
def test_dice_tumble_before_they_lie_still(invite: Invite) -> None:
    visitor = invite(speed="slow")
    visitor.page.add_init_script("""
        window.tumbled = 0
        new MutationObserver(() => (tumbled = Math.max(tumbled, document.querySelectorAll('.pool .tumbling').length)))
            .observe(document, { subtree: true, childList: true, attributeFilter: ['class'] })
    """)
    table = visitor.new_table("floating-market", "me random", options={"begins": "0"})
    visitor.sit_at(table).await_turn()
    while not visitor.page.evaluate("tumbled"):
        visitor.make(sorted(visitor.offered())[0])
        visitor.page.wait_for_function("() => !document.querySelector('.table[data-busy]') || tumbled", polling=50)
        visitor.await_turn()
    expect(visitor.page.locator(".pool .tumbling")).to_have_count(0)


@pytest.mark.slow
def test_an_occupied_boat_says_who_is_there(visitor: Visitor) -> None:
    def taken(table: Table) -> bool:
        return any(reason.key == "taken" for reason in table.why_not().values())

    table = visitor.new_table("floating-market", "me random", **reached("floating-market", 2, 1, taken))
    visitor.sit_at(table)
    await_reasons(visitor)
    reasons = reasons_of(visitor, table)
    place = next(move for move, reason in reasons.items() if reason["key"] == "taken")
    refused(visitor, place).hover()
    expect(visitor.page.locator(".tip .why")).to_contain_text("is taken by ")


def must_be_placed(table: Table) -> bool:
    return asked("customer")(table) and len(table.legal_numbers()) == 1


def test_a_forced_move_is_made_by_itself_if_wished(invite: Invite) -> None:
    """Whoever begins a round of Floating Market without dice must fetch them at the Boatsman."""
    without_dice = reached("floating-market", 2, 1, must_be_placed)
    for autoplay in (False, True):
        visitor = invite(autoplay=autoplay)
        visitor.sit_at(visitor.new_table("floating-market", "me random", **without_dice)).await_turn()
        if autoplay:
            expect(visitor.page.locator(".table")).not_to_have_attribute("data-ply", "0")
        else:
            visitor.page.wait_for_timeout(1500)
            assert visitor.ply == 0


BEFORE_ROLL = [
    seat("14-16", "tailor", left=1),
    seat("west-dock", "20-23"),
    seat("east-dock", "24-28"),
    seat("9-13", "29-35"),
]
RESULT = "[data-testid=result]"
ALONE = "me random random random"
STEPS = """
    window.steps = []
    const see = () => {
        const raft = document.querySelector('.pool'), result = document.querySelector('[data-testid=result]')
        if (!raft) return
        const now = raft.querySelector('.tumbling') ? 'dice'
            : result?.querySelector('li') ? 'gains'
            : document.querySelector('.boat.activated') ? 'boat'
            : raft.querySelector('.total') ? 'total' : ''
        const people = document.querySelectorAll('.river .customer').length > 0
        const last = steps.at(-1)
        if (!last || last[0] !== now || last[1] !== people) steps.push([now, people])
    }
    new MutationObserver(see).observe(document, { subtree: true, childList: true, attributeFilter: ['class'] })
"""
COVERED = """() => [...document.querySelectorAll('.prompt .sentence, .river [data-move]')].filter(e => {
    const box = e.getBoundingClientRect()
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    return box.bottom > innerHeight || !(e === top || e.contains(top) || top?.contains(e))
}).map(e => e.dataset.move ?? e.textContent)"""
OFF_THE_RAFT = """() => {
    const raft = document.querySelector('.pool').getBoundingClientRect()
    const pieces = [...document.querySelectorAll('.pool .dice > svg, .pool .sum')]
    return pieces.map(e => e.getBoundingClientRect().toJSON())
        .filter(b => b.left < raft.left || b.right > raft.right || b.top < raft.top || b.bottom > raft.bottom)
}"""


def about_to_roll(first: int) -> dict[str, Any]:
    """The last customer is about to be placed, by seat 0; whatever is rolled, somebody on a dock gets a coin."""
    return begun(market(*BEFORE_ROLL, decider=1, options={"first": first}))


def sit_alone(visitor: Visitor, position: dict[str, Any]) -> str:
    table = visitor.new_table("floating-market", ALONE, **position)
    visitor.sit_at(table).await_turn()
    return table


def test_a_roll_is_told_step_by_step_before_the_customers_leave(invite: Invite) -> None:
    """Dice, then the total, then the boat, then who gets what; at last the customers leave."""
    visitor = invite(speed="fast")
    visitor.page.add_init_script(STEPS)
    sit_alone(visitor, about_to_roll(1))
    visitor.make("place boatsman")
    visitor.await_turn(0)
    told = [step for step in visitor.page.evaluate("steps") if step[0]]
    assert told == [["dice", True], ["total", True], ["boat", True], ["gains", True], ["gains", False]]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_what_a_roll_brought_stays_until_ones_next_move(invite: Invite, size: ViewportSize) -> None:
    """Also while others swap boats and place customers; and it hides nothing that is asked."""
    visitor = invite(size=size)
    table = sit_alone(visitor, about_to_roll(2))
    visitor.make("place boatsman")
    visitor.await_turn(0)
    made = visitor.get(f"/tables/{table}/events?after=0")["moves"]
    events = {event["key"]: event["values"] for event in made[0]["events"]}
    assert len(made) > 2, "others have moved since"
    result = visitor.page.locator(RESULT)
    expect(result).to_be_visible()
    expect(result).to_contain_text(str(events["roll"]["total"]))
    expect(result).to_contain_text(events["activated"]["fruit"])
    side = "West Dock" if events["activated"]["place"] in ("9-13", "14-16", "17-19") else "East Dock"
    expect(result.locator("li").filter(has_text=side)).to_have_count(1)
    assert visitor.page.evaluate(COVERED) == []
    visitor.make(next(iter(sorted(visitor.offered()))))
    expect(result).to_have_count(0)


def test_who_has_read_what_a_roll_brought_puts_it_away(visitor: Visitor) -> None:
    sit_alone(visitor, about_to_roll(1))
    visitor.make("place boatsman")
    visitor.await_turn(0)
    visitor.page.locator(RESULT).get_by_role("button", name="Close").click()
    expect(visitor.page.locator(RESULT)).to_have_count(0)


def test_after_a_roll_raft_and_boats_speak_of_the_same_roll(visitor: Visitor) -> None:
    sit_alone(visitor, about_to_roll(1))
    expect(visitor.page.locator(".boat .odds")).to_have_count(7)
    visitor.make("place boatsman")
    visitor.await_turn(0)
    total = visitor.page.locator(".pool .total").inner_text()
    expect(visitor.page.locator(".boat.activated .fallen")).to_have_text(total)
    expect(visitor.page.locator(".boat .odds")).to_have_count(0)
    visitor.make(sorted(visitor.offered())[0])
    expect(visitor.page.locator(".boat .odds")).to_have_count(7)


def test_boats_and_docks_say_which_side_they_are_on(visitor: Visitor) -> None:
    """So that nobody has to guess it of the boat that closes the ring."""
    sit_alone(visitor, about_to_roll(1))
    last = visitor.page.locator('.boat[data-anchor="place-36-8"]')
    expect(last.locator(".side")).to_have_text("E")
    expect(last.locator(".hit")).to_have_attribute("aria-label", re.compile("East side"))
    dock = visitor.page.locator('[data-anchor="place-east-dock"] .hit')
    expect(dock).to_have_attribute("aria-label", re.compile(r"20–23, 24–28, 29–35,? and 8− · 36\+"))
    middle = visitor.page.evaluate("""() => {
        const box = document.querySelector('.river').getBoundingClientRect()
        return box.left + box.width / 2
    }""")
    for boat in visitor.page.locator(".boat").all():
        box = boat.locator(".hull").bounding_box()
        assert box
        assert (box["x"] + box["width"] / 2 > middle) == ((boat.locator(".side").text_content() or "").strip() == "E")


def test_how_many_customers_fit_is_said(visitor: Visitor) -> None:
    sit_alone(visitor, about_to_roll(1))
    market_place = visitor.page.locator('[data-anchor="place-market"]')
    expect(market_place.locator(".room")).to_have_text("0/2")
    expect(market_place.locator(".hit")).to_have_attribute("aria-label", re.compile("room for 2 customers, 2 free"))


def test_with_two_players_the_boat_out_of_the_game_says_what_its_totals_do(visitor: Visitor) -> None:
    """FM-1: they activate nothing, and the chance of that is told."""
    seats = [seat("14-16", left=2, pool=("d12", "d10")), seat(left=2)]
    table = visitor.new_table("floating-market", "me random", **begun(market(*seats, players=2, decider=1)))
    visitor.sit_at(table).await_turn()
    out = visitor.page.locator('.boat[data-anchor="place-29-35"]')
    label = re.compile("a total of 29–35 activates no boat")
    expect(out.locator(".hit")).to_have_attribute("aria-label", label)
    nothing = 1 - sum(visitor.get(f"/tables/{table}")["view"]["odds"])
    assert nothing > 0.01
    expect(out.locator(".odds text")).to_have_text(percent(Fraction(nothing)))


def test_who_starts_the_round_is_in_sight(invite: Invite) -> None:
    for size in (DESK, PHONE):
        visitor = invite(size=size)
        table = visitor.new_table("floating-market", ALONE, options={"begins": "0"})
        visitor.sit_at(table).await_turn()
        name = visitor.get(f"/tables/{table}")["seats"][0]["name"]
        expect(visitor.page.locator("footer")).to_contain_text(name)
        expect(visitor.page.locator(".plate .start")).to_have_count(1)
        expect(visitor.page.locator(".plate .start")).to_have_attribute("data-tip", re.compile("^Start player"))


def test_odds_say_what_they_leave_out_and_where_one_stands(visitor: Visitor) -> None:
    seats = [seat("14-16", left=2, pool=("d6",)), seat(left=2), {}, {}]
    table = sit_alone(visitor, begun(market(*seats, decider=1)))
    _, _, west, north = visitor.names_at(table)
    left_out = visitor.page.locator(".left-out")
    expect(left_out).to_contain_text(f"yet: a die of {west} and a die of {north}.")
    expect(visitor.page.locator("td .later").first).to_have_text(re.compile(r"^~ \d"))
    expect(visitor.page.locator("thead .own")).to_have_count(1)
    expect(visitor.page.locator("thead .own")).to_contain_text("14–16")
    left_out.get_by_role("button", name="Rules:").click()
    expect(visitor.page.get_by_role("dialog").locator(".found")).to_have_count(1)


def test_a_phone_has_the_odds_with_every_die_where_there_is_room(invite: Invite) -> None:
    for size, told in (({"width": 390, "height": 844}, True), (PHONE, False)):
        visitor = invite(size=size, touch=True)
        visitor.sit_at(visitor.new_table(**every_question("floating-market")["die"].table)).await_turn()
        dice = visitor.page.locator(".sheet .act tbody tr")
        expect(dice).to_have_count(len(visitor.offered()))
        shown = visitor.page.locator(".odds-table td:visible .exact")
        expect(shown).to_have_count(7 * dice.count() if told else 0)
        last = visitor.page.locator("[data-move]:visible").last
        expect(last).to_be_in_viewport(ratio=0.9)


@pytest.mark.slow
def test_all_that_a_player_has_is_behind_the_name_plate(visitor: Visitor) -> None:
    rich = seat("14-16", "market", left=1, coins=5, fruit=["mango", "guava"], out=["d4"])
    table = sit_alone(visitor, begun(market(seat(left=1), rich, seat(left=1), seat(left=1), decider=1)))
    whose = visitor.page.get_by_role("button", name=f"What {visitor.names_at(table)[1]} has")
    expect(whose).to_have_count(3)  # bots of one kind
    whose.first.click()
    dialog = visitor.page.get_by_role("dialog")
    for said in (
        "mango and guava",
        "5 coins of at most 6",
        "1 customer to place",
        "14–16 and Market",
        "out of play: D4",
    ):
        expect(dialog).to_contain_text(said)


@pytest.mark.slow
def test_any_number_of_dice_fits_the_raft(invite: Invite) -> None:
    full = ("d4", "d6", "d10", "d12", "white")
    seats = [seat(*places, left=1, pool=full) for places in (["temple"], ["woodworker"], ["hut"], [], [])]
    position = begun(market(*seats, players=5, decider=1, board_pool=["+4", "d12", "d6"]))
    for width, height in ((1440, 900), (1024, 768), (390, 844), (360, 640)):
        visitor = invite(size={"width": width, "height": height})
        visitor.sit_at(visitor.new_table("floating-market", f"{ALONE} random", **position)).await_turn()
        expect(visitor.page.locator(".pool .dice > svg")).to_have_count(28)
        assert visitor.page.evaluate(OFF_THE_RAFT) == []


@pytest.mark.slow
def test_do_it_fits_the_smallest_phone(invite: Invite) -> None:
    """A die's consequences push neither the answer nor the tabs off the screen."""
    visitor = invite(size=PHONE, touch=True)
    sit_alone(visitor, reached("floating-market", 4, 1, asked("die", 40)))
    visitor.page.locator('[data-move^="die "]:visible').last.tap()
    for piece in (visitor.page.get_by_role("button", name="Do it"), visitor.page.get_by_role("tab").first):
        box = piece.bounding_box()
        assert box
        assert box["y"] + box["height"] <= PHONE["height"]
    visitor.page.get_by_role("button", name="Do it").tap()
    expect(visitor.page.locator(".table")).not_to_have_attribute("data-ply", "0")


def test_pieces_lead_to_the_rules_that_tell_of_them(invite: Invite) -> None:
    """By the key for the rules where one points or is, and by a link where a piece was touched."""
    found = ".found"
    visitor = invite()
    sit_alone(visitor, about_to_roll(1))
    visitor.page.locator('[data-anchor="place-office"] .hit').hover()
    expect(visitor.page.locator(".tip")).to_contain_text("Rules")
    visitor.page.keyboard.press("r")
    expect(visitor.page.get_by_role("dialog").locator(found)).to_contain_text("Office")
    phone = invite(size=PHONE, touch=True)
    sit_alone(phone, about_to_roll(1))
    phone.page.locator('[data-anchor="place-tailor"] .hit').tap(force=True)
    phone.page.get_by_test_id("touched").get_by_role("button", name="Rules: The buildings").tap()
    expect(phone.page.get_by_role("dialog").locator(found)).to_contain_text("Tailor")


def test_what_ends_the_turn_is_marked_and_asked_for_if_wished(invite: Invite) -> None:
    visitor = invite(confirm=True)
    table = sit_alone(visitor, begun(market(seat(left=2), seat(left=2), seat(left=2), seat(left=2), decider=1)))
    ends, goes_on = visitor.page.locator('[data-move="place 9-13"]'), visitor.page.locator('[data-move="place office"]')
    expect(ends).to_have_attribute("data-ends", "")
    expect(goes_on).not_to_have_attribute("data-ends", "")
    ends.click()
    expect(visitor.page.get_by_role("button", name="Do it")).to_be_visible()
    assert visitor.get(f"/tables/{table}")["ply"] == 0
    visitor.page.get_by_role("button", name="Not that").click()
    goes_on.click()
    expect(visitor.page.locator(".table")).not_to_have_attribute("data-ply", "0")
