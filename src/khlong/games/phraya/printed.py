"""What is printed on cards and charts: constant through a game, for those who draw the pieces
or tell the rules in short."""

from collections.abc import Mapping

from khlong.engine.moves import members

from .components import BOXES, EDITIONS, SLOTS
from .constants import Box
from .enums import GOOD_NAMES, Blessing, Special
from .names import ASYMMETRIC, Names
from .view_types import CardFace, CardNumber, Order, Printed, Tile

LIST = "\u00a0· "
"""What stands between numbers, whatever the language; no line ends before it."""
BONUSES = {
    special.name.removeprefix("SCORE_").lower(): special for special in Special if special >= Special.SCORE_ORDERS
}


def printed(edition: int, names: Names, box: Box) -> Printed:
    """The numbers and signs that an edition's components show."""
    return {
        "cards": {name: card_face(card, box) for card, name in enumerate(names.cards)},
        "deck": [names.cards[card] for card in members(box.deck[edition])],
        "baskets": [tile_face(tile, box) for tile in members(box.bag[edition])],
        "orders": [order_face(order, names, box) for order in range(len(names.orders))],
        "orders_removed": box.orders_removed[edition],
        "stalls": {
            "price": box.stall_price,
            "first": dict(zip(GOOD_NAMES, box.stall_first, strict=True)),
            "second": dict(zip(GOOD_NAMES, box.stall_second, strict=True)),
        },
        "temple": {
            "points": dict(zip(GOOD_NAMES, box.temple_vp, strict=True)),
            "majorities": list(box.temple_majority),
            "penalties": list(box.temple_penalty),
        },
        "king": {
            "first": box.king_first[edition],
            "second": box.king_second[edition],
            "set": box.king_set[edition],
        },
        "boat": {"rowers": box.rowers_at_most, "baskets": box.most_baskets},
        "rates": {
            "coins_for_a_point": box.coins_for_a_point,
            "flowers_for_an_owner": box.flowers_for_an_owner,
            "favors_for_an_offering": box.favors_for_an_offering,
            "coins_for_a_card": box.coins_for_a_card,
        },
        "disks": box.disks[edition],
        "last_round": box.last_round,
    }


def tile_face(tile: int, box: Box) -> Tile:
    """A basket tile: its goods and its price."""
    one, other = box.basket_one[tile], box.basket_other[tile]
    return {"goods": [GOOD_NAMES[one], GOOD_NAMES[other]], "price": box.basket_price[tile]}


def order_face(order: int, names: Names, box: Box) -> Order:
    """An order: what it asks, pays and is worth."""
    asked = box.order_goods[4 * order : 4 * order + 4]
    return {
        "order": names.orders[order],
        "goods": {GOOD_NAMES[good]: number for good, number in enumerate(asked) if number},
        "coins": box.order_coins[order],
        "vp": box.order_vp[order],
    }


def rule_values(box: Box, players: int, options: Mapping[str, str]) -> dict[str, int | str]:
    """What the short rules name of a table: the numbers of its edition, and what rules depend on.

    For no table in particular, with 0 players: those of the published edition, and beside them the prototype's.
    """
    chosen = options.get("edition", EDITIONS[0])
    prices = [box.price[BOXES * good : BOXES * (good + 1)] for good in range(len(GOOD_NAMES))]
    other = _edition_values(box, EDITIONS.index("prototype"), players)
    return {
        "players": players,
        "start": options.get("start", ASYMMETRIC[0]),
        "start_box": box.start_box + 1,
        "slots": SLOTS,
        "basic_cards": box.basic_hand.bit_count(),
        "pieces": box.stall_pieces[players] if players else LIST.join(map(str, box.stall_pieces[2:])),
        "coins_for_a_card": box.coins_for_a_card,
        "coins_for_a_point": box.coins_for_a_point,
        "coins_for_a_flower": box.coins_for_a_flower,
        "flowers_for_a_good": box.flowers_for_a_good,
        "flowers_for_an_owner": box.flowers_for_an_owner,
        "favors_for_an_offering": box.favors_for_an_offering,
        "stall_price": box.stall_price,
        "stall_price_with_card": box.stall_price_with_card,
        "temple_discount": box.temple_discount,
        "bonus_channels": box.bonus_channels,
        "rowers": box.rowers,
        "more_rowers": box.rowers_at_most - box.rowers,
        "more_baskets": box.most_baskets - len(box.start_baskets) // 2,
        "majorities": LIST.join(map(str, box.temple_majority)),
        "penalties": LIST.join(map(str, box.temple_penalty)),
        "last_round": box.last_round,
        **{f"{good}_prices": f"{row[0]}–{row[-1]}" for good, row in zip(GOOD_NAMES, prices, strict=True)},
        **{f"temple_{good}": box.temple_vp[number] for number, good in enumerate(GOOD_NAMES)},
        **{f"stalls_{good}": f"{box.stall_first[n]}/{box.stall_second[n]}" for n, good in enumerate(GOOD_NAMES)},
        **{f"bonus_{name}": box.bonus[special] for name, special in BONUSES.items()},
        **_edition_values(box, EDITIONS.index(chosen), players),
        **{f"prototype_{name}": value for name, value in other.items()},
    }


