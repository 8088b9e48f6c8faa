"""Cards: gains, the bonus move, exchanges and Recover."""

import pytest

from .helpers import BASIC, CARDS, asked, choices, each, of_seat, play, river, seat, ways, with_effect

FLOWER = with_effect("flowers", 1)
TWO = with_effect("coins", 2)
FIVE = with_effect("coins", 5)
BOAT = with_effect("boat")
GOODS_AWAY = with_effect("goods_for_flowers")
FLOWERS_AWAY = with_effect("flowers_for_coins")


def test_plus_one_flower() -> None:
    table = play(river(seat("c2", FLOWER, flowers=2, coins=4)), f"card {FLOWER}")
    assert (of_seat(table)["flowers"], of_seat(table)["coins"]) == (3, 4)


def test_plus_two_coins() -> None:
    table = play(river(seat("c2", TWO, flowers=2, coins=4)), f"card {TWO}")
    assert (of_seat(table)["flowers"], of_seat(table)["coins"]) == (2, 6)


def test_plus_five_coins() -> None:
    table = play(river(seat("c2", FIVE, flowers=2, coins=4)), f"card {FIVE}")
    assert (of_seat(table)["flowers"], of_seat(table)["coins"]) == (2, 9)


# the bonus move


def test_boat_moves_two_sections_before_the_normal_move() -> None:
    """PH-8: exactly two, by the rules of movement."""
    table = play(river(seat("a2", BOAT), seat("c2"), seat("d3"), barge="b4"), f"card {BOAT}")
    assert asked(table) == (1, "bonus-move")
    assert choices(table) == {"boat d1", "boat e2"}  # b3 leads to the barge, and c2, b1 and b3 are only one away
    play(table, "boat e2")
    assert asked(table) == (1, "move")
    assert of_seat(table)["section"] == "e2"


def test_the_normal_move_may_end_where_the_bonus_move_began() -> None:
    """PH-32: they are two movements, of which the second may also turn back."""
    table = play(river(seat("a2", BOAT), barge="f6"), f"card {BOAT}", "boat d3")
    assert "a2" in ways(table, "boat")
    assert "d3" not in ways(table, "boat")


def test_a_bonus_move_that_is_impossible_is_skipped() -> None:
    """PH-8: here all ways lead into the barge, into blind alleys or onto boats."""
    others = [seat("d1"), seat("d3"), seat("e2")]
    table = play(river(seat("a2", BOAT), *others, players=4, barge="b4"), f"card {BOAT}")
    assert asked(table) == (1, "move")
    assert ways(table, "boat") == {"b1", "b3", "c2"}


# exchanges


def test_goods_for_flowers() -> None:
    """PH-7: any number, one flower each. PH-41."""
    table = play(river(seat("c2", GOODS_AWAY, goods={"fish": 1, "meat": 1, "fruit": 1})), f"card {GOODS_AWAY}")
    assert ways(table, "give") == {"fish", "meat", "fruit"}
    play(table, "give fish", "give fruit")
    assert choices(table) == {"give meat", "done"}
    play(table, "done")
    assert asked(table) == (1, "move")
    assert of_seat(table)["flowers"] == 2
    assert of_seat(table)["goods"] == {"vegetable": 0, "fruit": 0, "fish": 0, "meat": 1}


def test_no_goods_need_be_given_for_flowers() -> None:
    """PH-7: any number includes none."""
    table = play(river(seat("c2", GOODS_AWAY, goods={"fish": 1})), f"card {GOODS_AWAY}", "done")
    assert asked(table) == (1, "move")
    assert of_seat(table)["flowers"] == 0
    assert asked(play(river(seat("c2", GOODS_AWAY)), f"card {GOODS_AWAY}")) == (1, "move")


def test_flowers_for_three_coins_each() -> None:
    """PH-7: any number, none included."""
    for number in range(4):
        table = play(river(seat("c2", FLOWERS_AWAY, flowers=3, coins=1)), f"card {FLOWERS_AWAY}")
        assert ways(table, "flowers") == {"0", "1", "2", "3"}
        play(table, f"flowers {number}")
        assert (of_seat(table)["flowers"], of_seat(table)["coins"]) == (3 - number, 1 + 3 * number)
        assert asked(table) == (1, "move")


