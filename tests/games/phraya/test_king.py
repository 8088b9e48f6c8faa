"""Royal offerings: when the King is near, what he takes, and the Favor he gives."""

from typing import Any

import pytest

from .helpers import BOX, GOODS, at, choices, each, ends, of_seat, play, seat, spot, ways

PLACE = spot("vegetable", "restaurant", ("c2", "c4", "d3", "b3", "b5", "d5", "e4", "c6", "e2", "e6", "f3", "f5"))
NEAR, OTHER_END = ends(PLACE.section)
CHART = BOX.edition("published").king
RICH: dict[str, Any] = {"coins": 99, "flowers": 99, "goods": dict.fromkeys(GOODS, 1)}


def spaces(*rows: str) -> set[str]:
    return {f"{row} {number}" for row in rows or ("coins", "flowers", "goods") for number in range(1, 6)}


@pytest.mark.parametrize("barge", [NEAR, OTHER_END])
def test_the_king_is_offered_any_empty_space_from_either_end_of_the_section(barge: str) -> None:
    """PH-10 and PH-18."""
    table = at(PLACE, seat(**RICH), barge=barge, king={"coins": [2, 0, 3, 0, 0]})
    assert ways(table, "king") == spaces() - {"coins 1", "coins 3"}


def test_from_afar_nothing_is_offered_to_the_king() -> None:
    """PH-10."""
    assert choices(at(PLACE, seat(**RICH), barge=PLACE.far), "king") == set()


def test_the_king_is_visited_once_a_turn() -> None:
    """PH-10: before, between or after the stalls."""
    table = play(at(PLACE, seat(**RICH), barge=NEAR), "king flowers 1")
    assert choices(table, "king") == set()
    assert choices(table, "sell") == {f"sell {PLACE.side} 1"}
    table = play(at(PLACE, seat(**RICH), barge=NEAR), f"sell {PLACE.side} 1")
    assert choices(table, "king")


@pytest.mark.parametrize("column", range(5))
def test_coins_for_the_king(column: int) -> None:
    cost = CHART.coins.value[column]
    table = at(PLACE, seat(coins=cost), barge=NEAR)
    affordable = {f"coins {number + 1}" for number, price in enumerate(CHART.coins.value) if price <= cost}
    assert ways(table, "king") == affordable
    play(table, f"king coins {column + 1}")
    assert (of_seat(table)["coins"], of_seat(table)["favors"], of_seat(table)["disks_left"]) == (0, 1, 14)
    assert [space["seat"] for space in table.view()["king"]["coins"]] == [
        0 if number == column else None for number in range(5)
    ]


@pytest.mark.parametrize("column", range(5))
def test_flowers_for_the_king(column: int) -> None:
    cost = CHART.flowers.value[column]
    table = at(PLACE, seat(coins=0, flowers=cost), barge=NEAR)
    affordable = {f"flowers {number + 1}" for number, price in enumerate(CHART.flowers.value) if price <= cost}
    assert ways(table, "king") == affordable
    play(table, f"king flowers {column + 1}")
    assert (of_seat(table)["flowers"], of_seat(table)["favors"]) == (0, 1)


@pytest.mark.parametrize("column", range(5))
def test_goods_for_the_king_are_those_the_space_names(column: int) -> None:
    """PH-34."""
    asked = CHART.goods.value[column]
    table = at(PLACE, seat(coins=0, goods=dict.fromkeys(asked, 1)), barge=NEAR)
    same = {f"goods {number + 1}" for number, pair in enumerate(CHART.goods.value) if sorted(pair) == sorted(asked)}
    assert ways(table, "king") == same
    play(table, f"king goods {column + 1}")
    assert of_seat(table)["goods"] == dict.fromkeys(GOODS, 0)
    assert of_seat(table)["favors"] == 1
    for missing in asked:
        rest = {good: 1 for good in GOODS if good != missing}
        poorer = at(PLACE, seat(coins=0, goods=rest), barge=NEAR)
        assert f"king goods {column + 1}" not in choices(poorer)


def test_favors_never_pay_the_king() -> None:
    """PH-18."""
    assert choices(at(PLACE, seat(coins=0, favors=9), barge=NEAR), "king") == set()


def test_an_offering_needs_a_disk() -> None:
    """PH-18."""
    rows = {"vegetable": [1] * 4, "fruit": [1] * 4}
    king = {"coins": [1, 1, 1, 1, 0], "flowers": [1, 0, 0, 0, 0]}
    table = at(PLACE, seat(**RICH), barge=NEAR, temple=rows | {"fish": [1]}, king=king)
    assert of_seat(table)["disks_left"] == 1
    assert choices(table, "king")
    table = at(PLACE, seat(**RICH), barge=NEAR, temple=rows | {"fish": [1, 1]}, king=king)
    assert of_seat(table)["disks_left"] == 0
    assert choices(table, "king") == set()


def test_the_favor_may_be_used_in_the_same_turn() -> None:
    """PH-18, PH-44."""
    table = at(PLACE, seat(coins=8), barge=NEAR, prices={"vegetable": 6})
    play(table, f"king coins {CHART.coins.value.index(8) + 1}")
    assert ways(table, "buy") == {f"{PLACE.side} 1 favor 1"}
    play(table, f"buy {PLACE.side} 1 favor 1")
    assert each(table, "favors") == [0, 0, 0]


def test_favors_are_endless() -> None:
    """PH-1: more than the box has."""
    table = play(at(PLACE, seat(coins=8, favors=16), barge=NEAR), f"king coins {CHART.coins.value.index(8) + 1}")
    assert of_seat(table)["favors"] == 17
