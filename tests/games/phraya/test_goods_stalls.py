"""Goods stalls: buying, selling, Favors, owners, and the lowest price."""

import pytest

from .helpers import GOODS, PARTS, SPECIAL, at, choices, each, of_seat, play, prices, seat, spot, stall, stalls_of, ways

LOWEST = {good: SPECIAL[f"lowest {good}"] for good in GOODS}
FARMER = LOWEST["vegetable"]
ROOMY = ["vegetable-fruit-5", "vegetable-fish-6", "vegetable-meat-7"]


@pytest.mark.parametrize("good", GOODS)
def test_goods_are_bought_and_sold_at_the_price_of_the_chart(good: str) -> None:
    """PH-11, PH-39."""
    place = spot(good)
    table = at(place, seat(coins=20))
    price = prices(table)[good]
    play(table, f"buy {place.side} 1")
    assert of_seat(table)["coins"] == 20 - price
    assert of_seat(table)["goods"][good] == 1
    table = play(at(place, seat(coins=20, goods={good: 1})), f"sell {place.side} 1")
    assert of_seat(table)["coins"] == 20 + price
    assert of_seat(table)["goods"][good] == 0


def buys(coins: int, have: int = 0, favors: int = 0, price: int = 3) -> set[str]:
    """What a boat with room for five vegetables may buy."""
    place = spot("vegetable", "restaurant")
    me = seat(coins=coins, favors=favors, goods={"vegetable": have}, tiles=[*ROOMY, "vegetable-fruit-4"])
    table = at(place, me, prices={"vegetable": price})
    return {way.removeprefix(place.side).strip() for way in ways(table, "buy")}


def test_one_may_buy_as_many_as_one_can_pay_and_carry() -> None:
    """PH-11 and PH-20: what is on the boat takes room, and no move makes any. PH-38."""
    assert buys(100) == {"1", "2", "3", "4", "5"}
    assert buys(100, have=3) == {"1", "2"}
    assert buys(100, have=5) == set()
    assert buys(11) == {"1", "2", "3"}
    assert buys(2) == set()


def test_a_favor_pays_for_one_good() -> None:
    """PH-11."""
    assert buys(0, have=2, favors=2) == {"1 favor 1", "2 favor 2"}
    assert buys(3, have=2, favors=1) == {"1", "1 favor 1", "2 favor 1"}
    place = spot("fish")
    table = play(at(place, seat(coins=9, favors=2)), f"buy {place.side} 1 favor 1")
    assert (of_seat(table)["coins"], of_seat(table)["favors"]) == (9, 1)
    assert of_seat(table)["goods"]["fish"] == 1


def test_favors_and_coins_may_pay_for_different_goods_of_a_purchase() -> None:
    """PH-11."""
    place = spot("vegetable")
    table = at(place, seat(coins=9, favors=2, tiles=ROOMY), prices={"vegetable": 4})
    play(table, f"buy {place.side} 3 favor 1")
    assert (of_seat(table)["coins"], of_seat(table)["favors"]) == (1, 1)
    assert of_seat(table)["goods"]["vegetable"] == 3


def test_one_may_sell_some_or_all() -> None:
    """PH-11, PH-38."""
    place = spot("vegetable", "restaurant")
    table = at(place, seat(coins=0, goods={"vegetable": 3}, tiles=ROOMY), prices={"vegetable": 6})
    assert ways(table, "sell") == {f"{place.side} {number}" for number in (1, 2, 3)}
    play(table, f"sell {place.side} 2")
    assert of_seat(table)["coins"] == 12
    assert of_seat(table)["goods"]["vegetable"] == 1


def test_a_goods_stall_is_used_once_a_turn() -> None:
    """PH-10: neither a second purchase nor a sale after it, nor the other way round."""
    place = spot("vegetable", "restaurant")
    for move in ("buy", "sell"):
        table = at(place, seat(coins=50, goods={"vegetable": 2}, tiles=ROOMY))
        play(table, f"{move} {place.side} 1")
        assert choices(table, "buy") | choices(table, "sell") == set()


def test_both_stalls_may_be_used_in_either_order() -> None:
    """PH-10: what one brings may be used at the other."""
    place = spot("fish", "vegetable")
    for first, then in ((place.side, place.other), (place.other, place.side)):
        table = at(place, seat(coins=20))
        play(table, f"buy {first} 1", f"buy {then} 1")
        assert choices(table) == {"done"}
    table = at(place, seat(coins=0, goods={"fish": 1}))
    assert choices(table, "buy") == set()
    play(table, f"sell {place.side} 1")
    assert f"buy {place.other} 1" in choices(table)


def test_actions_are_optional() -> None:
    """PH-10."""
    table = play(at(spot("fish", "vegetable"), seat(coins=20)), "done")
    assert of_seat(table)["coins"] == 20


