"""Cards: which may be played, and every immediate effect."""

from typing import Any

import pytest

from khlong import Table

from .helpers import (
    BASIC,
    BOX,
    GOODS,
    around,
    asked,
    choices,
    each,
    ends,
    kinds,
    of_seat,
    play,
    prices,
    river,
    seat,
    ways,
)

ONE_CHANGE_CARD, ONE_CHANGE = next(
    (name, card.merchant) for name, card in BOX.base.cards.items() if card.merchant and len(card.merchant.changes) == 1
)
THREE_STEPS = next(name for name, card in BOX.base.cards.items() if card.barge and card.barge.steps == 3)
TO_D4 = {1: "d2", 2: "b2", 3: "b4"}  # from where so many steps lead to the middle
FREE = "c2"  # a section with two ways out


def playing(*cards: str, section: str = FREE, barge: str = "f6", **rest: Any) -> Table:
    """Seat 1 is about to play a card, with some market cards in hand."""
    position: dict[str, Any] = {
        key: rest.pop(key) for key in ("owners", "merchant", "prices", "market", "under") if key in rest
    }
    return river(seat(section, *cards, **rest), barge=barge, **position)


def goods_stalls_at(crossing: str) -> list[str]:
    """The goods stalls that the King blesses at a crossing."""
    stalls = [f"{section}-{side}" for section in sorted(around(crossing)) for side in ("left", "right")]
    return [stall for stall in stalls if kinds()[stall] in GOODS]


# choosing


def test_any_card_in_hand_may_be_played_and_none_that_is_discarded() -> None:
    table = river(seat(FREE, "farmer", "monk", discard=("trade", "monk")))
    assert ways(table, "card") == {"recover", "barge-1", "barge-2", "haggle", "farmer"}
    assert choices(table, "card") == choices(table)


def test_a_played_card_goes_to_the_discard_pile() -> None:
    table = play(playing("farmer"), "card farmer")
    assert of_seat(table)["discard"] == ["farmer"]
    assert "farmer" not in of_seat(table)["hand"]


def test_whoever_is_blocked_must_move_the_barge() -> None:
    """PH-3: not even Recover is allowed while a card can free the boat."""
    table = playing(THREE_STEPS, "farmer", section="b1", barge="b2")
    assert ways(table, "card") == {"barge-1", "barge-2", THREE_STEPS}
    play(table, "card barge-1")
    assert ways(table, "barge") == {"b4", "d2"}
    play(table, "barge d2")
    assert asked(table) == (1, "move")


def test_whoever_is_blocked_without_a_barge_card_recovers() -> None:
    """PH-3."""
    table = river(seat("b1", "farmer", discard=("barge-1", "barge-2")), barge="b2")
    assert choices(table) == {"card recover"}


def test_a_barge_at_one_of_two_ways_out_blocks_nobody() -> None:
    """PH-3 asks for the only crossing."""
    assert ways(playing(section="c2", barge="b2"), "card") == set(BASIC)
    assert ways(playing(section="b1", barge="d2"), "card") == set(BASIC)


# the merchant


def test_merchant_with_two_price_changes() -> None:
    """PH-6: exact steps either way, and each of his goods gets one of the changes."""
    table = play(playing(merchant="vegetable-fruit"), "card haggle")
    route = table.view()["route"]
    assert ways(table, "merchant") == {route[2], route[-2]}
    play(table, f"merchant {route[2]}")
    assert ways(table, "change") == set(route[2].split("-"))
    one, other = route[2].split("-")
    before = {good: entry["box"] for good, entry in table.view()["prices"].items()}
    play(table, f"change {other}")
    after = {good: entry["box"] for good, entry in table.view()["prices"].items()}
    assert after == before | {other: 4, one: 1}  # the third box, one up; three down stops at the first


def test_merchant_with_a_choice_of_steps() -> None:
    """PH-6."""
    table = play(playing(), "card trade")
    route = table.view()["route"]
    assert ways(table, "merchant") == {route[1], route[2], route[-1], route[-2]}
    assert "done" not in choices(table)


def test_merchant_with_one_price_change() -> None:
    """PH-6: of either good, the other one stays."""
    (change,), steps = ONE_CHANGE.changes, ONE_CHANGE.steps[0]
    for which in (0, 1):
        table = play(playing(ONE_CHANGE_CARD), f"card {ONE_CHANGE_CARD}")
        space = table.view()["route"][steps]
        goods = space.split("-")
        play(table, f"merchant {space}")
        assert ways(table, "change") == set(goods)
        play(table, f"change {goods[which]}")
        boxes = {good: entry["box"] for good, entry in table.view()["prices"].items()}
        assert boxes == dict.fromkeys(GOODS, 3) | {goods[which]: min(max(3 + change, 1), 6)}


