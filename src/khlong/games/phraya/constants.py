"""The components as constants for the rules: numbers and flat tuples.

Tables of an edition have the published one first, the prototype second.
"""

from typing import NamedTuple

from khlong.engine.data import Data

from .components import (
    EDITIONS,
    KING_COLUMNS,
    SIDES,
    TEMPLE_COLUMNS,
    Base,
    Components,
    Edition,
    Effects,
    load_components,
)
from .enums import GOOD_NAMES, Blessing, Special

KING_ROWS = 3


class Box(NamedTuple):
    """All constants: the rules see them as `BOX.name`."""

    price: tuple[int, ...]  # good * BOXES + box
    start_box: int
    route: tuple[int, ...]  # two goods for each space
    rowers: int
    rowers_at_most: int
    most_baskets: int
    start_baskets: tuple[int, ...]
    stall_price: int
    stall_price_with_card: int
    stall_pieces: tuple[int, ...]  # by number of players
    stall_first: tuple[int, ...]
    stall_second: tuple[int, ...]
    temple_vp: tuple[int, ...]
    temple_majority: tuple[int, ...]
    temple_penalty: tuple[int, ...]
    temple_discount: int
    last_round: int
    part_kind: tuple[int, ...]  # side * 12 + stall of the part
    card_steps: tuple[int, ...]  # a set of numbers of steps, so also below by card
    card_changes: tuple[int, ...]  # how many price changes
    card_change_one: tuple[int, ...]
    card_change_other: tuple[int, ...]
    card_coins: tuple[int, ...]
    card_flowers: tuple[int, ...]
    card_barge: tuple[int, ...]
    card_blessing: tuple[int, ...]
    card_blessing_coins: tuple[int, ...]
    card_boat: tuple[int, ...]
    card_goods_for_flowers: tuple[int, ...]
    card_flowers_for_coins: tuple[int, ...]
    card_special: tuple[int, ...]
    card_good: tuple[int, ...]
    card_cost_coins: tuple[int, ...]
    card_cost_flowers: tuple[int, ...]
    recover: int
    basic_hand: int
    barge_cards: int
    order_goods: tuple[int, ...]  # order * 4 + good
    order_coins: tuple[int, ...]
    order_vp: tuple[int, ...]
    basket_one: tuple[int, ...]
    basket_other: tuple[int, ...]
    basket_price: tuple[int, ...]
    disks: tuple[int, ...]  # by edition, so also below
    start_coins: tuple[int, ...]  # edition * 4 + place in turn order
    orders_removed: tuple[int, ...]
    may_refresh: tuple[int, ...]
    ends_at_once: tuple[int, ...]
    deck: tuple[int, ...]
    bag: tuple[int, ...]
    king_first: tuple[int, ...]
    king_second: tuple[int, ...]
    king_set: tuple[int, ...]
    king_spaces: tuple[int, ...]
    king_coins: tuple[int, ...]  # edition * 15 + space, so also below
    king_flowers: tuple[int, ...]
    king_good_one: tuple[int, ...]
    king_good_other: tuple[int, ...]
    temple_columns_used: tuple[int, ...]
    temple_last: tuple[int, ...]  # the first column of the last section
    temple_section: tuple[int, ...]  # edition * 6 + column
    temple_flowers: tuple[int, ...]  # (edition * 4 + good) * 6 + column
    # these came later: the defaults are what rules had fixed before (see `told`), never what is played with
    coins_for_a_point: int = 5
    coins_for_a_flower: int = 3
    flowers_for_a_good: int = 1
    coins_for_a_card: int = 1
    bonus: tuple[int, ...] = (0, 0, 0, 0, 0, 0, 2, 2, 2, 3, 2, 1, 4, 1)  # by what a card is special for
    flowers_for_an_owner: int = 1
    favors_for_an_offering: int = 1
    bonus_channels: int = 2


def pack_box(sheet: Components) -> Box:
    """Turns checked components into constants, chapter by chapter."""
    base, editions = sheet.base, [sheet.edition(name) for name in EDITIONS]
    return Box(
        last_round=base.rounds.last.value,
        **_rates(base),
        **_market(base),
        **_boats(base),
        **_stalls(base),
        **_temple_score(base),
        **_effects(base),
        **_market_cards(base),
        **_orders(base),
        **_baskets(editions),
        **_editions(base, editions),
        **_king_chart(editions),
        **_temple_chart(editions),
    )