def test_only_goods_that_the_stall_deals_in_are_traded_there() -> None:
    place = spot("fish", "vegetable")
    table = at(place, seat(coins=0, goods={"meat": 1, "fruit": 1}))
    assert choices(table) == {"done"}


# owners


@pytest.mark.parametrize("move", ["buy {} 1", "buy {} 2", "buy {} 1 favor 1", "sell {} 1", "sell {} 2"])
def test_the_owner_of_a_stall_gets_one_flower_for_a_trade(move: str) -> None:
    """PH-11: once, paid or free, however many goods change hands."""
    place = spot("vegetable")
    me = seat(coins=50, favors=1, goods={"vegetable": 2}, tiles=ROOMY)
    table = play(at(place, me, owners={place.stall: 3}), move.format(place.side))
    assert each(table, "flowers") == [0, 0, 1]


def test_ones_own_stall_and_a_free_one_give_no_flower() -> None:
    """PH-11."""
    place = spot("vegetable")
    for owners in ({place.stall: 1}, {}):
        table = play(at(place, seat(coins=50), owners=owners), f"buy {place.side} 1")
        assert each(table, "flowers") == [0, 0, 0]


# the lowest price


@pytest.mark.parametrize("good", GOODS)
def test_lowest_price_for_the_shown_good(good: str) -> None:
    """PH-12: for buying that good, not for selling it and not for another good."""
    place = spot(good)
    table = at(place, seat(None, LOWEST[good], coins=20, goods={}), card=LOWEST[good])
    lowest = table.view()["prices"][good]["row"][0]
    assert lowest < prices(table)[good]
    assert of_seat(play(table, f"buy {place.side} 1"))["coins"] == 20 - lowest
    table = at(place, seat(None, LOWEST[good], coins=20, goods={good: 1}), card=LOWEST[good])
    price = prices(table)[good]
    assert of_seat(play(table, f"sell {place.side} 1"))["coins"] == 20 + price
    another = LOWEST["meat" if good != "meat" else "fish"]
    table = play(at(place, seat(None, another, coins=20), card=another), f"buy {place.side} 1")
    assert of_seat(table)["coins"] == 20 - price


def test_the_lowest_price_holds_only_in_the_turn_of_the_card() -> None:
    """PH-12."""
    place = spot("vegetable")
    table = play(at(place, seat(None, FARMER, coins=20)), f"buy {place.side} 1")
    assert of_seat(table)["coins"] == 17
    table = play(at(place, seat(None, FARMER, coins=20, discard=(FARMER,))), f"buy {place.side} 1")
    assert of_seat(table)["coins"] == 17


def test_the_lowest_price_holds_at_two_stalls() -> None:
    """PH-12."""
    place = spot("fish", "fish")
    table = at(place, seat(None, LOWEST["fish"], coins=20, tiles=["fruit-fish-5", "fish-meat-7"]), card=LOWEST["fish"])
    play(table, f"buy {place.side} 1", f"buy {place.other} 1")
    assert of_seat(table)["coins"] == 20 - 2 * 3


# supply and room


def test_the_supply_of_goods_is_endless() -> None:
    """PH-1: more vegetables are on boats than the box has, and one more can be bought."""
    place = spot("vegetable")
    tiles = [
        f"vegetable-{other}-{price}"
        for other, prices in (("fruit", (3, 4, 5)), ("fish", (4, 5, 6)))
        for price in prices
    ]
    tiles += ["vegetable-meat-5", "vegetable-meat-6", "vegetable-meat-7"]
    tables = at(
        place,
        seat(coins=20, tiles=tiles[:3], goods={"vegetable": 3}),
        seat(tiles=tiles[3:6], goods={"vegetable": 4}),
        seat(tiles=tiles[6:], goods={"vegetable": 4}),
        baskets=dict(zip(PARTS, ("fish-meat-7", "fish-meat-8", "fish-meat-9", "fruit-meat-6"), strict=True)),
    )
    play(tables, f"buy {place.side} 1")
    assert sum(goods["vegetable"] for goods in each(tables, "goods")) == 12


def test_no_move_discards_goods_to_make_room() -> None:
    """PH-20: with a full boat nothing but selling and being done is left at two goods stalls."""
    place = spot("fish", "vegetable")
    table = at(place, seat(coins=50, favors=3, goods=dict.fromkeys(GOODS, 1)))
    assert choices(table) == {f"sell {place.side} 1", f"sell {place.other} 1", "done"}
    verbs = {move.split()[0] for move in table.game.moves.notation}
    assert not verbs & {"discard", "drop", "throw"}


def test_a_stall_shows_its_owner() -> None:
    name = stalls_of("fish")[0]
    place = spot("temple")
    assert place.board == spot("fish").board
    assert stall(at(place, seat(), owners={name: 2}), name)["owner"] == 1
