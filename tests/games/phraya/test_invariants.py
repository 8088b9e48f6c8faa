"""What never changes, whatever is played: checked by hypothesis on views and positions, not on the rules' own code."""

from collections import Counter
from itertools import pairwise

from hypothesis import given

from khlong.engine.data import ReadData
from khlong.games.facets import Positions

from .data_helpers import BASIC, GAME, GOODS, Seen, games
from .helpers import BOX


def stall_pieces(view: ReadData) -> int:
    return {2: 7, 3: 6, 4: 5}[len(view["seats"])]


def disks(view: ReadData) -> int:
    return {"published": 15, "prototype": 8}[view["edition"]]


@given(games())
def test_goods_fit_into_the_baskets(seen: Seen) -> None:
    for _, view in seen:
        for seat in view["seats"]:
            room = Counter(good for tile in seat["tiles"] for good in tile["goods"])
            room.update(GOODS if view["start"] == "standard" else ())
            assert seat["room"] == {good: room[good] for good in GOODS}
            assert all(0 <= seat["goods"][good] <= room[good] for good in GOODS)
            assert seat["baskets"] == len(seat["tiles"]) + 2 * (view["start"] == "standard") <= 6
            assert 2 <= seat["rowers"] <= 4


@given(games())
def test_no_disk_and_no_stall_piece_is_lost_or_made(seen: Seen) -> None:
    for _, view in seen:
        spaces = [space["seat"] for rows in (view["temple"], view["king"]) for row in rows.values() for space in row]
        owners = [stall["owner"] for stall in view["stalls"]]
        for number, seat in enumerate(view["seats"]):
            assert seat["disks_left"] >= 0
            assert seat["stalls_left"] >= 0
            assert spaces.count(number) + seat["disks_left"] == disks(view)
            assert owners.count(number) + seat["stalls_left"] == stall_pieces(view)


@given(games())
def test_prices_stay_within_their_rows(seen: Seen) -> None:
    for _, view in seen:
        for good in GOODS:
            price = view["prices"][good]
            assert 1 <= price["box"] <= len(price["row"])
            assert price["price"] == price["row"][price["box"] - 1]


@given(games())
def test_one_boat_a_section(seen: Seen) -> None:
    for _, view in seen:
        sections = [seat["section"] for seat in view["seats"] if seat["section"] is not None]
        assert len(set(sections)) == len(sections)
        assert view["round"] == 0 or len(sections) == len(view["seats"])


@given(games())
def test_every_card_is_in_exactly_one_place(seen: Seen) -> None:
    for there, view in seen:
        for seat in view["seats"]:
            assert sorted(card for card in seat["hand"] + seat["discard"] if card in BASIC) == sorted(BASIC)
        seats = [card for seat in view["seats"] for card in seat["hand"] + seat["discard"] if card not in BASIC]
        open_cards = seats + view["under"] + [card["card"] for card in view["market"]]
        assert len(set(open_cards)) == len(open_cards)
        assert len(open_cards) + view["deck"] == {"published": 25, "prototype": 20}[view["edition"]]
        if not there.over:
            written = Positions.of(GAME).write(there.state)
            assert not set(open_cards) & set(written["deck"])
            assert view["under"] == [] or view["edition"] == "published"


@given(games())
def test_the_market_is_full_while_there_are_cards(seen: Seen) -> None:
    """PH-16."""
    for _, view in seen:
        assert len(view["market"]) == 4 or (view["deck"] == 0 and not view["under"])


@given(games())
def test_every_basket_is_in_exactly_one_place(seen: Seen) -> None:
    for there, view in seen:
        on_stalls = [stall["basket"] for stall in view["stalls"] if stall["basket"]]
        on_boats = [tile for seat in view["seats"] for tile in seat["tiles"]]
        whole = {"published": 18, "prototype": 12}[view["edition"]]
        assert len(on_stalls) + len(on_boats) + view["baskets_left"] == whole
        assert len(on_stalls) == 4 or view["baskets_left"] == 0  # PH-13
        if not there.over:
            written = Positions.of(GAME).write(there.state)
            tiles = [*written["bag"], *(tile for tile in written["baskets"].values() if tile)]
            tiles += [tile for seat in written["seats"] for tile in seat["tiles"]]
            assert len(set(tiles)) == len(tiles) == whole