def _edition_values(box: Box, edition: int, players: int) -> dict[str, int | str]:
    """What is another number, or another rule, in another edition."""
    coins = box.start_coins[4 * edition : 4 * edition + (players or 4)]
    return {
        "disks": box.disks[edition],
        "start_coins": LIST.join(map(str, coins)),
        "orders_removed": box.orders_removed[edition],
        "king_first": box.king_first[edition],
        "king_second": box.king_second[edition],
        "king_set": box.king_set[edition],
        "refresh": "yes" if box.may_refresh[edition] else "no",
        "at_once": "yes" if box.ends_at_once[edition] else "no",
    }


def card_face(card: int, box: Box) -> CardFace:
    """A card's effects, each only where the card has it."""
    face: CardFace = {}
    if box.deck[0] >> card & 1 or box.deck[1] >> card & 1:
        face["cost"] = {"coins": box.card_cost_coins[card], "flowers": box.card_cost_flowers[card]}
    if card == box.recover:
        face["recover"] = box.coins_for_a_card
    if box.card_changes[card]:
        changes = [box.card_change_one[card], box.card_change_other[card]]
        face["merchant"] = {
            "steps": members(box.card_steps[card]),
            "changes": changes[: box.card_changes[card]],
        }
    if box.card_barge[card]:
        face["barge"] = {
            "steps": box.card_barge[card],
            "blessing": Blessing(box.card_blessing[card]).name.lower(),
            "coins": box.card_blessing_coins[card],
        }
    plain: dict[CardNumber, tuple[int, ...]] = {
        "coins": box.card_coins,
        "flowers": box.card_flowers,
    }
    for key, values in plain.items():
        if values[card]:
            face[key] = values[card]
    if box.card_boat[card]:
        face["boat"] = box.bonus_channels
    if box.card_goods_for_flowers[card]:
        face["goods_for_flowers"] = box.flowers_for_a_good
    if box.card_flowers_for_coins[card]:
        face["flowers_for_coins"] = box.coins_for_a_flower
    special = Special(box.card_special[card])
    if special != Special.NONE:
        face["special"] = special.name.lower().replace("_", "-")
        if special in (Special.LOWEST, Special.IGNORE, Special.COUNTS, Special.SCORE_GOOD):
            face["good"] = GOOD_NAMES[box.card_good[card]]
        if numbers := special_numbers(special, box):
            face["numbers"] = numbers
    return face


def special_numbers(special: Special, box: Box) -> dict[str, int]:
    """The numbers in what a card is special for."""
    if special == Special.TEMPLE:
        return {"flowers": box.temple_discount}
    if special == Special.STALL:
        return {"coins": box.stall_price_with_card}
    if special == Special.SCORE_COINS:
        return {"points": box.bonus[special], "coins": box.coins_for_a_point}
    return {"points": box.bonus[special]} if special >= Special.SCORE_ORDERS else {}
