"""The components as constants for the rules: numbers and flat tuples, by the names that the rules use.

Tables of an edition have the published one first, the prototype second.
"""

from typing import NamedTuple

from .components import (
    EDITIONS,
    KING_COLUMNS,
    SIDES,
    TEMPLE_COLUMNS,
    Components,
    Edition,
    Effects,
    load_components,
)
from .enums import GOOD_NAMES, Blessing, Special

KING_ROWS = 3


class Tables(NamedTuple):
    """All constants, in lower case; the rules see them in upper case."""

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


def pack_tables(sheet: Components) -> Tables:
    """Turns checked components into constants."""
    base = sheet.base
    cards: list[Effects] = [*base.basic.values(), *base.cards.values()]
    names = [*base.basic, *base.cards]
    market = list(base.cards.values())
    specials = [(Special.NONE, 0)] * len(base.basic) + [_special(card.special) for card in market]
    merchants = [card.merchant for card in cards]
    barges = [card.barge for card in cards]
    editions = [sheet.edition(name) for name in EDITIONS]
    orders = sorted(base.orders, key=lambda order: order.stack)
    baskets = [_baskets(edition) for edition in editions]
    tiles = [tile for bag in baskets for tile in bag]
    recover = next(number for number, card in enumerate(base.basic.values()) if card.recover)
    return Tables(
        price=tuple(price for good in GOOD_NAMES for price in getattr(base.prices, good).value),
        start_box=base.prices.start_box.value - 1,
        route=tuple(GOOD_NAMES.index(good) for pair in base.merchant.route.value for good in pair),
        rowers=base.boat.rowers.value,
        rowers_at_most=base.boat.most_rowers.value,
        most_baskets=base.boat.most_baskets.value,
        start_baskets=tuple(GOOD_NAMES.index(good) for pair in base.boat.baskets.value for good in pair),
        stall_price=base.stalls.price.value,
        stall_price_with_card=base.stalls.price_with_card.value,
        stall_pieces=(0, 0, *base.stalls.pieces.value),
        stall_first=tuple(base.stalls.first.value),
        stall_second=tuple(base.stalls.second.value),
        temple_vp=tuple(base.temple.vp.value),
        temple_majority=tuple(base.temple.majorities.value),
        temple_penalty=tuple(base.temple.penalties.value),
        temple_discount=base.temple.discount_with_card.value,
        last_round=base.rounds.last.value,
        part_kind=tuple(kind for side in SIDES for kind in base.parts[side].stalls()),
        card_steps=tuple(sum(1 << step for step in merchant.steps) if merchant else 0 for merchant in merchants),
        card_changes=tuple(len(merchant.changes) if merchant else 0 for merchant in merchants),
        card_change_one=tuple(merchant.changes[0] if merchant else 0 for merchant in merchants),
        card_change_other=tuple(merchant.changes[-1] if merchant else 0 for merchant in merchants),
        card_coins=tuple(card.coins for card in cards),
        card_flowers=tuple(card.flowers for card in cards),
        card_barge=tuple(barge.steps if barge else 0 for barge in barges),
        card_blessing=tuple(_blessing(barge.blessing) if barge else 0 for barge in barges),
        card_blessing_coins=tuple(
            int(barge.blessing.split()[1]) if barge and " " in barge.blessing else 0 for barge in barges
        ),
        card_boat=tuple(int(card.boat) for card in cards),
        card_goods_for_flowers=tuple(int(card.goods_for_flowers) for card in cards),
        card_flowers_for_coins=tuple(int(card.flowers_for_coins) for card in cards),
        card_special=tuple(int(special) for special, _ in specials),
        card_good=tuple(good for _, good in specials),
        card_cost_coins=(0,) * len(base.basic) + tuple(card.cost.coins for card in market),
        card_cost_flowers=(0,) * len(base.basic) + tuple(card.cost.flowers for card in market),
        recover=recover,
        basic_hand=(1 << len(base.basic)) - 1,
        barge_cards=sum(1 << number for number, barge in enumerate(barges) if barge),
        order_goods=tuple(order.goods.get(good, 0) for order in orders for good in GOOD_NAMES),  # type: ignore[call-overload]
        order_coins=tuple(order.coins for order in orders),
        order_vp=tuple(order.vp for order in orders),
        basket_one=tuple(one for one, _, _ in tiles),
        basket_other=tuple(other for _, other, _ in tiles),
        basket_price=tuple(price for _, _, price in tiles),
        disks=tuple(edition.disks.value for edition in editions),
        start_coins=tuple(coins for edition in editions for coins in edition.start_coins.value),
        orders_removed=tuple(edition.orders_removed_with_two.value for edition in editions),
        may_refresh=tuple(int(edition.refresh.value) for edition in editions),
        ends_at_once=tuple(int(edition.ends_at_once.value) for edition in editions),
        deck=tuple(
            sum(1 << names.index(card) for card in base.cards if card not in edition.cards_left_out.value)
            for edition in editions
        ),
        bag=((1 << len(baskets[0])) - 1, ((1 << len(baskets[1])) - 1) << len(baskets[0])),
        king_first=tuple(edition.king.first.value for edition in editions),
        king_second=tuple(edition.king.second.value for edition in editions),
        king_set=tuple(edition.king.set.value for edition in editions),
        king_spaces=tuple(
            sum(1 << row * KING_COLUMNS + column for row in range(KING_ROWS) for column in range(_columns(edition)))
            for edition in editions
        ),
        king_coins=tuple(cost for edition in editions for cost in _king(edition, 0, edition.king.coins.value)),
        king_flowers=tuple(cost for edition in editions for cost in _king(edition, 1, edition.king.flowers.value)),
        king_good_one=tuple(good for edition in editions for good in _king(edition, 2, _goods(edition, 0))),
        king_good_other=tuple(good for edition in editions for good in _king(edition, 2, _goods(edition, 1))),
        temple_columns_used=tuple(sum(edition.temple.sections.value) for edition in editions),
        temple_last=tuple(sum(edition.temple.sections.value[:-1]) for edition in editions),
        temple_section=tuple(section for edition in editions for section in _sections(edition)),
        temple_flowers=tuple(
            flowers
            for edition in editions
            for good in GOOD_NAMES
            for flowers in (*getattr(edition.temple, good).value, *[0] * TEMPLE_COLUMNS)[:TEMPLE_COLUMNS]
        ),
    )


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


