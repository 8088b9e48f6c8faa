"""Restaurants and temples, and the cards that help there."""

from pathlib import Path

import pytest

import khlong
from khlong.games.facets import Components
from khlong.games.phraya.components import FOLDER

from .helpers import (
    BOX,
    GAME,
    GOODS,
    ORDERS,
    PARTS,
    SPECIAL,
    Spot,
    at,
    choices,
    of_seat,
    part_of,
    play,
    seat,
    spot,
    stall,
    ways,
)

KITCHEN = spot("restaurant", "vegetable")
COOKS = {good: SPECIAL[f"ignore {good}"] for good in GOODS}
GARDENER, MONK = COOKS["vegetable"], SPECIAL["temple"]
TILES = ["vegetable-meat-5", "vegetable-fish-4", "fruit-fish-5", "fruit-meat-6"]  # room for three of everything
TEMPLE = spot("temple", "vegetable")
CHART = BOX.edition("published").temple


def goods_of(order: str) -> dict[str, int]:
    return {str(good): number for good, number in ORDERS[order].goods.items()}


# restaurant


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_takes_all_its_goods_and_pays(order: str) -> None:
    """PH-14."""
    me = seat(coins=1, goods=goods_of(order), tiles=TILES)
    table = at(KITCHEN, me, restaurants={part_of(KITCHEN.stall): order})
    assert ways(table, "deliver") == {KITCHEN.side}
    play(table, f"deliver {KITCHEN.side}")
    assert of_seat(table)["coins"] == 1 + ORDERS[order].coins
    assert of_seat(table)["goods"] == dict.fromkeys(GOODS, 0)
    assert [(entry["order"], entry["vp"]) for entry in of_seat(table)["orders"]] == [(order, ORDERS[order].vp)]


def test_an_order_is_not_delivered_in_part() -> None:
    """PH-14: nor do Favors help."""
    for missing in goods_of("4a"):
        goods = {good: 1 for good in GOODS if good != missing}
        table = at(KITCHEN, seat(goods=goods, favors=9), restaurants={part_of(KITCHEN.stall): "4a"})
        assert choices(table, "deliver") == set()


def test_a_restaurant_is_refilled_at_once_from_the_lowest_stack() -> None:
    """PH-14: and yet serves once a turn."""
    for owned, stack in (((), "1"), (("1e",), "2"), (("1e", "2a", "2b", "2c", "2d", "2e"), "3")):
        shown = dict(zip(PARTS, ("1a", "1b", "1c", "1d"), strict=True))
        part = part_of(KITCHEN.stall)
        table = at(KITCHEN, seat(goods=goods_of(shown[part]), tiles=TILES), seat(orders=list(owned)), restaurants=shown)
        play(table, f"deliver {KITCHEN.side}")
        new = stall(table, KITCHEN.stall)["order"]
        assert new["order"][0] == stack
        assert choices(table, "deliver") == set()


def test_a_restaurant_stays_empty_when_all_orders_are_gone() -> None:
    """PH-14."""
    part = part_of(KITCHEN.stall)
    shown = dict(zip(PARTS, ORDERS, strict=False))
    rest = [order for order in ORDERS if order not in shown.values()]
    table = at(KITCHEN, seat(goods=goods_of(shown[part]), tiles=TILES), seat(orders=rest), restaurants=shown)
    play(table, f"deliver {KITCHEN.side}")
    assert stall(table, KITCHEN.stall)["order"] is None
    assert choices(table, "deliver") == set()


def test_a_position_that_names_orders_knows_what_is_left_of_the_stacks() -> None:
    """PH-14: all of the first stack is out, so that a restaurant is refilled from the second, whatever was in store."""
    me = seat("b3", discard=("trade",), goods=goods_of("1a"))
    place = spot("restaurant", among=("b3",))
    shown = dict(zip(PARTS, ("2b", "2c", "2d", "2e"), strict=True)) | {part_of(place.stall): "1a"}
    boats = [me, seat("a2", orders=["1b", "1c", "1d", "1e"]), seat("a4")]
    settings = {"round": 2, "barge": "f6", "asked": "action", "card": "trade"}
    options = {"board": place.board, "first": 1}
    data = {"game": "phraya", "players": 3, "seed": "1", "options": options}
    table = khlong.table_from_position(data | {"position": {**settings, "restaurants": shown, "seats": boats}})
    play(table, f"deliver {place.side}")
    assert stall(table, place.stall)["order"]["order"][0] == "2"