@given(games())
def test_every_order_is_in_exactly_one_place(seen: Seen) -> None:
    for there, view in seen:
        shown = [stall["order"]["order"] for stall in view["stalls"] if stall["order"]]
        kept = [order["order"] for seat in view["seats"] for order in seat["orders"]]
        removed = {"published": 1, "prototype": 2}[view["edition"]] if len(view["seats"]) == 2 else 0
        assert len(set(shown + kept)) == len(shown + kept) == 20 - 4 * removed - sum(view["orders_left"])
        assert len(shown) == 4 or sum(view["orders_left"]) == 0  # PH-14
        for stack, left in enumerate(view["orders_left"], 1):
            assert sum(order.startswith(str(stack)) for order in shown + kept) + left == 5 - removed
        for lower, higher in pairwise(view["orders_left"]):
            assert lower == 0 or higher == 5 - removed  # the lowest stack first
        if not there.over:
            unseen = Positions.of(GAME).write(there.state)["unseen_orders"]
            assert sorted(unseen + shown + kept) == sorted(f"{stack}{letter}" for stack in "1234" for letter in "abcde")


@given(games())
def test_nobody_owes_anything(seen: Seen) -> None:
    for _, view in seen:
        for seat in view["seats"]:
            assert min(seat["coins"], seat["flowers"], seat["favors"]) >= 0


@given(games())
def test_only_goods_stalls_have_owners(seen: Seen) -> None:
    for _, view in seen:
        for stall in view["stalls"]:
            assert stall["owner"] is None or stall["kind"] in GOODS
            assert stall["owner"] is None or stall["owner"] < len(view["seats"])


@given(games())
def test_owners_and_disks_stay_where_they_are(seen: Seen) -> None:
    for (_, before), (_, after) in pairwise(seen):
        for was, now in zip(before["stalls"], after["stalls"], strict=True):
            assert was["kind"] == now["kind"]
            assert was["owner"] is None or was["owner"] == now["owner"]
        for chart in ("temple", "king"):
            for row in before[chart]:
                for old, new in zip(before[chart][row], after[chart][row], strict=True):
                    assert old["seat"] is None or old == new


@given(games())
def test_temple_rows_are_filled_from_the_left(seen: Seen) -> None:
    """PH-15."""
    for _, view in seen:
        for row in view["temple"].values():
            filled = [space["seat"] is not None for space in row]
            assert filled == sorted(filled, reverse=True)


@given(games())
def test_the_conditions_are_those_that_the_table_shows(seen: Seen) -> None:
    """PH-22: they stay met, as nothing that meets them is ever taken away. PH-21: two of them end the game."""
    for there, view in seen:
        tithe = any(all(space["seat"] is not None for space in row) for row in view["king"].values())
        worship = any(row[-2]["seat"] is not None for row in view["temple"].values())
        supremacy = any(seat["stalls_left"] == 0 for seat in view["seats"])
        assert view["conditions"] == {"tithe": tithe, "worship": worship, "supremacy": supremacy}
        met = tithe + worship + supremacy
        if view["edition"] == "published":
            assert there.over == (met >= 2) or view["ending"] == "last-round"
        elif there.over:
            assert met >= 2 or view["ending"] == "last-round"


@given(games())
def test_nobody_is_ever_without_a_move(seen: Seen) -> None:
    for there, _ in seen:
        assert there.over or there.legal_moves()
        assert len(there.legal_moves()) <= GAME.most_moves


@given(games())
def test_no_state_of_a_game_is_called_impossible(seen: Seen) -> None:
    for there, _ in seen:
        assert Positions.of(GAME).faults(there.state) == []


@given(games())
def test_favors_come_from_the_king_or_a_card_that_blesses_with_them(seen: Seen) -> None:
    """Never more Favors than disks on the King's chart, unless somebody has such a card."""
    blessing = {name for name, card in BOX.base.cards.items() if card.barge and card.barge.blessing == "favor"}
    for _, view in seen:
        played = {card for seat in view["seats"] for card in seat["hand"] + seat["discard"]}
        if not blessing & played:
            for number, seat in enumerate(view["seats"]):
                given_to_king = sum(space["seat"] == number for row in view["king"].values() for space in row)
                assert seat["favors"] <= given_to_king
