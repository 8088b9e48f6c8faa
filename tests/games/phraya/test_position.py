"""Positions: written and read back, and refused where they cannot come about."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import khlong
from khlong.games.facets import Positions, Wording
from khlong.table import PROVABLE, Table

from . import data_helpers
from .data_helpers import (
    BASIC,
    BOARD,
    GAME,
    GOODS,
    beside,
    data,
    goods_stalls,
    kinds_of_stalls,
    notations,
    picks,
    play,
    seat,
    seeds,
    table,
    wander,
)

# there and back


def settled(state: Any) -> Any:
    """A state without what a position does not keep."""
    twin = state.copy()
    twin.ply = 0
    twin.chance = type(twin.chance)()
    return twin


@given(seeds, data_helpers.players, data_helpers.options, st.integers(0, 900), picks)
def test_a_position_written_and_read_is_the_same(
    seed: int, players: int, options: dict[str, str], moves: int, pick: int
) -> None:
    there = wander(khlong.new_table(GAME, players, seed, options), moves, pick)
    if there.over:
        there.undo(past_chance=True)
    again = khlong.table_from_position(json.loads(json.dumps(there.write_position())))
    assert settled(again.state) == settled(there.state)
    assert notations(again) == notations(there)
    assert again.view() == there.view()
    assert again.write_position() == there.write_position()


@given(seeds, data_helpers.players, st.integers(0, 100), picks)
def test_a_position_of_proved_dice_comes_back_on_its_own_board(seed: int, players: int, moves: int, pick: int) -> None:
    there = wander(Table(GAME, players, seed, dice=PROVABLE), moves, pick)
    again = khlong.table_from_position(json.loads(json.dumps(there.write_position())))
    assert settled(again.state) == settled(there.state)


def test_a_fresh_game_is_an_empty_position() -> None:
    assert khlong.new_table(GAME, 3, 5).write_position()["position"] == {}


def test_a_position_names_only_what_differs_from_a_fresh_game() -> None:
    there = khlong.new_table(GAME, 3, 5, {"first": 2}).play("boat b1")
    assert there.write_position()["position"] == {
        "seats_from": 0,
        "decider": 2,
        "seats": [{}, {"section": "b1"}, {}],
    }


def test_what_a_position_does_not_name_is_as_in_a_fresh_game() -> None:
    there = khlong.table_from_position(
        {"game": "phraya", "players": 3, "seed": 5, "position": {"seats": [{"coins": 50}]}}
    )
    fresh = khlong.new_table(GAME, 3, 5)
    assert there.view()["seats"][0]["coins"] == 50
    assert there.view()["seats"][1:] == fresh.view()["seats"][1:]
    assert there.view()["stalls"] == fresh.view()["stalls"]


def test_cards_that_are_discarded_are_not_in_hand() -> None:
    assert table(seat(discard=["trade", "haggle"])).view()["seats"][0]["hand"] == ["recover", "barge-1", "barge-2"]


def test_what_lies_elsewhere_is_not_in_deck_bag_and_stacks() -> None:
    fresh = khlong.table_from_position(data())
    order = Positions.of(fresh.game).write(fresh.state)["unseen_orders"][0]
    card, tile = (Positions.of(fresh.game).write(fresh.state)[key][0] for key in ("deck", "bag"))
    stacks = list(fresh.view()["orders_left"])
    stacks[int(order[0]) - 1] -= 1
    there = table(seat(orders=[order], tiles=[tile], hand=[*BASIC, card]), stacks=stacks)
    written = Positions.of(there.game).write(there.state)
    assert order not in written["unseen_orders"]
    assert card not in written["deck"]
    assert tile not in written["bag"]


def test_a_game_that_is_over_is_no_position() -> None:
    with pytest.raises(khlong.PositionError, match="The game is over"):
        data_helpers.finished(3).write_position()


# positions that cannot come about


def fresh_position(**options: object) -> dict[str, Any]:
    fresh = khlong.new_table(GAME, 3, 0, {"board": BOARD, "first": 1, **options})
    return Positions.of(GAME).write(fresh.state)


def called(card: str) -> str:
    """A card by its name in English."""
    return Wording.of(GAME).spoken().say(f"card.{card}")


FRESH = fresh_position()
IN_MARKET, IN_DECK = FRESH["market"][0], FRESH["deck"][0]
IN_BAG, ON_STALL = FRESH["bag"][0], FRESH["baskets"]["south-west"]
SHOWN, UNSEEN = FRESH["restaurants"]["south-west"], FRESH["unseen_orders"][0]
TEMPLE_STALL = "-".join(beside("temple"))


@pytest.mark.parametrize(
    ("seats", "position", "says"),
    [
        ([seat(goods={"fish": 2})], {}, "Seat 0 has 2 fish, and room for 1."),
        ([seat(), seat(2, rowers=1)], {}, "Seat 1 has 1 rowers: there are 2 to 4."),
        ([seat(tiles=FRESH["bag"][:5])], {}, "Seat 0 has 7 baskets: a boat has room for 6."),
        ([seat(section="d1")], {}, "Every boat has a channel section of its own."),
        ([], {"round": 0, "asked": "first-section", "owners": {}, "seats": [{"section": "b3"}]}, "outer sections"),
        ([], {"round": 3, "seats": [{"section": "b1"}]}, "All boats are on the canals"),
        ([], {"owners": {TEMPLE_STALL: 1}}, "is no goods stall and cannot be owned"),
        ([], {"owners": {goods_stalls()[0]: 4}}, "belongs to nobody who is in the game"),
        (
            [],
            {"owners": dict.fromkeys(goods_stalls()[:7], 1)},
            "Seat 0 has 6 stall pieces in all, and 7 of them on the board.",
        ),
        ([], {"decider": 4}, "The decider must be one of the seats 0 to 2."),
        ([], {"round": 201}, "Round 201 does not exist"),
        ([], {"king": {"coins": [4, 0, 0, 0, 0]}}, ""),
        ([], {"temple": {"meat": [4]}}, ""),
        ([seat(hand=[*BASIC, IN_MARKET])], {}, f"The card {called(IN_MARKET)} must be in 1 place, not in 2."),
        ([seat(hand=[*BASIC, IN_DECK]), seat(2, hand=[*BASIC, IN_DECK])], {}, f"{called(IN_DECK)} must be in 1 place"),
        ([], {"under": [IN_MARKET]}, f"The card {called(IN_MARKET)} must be in 1 place, not in 2."),
        ([], {"deck": []}, "must be in 1 place, not in 0"),
        ([seat(hand=["trade"], discard=["recover"])], {}, "Seat 0 has each basic card once"),
        ([seat(hand=list(BASIC), discard=["trade"])], {}, "Seat 0 has each basic card once"),
        ([seat(discard=["recover"])], {}, "Seat 0 has Recover in hand"),
        ([], {"market": ["trade", *FRESH["market"][1:]]}, "The basic card Trade is in every player's hand"),
        ([], {"deck": ["barge-2", *FRESH["deck"]]}, "The basic card Barge II is in every player's hand"),
        ([], {"under": ["haggle"]}, "The basic card Haggle is in every player's hand"),
        (
            [],
            {"temple": {good: [1] * 4 for good in GOODS}},
            "Seat 0 has 15 disks in all, and 16 of them on the board.",
        ),
        ([], {"round": 0, "asked": "first-section", "owners": {}, "card": "trade", "seats": []}, "No card is in play"),
        ([seat(tiles=[ON_STALL])], {}, "Every basket tile must be in exactly one place"),
        ([seat(tiles=[IN_BAG]), seat(2, tiles=[IN_BAG])], {}, "Every basket tile must be in exactly one place"),
        ([seat(orders=[SHOWN])], {}, "Every order must be in exactly one place"),
        ([], {"unseen_orders": []}, "Every order must be in exactly one place"),
        ([], {"asked": "first-section"}, "placed before the first round"),
        ([], {"asked": "action"}, "A card is played before anything else"),
        (
            [seat(), seat(2), seat(3), seat(4)],
            {"players": 3, "seats": [seat(n) for n in (1, 2, 3, 4)]},
            "4 seats, the game 3",
        ),
    ],
)
def test_a_position_that_cannot_come_about_is_refused_with_a_reason(
    seats: list[dict[str, Any]], position: dict[str, Any], says: str
) -> None:
    with pytest.raises(khlong.PositionError) as error:
        table(*seats, **position)
    assert says in str(error.value)


def test_a_space_that_the_edition_does_not_have_cannot_be_filled() -> None:
    columns = len(khlong.new_table(GAME, 3, 0, {"edition": "prototype"}).view()["king"]["coins"])
    if columns < 5:
        with pytest.raises(khlong.PositionError, match=f"row of coins has no space {columns + 1} in this edition"):
            table(options={"edition": "prototype"}, king={"coins": [0] * columns + [1]})


def test_a_temple_row_that_is_too_long_is_refused() -> None:
    columns = len(khlong.new_table(GAME, 3, 0, {"edition": "prototype"}).view()["temple"]["fish"])
    if columns < 6:
        with pytest.raises(khlong.PositionError, match="row of fish is filled from the left"):
            table(options={"edition": "prototype"}, temple={"fish": [1] * (columns + 1)})


PLAYED = seat(hand=["recover", "barge-2", "haggle", "trade"], discard=["barge-1"])
STACKS = FRESH["stacks"]
FULL_KING_ROW = {"coins": [1] * len(khlong.new_table(GAME, 3, 0).view()["king"]["coins"])}


@pytest.mark.parametrize(
    ("seats", "position"),
    [
        pytest.param([], {"conditions": 1}, id="a tithe without a full row"),
        pytest.param([], {"conditions": 2}, id="worship without a disk in the last section"),
        pytest.param([], {"conditions": 4}, id="supremacy with pieces left"),
        pytest.param([], {"king": FULL_KING_ROW, "conditions": 0}, id="a full row of the King that is no tithe"),
        pytest.param(
            [],
            {"king": FULL_KING_ROW, "owners": dict.fromkeys(goods_stalls()[:6], 2), "conditions": 5},
            id="two conditions and no end",
        ),
        pytest.param([], {"stacks": [STACKS[0], *STACKS[1:3], STACKS[3] - 1]}, id="a stack that lacks a tile"),
        pytest.param([], {"restaurants": {"south-west": None}}, id="an empty restaurant while there are orders"),
        pytest.param([], {"baskets": {"south-west": None}}, id="an empty basket stall while there are baskets"),
        pytest.param([], {"market": FRESH["market"][:3]}, id="an empty slot while there are cards"),
        pytest.param([], {"card": "barge-1"}, id="a card in play before a card is asked for"),
        pytest.param([], {"used": ["left"]}, id="a stall used before the actions"),
        pytest.param(
            [seat(hand=list(BASIC))], {"asked": "action", "card": "barge-1"}, id="a card in play that is still in hand"
        ),
        pytest.param([PLAYED], {"asked": "action", "card": "farmer"}, id="a card in play that is not the player's"),
        pytest.param([PLAYED], {"asked": "merchant", "card": "barge-1"}, id="a merchant asked for by a barge card"),
        pytest.param([PLAYED], {"asked": "prices", "card": "barge-1"}, id="prices asked for by a barge card"),
        pytest.param([PLAYED], {"asked": "bonus-move", "card": "barge-1"}, id="a bonus move that the card has not"),
        pytest.param([PLAYED], {"asked": "goods", "card": "barge-1"}, id="goods asked for by a barge card"),
        pytest.param([PLAYED], {"asked": "flowers", "card": "barge-1"}, id="flowers asked for by a barge card"),
        pytest.param([PLAYED], {"asked": "refresh", "card": "barge-1"}, id="a refresh without a Recover card"),
        pytest.param(
            [seat(discard=["haggle"])], {"asked": "barge", "card": "haggle"}, id="a barge asked for by a merchant card"
        ),
        pytest.param(
            [PLAYED | {"section": "b1"}],
            {"asked": "action", "card": "barge-1", "used": ["king"], "barge": "f6"},
            id="an offering to a King who is far away",
        ),
        pytest.param(
            [], {"options": {"edition": "prototype"}, "under": ["monk"]}, id="cards under the prototype's deck"
        ),
    ],
)
def test_a_position_that_contradicts_itself_is_refused(seats: list[dict[str, Any]], position: dict[str, Any]) -> None:
    with pytest.raises(khlong.PositionError):
        table(*seats, **position)


def test_setting_up_goes_in_order() -> None:
    """Boats in the order of play, so seat 3 is not asked while seat 2 has none."""
    position = {"decider": 3, "seats": [{"section": "b1"}]}
    with pytest.raises(khlong.PositionError):
        khlong.table_from_position({"game": "phraya", "players": 3, "options": {"first": 1}, "position": position})


# riches


@pytest.mark.parametrize("sale", ["flowers 30", "flowers 5"])
def test_nobody_keeps_more_than_30000_of_a_kind(sale: str) -> None:
    """PH-1: such riches are no state that only one engine could hold."""
    rich = seat(coins=30_000, flowers=30_000, favors=30_000, hand=[*BASIC, "vegetable-barrow"])
    there = play(table(rich), "card vegetable-barrow", sale)
    assert there.view()["seats"][0]["coins"] == 30_000
    again = khlong.table_from_position(there.write_position())
    assert again.view() == there.view()
    wander(there, 20_000, 1)
    assert there.over


def test_more_than_anybody_can_keep_is_refused() -> None:
    with pytest.raises(khlong.PositionError, match="must be at most 30000"):
        table(seat(flowers=30_001))


# spelling


@pytest.mark.parametrize(
    ("seats", "position", "says"),
    [
        ([], {"barg": "d4"}, "barg is not known here"),
        ([seat(coin=3)], {}, "seats.0.coin is not known here"),
        ([], {"barge": "d5"}, "There is no crossing 'd5'."),
        ([], {"merchant": "fish-fish"}, "There is no space of the merchant's route 'fish-fish'."),
        ([], {"prices": {"milk": 3}}, "There is no good 'milk'. There are vegetable, fruit, fish, meat."),
        ([], {"prices": {"fish": 49}}, "There is no price of fish 49."),
        ([], {"owners": {"d4-left": 1}}, "There is no stall 'd4-left'."),
        ([], {"market": ["juggler"]}, "There is no card 'juggler'."),
        ([], {"market": FRESH["market"] + FRESH["deck"][:1]}, "market must have at most 4 entries, not 5"),
        ([], {"baskets": {"middle": ON_STALL}}, "There is no part 'middle'."),
        ([], {"baskets": {"south-west": "fish-fish-1"}}, "There is no basket 'fish-fish-1'."),
        ([], {"restaurants": {"south-west": "5a"}}, "There is no order '5a'."),
        ([], {"temple": {"milk": [1]}}, "There is no good 'milk'."),
        ([], {"king": {"cards": [1]}}, "There is no row of the King's chart 'cards'."),
        ([], {"asked": "cards"}, "There is no question 'cards'."),
        ([], {"used": ["middle"]}, "There is no thing to use 'middle'."),
        ([seat(section="z1")], {}, "There is no channel section 'z1'."),
        ([seat(goods={"milk": 1})], {}, "There is no good 'milk'."),
        ([seat(hand=["trade", "trade"])], {}, "The card 'trade' is named twice."),
        ([seat(coins=-1)], {}, "must be at least 0, not -1"),
        ([seat(coins="8")], {}, "must be a whole number, not '8'"),
    ],
)
def test_what_is_misspelt_is_named(seats: list[dict[str, Any]], position: dict[str, Any], says: str) -> None:
    with pytest.raises(khlong.PositionError) as error:
        table(*seats, **position)
    assert says in str(error.value)


def test_the_board_of_these_tests_has_all_kinds() -> None:
    assert set(kinds_of_stalls().values()) >= {"temple", "basket", "restaurant", "scribe", "administration"}


def test_an_empty_space_of_the_kings_chart_is_nothing_and_was_0_where_seats_count_from_1() -> None:
    older = table(king={"coins": [0, 2]})
    owners = {stall: seat for seat, stall in enumerate(goods_stalls()[:3])}
    newer = table(king={"coins": [None, 1]}, owners=owners, seats_from=0)
    assert [space["seat"] for space in older.view()["king"]["coins"][:2]] == [None, 1]
    assert newer.view()["king"] == older.view()["king"]
    assert newer.write_position()["position"]["king"]["coins"][:2] == [None, 1]