def test_more_flowers_than_the_box_holds_can_all_be_sold() -> None:
    """PH-1 and PH-7: supplies are endless, and any number may go."""
    table = play(
        river(seat("c2", FLOWERS_AWAY, flowers=40, coins=0)), f"card {FLOWERS_AWAY}", "flowers 30", "flowers 10"
    )
    assert (of_seat(table)["flowers"], of_seat(table)["coins"]) == (0, 120)
    assert asked(table) == (1, "move")


# Recover


@pytest.mark.parametrize("discard", [(), ("trade",), ("trade", "haggle", "farmer")])
def test_recover_brings_all_cards_back_and_a_coin_for_each(discard: tuple[str, ...]) -> None:
    """PH-19: Recover counts too. PH-37."""
    table = play(river(seat("c2", "farmer", discard=discard, coins=3)), "card recover")
    assert set(of_seat(table)["hand"]) == {*BASIC, "farmer"}
    assert of_seat(table)["discard"] == []
    assert of_seat(table)["coins"] == 4 + len(discard)


def test_after_recover_there_is_no_move_and_no_action() -> None:
    """PH-19."""
    table = play(river(seat("c2")), "card recover", "done")
    assert asked(table) == (2, "card")
    assert of_seat(table)["section"] == "c2"


def test_recover_may_put_the_first_market_card_under_the_deck() -> None:
    """PH-19 and PH-30: everybody knows that it is there."""
    market = ["monk", "cook", "farmer", "abbot"]
    table = play(river(seat("c2"), market=market), "card recover")
    assert choices(table) == {"refresh", "done"}
    play(table, "refresh")
    view = table.view()
    assert [card["card"] for card in view["market"]][:3] == market[1:]
    assert view["market"][3]["card"] not in market
    assert view["under"] == ["monk"]
    assert view["deck"] == 20
    assert asked(table) == (2, "card")


def test_the_market_stays_as_it_is_without_a_refresh() -> None:
    """PH-19."""
    market = ["monk", "cook", "farmer", "abbot"]
    view = play(river(seat("c2"), market=market), "card recover", "done").view()
    assert [card["card"] for card in view["market"]] == market
    assert view["under"] == []


def test_with_an_empty_deck_the_refreshed_card_comes_back_in_the_last_slot() -> None:
    """PH-19."""
    market = list(CARDS[:4])
    table = river(seat("c2", *CARDS[4:14]), seat("a2", *CARDS[14:]), market=market)
    assert table.view()["deck"] == 0
    play(table, "card recover", "refresh")
    assert [card["card"] for card in table.view()["market"]] == [*market[1:], market[0]]


def test_with_an_empty_row_no_refresh_is_offered() -> None:
    """PH-19."""
    table = play(river(seat("c2", *CARDS[:12]), seat("a2", *CARDS[12:]), market=[]), "card recover")
    assert asked(table) == (2, "card")


def test_cards_under_the_deck_come_last_and_in_the_order_they_went_there() -> None:
    """PH-30."""
    under = ["monk", "cook"]
    rest = [card for card in CARDS if card not in under]
    market, deck, mine = rest[:4], rest[4:5], rest[5:]
    table = river(seat("c2", *mine[:9]), seat("a2", *mine[9:]), players=2, market=market, under=under)
    assert table.view()["deck"] == 1
    drawn = []
    for _ in range(3):
        play(table, "card recover", "refresh")
        drawn.append(table.view()["market"][3]["card"])
    assert drawn == [*deck, *under]
    assert table.view()["under"] == market[:3]


def test_the_prototype_has_no_refresh() -> None:
    """PH-19 holds for the published edition."""
    table = play(river(seat("c2"), edition="prototype"), "card recover")
    assert asked(table) == (2, "card")
    assert each(table, "coins")[0] == 7
