"""Basket stalls, scribes and administrations: baskets, rowers, market cards and stalls of one's own."""

import pytest

from .helpers import (
    BOX,
    CARDS,
    GOODS,
    PARTS,
    SPECIAL,
    asked,
    at,
    choices,
    each,
    kinds,
    of_seat,
    part_of,
    play,
    seat,
    spot,
    stall,
    stalls_of,
    ways,
)

SHOP = spot("basket", "vegetable")
SCRIBE = spot("scribe", "fruit")
OFFICE = spot("administration", "vegetable")
FOUR_TILES = ["fish-meat-7", "fish-meat-8", "fruit-meat-6", "fruit-meat-7"]
CARPENTER = SPECIAL["stall"]
OFFERED = {part_of(SHOP.stall): "fruit-fish-6"}


# baskets and rowers


def test_a_basket_costs_its_price_and_gives_room_for_two_goods() -> None:
    """PH-13: it is replaced at once while the bag lasts."""
    table = at(SHOP, seat(coins=6), baskets=OFFERED)
    left = table.view()["baskets_left"]
    assert ways(table, "basket") == {SHOP.side}
    play(table, f"basket {SHOP.side}")
    me = of_seat(table)
    assert (me["coins"], me["baskets"]) == (0, 3)
    assert me["room"] == {"vegetable": 1, "fruit": 2, "fish": 2, "meat": 1}
    assert me["tiles"] == [{"goods": ["fruit", "fish"], "price": 6}]
    assert stall(table, SHOP.stall)["basket"] not in (None, me["tiles"][0])
    assert table.view()["baskets_left"] == left - 1
    assert choices(at(SHOP, seat(coins=5), baskets=OFFERED), "basket") == set()


def test_a_favor_pays_for_a_basket() -> None:
    """PH-13."""
    table = at(SHOP, seat(coins=0, favors=2), baskets=OFFERED)
    assert ways(table, "basket") == {f"{SHOP.side} favor"}
    play(table, f"basket {SHOP.side} favor")
    assert (of_seat(table)["favors"], of_seat(table)["baskets"]) == (1, 3)


@pytest.mark.parametrize("good", ["fish", "meat"])
def test_a_rower_costs_a_fish_or_a_meat(good: str) -> None:
    """PH-13."""
    table = at(SHOP, seat(coins=99, goods={good: 1, "fruit": 1, "vegetable": 1}))
    assert ways(table, "rower") == {f"{SHOP.side} {good}"}
    play(table, f"rower {SHOP.side} {good}")
    assert of_seat(table)["rowers"] == 3
    assert of_seat(table)["goods"][good] == 0
    assert of_seat(table)["coins"] == 99


def test_a_favor_pays_for_a_rower() -> None:
    """PH-13."""
    table = at(SHOP, seat(coins=0, favors=1))
    assert ways(table, "rower") == {f"{SHOP.side} favor"}
    play(table, f"rower {SHOP.side} favor")
    assert (of_seat(table)["rowers"], of_seat(table)["favors"]) == (3, 0)


def test_a_basket_stall_gives_a_basket_or_a_rower_in_a_turn() -> None:
    """PH-13."""
    for move in (f"basket {SHOP.side}", f"rower {SHOP.side} fish"):
        table = play(at(SHOP, seat(coins=99, favors=5, goods={"fish": 1, "meat": 1})), move)
        assert choices(table, "basket") | choices(table, "rower") == set()


def test_a_boat_has_benches_for_four_rowers() -> None:
    """PH-13."""
    assert choices(at(SHOP, seat(rowers=3, favors=1)), "rower")
    assert choices(at(SHOP, seat(rowers=4, favors=1, goods={"fish": 1})), "rower") == set()


def test_a_boat_has_room_for_six_baskets() -> None:
    """PH-13: no basket is ever replaced."""
    assert choices(at(SHOP, seat(coins=99, favors=1, tiles=FOUR_TILES[:3])), "basket")
    table = at(SHOP, seat(coins=99, favors=1, tiles=FOUR_TILES))
    assert choices(table, "basket") == set()
    assert choices(table, "rower")


def test_a_basket_stall_stays_empty_when_the_bag_is() -> None:
    """PH-13: rowers can still be hired there."""
    kinds_of_tiles = BOX.edition("published").baskets.value
    every = [f"{'-'.join(kind.goods)}-{price}" for kind in kinds_of_tiles for price in kind.prices]
    shown, rest = dict(zip(PARTS, every, strict=False)), every[4:]
    others = [seat(tiles=rest[start : start + 4]) for start in (2, 6, 10)]
    table = at(SHOP, seat(coins=99, tiles=rest[:2]), *others, players=4, baskets=shown)
    assert table.view()["baskets_left"] == 0
    play(table, f"basket {SHOP.side}")
    assert stall(table, SHOP.stall)["basket"] is None
    mine = [*rest[:2], shown[part_of(SHOP.stall)]]
    empty = shown | {part_of(SHOP.stall): None}
    table = at(SHOP, seat(coins=99, favors=1, tiles=mine), *others, players=4, baskets=empty)
    assert choices(table, "basket") == set()
    assert choices(table, "rower")


# scribe


