"""Set-up: what lies where, who has what, and the players' first placements."""

from collections import Counter
from collections.abc import Mapping
from math import ceil
from typing import Any

import pytest

import khlong
from khlong.games.phraya.components import load_components

from .helpers import BASIC, BOARD, BOARDS, GAME, GOODS, OUTER, asked, choices, each, kinds, of_seat, play, ways


def fresh(players: int = 3, seed: int = 1, **options: object) -> khlong.Table:
    return khlong.new_table(GAME, players=players, seed=seed, options={"board": BOARD, "first": 1, **options})


def seen(players: int = 3, seed: int = 1, **options: object) -> Mapping[str, Any]:
    return fresh(players, seed, **options).view()


# what lies where


def test_the_barge_starts_in_the_middle_and_prices_on_their_third_boxes() -> None:
    view = seen()
    assert view["barge"] == "d4"
    assert {entry["box"] for entry in view["prices"].values()} == {3}
    assert view["merchant"] == view["route"][0]


def test_every_board_has_four_of_each_special_stall_and_more_of_the_cheaper_goods() -> None:
    for board in BOARDS:
        count = Counter(kinds(board).values())
        assert [count[kind] for kind in ("restaurant", "basket", "temple", "scribe", "administration")] == [4] * 5
        assert sum(count[good] for good in GOODS) == 28
        assert count["vegetable"] >= count["fruit"] >= count["fish"] >= count["meat"] > 0


@pytest.mark.parametrize(("edition", "cards", "baskets"), [("published", 25, 18), ("prototype", 20, 12)])
def test_cards_and_baskets_are_as_many_as_the_edition_has(edition: str, cards: int, baskets: int) -> None:
    view = seen(edition=edition)
    assert len(view["market"]) == 4
    assert view["deck"] == cards - 4
    assert sum(stall["basket"] is not None for stall in view["stalls"]) == 4
    assert view["baskets_left"] == baskets - 4


@pytest.mark.parametrize("players", [3, 4])
def test_restaurants_begin_with_orders_of_the_first_stack(players: int) -> None:
    view = seen(players)
    shown = [stall["order"]["order"] for stall in view["stalls"] if stall["order"]]
    assert len(shown) == 4
    assert {order[0] for order in shown} == {"1"}
    assert view["orders_left"] == [1, 5, 5, 5]


def test_with_two_players_one_order_of_each_stack_is_out() -> None:
    assert seen(2)["orders_left"] == [0, 4, 4, 4]


def test_with_two_players_the_prototype_fills_its_fourth_restaurant_from_the_second_stack() -> None:
    """PH-31."""
    view = seen(2, edition="prototype")
    shown = sorted(stall["order"]["order"][0] for stall in view["stalls"] if stall["order"])
    assert shown == ["1", "1", "1", "2"]
    assert view["orders_left"] == [0, 2, 3, 3]


# the players' things


@pytest.mark.parametrize(("edition", "first"), [("published", 8), ("prototype", 6)])
def test_each_later_player_gets_one_coin_more(edition: str, first: int) -> None:
    assert each(fresh(4, edition=edition), "coins") == [first + place for place in range(4)]
    assert each(fresh(4, edition=edition, first=3), "coins") == [first + place for place in (2, 3, 0, 1)]


@pytest.mark.parametrize(("players", "pieces"), [(2, 7), (3, 6), (4, 5)])
def test_stall_pieces_depend_on_the_number_of_players(players: int, pieces: int) -> None:
    assert each(fresh(players), "stalls_left") == [pieces] * players


@pytest.mark.parametrize(("edition", "disks"), [("published", 15), ("prototype", 8)])
def test_everybody_starts_with_five_cards_two_rowers_and_two_baskets(edition: str, disks: int) -> None:
    """PH-40."""
    assert load_components().base.boat.baskets.value == [["vegetable", "fruit"], ["fish", "meat"]]
    for player in fresh(edition=edition).view()["seats"]:
        assert sorted(player["hand"]) == sorted(BASIC)
        assert (player["rowers"], player["baskets"], player["disks_left"]) == (2, 2, disks)
        assert player["room"] == dict.fromkeys(GOODS, 1)  # of the two baskets together
        assert player["goods"] == dict.fromkeys(GOODS, 0)
        assert (player["flowers"], player["favors"]) == (0, 0)


def test_the_asymmetric_start_deals_two_baskets_and_makes_up_for_cheaper_ones() -> None:
    for seed in range(20):
        table = fresh(4, seed, start="asymmetric")
        value = [ceil(sum(tile["price"] for tile in tiles) / 2) for tiles in each(table, "tiles")]
        assert each(table, "coins") == [8 + place + max(value) - own for place, own in enumerate(value)]
        for player in table.view()["seats"]:
            assert player["baskets"] == len(player["tiles"]) == 2
            goods = Counter(good for tile in player["tiles"] for good in tile["goods"])
            assert player["room"] == {good: goods[good] for good in GOODS}
        assert table.view()["baskets_left"] == 18 - 4 - 8


def test_the_prototype_has_no_asymmetric_start() -> None:
    with pytest.raises(khlong.KhlongError):
        fresh(edition="prototype", start="asymmetric")


# chance


def test_board_and_first_player_come_from_the_seed_or_from_an_option() -> None:
    """PH-2."""
    drawn = [khlong.new_table(GAME, players=3, seed=seed).view() for seed in range(40)]
    again = [khlong.new_table(GAME, players=3, seed=seed).view() for seed in range(40)]
    assert drawn == again
    assert len({view["board"] for view in drawn}) > 20
    assert {view["first"] for view in drawn} == {0, 1, 2}
    chosen = seen(board="4b-1a-3b-2a", first=2)
    assert (chosen["board"], chosen["first"]) == ("4b-1a-3b-2a", 1)


def test_nobody_sees_what_deck_bag_and_stacks_will_bring() -> None:
    """PH-28: of a deck, a bag and stacks only the numbers are seen."""
    view = seen()
    assert isinstance(view["deck"], int)
    assert isinstance(view["baskets_left"], int)
    assert all(isinstance(left, int) for left in view["orders_left"])
    for player in view["seats"]:
        assert {"hand", "discard", "orders", "coins", "flowers", "favors", "goods"} <= set(player)


# placing


def test_boats_are_placed_in_turn_order_on_free_outer_sections() -> None:
    table = fresh(3, first=2)
    free = set(OUTER)
    for number in (2, 3, 1):
        assert asked(table) == (number, "first-section")
        assert ways(table, "boat") == free
        section = min(free)
        play(table, f"boat {section}")
        free.remove(section)
        assert of_seat(table, number)["section"] == section
    assert asked(table)[1] == "first-stall"


def test_first_stalls_are_placed_in_reverse_order_on_free_goods_stalls() -> None:
    table = play(fresh(3, first=2), "boat a2", "boat a4", "boat a6")
    free = {stall for stall, kind in kinds().items() if kind in GOODS}
    coins = each(table, "coins")
    for number in (1, 3, 2):
        assert asked(table) == (number, "first-stall")
        assert choices(table) == {f"stall {stall}" for stall in free}
        stall = min(free)
        play(table, f"stall {stall}")
        free.remove(stall)
    assert each(table, "stalls_left") == [5, 5, 5]
    assert each(table, "coins") == coins
    assert asked(table) == (2, "card")
    assert table.view()["round"] == 1
