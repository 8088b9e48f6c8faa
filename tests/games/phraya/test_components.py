"""The component files: every fact that binds, the mistakes they may have, and that an owner's file changes the game.

Values that are ours may change; what the rulebooks print or imply may not, and only that is tested here.
"""

import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, permutations, product
from pathlib import Path
from typing import Any

import pytest

import khlong
from khlong.games.facets import Components
from khlong.games.phraya.canal import PART_STALLS, STALL_NAMES
from khlong.games.phraya.components import FOLDER, load_components

from .data_helpers import GAME, GOODS, beside, native_engine, notations, own_file, play, seat, table


def file_of(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


BASE = file_of("components")
EDITIONS = {name: file_of(name) for name in ("published", "prototype")}
both_editions = pytest.mark.parametrize("edition", EDITIONS)
CARDS: dict[str, dict[str, Any]] = BASE["cards"]
ORDERS: list[dict[str, Any]] = BASE["orders"]
PRICES: dict[str, list[int]] = {good: BASE["prices"][good]["value"] for good in GOODS}
PAIRS = {frozenset(pair) for pair in combinations(GOODS, 2)}
SIDES = [f"{part}{side}" for part in "1234" for side in "ab"]
OTHER_STALLS = ("restaurant", "basket", "temple", "scribe", "administration")


def cards_of(edition: str) -> dict[str, dict[str, Any]]:
    out = EDITIONS[edition]["cards_left_out"]["value"]
    return {name: card for name, card in CARDS.items() if name not in out}


def baskets_of(edition: str) -> list[tuple[frozenset[str], int]]:
    kinds = EDITIONS[edition]["baskets"]["value"]
    return [(frozenset(kind["goods"]), price) for kind in kinds for price in kind["prices"]]


def stalls_of(side: str) -> list[str]:
    part = BASE["parts"][side]
    return [kind for section, kinds in part.items() if section != "mark" for kind in kinds]


# prices and the merchant


def test_prices_start_on_the_third_box() -> None:
    assert BASE["prices"]["start_box"] == {"value": 3, "mark": "book"}


def test_price_rows_rise() -> None:
    for row in PRICES.values():
        assert all(left < right for left, right in pairwise(row))
        assert len(row) == 6


def test_fish_has_a_box_8_with_two_or_more_to_its_left() -> None:
    assert PRICES["fish"].index(8) >= 2


def test_vegetable_has_a_box_4_with_two_or_more_to_its_right() -> None:
    row = PRICES["vegetable"]
    assert len(row) - 1 - row.index(4) >= 2


def test_vegetable_is_cheaper_than_fruit_than_fish_than_meat_in_every_box() -> None:
    for prices in zip(*PRICES.values(), strict=True):
        assert all(cheaper < dearer for cheaper, dearer in pairwise(prices))


def test_the_merchants_route_shows_every_pair_once() -> None:
    route = BASE["merchant"]["route"]["value"]
    assert len(route) == 6
    assert all(len(set(pair)) == 2 for pair in route)
    assert {frozenset(pair) for pair in route} == PAIRS


@pytest.mark.parametrize(("card", "steps"), [("trade", 1), ("haggle", 2)])
def test_fish_and_vegetable_is_reached_in_one_step_to_the_right_and_in_two(card: str, steps: int) -> None:
    """The example turn, and the example of the merchant."""
    route = BASE["merchant"]["route"]["value"]
    wanted = next(number for number, pair in enumerate(route) if set(pair) == {"fish", "vegetable"})
    before = "-".join(route[wanted - steps])
    player = seat(hand=[name for name in BASE["basic"] if name != card], discard=[card])
    there = table(player, asked="merchant", card=card, merchant=before)
    assert f"merchant {'-'.join(route[wanted])}" in notations(there)


# boats and stalls


def test_a_boat_has_2_of_4_rowers_and_2_of_6_baskets_at_the_start() -> None:
    boat = BASE["boat"]
    assert [boat[key]["value"] for key in ("rowers", "most_rowers", "most_baskets")] == [2, 4, 6]
    start = [frozenset(basket) for basket in boat["baskets"]["value"]]
    assert start == [frozenset({"vegetable", "fruit"}), frozenset({"meat", "fish"})]


def test_stalls_cost_10_or_5_and_there_are_7_6_or_5_pieces() -> None:
    stalls = BASE["stalls"]
    assert (stalls["price"]["value"], stalls["price_with_card"]["value"]) == (10, 5)
    assert stalls["pieces"]["value"] == [7, 6, 5]


def test_stall_majorities_are_14_12_10_8_and_half_of_it() -> None:
    """The books show 14 for vegetable, 12 for fruit, and the seconds 7, 6, 5, 4."""
    assert BASE["stalls"]["second"]["value"] == [7, 6, 5, 4]
    assert BASE["stalls"]["first"]["value"] == [14, 12, 10, 8]


# cards


def test_basic_cards_are_recover_two_or_more_of_the_barge_and_the_two_pictured() -> None:
    basic = list(BASE["basic"].values())
    assert len(basic) == 5
    assert [card for card in basic if card.get("recover")] == [{"mark": "book", "recover": True}]
    barge = [card["barge"] for card in basic if "barge" in card]
    assert len(barge) >= 2
    assert all(effect["blessing"] == "flower" for effect in barge)
    effects = [{key: value for key, value in card.items() if key != "mark"} for card in basic]
    assert {"merchant": {"steps": [2], "changes": [1, -3]}} in effects
    assert {"merchant": {"steps": [1, 2], "changes": [2, -2]}, "coins": 2} in effects


def test_the_market_has_4_slots() -> None:
    assert BASE["market"]["slots"]["value"] == 4


def test_there_are_25_market_cards_and_20_in_the_prototype() -> None:
    assert len(cards_of("published")) == 25
    assert len(cards_of("prototype")) == 20
    assert len(set(EDITIONS["prototype"]["cards_left_out"]["value"])) == 5


def test_all_market_cards_are_different() -> None:
    plain = [
        repr(sorted((key, repr(value)) for key, value in card.items() if key != "mark")) for card in CARDS.values()
    ]
    assert len(set(plain)) == 25


def test_every_special_of_the_icon_reference_is_on_exactly_one_card() -> None:
    """4 lowest price, 4 ignore, temple −2, stall for 5, 4 count as a stall, 11 score."""
    wanted = [f"{verb} {good}" for verb in ("lowest", "ignore", "counts", "score") for good in GOODS]
    wanted += ["temple", "stall"]
    wanted += [f"score {what}" for what in ("orders", "king", "temple", "stalls", "flowers", "favors", "coins")]
    assert len(wanted) == 25
    assert Counter(card["special"] for card in CARDS.values()) == Counter(wanted)


def effects_on(cards: dict[str, dict[str, Any]]) -> Iterator[str]:
    for card in cards.values():
        for key in card.keys() - {"mark", "cost", "special"}:
            yield f"{key} {card[key]}" if key in ("coins", "flowers") else key


def test_every_immediate_effect_of_the_icon_reference_occurs() -> None:
    """Among all 25, like the specials: the prototype has 20 of them."""
    wanted = {"merchant", "barge", "boat", "flowers 1", "coins 2", "coins 5", "goods_for_flowers", "flowers_for_coins"}
    assert set(effects_on(CARDS)) == wanted


def test_every_market_card_has_an_immediate_effect_and_a_price_in_coins_and_flowers() -> None:
    for name, card in CARDS.items():
        assert any(True for _ in effects_on({name: card})), name
        assert card["cost"].keys() == {"coins", "flowers"}
        assert min(card["cost"].values()) > 0


@both_editions
def test_a_card_costs_15_coins_or_3_flowers(edition: str) -> None:
    assert {"coins": 15, "flowers": 3} in [card["cost"] for card in cards_of(edition).values()]


@both_editions
def test_a_market_card_blesses_with_something_else_than_a_flower(edition: str) -> None:
    blessings = {card["barge"]["blessing"] for card in cards_of(edition).values() if "barge" in card}
    assert blessings - {"flower"}


# baskets


@pytest.mark.parametrize(("edition", "times"), [("published", 3), ("prototype", 2)])
def test_every_mixed_pair_is_on_three_baskets_or_two(edition: str, times: int) -> None:
    baskets = baskets_of(edition)
    assert Counter(goods for goods, _ in baskets) == dict.fromkeys(PAIRS, times)
    assert len(baskets) == {"published": 18, "prototype": 12}[edition]


@both_editions
def test_basket_prices_differ(edition: str) -> None:
    """Also among baskets of the same goods: no two tiles are the same."""
    assert len(set(baskets_of(edition))) == len(baskets_of(edition))
    assert len({price for _, price in baskets_of(edition)}) > 1


# orders


def test_orders_are_20_in_four_stacks_of_5() -> None:
    assert Counter(order["stack"] for order in ORDERS) == {1: 5, 2: 5, 3: 5, 4: 5}


def test_two_vegetables_and_meat_pay_13() -> None:
    """The example turn."""
    assert [order["coins"] for order in ORDERS if order["goods"] == {"vegetable": 2, "meat": 1}] == [13]


def test_one_order_needs_a_single_fruit_beside_fish_or_meat() -> None:
    """The example turn: with 2 fish and 1 meat only a fruit is lacking for the first order."""
    has = {"fish": 2, "meat": 1}
    lacking = [
        order
        for order in ORDERS
        if order["goods"].get("fruit") == 1
        and len(order["goods"]) > 1
        and all(number <= has.get(good, 0) for good, number in order["goods"].items() if good != "fruit")
    ]
    assert lacking


def test_a_4_vp_order_exists() -> None:
    assert 4 in [order["vp"] for order in ORDERS]


def test_later_stacks_ask_more_and_give_more() -> None:
    start = BASE["prices"]["start_box"]["value"] - 1
    asked, gained, paid = [], [], []
    for stack in (1, 2, 3, 4):
        orders = [order for order in ORDERS if order["stack"] == stack]
        asked.append(sum(PRICES[good][start] * n for order in orders for good, n in order["goods"].items()))
        gained.append(sum(order["vp"] for order in orders))
        paid.append(sum(order["coins"] for order in orders))
    for means in (asked, gained, paid):
        assert all(earlier < later for earlier, later in pairwise(means))


def test_no_two_orders_are_the_same() -> None:
    assert len({repr(sorted(order["goods"].items())) for order in ORDERS}) == 20


def test_every_order_fits_on_a_boat_with_its_start_baskets_and_four_more() -> None:
    for order in ORDERS:
        assert max(order["goods"].values()) <= 5
        assert sum(order["goods"].values()) <= 12


# temple and King


def test_temple_disks_are_worth_2_3_4_5() -> None:
    assert BASE["temple"]["vp"] == {"value": [2, 3, 4, 5], "mark": "book"}
    assert BASE["temple"]["discount_with_card"]["value"] == 2


def test_the_first_temple_majority_is_10_and_the_last_penalty_2() -> None:
    assert BASE["temple"]["majorities"]["value"][0] == 10
    assert BASE["temple"]["penalties"]["value"][-1] == 2


@both_editions
def test_the_temple_has_four_rows_in_three_sections_the_last_of_two_columns(edition: str) -> None:
    temple = EDITIONS[edition]["temple"]
    assert temple.keys() == {"sections", *GOODS}
    sections = temple["sections"]["value"]
    assert len(sections) == 3
    assert min(sections) > 0
    assert sections[-1] == 2
    assert {len(temple[good]["value"]) for good in GOODS} == {sum(sections)}


@both_editions
def test_flowers_at_the_temple_never_fall_to_the_right_and_rise_in_every_row(edition: str) -> None:
    for good in GOODS:
        row = EDITIONS[edition]["temple"][good]["value"]
        assert row == sorted(row)
        assert row[0] < row[-1]


@both_editions
def test_a_fish_space_costs_2_flowers(edition: str) -> None:
    assert 2 in EDITIONS[edition]["temple"]["fish"]["value"]


@both_editions
def test_the_king_has_rows_of_coins_flowers_and_goods_with_8_among_the_coins(edition: str) -> None:
    king = EDITIONS[edition]["king"]
    lengths = {len(king[row]["value"]) for row in ("coins", "flowers", "goods")}
    assert len(lengths) == 1
    assert 8 in king["coins"]["value"]
    assert len(set(king["coins"]["value"])) == len(king["coins"]["value"])


@pytest.mark.parametrize(("edition", "first", "second", "sets"), [("published", 12, 6, 8), ("prototype", 10, 5, 5)])
def test_king_majority_and_sets_are_those_of_the_edition(edition: str, first: int, second: int, sets: int) -> None:
    king = EDITIONS[edition]["king"]
    assert [king[key]["value"] for key in ("first", "second", "set")] == [first, second, sets]


@pytest.mark.parametrize(
    ("edition", "disks", "coins", "removed", "refresh", "at_once"),
    [("published", 15, [8, 9, 10, 11], 1, True, True), ("prototype", 8, [6, 7, 8, 9], 2, False, False)],
)
def test_editions_differ_in_disks_coins_orders_refresh_and_end(
    edition: str, disks: int, coins: list[int], removed: int, refresh: bool, at_once: bool
) -> None:
    found = EDITIONS[edition]
    keys = ("disks", "start_coins", "orders_removed_with_two", "refresh", "ends_at_once")
    assert [found[key]["value"] for key in keys] == [disks, coins, removed, refresh, at_once]
    assert {found[key]["mark"] for key in keys} == {"book"}


@both_editions
def test_there_are_so_many_disks_that_the_game_must_be_able_to_end(edition: str) -> None:
    """Two players' disks do not all fit on spaces that leave every King row one short and the last section empty."""
    found = EDITIONS[edition]
    king = sum(len(found["king"][row]["value"]) - 1 for row in ("coins", "flowers", "goods"))
    temple = 4 * sum(found["temple"]["sections"]["value"][:2])
    assert 2 * found["disks"]["value"] > king + temple


def test_a_game_that_never_ends_is_scored_after_200_rounds() -> None:
    """PH-29."""
    assert BASE["rounds"]["last"]["value"] == 200


# the board


@pytest.mark.parametrize("side", SIDES)
def test_a_side_of_a_part_has_five_other_stalls_and_seven_goods_stalls_of_all_kinds(side: str) -> None:
    kinds = Counter(stalls_of(side))
    assert all(kinds[kind] == 1 for kind in OTHER_STALLS)
    assert sum(kinds[good] for good in GOODS) == 7
    assert all(kinds[good] >= 1 for good in GOODS)
    assert sum(kinds.values()) == 12


def test_the_eight_maps_are_all_different() -> None:
    assert list(BASE["parts"]) == SIDES
    maps = {tuple(sorted((key, tuple(value)) for key, value in BASE["parts"][side].items())) for side in SIDES}
    assert len(maps) == 8


def test_on_every_board_vegetable_fruit_fish_meat_are_never_rarer_in_that_order() -> None:
    """Places do not matter to the numbers: 16 choices of sides stand for all 384 boards. No good is missing."""
    for sides in product("ab", repeat=4):
        kinds = Counter(kind for part, side in zip("1234", sides, strict=True) for kind in stalls_of(f"{part}{side}"))
        numbers = [kinds[good] for good in GOODS]
        assert numbers == sorted(numbers, reverse=True)
        assert numbers[-1] >= 4
        assert all(kinds[kind] == 4 for kind in OTHER_STALLS)


def test_in_every_place_of_every_part_all_goods_can_be_had() -> None:
    """Nobody can be starved of a kind: each half of each of the 384 boards has all four goods twice or more."""
    for parts in permutations("1234", 2):
        for sides in product("ab", repeat=2):
            kinds = Counter(kind for part, side in zip(parts, sides, strict=True) for kind in stalls_of(part + side))
            assert all(kinds[good] >= 2 for good in GOODS)


def test_twice_or_more_a_vegetable_stall_faces_a_restaurant() -> None:
    facing = [
        side
        for side in SIDES
        if any({"vegetable", "restaurant"} == set(kinds) for key, kinds in BASE["parts"][side].items() if key != "mark")
    ]
    assert len(facing) >= 2


def test_the_parts_lie_on_the_board_as_the_file_says() -> None:
    """Part 1, side a, in the south-west: each section with its stalls, left before right."""
    view = khlong.new_table(GAME, 2, 0, {"board": "1a-2a-3a-4a"}).view()
    kinds = {stall["stall"]: stall["kind"] for stall in view["stalls"]}
    seams = {"a4": "left", "c4": "left", "d1": "left", "d3": "left"}
    assert len(PART_STALLS) == 12
    for section, names in BASE["parts"]["1a"].items():
        if section == "mark":
            continue
        sides = (seams[section],) if section in seams else ("left", "right")
        assert [kinds[f"{section}-{side}"] for side in sides] == names
        assert all(f"{section}-{side}" in STALL_NAMES for side in sides)


# marks


def unmarked(entry: Any, path: str) -> Iterator[str]:
    """The entries that have no mark and hold none either."""
    if isinstance(entry, dict) and entry.get("mark") in ("book", "review", "inferred", "ours"):
        return
    if isinstance(entry, dict):
        for key, inner in entry.items():
            yield from unmarked(inner, f"{path}.{key}")
    elif isinstance(entry, list) and all(isinstance(inner, dict) for inner in entry):
        for number, inner in enumerate(entry):
            yield from unmarked(inner, f"{path}[{number}]")
    else:
        yield path


def test_every_value_has_a_mark() -> None:
    for name, entries in {"components": BASE, **EDITIONS}.items():
        assert [*unmarked(entries, name)] == []


EDITIONS_IN_PRINT = ("disks", "start_coins", "orders_removed_with_two", "refresh", "ends_at_once")
IN_PRINT = {
    "components.prices": {"start_box"},
    "components.boat": {"rowers", "most_rowers", "most_baskets", "bonus_channels", "baskets"},
    "components.stalls": {"price", "price_with_card", "pieces"},
    "components.temple": {"vp", "discount_with_card"},
    "components.rates": {*BASE["rates"]},
    "components.bonuses": {*BASE["bonuses"]},
    "components.basic": {"recover"},
    **{edition: {*EDITIONS_IN_PRINT} for edition in EDITIONS},
    **{f"{edition}.king": {"first", "second", "set"} for edition in EDITIONS},
}


def in_print(entry: Any, path: str) -> Iterator[str]:
    """The entries that are marked as the book's."""
    if isinstance(entry, dict) and entry.get("mark") == "book":
        yield path
    inner = enumerate(entry) if isinstance(entry, list) else entry.items() if isinstance(entry, dict) else ()
    for key, each in inner:
        yield from in_print(each, f"{path}.{key}")


def test_no_mark_claims_more_than_the_rulebooks_say() -> None:
    """Nothing of a card but the examples' effects, nothing of an order but goods and coins of one, is in their text."""
    found = {path for name, entries in {"components": BASE, **EDITIONS}.items() for path in in_print(entries, name)}
    assert found == {f"{path}.{key}" for path, keys in IN_PRINT.items() for key in keys}


# mistakes

PART = """
a2 = ["vegetable", "fish"]
b1 = ["administration", "vegetable"]
b3 = ["meat", "restaurant"]
c2 = ["scribe", "fruit"]
a4 = ["basket"]
c4 = ["vegetable"]
d1 = ["temple"]
d3 = ["fruit"]
"""
ORDER = '[[orders]]\nstack = {stack}\ngoods = {{ fish = 1 }}\ncoins = 5\nvp = 1\nmark = "ours"\n'
PAIRS_TWICE = [["vegetable", "fruit"], ["fish", "meat"], ["vegetable", "fish"], ["fruit", "meat"], ["fruit", "fish"]]


def baskets(edition: str, goods: list[str] | None = None, prices: list[list[int]] | None = None) -> str:
    """The baskets of an edition with other goods on the first, or other prices."""
    kinds = [dict(kind) for kind in EDITIONS[edition]["baskets"]["value"]]
    kinds[0]["goods"] = goods or kinds[0]["goods"]
    lines = [
        f"{{ goods = {kind['goods']}, prices = {prices[number] if prices else kind['prices']} }}"
        for number, kind in enumerate(kinds)
    ]
    return f"[{edition}]\nbaskets = {{ value = [{', '.join(lines)}], mark = 'ours' }}"


def part(**changes: list[str]) -> str:
    given = tomllib.loads(PART) | changes
    return "[parts.1a]\n" + "".join(f"{section} = {kinds!r}\n" for section, kinds in given.items()) + 'mark = "ours"\n'


@pytest.mark.parametrize(
    ("text", "entry", "reason"),
    [
        ("[stalls]\nrent = { value = 1, mark = 'ours' }", "stalls.rent", "is not known here"),
        ("[stall]\nprice = { value = 1, mark = 'ours' }", "stall", "is not known here"),
        ("[published]\ndisk = { value = 1, mark = 'ours' }", "published.disk", "is not known here"),
        ("[stalls]\nprice = { value = '8', mark = 'ours' }", "stalls.price", "must be a whole number"),
        ("[stalls]\nprice = { value = 8.0, mark = 'ours' }", "stalls.price", "must be a whole number"),
        ("[stalls]\nprice = { value = true, mark = 'ours' }", "stalls.price", "must be a whole number"),
        ("[stalls]\nprice = 8", "stalls.price", "must be entries of its own, each a name and a value, not 8"),
        ("[stalls]\nprice = { value = 8 }", "stalls.price.mark", "is missing"),
        ("[stalls]\nprice = { value = 8, mark = 'guess' }", "stalls.price.mark", "'book', 'review', 'inferred' or"),
        ("[stalls]\nprice = { value = -1, mark = 'ours' }", "stalls.price", "must be at least 0, not -1"),
        ("[prices]\nfish = { value = [3, 4, 5, 8, 7, 8], mark = 'ours' }", "prices", "prices of fish must rise"),
        ("[prices]\nfish = { value = [3, 4, 5, 5, 7, 8], mark = 'ours' }", "prices", "prices of fish must rise"),
        ("[prices]\nfish = { value = [3, 4, 5, 8], mark = 'ours' }", "prices.fish", "at least 6 entries, not 4"),
        (f"[merchant]\nroute = {{ value = {[*PAIRS_TWICE, ['meat', 'fish']]}, mark = 'ours' }}", "merchant", "once"),
        (f"[merchant]\nroute = {{ value = {[*PAIRS_TWICE, ['fish', 'fish']]}, mark = 'ours' }}", "merchant", "once"),
        (part(d1=["basket"], a4=["basket"]), "parts.1a", "exactly one basket stall"),
        (part(c4=["temple"]), "parts.1a", "exactly one temple stall"),
        (part(b3=["fish", "restaurant"]), "parts.1a", "needs a meat stall"),
        (part(b3=["restaurant"]), "parts.1a", "section b3 has two stalls"),
        (part(d1=["temple", "fish"]), "parts.1a", "section d1 has one stall"),
        (part(d1=["shrine"]), "parts.1a.d1", "must be 'vegetable', "),
        (part().replace("1a", "5a"), "parts", "parts must be 1a, 1b"),
        ("[prototype]\ncards_left_out = { value = ['juggler'], mark = 'ours' }", "cards_left_out", "'juggler'"),
        ("[published]\ndisks = { value = 3, mark = 'ours' }", "published", "without ending the game"),
        ("[prototype]\ndisks = { value = 3, mark = 'ours' }", "prototype", "without ending the game"),
        (ORDER.format(stack=1) * 6 + "".join(ORDER.format(stack=2 + n % 3) for n in range(14)), "stack 1", "5 tiles"),
        (ORDER.format(stack=1) * 5, "orders", "at least 20 entries"),
        (ORDER.format(stack=5) * 20, "orders.0.stack", "must be at most 4, not 5"),
        ("[cards.farmer]\nspecial = 'score points'", "cards.farmer.special", " is not "),
        ("[cards.juggler]\nmark = 'ours'\ncost = { coins = 1, flowers = 1 }\nspecial = 'stall'", "cards", "are 25"),
        ("[cards.monk.barge]\nblessing = 'goods'", "cards.monk.barge.blessing", " is not "),
        ("[basic.trade]\nmark = 'ours'\nrecover = true", "basic cards", "one of them to recover"),
        ("[published.king]\ncoins = { value = [8], mark = 'ours' }", "published.king", "equally long"),
        (
            "[published.temple]\nfish = { value = [2, 2, 2], mark = 'ours' }",
            "published.temple",
            "row of fish must have",
        ),
        ("[published.temple]\nsections = { value = [2, 2], mark = 'ours' }", "published.temple.sections", "3 entries"),
        ("[boat]\nbaskets = { value = [['fish']], mark = 'ours' }", "boat.baskets", "at least 2 entries"),
        (
            "[boat]\nbaskets = { value = [['fish', 'fish'], ['meat', 'fruit']], mark = 'ours' }",
            "boat.baskets.value.0",
            "two different goods, not for fish twice",
        ),
        (baskets("published", goods=["meat", "meat"]), "published.baskets.value.0.goods", "not for meat twice"),
        (baskets("prototype", prices=[[3, 4, 5]] * 6), "18 and 18 baskets", "together 31 at most"),
        (baskets("published", prices=[[3, 4], [5], [5], [5], [5], [5]]), "7 baskets", "asymmetric start it takes 8"),
        ("[boat]\nrowers = { value = 1, mark = 'ours' }", "boat.rowers", "must be at least 2, not 1"),
        ("[stalls]\nprice_with_card = { value = 11, mark = 'ours' }", "stalls", "above the price without, 10"),
        ("[stalls]\npieces = { value = [7, 6, 1], mark = 'ours' }", "stalls.pieces.value.2", "must be at least 2"),
        (
            f"[published.king]\ncoins = {{ value = [1, 2, 3, 4, {10**30}], mark = 'ours' }}",
            "published.king.coins",
            "must be at most 100",
        ),
        ("[published.king]\nflowers = { value = [1, 2, 3, 4, 101], mark = 'ours' }", "published.king.flowers", "100"),
        ("[basic.recover]\ncoins = 2", "basic.recover", "has no other effect"),
        ("[basic.recover]\nboat = true", "basic.recover", "has no other effect"),
        ("[basic.recover.barge]\nsteps = 1\nblessing = 'favor'", "basic.recover", "has no other effect"),
        ("[basic.haggle.merchant]\nsteps = [3, 3]", "basic.haggle.merchant", "names a number of steps twice"),
        ((ORDER * 20).format(stack=1).replace("fish = 1", ""), "orders.0.goods", "at least 1 entries"),
    ],
)
def test_a_mistake_is_named_by_file_entry_and_reason(tmp_path: Path, text: str, entry: str, reason: str) -> None:
    with pytest.raises(khlong.ComponentError) as error:
        Components.of(GAME).load(own_file(tmp_path, text))
    assert "mine.toml: " in str(error.value)
    assert entry in str(error.value)
    assert reason in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "[boat]\nrowers = { value = 4, mark = 'ours' }\nmost_rowers = { value = 3, mark = 'ours' }", id="4>3"
        ),
        pytest.param("published = 5", id="an edition that is a number"),
        pytest.param("stalls = 5", id="a table that is a number"),
        pytest.param("[[published.baskets.value]]\n", id="baskets without anything"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(khlong.ComponentError, match=r"mine\.toml: "):
        Components.of(GAME).load(own_file(tmp_path, text))


def test_two_baskets_that_cannot_be_told_apart_are_refused(tmp_path: Path) -> None:
    """Prices differ; positions name a tile by its goods and price."""
    with pytest.raises(khlong.ComponentError, match="published: two baskets"):
        Components.of(GAME).load(own_file(tmp_path, baskets("published", prices=[[5, 5, 6]] * 6)))


def with_names(**others: str) -> str:
    """All market cards written out, some under another name. One that is called `value` makes the table complete."""
    cards = [
        f"[cards.{json.dumps(others.get(name, name), ensure_ascii=False)}]\nmark = 'ours'\nboat = true\n"
        f"cost = {{ coins = 5, flowers = 2 }}\nspecial = '{card['special']}'\n"
        for name, card in CARDS.items()
    ]
    return "".join(cards)


@pytest.mark.filterwarnings("ignore:.*departs")
def test_cards_can_have_other_names(tmp_path: Path) -> None:
    other = Components.of(GAME).load(own_file(tmp_path, with_names(farmer="rice-farmer-2", butcher="value")))
    assert other.moves.number("card rice-farmer-2") is not None


@pytest.mark.parametrize("name", ["Trade 2", "", "two words", "x" * 41, "ünder"])
def test_a_cards_name_is_short_and_can_be_written_in_notation(tmp_path: Path, name: str) -> None:
    with pytest.raises(khlong.ComponentError, match=r"mine\.toml: cards"):
        load_components(own_file(tmp_path, with_names(farmer=name, butcher="value")))


def test_no_two_cards_have_the_same_name(tmp_path: Path) -> None:
    with pytest.raises(khlong.ComponentError, match="the name recover is both a basic and a market card's"):
        load_components(own_file(tmp_path, with_names(farmer="recover", butcher="value")))


def test_all_mistakes_are_named_at_once(tmp_path: Path) -> None:
    text = "[stalls]\nprice = { value = '8', mark = 'ours' }\nrent = 3\n[published]\ndisks = 5"
    with pytest.raises(khlong.ComponentError) as error:
        Components.of(GAME).load(own_file(tmp_path, text))
    assert len(str(error.value).splitlines()) == 3


def test_a_mistake_is_named_as_the_owner_wrote_it(tmp_path: Path) -> None:
    """An owner's file has no table `base`."""
    with pytest.raises(khlong.ComponentError) as error:
        Components.of(GAME).load(own_file(tmp_path, "[stalls]\nprice = { value = '8', mark = 'ours' }"))
    assert "mine.toml: stalls.price.value must be a whole number, not '8'." in str(error.value)


def test_a_file_that_is_not_toml_is_named(tmp_path: Path) -> None:
    with pytest.raises(khlong.ComponentError, match=r"mine\.toml: is not a TOML file"):
        Components.of(GAME).load(own_file(tmp_path, "[stalls"))


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "picture.toml"
    path.write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(khlong.ComponentError, match=r"picture\.toml: is not a TOML file"):
        Components.of(GAME).load(path)


def test_a_path_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(khlong.ComponentError, match=r"nowhere\.toml: cannot be read: No such file"):
        Components.of(GAME).load(tmp_path / "nowhere.toml")
    with pytest.raises(khlong.ComponentError, match="cannot be read"):
        Components.of(GAME).load(tmp_path)


# an owner's file


@pytest.mark.filterwarnings("ignore:.*departs")
def test_an_owners_file_is_laid_over_ours(tmp_path: Path) -> None:
    path = own_file(
        tmp_path, "[stalls]\nprice = { value = 8, mark = 'book' }\n[published.king]\nset = { value = 9, mark = 'book' }"
    )
    changed, ours = load_components(path), load_components()
    assert changed.base.stalls.price.value == 8
    assert changed.published.king.set.value == 9
    assert changed.base.stalls.pieces == ours.base.stalls.pieces
    assert changed.base.parts == ours.base.parts
    assert changed.published.king.coins == ours.published.king.coins
    assert changed.prototype == ours.prototype


@pytest.mark.filterwarnings("ignore:.*departs")
def test_an_owners_file_changes_the_game_on_both_engines(tmp_path: Path) -> None:
    path = own_file(
        tmp_path,
        "[stalls]\nprice = { value = 8, mark = 'book' }\n"
        "[published]\nstart_coins = { value = [20, 21, 22, 23], mark = 'book' }\n",
    )
    other = Components.of(GAME).load(path)
    fresh = khlong.new_table(other, 3, 5, {"first": 2})
    assert [seat["coins"] for seat in fresh.view()["seats"]] == [22, 20, 21]
    native = native_engine(other)
    if native is not None:
        assert native.to_state(native.begin(khlong.template(other, 3, {"first": 2}), 5)) == fresh.state

    section, _ = beside("administration")
    buyer = seat(section=section, coins=9, hand=["recover"], discard=["barge-1", "barge-2", "haggle", "trade"])
    there: dict[str, Any] = {"asked": "action", "card": "haggle"}
    assert not any(move.startswith("stall") for move in notations(table(buyer, **there)))
    mine = table(buyer, game=other, **there)
    claim = next(move for move in sorted(notations(mine)) if move.startswith("stall"))
    assert play(mine, claim).view()["seats"][0]["coins"] == 1


@pytest.mark.filterwarnings("ignore:.*departs")
def test_the_game_with_our_own_values_stays_as_it_is(tmp_path: Path) -> None:
    path = own_file(tmp_path, "[published]\nstart_coins = { value = [20, 21, 22, 23], mark = 'book' }\n")
    assert Components.of(GAME).load(path).name == GAME.name
    fresh = khlong.new_table(GAME, 2, 5, {"first": 1})
    assert [seat["coins"] for seat in fresh.view()["seats"]] == [8, 9]


@pytest.mark.filterwarnings("ignore:.*departs")
def test_a_bonus_of_nothing_is_shown_as_that(tmp_path: Path) -> None:
    other = Components.of(GAME).load(own_file(tmp_path, "[bonuses]\nstalls = { value = 0, mark = 'ours' }"))
    cards = khlong.new_table(other, 2, 1).view()["printed"]["cards"].values()
    assert [card["numbers"] for card in cards if card.get("special") == "score-stalls"] == [{"points": 0}]


def test_one_entry_of_a_card_can_be_changed(tmp_path: Path) -> None:
    changed = load_components(own_file(tmp_path, "[cards.farmer]\ncost = { coins = 99, flowers = 9 }"))
    ours = load_components().base.cards["farmer"]
    assert changed.base.cards["farmer"] == ours.model_copy(update={"cost": changed.base.cards["farmer"].cost})
    assert changed.base.cards["farmer"].cost.coins == 99


def test_a_card_written_out_with_its_mark_replaces_ours_whole(tmp_path: Path) -> None:
    """What ours shows and the owner's card does not is gone."""
    name = next(name for name, card in CARDS.items() if "merchant" in card)
    text = (
        f"[cards.{name}]\nmark = 'book'\ncost = {{ coins = 9, flowers = 2 }}\nboat = true\n"
        f"special = {CARDS[name]['special']!r}"
    )
    card = load_components(own_file(tmp_path, text)).base.cards[name]
    assert card.boat
    assert card.merchant is None


# an owner's file that departs from the rulebook: it is played, and said so


def test_our_own_files_do_not_depart_from_the_rulebook(recwarn: pytest.WarningsRecorder) -> None:
    load_components()
    assert not recwarn.list


def test_a_file_with_our_own_values_does_not_depart_from_the_rulebook(
    tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    load_components(own_file(tmp_path, "[cards.farmer]\ncost = { coins = 99, flowers = 9 }"))
    assert not recwarn.list


def orders_without(vp: int) -> str:
    text = ""
    for order in ORDERS:
        goods = ", ".join(f"{good} = {number}" for good, number in order["goods"].items())
        points = order["vp"] + (order["vp"] == vp)
        text += f"[[orders]]\nstack = {order['stack']}\ngoods = {{ {goods} }}\n"
        text += f"coins = {order['coins']}\nvp = {points}\nmark = 'ours'\n"
    return text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[prices]\nmeat = { value = [1, 2, 3, 4, 5, 6], mark = 'ours' }", "meat .* dearer than fish"),
        ("[prices]\nfish = { value = [3, 8, 9, 10, 11, 12], mark = 'ours' }", "fish .* 8"),
        ("[prices]\nvegetable = { value = [1, 2, 3, 5, 6, 7], mark = 'ours' }", "vegetable .* 4"),
        ("[prices]\nstart_box = { value = 2, mark = 'ours' }", "third box"),
        ("[stalls]\nprice = { value = 8, mark = 'ours' }", "stall .* 10"),
        ("[stalls]\nsecond = { value = [7, 6, 5, 3], mark = 'ours' }", "second"),
        ("[boat]\nrowers = { value = 3, mark = 'ours' }", "rowers"),
        ("[temple]\nvp = { value = [2, 3, 4, 6], mark = 'ours' }", "temple"),
        ("[published]\nstart_coins = { value = [9, 9, 9, 9], mark = 'ours' }", "published.* coins"),
        ("[published.king]\nset = { value = 9, mark = 'ours' }", "published.* 8"),
        ("[prototype]\ncards_left_out = { value = [], mark = 'ours' }", "prototype.* 20"),
        (orders_without(4), "4 VP"),
        ("[cards.monk]\nspecial = 'stall'", "temple"),
    ],
)
def test_a_file_that_can_be_played_but_departs_from_the_rulebook_is_accepted_with_a_warning(
    tmp_path: Path, text: str, says: str
) -> None:
    with pytest.warns(UserWarning, match=rf"mine\.toml: departs from the rulebook: .*{says}"):
        other = Components.of(GAME).load(own_file(tmp_path, text))
    fresh = khlong.new_table(other, 2, 1)
    assert fresh.legal_moves()