def _baskets(edition: Edition) -> list[tuple[int, int, int]]:
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


def constants(tables: Tables) -> dict[str, object]:
    """The tables by the names that the rules use."""
    return {name.upper(): value for name, value in tables._asdict().items()}


TABLES = pack_tables(load_components())
(
    PRICE, START_BOX, ROUTE, ROWERS, ROWERS_AT_MOST, MOST_BASKETS, START_BASKETS, STALL_PRICE, STALL_PRICE_WITH_CARD,
    STALL_PIECES, STALL_FIRST, STALL_SECOND, TEMPLE_VP, TEMPLE_MAJORITY, TEMPLE_PENALTY, TEMPLE_DISCOUNT, LAST_ROUND,
    PART_KIND, CARD_STEPS, CARD_CHANGES, CARD_CHANGE_ONE, CARD_CHANGE_OTHER, CARD_COINS, CARD_FLOWERS, CARD_BARGE,
    CARD_BLESSING, CARD_BLESSING_COINS, CARD_BOAT, CARD_GOODS_FOR_FLOWERS, CARD_FLOWERS_FOR_COINS, CARD_SPECIAL,
    CARD_GOOD, CARD_COST_COINS, CARD_COST_FLOWERS, RECOVER, BASIC_HAND, BARGE_CARDS, ORDER_GOODS, ORDER_COINS, ORDER_VP,
    BASKET_ONE, BASKET_OTHER, BASKET_PRICE, DISKS, START_COINS, ORDERS_REMOVED, MAY_REFRESH, ENDS_AT_ONCE, DECK, BAG,
    KING_FIRST, KING_SECOND, KING_SET, KING_SPACES, KING_COINS, KING_FLOWERS, KING_GOOD_ONE, KING_GOOD_OTHER,
    TEMPLE_COLUMNS_USED, TEMPLE_LAST, TEMPLE_SECTION, TEMPLE_FLOWERS,
) = TABLES  # fmt: skip
