"""What is printed on cards and charts: constant through a game, for those who draw the pieces."""

from .constants import Box
from .enums import GOOD_NAMES, Blessing, Special
from .names import Names
from .view_types import CardFace, CardNumber, Printed

MOST_STEPS = 7


def printed(edition: int, names: Names, tables: Box) -> Printed:
    """The numbers and signs that an edition's components show."""
    return {
        "cards": {name: card_face(card, tables) for card, name in enumerate(names.cards)},
        "stalls": {
            "price": tables.stall_price,
            "first": dict(zip(GOOD_NAMES, tables.stall_first, strict=True)),
            "second": dict(zip(GOOD_NAMES, tables.stall_second, strict=True)),
        },
        "temple": {
            "points": dict(zip(GOOD_NAMES, tables.temple_vp, strict=True)),
            "majorities": list(tables.temple_majority),
            "penalties": list(tables.temple_penalty),
        },
        "king": {
            "first": tables.king_first[edition],
            "second": tables.king_second[edition],
            "set": tables.king_set[edition],
        },
        "boat": {"rowers": tables.rowers_at_most, "baskets": tables.most_baskets},
        "disks": tables.disks[edition],
    }


def card_face(card: int, tables: Box) -> CardFace:
    """A card's effects, each only where the card has it."""
    face: CardFace = {}
    if card == tables.recover:
        face["recover"] = tables.coins_for_a_card
    if tables.card_changes[card]:
        changes = [tables.card_change_one[card], tables.card_change_other[card]]
        face["merchant"] = {
            "steps": [step for step in range(1, MOST_STEPS) if tables.card_steps[card] >> step & 1],
            "changes": changes[: tables.card_changes[card]],
        }
    if tables.card_barge[card]:
        face["barge"] = {
            "steps": tables.card_barge[card],
            "blessing": Blessing(tables.card_blessing[card]).name.lower(),
            "coins": tables.card_blessing_coins[card],
        }
    plain: dict[CardNumber, tuple[int, ...]] = {
        "coins": tables.card_coins,
        "flowers": tables.card_flowers,
        "boat": tables.card_boat,
    }
    for key, values in plain.items():
        if values[card]:
            face[key] = values[card]
    if tables.card_goods_for_flowers[card]:
        face["goods_for_flowers"] = tables.flowers_for_a_good
    if tables.card_flowers_for_coins[card]:
        face["flowers_for_coins"] = tables.coins_for_a_flower
    special = Special(tables.card_special[card])
    if special != Special.NONE:
        face["special"] = special.name.lower().replace("_", "-")
        if special in (Special.LOWEST, Special.IGNORE, Special.COUNTS, Special.SCORE_GOOD):
            face["good"] = GOOD_NAMES[tables.card_good[card]]
        if numbers := special_numbers(special, tables):
            face["numbers"] = numbers
    return face


def special_numbers(special: Special, tables: Box) -> dict[str, int]:
    """The numbers in what a card is special for."""
    if special == Special.TEMPLE:
        return {"flowers": tables.temple_discount}
    if special == Special.STALL:
        return {"coins": tables.stall_price_with_card}
    if special == Special.SCORE_COINS:
        return {"points": tables.bonus[special], "coins": tables.coins_for_a_point}
    return {"points": tables.bonus[special]} if tables.bonus[special] else {}