def _rates(base: Base) -> Data:
    """What changes hands at printed rates, and the bonuses of market cards."""
    bonuses = {f"SCORE_{name.upper()}": bonus.value for name, bonus in base.bonuses}
    return {
        **{name: rate.value for name, rate in base.rates},
        "bonus": tuple(bonuses.get(special.name, 0) for special in Special),
    }


def _market(base: Base) -> Data:
    """Prices, and the merchant's route."""
    return {
        "price": tuple(price for good in GOOD_NAMES for price in getattr(base.prices, good).value),
        "start_box": base.prices.start_box.value - 1,
        "route": tuple(GOOD_NAMES.index(good) for pair in base.merchant.route.value for good in pair),
    }


def _boats(base: Base) -> Data:
    """Boats as they start and as far as they can grow."""
    return {
        "rowers": base.boat.rowers.value,
        "rowers_at_most": base.boat.most_rowers.value,
        "most_baskets": base.boat.most_baskets.value,
        "bonus_channels": base.boat.bonus_channels.value,
        "start_baskets": tuple(GOOD_NAMES.index(good) for pair in base.boat.baskets.value for good in pair),
    }


def _stalls(base: Base) -> Data:
    """The board's stalls, and what stalls of one's own cost and bring."""
    return {
        "stall_price": base.stalls.price.value,
        "stall_price_with_card": base.stalls.price_with_card.value,
        "stall_pieces": (0, 0, *base.stalls.pieces.value),
        "stall_first": tuple(base.stalls.first.value),
        "stall_second": tuple(base.stalls.second.value),
        "part_kind": tuple(kind for side in SIDES for kind in base.parts[side].stalls()),
    }


def _temple_score(base: Base) -> Data:
    """What the temple brings, in every edition."""
    return {
        "temple_vp": tuple(base.temple.vp.value),
        "temple_majority": tuple(base.temple.majorities.value),
        "temple_penalty": tuple(base.temple.penalties.value),
        "temple_discount": base.temple.discount_with_card.value,
    }


def _effects(base: Base) -> Data:
    """What cards do when they are played: the basic ones first."""
    cards: list[Effects] = [*base.basic.values(), *base.cards.values()]
    merchants = [card.merchant for card in cards]
    barges = [card.barge for card in cards]
    return {
        "card_steps": tuple(sum(1 << step for step in merchant.steps) if merchant else 0 for merchant in merchants),
        "card_changes": tuple(len(merchant.changes) if merchant else 0 for merchant in merchants),
        "card_change_one": tuple(merchant.changes[0] if merchant else 0 for merchant in merchants),
        "card_change_other": tuple(merchant.changes[-1] if merchant else 0 for merchant in merchants),
        "card_coins": tuple(card.coins for card in cards),
        "card_flowers": tuple(card.flowers for card in cards),
        "card_barge": tuple(barge.steps if barge else 0 for barge in barges),
        "card_blessing": tuple(_blessing(barge.blessing) if barge else 0 for barge in barges),
        "card_blessing_coins": tuple(
            int(barge.blessing.split()[1]) if barge and " " in barge.blessing else 0 for barge in barges
        ),
        "card_boat": tuple(int(card.boat) for card in cards),
        "card_goods_for_flowers": tuple(int(card.goods_for_flowers) for card in cards),
        "card_flowers_for_coins": tuple(int(card.flowers_for_coins) for card in cards),
        "recover": next(number for number, card in enumerate(base.basic.values()) if card.recover),
        "basic_hand": (1 << len(base.basic)) - 1,
        "barge_cards": sum(1 << number for number, barge in enumerate(barges) if barge),
    }


def _market_cards(base: Base) -> Data:
    """What market cards cost and are special for; basic ones are not."""
    market = list(base.cards.values())
    specials = [(Special.NONE, 0)] * len(base.basic) + [_special(card.special) for card in market]
    return {
        "card_special": tuple(int(special) for special, _ in specials),
        "card_good": tuple(good for _, good in specials),
        "card_cost_coins": (0,) * len(base.basic) + tuple(card.cost.coins for card in market),
        "card_cost_flowers": (0,) * len(base.basic) + tuple(card.cost.flowers for card in market),
    }


def _orders(base: Base) -> Data:
    """Orders, those of the first stack first."""
    orders = sorted(base.orders, key=lambda order: order.stack)
    return {
        "order_goods": tuple(order.goods.get(good, 0) for order in orders for good in GOOD_NAMES),
        "order_coins": tuple(order.coins for order in orders),
        "order_vp": tuple(order.vp for order in orders),
    }


