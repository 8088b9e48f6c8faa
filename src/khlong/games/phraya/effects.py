"""What cards do, in words."""

from __future__ import annotations

from collections.abc import Iterator

from khlong.engine.data import ReadData
from khlong.words import Messages, Value


def signed(number: int) -> str:
    """
    >>> signed(2), signed(-3)
    ('+2', '−3')
    """
    return f"+{number}" if number >= 0 else f"−{-number}"


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