def test_prices_stop_at_the_ends_of_their_rows() -> None:
    """PH-6: a change that does nothing is allowed."""
    table = play(playing(prices={"fish": 8, "vegetable": 1}), "card trade", "merchant vegetable-fish", "change fish")
    assert (prices(table)["fish"], prices(table)["vegetable"]) == (8, 1)
    assert asked(table) == (1, "move")


def test_the_merchant_comes_before_a_cards_other_effects() -> None:
    """PH-7."""
    table = play(playing(coins=0), "card trade")
    assert asked(table) == (1, "merchant")
    assert of_seat(table)["coins"] == 0
    play(table, "merchant fish-meat", "change fish")
    assert of_seat(table)["coins"] == 2


# the barge


@pytest.mark.parametrize(
    ("card", "start", "reached"),
    [
        ("barge-1", "d4", {"b4", "f4", "d2", "d6"}),
        ("barge-1", "b2", {"b4", "d2"}),
        ("barge-2", "d4", {"b2", "b6", "f2", "f6"}),
        ("barge-2", "b2", {"b6", "d4", "f2"}),
        (THREE_STEPS, "b2", {"b4", "d2", "f4", "d6"}),
        (THREE_STEPS, "d4", {"b4", "f4", "d2", "d6"}),
    ],
)
def test_the_barge_moves_the_exact_number_of_crossings(card: str, start: str, reached: set[str]) -> None:
    """PH-5: no section twice. Three steps round a block end beside the start; back and forth is never possible."""
    table = play(playing(THREE_STEPS, section="e4", barge=start), f"card {card}")
    assert ways(table, "barge") == reached


def test_boats_do_not_block_the_barge() -> None:
    table = river(seat("a2"), seat("c4"), seat("e4"), barge="d4")
    assert ways(play(table, "card barge-1"), "barge") == {"b4", "f4", "d2", "d6"}


def test_the_barge_may_not_block_its_own_players_only_way_out() -> None:
    """PH-4."""
    table = play(playing(section="b1", barge="b4"), "card barge-1")
    assert ways(table, "barge") == {"b6", "d4"}
    table = play(playing(section="b3", barge="b4"), "card barge-1")
    assert ways(table, "barge") == {"b2", "b6", "d4"}


def test_barge_with_a_flower_for_every_stall() -> None:
    """PH-33: blessings are per stall, whoever owns it and whoever played the card."""
    stalls = goods_stalls_at("d4")
    mine, theirs = stalls[0], stalls[1:3]
    elsewhere = next(stall for stall in goods_stalls_at("f2") if stall not in stalls)
    owners = {mine: 1, theirs[0]: 2, theirs[1]: 2, elsewhere: 3}
    table = play(playing(barge="d2", owners=owners), "card barge-1", "barge d4")
    assert each(table, "flowers") == [1, 2, 0]
    assert each(table, "favors") == [0, 0, 0]


def blessing_card(blessing: str) -> tuple[str, int, int]:
    """A market card with a blessing, its number of steps, and how much is given."""
    for name, card in BOX.base.cards.items():
        if card.barge and card.barge.blessing.startswith(blessing):
            return name, card.barge.steps, int([*card.barge.blessing.split(), "1"][1])
    raise AssertionError(f"no card blesses with {blessing}")


@pytest.mark.parametrize(("blessing", "gift"), [("coins", "coins"), ("favor", "favors"), ("flower", "flowers")])
def test_barge_with_coins_a_favor_or_a_flower_for_every_stall(blessing: str, gift: str) -> None:
    """PH-33: market cards bless with what they show, and with nothing else."""
    card, steps, amount = blessing_card(blessing)
    stalls = goods_stalls_at("d4")
    table = playing(card, barge=TO_D4[steps], owners={stalls[0]: 1, stalls[1]: 3, stalls[2]: 3})
    before = {what: each(table, what) for what in ("coins", "favors", "flowers")}
    play(table, f"card {card}", "barge d4")
    mine, other, theirs = before[gift]
    after = before | {gift: [mine + amount, other, theirs + 2 * amount]}
    assert {what: each(table, what) for what in before} == after


def test_the_king_does_not_bless_on_his_way_nor_where_he_lay() -> None:
    stalls = [stall for stall in goods_stalls_at("d4") if stall not in goods_stalls_at("d2")]
    passed = [stall for stall in stalls if not set(ends(stall[:2])) & {"d2", "d6"}]
    table = play(playing(barge="d2", owners={passed[0]: 1}), "card barge-2", "barge d6")
    assert each(table, "flowers") == [0, 0, 0]
