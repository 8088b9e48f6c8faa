"""Small words and colours: goods, stalls, sums, cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from khlong.engine.data import ReadData
from khlong.games.drawing import GOLD, QUIET, WOOD
from khlong.words import Messages

from ..enums import GOOD_NAMES

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


def good_name(words: Messages, good: str) -> Text:
    return Text(words.say(f"good.{good}"), GOOD_STYLES[good])


def pair(goods: Sequence[str]) -> Text:
    return Text.assemble(*map(letter, goods))


def goods_list(goods: Mapping[str, int], sign: str = "") -> Text:
    """How many of which goods, by letter."""
    return Text(" ").join(Text.assemble(f"{sign}{number}", letter(good)) for good, number in goods.items())


def stall_name(words: Messages, kind: str) -> Text:
    return good_name(words, kind) if kind in GOOD_STYLES else Text(words.say(f"kind.{kind}"), SERVICE_STYLES[kind])


# sums


def coins(number: int) -> Text:
    return Text(f"{number}¢", GOLD)


def flowers(number: int) -> Text:
    return Text(f"{number}❀", LOTUS)


# cards


def card_name(words: Messages, card: str) -> str:
    """A card as it is called; in English, as one types it."""
    key = f"card.{card}"
    return words.say(key) if key in words and words.language != "en" else card


def tile_words(tile: ReadData) -> Text:
    """A basket: what it holds and costs."""
    return Text.assemble(pair(tile["goods"]), " ", coins(tile["price"]))


def order_words(words: Messages, order: ReadData) -> Text:
    """An order: what it asks, pays and is worth."""
    return Text.assemble(
        goods_list(order["goods"]),
        (" → ", QUIET),
        coins(order["coins"]),
        f" {words.say('terminal.pts', count=order['vp'])}",
    )
