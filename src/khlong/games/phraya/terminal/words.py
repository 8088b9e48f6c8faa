"""Small words and colours: goods, stalls, sums, and what cards do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.text import Text

from khlong.games.drawing import GOLD, QUIET, WOOD

from ..constants import BOX, Box
from ..enums import GOOD_NAMES, Blessing, Special

LOTUS, CLAY = "#e06c92", "#d0583c"
GOOD_LETTERS: dict[str, str] = dict(zip(GOOD_NAMES, "VFSM", strict=True))
GOOD_STYLES: dict[str, str] = dict(
    zip(GOOD_NAMES, ("bold #57a84f", "bold #d8b400", "bold #4a9fdc", "bold #e2574c"), strict=True)
)
SERVICE_CODES = {"basket": "bsk", "restaurant": "res", "temple": "tem", "scribe": "scr", "administration": "adm"}
SERVICE_STYLES = {
    "basket": WOOD,
    "restaurant": "#f08a4b",
    "temple": LOTUS,
    "scribe": "#a58bd6",
    "administration": "#9aa7a7",
}

# goods and stalls


def letter(good: str) -> Text:
    """A good by its letter: S is fish."""
    return Text(GOOD_LETTERS[good], GOOD_STYLES[good])


def good_name(good: str) -> Text:
    return Text(good, GOOD_STYLES[good])


def pair(goods: Sequence[str]) -> Text:
    return Text.assemble(*map(letter, goods))


def goods_list(goods: Mapping[str, int], sign: str = "") -> Text:
    """How many of which goods, by letter."""
    return Text(" ").join(Text.assemble(f"{sign}{number}", letter(good)) for good, number in goods.items())


def stall_name(kind: str) -> Text:
    return Text(kind, GOOD_STYLES.get(kind) or SERVICE_STYLES[kind])


# sums


def coins(number: int) -> Text:
    return Text(f"{number}¢", GOLD)


def flowers(number: int) -> Text:
    return Text(f"{number}❀", LOTUS)


def counted(number: int, what: str, many: str | None = None) -> str:
    """
    >>> counted(1, "flower"), counted(2, "flower")
    ('1 flower', '2 flowers')
    """
    return f"{number} {what if number == 1 else many or what + 's'}"


def signed(number: int) -> str:
    """
    >>> signed(2), signed(-3)
    ('+2', '−3')
    """
    return f"+{number}" if number >= 0 else f"−{-number}"


# cards


def card_words(card: int, tables: Box = BOX) -> str:
    """What a card does.

    >>> card_words(4)
    'merchant 1 or 2, +2 and −2; 2 coins'
    """
    if card == tables.recover:
        return f"take back all cards, {counted(tables.coins_for_a_card, 'coin')} each"
    return "; ".join([*_effects(card, tables), *_special(card, tables)])


def _effects(card: int, tables: Box) -> Iterator[str]:
    if tables.card_changes[card]:
        steps = " or ".join(str(step) for step in range(1, 8) if tables.card_steps[card] >> step & 1)
        changes = [tables.card_change_one[card], tables.card_change_other[card]][: tables.card_changes[card]]
        yield f"merchant {steps}, {' and '.join(map(signed, changes))}"
    if tables.card_coins[card]:
        yield counted(tables.card_coins[card], "coin")
    if tables.card_flowers[card]:
        yield counted(tables.card_flowers[card], "flower")
    if tables.card_barge[card]:
        blessing = {
            Blessing.FLOWER: "1 flower",
            Blessing.COINS: counted(tables.card_blessing_coins[card], "coin"),
            Blessing.FAVOR: "1 Favor",
        }[Blessing(tables.card_blessing[card])]
        yield f"barge {tables.card_barge[card]}, {blessing} a stall"
    if tables.card_boat[card]:
        yield "boat 2 first"
    if tables.card_goods_for_flowers[card]:
        yield f"goods → {counted(tables.flowers_for_a_good, 'flower')} each"
    if tables.card_flowers_for_coins[card]:
        yield f"flowers → {counted(tables.coins_for_a_flower, 'coin')} each"


def _special(card: int, tables: Box) -> list[str]:
    good, special = GOOD_NAMES[tables.card_good[card]], Special(tables.card_special[card])
    points = counted(tables.bonus[special], "point")
    words = {
        Special.LOWEST: f"this turn {good} at its lowest price",
        Special.IGNORE: f"this turn orders may lack 1 {good}",
        Special.TEMPLE: f"this turn temple −{counted(tables.temple_discount, 'flower')}",
        Special.STALL: f"this turn stalls for {counted(tables.stall_price_with_card, 'coin')}",
        Special.COUNTS: f"counts as a {good} stall",
        Special.SCORE_ORDERS: f"at the end {points} an order",
        Special.SCORE_KING: f"at the end {points} a King disk",
        Special.SCORE_TEMPLE: f"at the end {points} a temple disk",
        Special.SCORE_GOOD: f"at the end {points} a {good} stall",
        Special.SCORE_STALLS: f"at the end {points} a stall",
        Special.SCORE_FLOWERS: f"at the end {points} a flower",
        Special.SCORE_FAVORS: f"at the end {points} a Favor",
        Special.SCORE_COINS: f"at the end {points} more for {counted(tables.coins_for_a_point, 'coin')}",
    }
    return [words[special]] if special in words else []


def tile_words(tile: Mapping[str, Any]) -> Text:
    """A basket: what it holds and costs."""
    return Text.assemble(pair(tile["goods"]), " ", coins(tile["price"]))


def order_words(order: Mapping[str, Any]) -> Text:
    """An order: what it asks, pays and is worth."""
    return Text.assemble(
        goods_list(order["goods"]), (" → ", QUIET), coins(order["coins"]), f" {counted(order['vp'], 'pt')}"
    )
