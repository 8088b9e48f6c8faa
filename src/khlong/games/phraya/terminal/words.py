"""Small words and colours: goods, stalls, sums, and what cards do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.text import Text

from khlong.engine.data import ReadData
from khlong.games.drawing import GOLD, QUIET, WOOD
from khlong.words import Messages, Value

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


def signed(number: int) -> str:
    """
    >>> signed(2), signed(-3)
    ('+2', '−3')
    """
    return f"+{number}" if number >= 0 else f"−{-number}"


# cards


def card_name(words: Messages, card: str) -> str:
    """A card as it is called; in English, as one types it."""
    key = f"card.{card}"
    return words.say(key) if key in words and words.language != "en" else card


def card_words(words: Messages, face: ReadData) -> str:
    """What a card does, from what is printed on it."""
    return "; ".join([*_effects(words, face), *_special(words, face)])


def _effects(words: Messages, face: ReadData) -> Iterator[str]:
    if "recover" in face:
        yield words.say("effect.recover", coins=words.amounts({"coins": face["recover"]}))
    if "merchant" in face:
        steps = words.listed([str(step) for step in face["merchant"]["steps"]], either=True)
        yield words.say("effect.merchant", steps=steps, changes=" ".join(map(signed, face["merchant"]["changes"])))
    for what in ("coins", "flowers"):
        if what in face:
            yield words.say("effect.gain", what=words.amounts({what: face[what]}))
    if "barge" in face:
        barge = face["barge"]
        blessing = {"coins": barge["coins"]} if barge["blessing"] == "coins" else {f"{barge['blessing']}s": 1}
        yield words.say("effect.barge", steps=barge["steps"], blessing=words.amounts(blessing))
    if "boat" in face:
        yield words.say("effect.boat", channels=words.amounts({"channels": face["boat"]}))
    if "goods_for_flowers" in face:
        yield words.say("effect.goods-for-flowers", flowers=words.amounts({"flowers": face["goods_for_flowers"]}))
    if "flowers_for_coins" in face:
        yield words.say("effect.flowers-for-coins", coins=words.amounts({"coins": face["flowers_for_coins"]}))


def _special(words: Messages, face: ReadData) -> Iterator[str]:
    if "special" in face:
        values: dict[str, Value] = {"good": words.say(f"good.{face['good']}")} if "good" in face else {}
        for what, number in face.get("numbers", {}).items():
            values[what] = number if what == "points" else words.amounts({what: number})
        yield words.say(f"special.{face['special']}", values)


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