def test_a_market_card_costs_coins_or_flowers() -> None:
    """PH-16: all of one kind; it goes to the hand, and the row is slid and refilled at once."""
    dear = next(name for name, card in BOX.base.cards.items() if (card.cost.coins, card.cost.flowers) == (15, 3))
    market = [dear, *(card for card in CARDS if card != dear)][:4]
    for coins, flowers, pay in ((15, 0, "coins"), (0, 3, "flowers")):
        table = at(SCRIBE, seat(coins=coins, flowers=flowers), market=market)
        assert f"take 1 {pay}" in choices(table)
        deck = table.view()["deck"]
        play(table, f"take 1 {pay}")
        assert dear in of_seat(table)["hand"]
        assert (of_seat(table)["coins"], of_seat(table)["flowers"]) == (0, 0)
        assert [card["card"] for card in table.view()["market"]][:3] == market[1:]
        assert len(table.view()["market"]) == 4
        assert table.view()["deck"] == deck - 1
        assert choices(table, "take") == set()


def test_coins_and_flowers_do_not_mix_and_favors_buy_no_card() -> None:
    """PH-16."""
    market = ["courtier", "monk", "farmer", "cook"]
    costs = [(BOX.base.cards[card].cost.coins, BOX.base.cards[card].cost.flowers) for card in market]
    seen = at(SCRIBE, seat(), market=market).view()["market"]
    assert [(card["coins"], card["flowers"]) for card in seen] == costs
    table = at(SCRIBE, seat(coins=14, flowers=2, favors=9), market=market)
    in_coins = {f"{slot} coins" for slot, (coins, _) in enumerate(costs, 1) if coins <= 14}
    in_flowers = {f"{slot} flowers" for slot, (_, flowers) in enumerate(costs, 1) if flowers <= 2}
    assert ways(table, "take") == in_coins | in_flowers


def test_the_row_shrinks_when_the_deck_is_gone() -> None:
    """PH-16."""
    market = list(CARDS[:4])
    table = at(SCRIBE, seat(None, *CARDS[4:14], flowers=9), seat(None, *CARDS[14:]), market=market)
    play(table, "take 2 flowers")
    assert [card["card"] for card in table.view()["market"]] == [market[0], *market[2:]]


def test_two_scribes_sell_two_cards() -> None:
    """PH-10: each stall once."""
    table = at(spot("scribe", "scribe"), seat(flowers=20))
    play(table, "take 1 flowers", "take 1 flowers")
    assert choices(table) == {"done"}


# administration


def test_a_stall_costs_ten_coins_anywhere_on_the_board() -> None:
    """PH-17."""
    taken = {stalls_of("fish", OFFICE.board)[0]: 2, stalls_of("meat", OFFICE.board)[0]: 1}
    free = {name for name, kind in kinds(OFFICE.board).items() if kind in GOODS} - set(taken)
    table = at(OFFICE, seat(coins=10), owners=taken)
    assert ways(table, "stall") == free
    chosen = stalls_of("fruit", OFFICE.board)[-1]
    play(table, f"stall {chosen}")
    assert stall(table, chosen)["owner"] == 0
    assert (of_seat(table)["coins"], of_seat(table)["stalls_left"]) == (0, 4)
    assert choices(table, "stall") == set()
    assert choices(at(OFFICE, seat(coins=9, flowers=9, favors=9), owners=taken), "stall") == set()


def test_a_stall_needs_a_piece() -> None:
    """PH-17."""
    stalls = stalls_of("vegetable", OFFICE.board)[:3] + stalls_of("fruit", OFFICE.board)[:3]
    assert choices(at(OFFICE, seat(coins=99), owners=dict.fromkeys(stalls[:5], 1)), "stall")
    table = at(OFFICE, seat(coins=99), owners=dict.fromkeys(stalls, 1), conditions=4)
    assert choices(table, "stall") == set()


def test_stall_for_five() -> None:
    """PH-12: it applies by itself."""
    chosen = stalls_of("fish", OFFICE.board)[0]
    table = play(at(OFFICE, seat(None, CARPENTER, coins=5), card=CARPENTER), f"stall {chosen}")
    assert of_seat(table)["coins"] == 0
    assert choices(at(OFFICE, seat(None, CARPENTER, coins=4), card=CARPENTER), "stall") == set()
    assert choices(at(OFFICE, seat(None, CARPENTER, coins=9)), "stall") == set()


def test_stall_for_five_holds_at_two_administrations() -> None:
    """PH-12."""
    place = spot("administration", "administration")
    first, second = stalls_of("fish", place.board)[:2]
    table = at(place, seat(None, CARPENTER, coins=10), card=CARPENTER)
    play(table, f"stall {first}", f"stall {second}")
    assert of_seat(table)["coins"] == 0
    assert choices(table) == {"done"}


def test_nobody_is_thanked_at_other_stalls() -> None:
    """PH-11: only trade at a goods stall gives its owner a flower."""
    table = play(
        at(OFFICE, seat(coins=10), owners={OFFICE.other_stall: 2}),
        f"stall {stalls_of('fish', OFFICE.board)[0]}",
        "done",
    )
    assert each(table, "flowers") == [0, 0, 0]
    assert asked(table) == (2, "card")
