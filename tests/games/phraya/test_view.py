"""The view: everything that lies on the table, and nothing of what chance has in store."""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given

import khlong
from khlong.engine.chance import Chance
from khlong.games.facets import Positions, Views
from khlong.table import Table

from .data_helpers import BASIC, BOARD, GAME, Seen, beside, data, finished, games, goods_stalls, notations, seat, table


def hidden_things(table: Table) -> dict[str, list[str]]:
    """The names in deck, bag and stacks. The position has them because they are sets: it knows no order either."""
    written = Positions.of(GAME).write(table.state)
    return {key: written[key] for key in ("deck", "bag", "unseen_orders")}


@given(games(most=300))
def test_it_is_plain_data_all_game_long(seen: Seen) -> None:
    for _, view in seen:
        assert json.loads(json.dumps(view)) == view


@given(games(most=300))
def test_it_does_not_depend_on_the_words_of_the_generator(seen: Seen) -> None:
    """PH-28: two states that differ only in chance look the same."""
    for there, view in seen:
        twin = there.state.copy()
        twin.chance = Chance()
        assert twin != there.state
        assert Views.of(GAME).view(twin) == view


@given(games(most=300))
def test_it_names_no_card_of_the_deck_and_no_unseen_order(seen: Seen) -> None:
    """PH-28: how many are left is seen, and which were put under the deck (PH-30)."""
    for there, view in seen:
        if there.over:
            continue
        hidden = hidden_things(there)
        text = json.dumps({key: part for key, part in view.items() if key != "printed"})  # the same in every game
        assert not [name for name in hidden["deck"] + hidden["unseen_orders"] if f'"{name}"' in text]
        assert (view["deck"], view["baskets_left"]) == (len(hidden["deck"]), len(hidden["bag"]))


@given(games(most=300))
def test_what_is_left_in_deck_bag_and_stacks_can_be_worked_out_from_it(seen: Seen) -> None:
    """PH-28, PH-30: everything public is in a view; what is hidden is the order alone."""
    for there, view in seen:
        if there.over:
            continue
        printed, hidden = view["printed"], hidden_things(there)
        cards = [card for seat in view["seats"] for card in seat["hand"] + seat["discard"]]
        cards += [each["card"] for each in view["market"]] + view["under"]
        assert sorted(set(printed["deck"]) - set(cards)) == sorted(hidden["deck"])
        tiles = [tile for seat in view["seats"] for tile in seat["tiles"]]
        tiles += [stall["basket"] for stall in view["stalls"] if stall["basket"]]
        in_bag = [name.strip("*").split("-") for name in hidden["bag"]]
        assert counted(printed["baskets"]) - counted(tiles) == Counter(map(tuple, in_bag))
        orders = [order["order"] for seat in view["seats"] for order in seat["orders"]]
        orders += [stall["order"]["order"] for stall in view["stalls"] if stall["order"]]
        assert [each["order"] for each in printed["orders"] if each["order"] not in orders] == hidden["unseen_orders"]
        out = 4 * printed["orders_removed"] if there.players == 2 else 0
        assert sum(view["orders_left"]) == len(hidden["unseen_orders"]) - out


def counted(tiles: list[Any]) -> Counter[tuple[str, ...]]:
    """How many tiles there are of each kind."""
    return Counter((*tile["goods"], str(tile["price"])) for tile in tiles)


def test_cards_that_are_still_to_come_have_their_price_in_it() -> None:
    printed = khlong.new_table(GAME, 2, 5).view()["printed"]
    assert all(set(printed["cards"][card]["cost"]) == {"coins", "flowers"} for card in printed["deck"])
    assert all("cost" not in printed["cards"][card] for card in BASIC)


@pytest.mark.parametrize(("edition", "removed"), [("published", 1), ("prototype", 2)])
def test_with_two_players_nobody_sees_which_orders_are_out_of_the_game(edition: str, removed: int) -> None:
    """PH-28: the stacks are that much lower, and any order of a stack that has not been seen may still come."""
    there = khlong.new_table(GAME, 2, 5, {"edition": edition})
    unseen = hidden_things(there)["unseen_orders"]
    left = there.view()["orders_left"]
    assert sum(left) == 4 * (5 - removed) - 4
    for stack in (1, 2, 3, 4):
        assert sum(order.startswith(str(stack)) for order in unseen) == left[stack - 1] + removed