def _baskets(editions: list[Edition]) -> Data:
    """Basket tiles, and which of them each edition has."""
    baskets = [_tiles(edition) for edition in editions]
    tiles = [tile for bag in baskets for tile in bag]
    return {
        "basket_one": tuple(one for one, _, _ in tiles),
        "basket_other": tuple(other for _, other, _ in tiles),
        "basket_price": tuple(price for _, _, price in tiles),
        "bag": ((1 << len(baskets[0])) - 1, ((1 << len(baskets[1])) - 1) << len(baskets[0])),
    }


def _editions(base: Base, editions: list[Edition]) -> Data:
    """What an edition starts with, and how it ends."""
    names = [*base.basic, *base.cards]
    return {
        "disks": tuple(edition.disks.value for edition in editions),
        "start_coins": tuple(coins for edition in editions for coins in edition.start_coins.value),
        "orders_removed": tuple(edition.orders_removed_with_two.value for edition in editions),
        "may_refresh": tuple(int(edition.refresh.value) for edition in editions),
        "ends_at_once": tuple(int(edition.ends_at_once.value) for edition in editions),
        "deck": tuple(
            sum(1 << names.index(card) for card in base.cards if card not in edition.cards_left_out.value)
            for edition in editions
        ),
    }


def _king_chart(editions: list[Edition]) -> Data:
    """The King's chart of each edition."""
    return {
        "king_first": tuple(edition.king.first.value for edition in editions),
        "king_second": tuple(edition.king.second.value for edition in editions),
        "king_set": tuple(edition.king.set.value for edition in editions),
        "king_spaces": tuple(
            sum(1 << row * KING_COLUMNS + column for row in range(KING_ROWS) for column in range(_columns(edition)))
            for edition in editions
        ),
        "king_coins": tuple(cost for edition in editions for cost in _king(edition, 0, edition.king.coins.value)),
        "king_flowers": tuple(cost for edition in editions for cost in _king(edition, 1, edition.king.flowers.value)),
        "king_good_one": tuple(good for edition in editions for good in _king(edition, 2, _goods(edition, 0))),
        "king_good_other": tuple(good for edition in editions for good in _king(edition, 2, _goods(edition, 1))),
    }


def _temple_chart(editions: list[Edition]) -> Data:
    """The temple's chart of each edition."""
    return {
        "temple_columns_used": tuple(sum(edition.temple.sections.value) for edition in editions),
        "temple_last": tuple(sum(edition.temple.sections.value[:-1]) for edition in editions),
        "temple_section": tuple(section for edition in editions for section in _sections(edition)),
        "temple_flowers": tuple(
            flowers
            for edition in editions
            for good in GOOD_NAMES
            for flowers in (*getattr(edition.temple, good).value, *[0] * TEMPLE_COLUMNS)[:TEMPLE_COLUMNS]
        ),
    }


def _special(text: str) -> tuple[Special, int]:
    verb, _, what = text.partition(" ")
    if what in GOOD_NAMES:
        kind = {"lowest": Special.LOWEST, "ignore": Special.IGNORE, "counts": Special.COUNTS}.get(
            verb, Special.SCORE_GOOD
        )
        return kind, GOOD_NAMES.index(what)
    return Special[f"{verb}_{what}".strip("_").upper()], 0


def _blessing(text: str) -> int:
    return Blessing.COINS if text.startswith("coins") else Blessing[text.upper()]


def _tiles(edition: Edition) -> list[tuple[int, int, int]]:
    return [
        (GOOD_NAMES.index(kind.goods[0]), GOOD_NAMES.index(kind.goods[1]), price)
        for kind in edition.baskets.value
        for price in kind.prices
    ]


def _columns(edition: Edition) -> int:
    return len(edition.king.coins.value)


def _king(edition: Edition, row: int, costs: list[int]) -> list[int]:
    """A value for each of the 15 spaces: those of one row, and 0 elsewhere."""
    spaces = [0] * (KING_ROWS * KING_COLUMNS)
    for column in range(_columns(edition)):
        spaces[row * KING_COLUMNS + column] = costs[column]
    return spaces


def _goods(edition: Edition, which: int) -> list[int]:
    return [GOOD_NAMES.index(pair[which]) for pair in edition.king.goods.value]


def _sections(edition: Edition) -> list[int]:
    sections = [number for number, columns in enumerate(edition.temple.sections.value) for _ in range(columns)]
    return (sections + [0] * TEMPLE_COLUMNS)[:TEMPLE_COLUMNS]


BOX = pack_box(load_components())