@pytest.mark.parametrize("good", GOODS)
def test_ignore_a_good_in_an_order(good: str) -> None:
    """PH-12: one unit of the shown good, if the player chooses so."""
    cook, others = COOKS[good], {other: 1 for other in GOODS if other != good}
    kitchen = {part_of(KITCHEN.stall): "4a"}
    table = at(KITCHEN, seat(None, cook, goods=others), card=cook, restaurants=kitchen)
    assert ways(table, "deliver") == {f"{KITCHEN.side} ignore"}
    play(table, f"deliver {KITCHEN.side} ignore")
    assert of_seat(table)["goods"] == dict.fromkeys(GOODS, 0)
    full = at(KITCHEN, seat(None, cook, goods=dict.fromkeys(GOODS, 1)), card=cook, restaurants=kitchen)
    assert ways(full, "deliver") == {KITCHEN.side, f"{KITCHEN.side} ignore"}
    play(full, f"deliver {KITCHEN.side} ignore")
    assert of_seat(full)["goods"] == dict.fromkeys(GOODS, 0) | {good: 1}
    plain = at(KITCHEN, seat(None, cook, goods=others), restaurants=kitchen)
    assert choices(plain, "deliver") == set()


def test_only_one_unit_is_ignored_and_only_of_the_shown_good() -> None:
    """PH-12."""
    kitchen = {part_of(KITCHEN.stall): "2a"}  # two vegetables and a meat
    table = at(KITCHEN, seat(None, GARDENER, goods={"meat": 1}), card=GARDENER, restaurants=kitchen)
    assert choices(table, "deliver") == set()
    table = at(KITCHEN, seat(None, GARDENER, goods={"meat": 1, "vegetable": 1}), card=GARDENER, restaurants=kitchen)
    assert ways(table, "deliver") == {f"{KITCHEN.side} ignore"}
    table = at(
        KITCHEN, seat(None, COOKS["fish"], goods={"meat": 1, "vegetable": 1}), card=COOKS["fish"], restaurants=kitchen
    )
    assert choices(table, "deliver") == set()


def test_an_ignored_good_counts_at_two_restaurants() -> None:
    """PH-12."""
    place = spot("restaurant", "restaurant")
    kitchens = {part_of(place.stall): "1a", part_of(place.other_stall): "1e"}
    table = at(place, seat(None, GARDENER, goods={"fruit": 1, "meat": 1}), card=GARDENER, restaurants=kitchens)
    play(table, f"deliver {place.side} ignore", f"deliver {place.other} ignore")
    assert len(of_seat(table)["orders"]) == 2


def test_ignoring_a_good_may_empty_an_order(tmp_path: Path) -> None:
    """PH-12: with an order of one good alone, which our box has not."""
    text = (FOLDER / "components.toml").read_text(encoding="utf-8")
    assert text.count("goods = { vegetable = 2 }") == 1
    path = tmp_path / "small-order.toml"
    path.write_text(text.replace("goods = { vegetable = 2 }", "goods = { vegetable = 1 }"), encoding="utf-8")
    kitchen = {part_of(KITCHEN.stall): "1b"}
    game = Components.of(GAME).load(path)
    table = at(KITCHEN, seat(None, GARDENER, coins=0), card=GARDENER, game=game, restaurants=kitchen)
    play(table, f"deliver {KITCHEN.side} ignore")
    assert of_seat(table)["coins"] == ORDERS["1b"].coins


# temple


@pytest.mark.parametrize("good", GOODS)
@pytest.mark.parametrize("column", range(6))
def test_an_offering_goes_on_the_leftmost_empty_space_for_its_flowers(good: str, column: int) -> None:
    """PH-15."""
    flowers = getattr(CHART, good).value[column]
    row = {good: [2] * column}
    table = play(at(TEMPLE, seat(goods={good: 1}, flowers=flowers), temple=row), f"offer {good}")
    assert (of_seat(table)["flowers"], of_seat(table)["goods"][good], of_seat(table)["disks_left"]) == (0, 0, 14)
    assert [space["seat"] for space in table.view()["temple"][good]] == [1] * column + [0] + [None] * (5 - column)
    poorer = at(TEMPLE, seat(goods={good: 1}, flowers=flowers - 1, coins=99), temple=row)
    assert choices(poorer, "offer") == set()