def deliverable(players: int) -> tuple[dict[str, Any], str, int]:
    """A position in which seat 1 can deliver an order, the move, and the stack of the order that comes next."""
    fresh = khlong.new_table(GAME, players, 3, {"board": BOARD, "first": 1})
    for stall in fresh.view()["stalls"]:
        if stall["order"] and max(stall["order"]["goods"].values()) == 1:
            section, side = stall["stall"].split("-")
            left = fresh.view()["orders_left"]
            given = seat(section=section, goods=stall["order"]["goods"], discard=["trade"])
            position = data(given, players=players, seed=3, asked="action", card="trade")
            whole = Positions.of(GAME).write(khlong.table_from_position(position).state)
            return position | {"position": whole}, f"deliver {side}", next(n for n in (1, 2, 3, 4) if left[n - 1])
    raise AssertionError("no restaurant asks for one of each good")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_order_of_the_stack_that_was_not_seen_may_come_next(players: int) -> None:
    """PH-28: the next order is not settled before it is drawn."""
    position, move, stack = deliverable(players)
    drawn = set()
    for seed in range(100):
        there = khlong.table_from_position(position | {"seed": seed})
        before = set(hidden_things(there)["unseen_orders"])
        drawn |= before - set(hidden_things(there.play(move))["unseen_orders"])
    assert drawn == {order for order in before if order.startswith(str(stack))}


def test_two_tables_that_differ_only_in_their_seed_look_the_same() -> None:
    """PH-28."""
    position, move, _ = deliverable(3)
    one, other = (khlong.table_from_position(position | {"seed": seed}) for seed in (1, 2))
    assert one.state != other.state
    assert one.view() == other.view()
    assert notations(one) == notations(other)
    assert move in notations(one)


def test_a_bot_cannot_see_more_than_the_view_says() -> None:
    there = khlong.new_table(GAME, 2, 5)
    assert there.for_bot().view() == there.view()
    assert there.for_bot().state.chance != there.state.chance


# what is open


@pytest.mark.parametrize(
    ("seats", "position"),
    [
        ([seat(coins=50)], {}),
        ([seat(flowers=5)], {}),
        ([seat(favors=5)], {}),
        ([seat(rowers=3)], {}),
        ([seat(goods={"fish": 1})], {}),
        ([seat(discard=["trade"])], {}),
        ([seat(section="b3")], {}),
        ([], {"barge": "f6"}),
        ([], {"owners": {stall: number for number, stall in enumerate(goods_stalls()[1:4], 1)}}),
        ([], {"temple": {"fish": [1, 2]}}),
        ([], {"king": {"coins": [1, 0, 2]}}),
        ([], {"round": 9}),
        ([], {"decider": 2}),
        ([], {"options": {"edition": "prototype"}}),
    ],
)
def test_nothing_on_the_table_is_hidden(seats: list[dict[str, Any]], position: dict[str, Any]) -> None:
    """PH-28: hands, discards, orders and money are open; whatever is different is seen to be different."""
    assert table(*seats, **position).view() != table().view()


def test_it_tells_all_of_every_seat() -> None:
    told = table(seat(coins=7, flowers=2, favors=1, goods={"fish": 1}, discard=["haggle"])).view()["seats"][0]
    assert told["coins"] == 7
    assert told["flowers"] == 2
    assert told["favors"] == 1
    assert told["section"] == "b1"
    assert told["rowers"] == 2
    assert told["goods"] == {"vegetable": 0, "fruit": 0, "fish": 1, "meat": 0}
    assert told["room"] == {"vegetable": 1, "fruit": 1, "fish": 1, "meat": 1}
    assert (told["hand"], told["discard"]) == ([card for card in BASIC if card != "haggle"], ["haggle"])
    assert (told["stalls_left"], told["disks_left"]) == (5, 15)
    assert (told["baskets"], told["tiles"], told["orders"]) == (2, [], [])


def test_it_tells_basket_and_order_of_every_stall_that_has_one() -> None:
    stalls = table().view()["stalls"]
    assert len(stalls) == 48
    for stall in stalls:
        assert (stall["basket"] is not None) == (stall["kind"] == "basket")
        assert (stall["order"] is not None) == (stall["kind"] == "restaurant")
    section, side = beside("basket")
    basket = next(stall["basket"] for stall in stalls if stall["stall"] == f"{section}-{side}")
    assert basket.keys() == {"goods", "price"}


def test_it_tells_what_may_still_be_used_in_a_turn() -> None:
    view = table(seat(discard=["trade"]), asked="action", card="trade", used=["left"]).view()
    assert (view["card"], view["used"], view["asked"], view["decider"]) == ("trade", ["left"], "action", 0)


def test_it_tells_the_end() -> None:
    over = finished(4)
    view = over.view()
    assert over.result is not None
    assert (view["decider"], view["asked"]) == (None, None)
    assert view["winners"] == list(over.result.winners)
    assert sum(view["conditions"].values()) >= 2
    assert [seat["score"] for seat in view["seats"]] == [score[0] for score in over.result.scores]
