"""What is printed on cards and charts: constant through a game, for those who draw the pieces."""

from .components import EDITIONS
from .constants import Box
from .enums import GOOD_NAMES, Blessing, Special
from .names import Names
from .view_types import CardFace, CardNumber, Printed

MOST_STEPS = 7


def printed(edition: int, names: Names, box: Box) -> Printed:
    """The numbers and signs that an edition's components show."""
    return {
        "cards": {name: card_face(card, box) for card, name in enumerate(names.cards)},
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
        "disks": box.disks[edition],
    }


def rule_numbers(box: Box) -> dict[str, int]:
    """The numbers that the short rules name, whatever the edition."""
    published, prototype = (EDITIONS.index(edition) for edition in ("published", "prototype"))
    first, second, third, fourth = box.start_coins[4 * prototype : 4 * prototype + 4]
    return {
        "coins_for_a_card": box.coins_for_a_card,
        "coins_for_a_point": box.coins_for_a_point,
        "flowers_for_an_owner": box.flowers_for_an_owner,
        "favors_for_an_offering": box.favors_for_an_offering,
        "stall_price": box.stall_price,
        "rowers": box.rowers,
        "more_rowers": box.rowers_at_most - box.rowers,
        "more_baskets": box.most_baskets - len(box.start_baskets) // 2,
        "disks": box.disks[published],
        "prototype_disks": box.disks[prototype],
        "first_coins": first,
        "second_coins": second,
        "third_coins": third,
        "fourth_coins": fourth,
    }


def card_face(card: int, box: Box) -> CardFace:
    """A card's effects, each only where the card has it."""
    face: CardFace = {}
    if card == box.recover:
        face["recover"] = box.coins_for_a_card
    if box.card_changes[card]:
        changes = [box.card_change_one[card], box.card_change_other[card]]
        face["merchant"] = {
            "steps": [step for step in range(1, MOST_STEPS) if box.card_steps[card] >> step & 1],
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
    return {"points": box.bonus[special]} if box.bonus[special] else {}