def test_an_offering_is_one_good_that_is_on_the_boat_once_a_turn() -> None:
    """PH-15 and PH-10."""
    table = at(TEMPLE, seat(goods={"fish": 1, "fruit": 1}, flowers=9))
    assert ways(table, "offer") == {"fish", "fruit"}
    play(table, "offer fish")
    assert choices(table, "offer") == set()


def test_a_favor_pays_all_flowers_of_an_offering_but_not_the_good() -> None:
    """PH-15."""
    table = at(TEMPLE, seat(goods={"fish": 1}, favors=2), temple={"fish": [2] * 5})
    assert ways(table, "offer") == {"fish favor"}
    play(table, "offer fish favor")
    assert (of_seat(table)["favors"], of_seat(table)["goods"]["fish"]) == (1, 0)


def test_a_full_row_and_a_player_without_disks_get_no_offering() -> None:
    """PH-15."""
    rich = seat(goods={"fish": 1, "meat": 1}, flowers=9, favors=9)
    assert ways(at(TEMPLE, rich, temple={"fish": [2] * 6}), "offer") == {"meat", "meat favor"}
    disks = {"fish": [1] * 4, "fruit": [1] * 4, "vegetable": [1] * 4}
    assert choices(at(TEMPLE, rich, temple=disks, king={"coins": [1, 1, 0, 0, 0]}), "offer")
    assert choices(at(TEMPLE, rich, temple=disks, king={"coins": [1, 1, 1, 0, 0]}), "offer") == set()


@pytest.mark.parametrize("column", range(6))
def test_temple_for_two_flowers_less(column: int) -> None:
    """PH-12 and PH-15: it applies by itself and stops at none."""
    paid = max(CHART.fish.value[column] - 2, 0)
    me = seat(None, MONK, goods={"fish": 1}, flowers=9)
    table = play(at(TEMPLE, me, card=MONK, temple={"fish": [2] * column}), "offer fish")
    assert of_seat(table)["flowers"] == 9 - paid


def test_two_flowers_less_hold_at_two_temples(tmp_path: Path) -> None:
    """PH-12: on a board of which two parts are laid out so that temples face each other."""
    first, second = (dict(BOX.base.parts[name].model_dump(by_alias=True)) for name in ("1a", "4a"))
    place = next(key for key, stalls in first.items() if stalls == ["temple"])
    facing = {"d1": "a4", "a4": "d1", "c4": "d3", "d3": "c4"}[place]
    here = next(key for key, stalls in second.items() if isinstance(stalls, list) and "temple" in stalls)
    swapped = second[here].index("temple")
    second[here][swapped], second[facing] = second[facing][0], ["temple"]
    lines = [f"{key} = {value!r}".replace("'", '"') for key, value in second.items() if isinstance(value, list)]
    path = tmp_path / "temples.toml"
    path.write_text("\n".join(["[parts.4a]", *lines, 'mark = "ours"', ""]), encoding="utf-8")
    game = Components.of(GAME).load(path)
    rows = {"fish": [2] * 3, "meat": [2] * 3}
    costs = CHART.fish.value[3] + CHART.meat.value[3]
    for board in ("1a-4a-2a-3a", "4a-1a-2a-3a"):
        shown = {
            s["stall"]: s["kind"]
            for s in khlong.new_table(game, players=2, seed=1, options={"board": board}).view()["stalls"]
        }
        for section in ("d1", "d3", "a4", "c4", "e4", "g4", "d5", "d7"):
            if shown[f"{section}-left"] == shown[f"{section}-right"] == "temple":
                me = seat(None, MONK, goods={"fish": 1, "meat": 1}, flowers=costs - 4)
                table = at(Spot(board, section, "left", "right"), me, card=MONK, game=game, temple=rows)
                play(table, "offer fish", "offer meat")
                assert of_seat(table)["flowers"] == 0
                assert choices(table, "offer") == set()
                return
    raise AssertionError("no two temples face each other")
