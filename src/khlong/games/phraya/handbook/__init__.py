"""The whole rules of Phraya: what they name of a box, and how its entries are put into words."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from khlong.games.facets import Handbook
from khlong.words import Messages, load_messages

from ..components import EDITIONS
from ..constants import Box
from ..effects import card_words
from ..names import Names
from ..printed import LIST, card_face

FOLDER = Path(__file__).parent


def handbook(names: Names, box: Box) -> Handbook:
    """The handbook of a box."""
    return Handbook(FOLDER, partial(_more_values, box), partial(_in_words, names, box))


def _more_values(box: Box, players: int, options: Mapping[str, str]) -> dict[str, int]:
    edition = EDITIONS.index(options.get("edition", EDITIONS[0]))
    return {"market_cards": box.deck[edition].bit_count()}


def _in_words(names: Names, box: Box, path: Sequence[str], value: Any, words: Messages) -> tuple[str, str] | None:
    """Cards by what they do, orders by what they ask and bring, parts by their stalls, baskets by goods and prices."""
    own = load_messages(words.language, FOLDER)
    match path:
        case ("basic" | "cards", name):
            effect = card_words(words, card_face(names.cards.index(name), box))
            cost = value.get("cost")
            told = own.say("box.cost", {**cost, "effect": effect}) if cost else effect
            return words.say(f"card.{name}"), told
        case ("orders", number):
            goods = words.amounts({good: count for good, count in value["goods"].items() if count})
            told = words.say(
                "order", goods=goods, coins=words.say("amount.coins", count=value["coins"]), points=value["vp"]
            )
            return f"{own.say('box.order', stack=value['stack'])} ({number})", told
        case ("parts", name):
            kinds = {
                section: LIST.join(words.say(f"kind.{kind}") for kind in stalls) for section, stalls in value.items()
            }
            return own.say("box.part", part=name), "; ".join(f"{section}: {told}" for section, told in kinds.items())
        case (_, "baskets") if value and isinstance(value[0], Mapping):
            tiles = (f"{_goods(each['goods'], words)}: {LIST.join(map(str, each['prices']))}" for each in value)
            return own.say(f"box.{'.'.join(path)}"), "; ".join(tiles)
        case (_, "baskets") | ("merchant", "route") | (_, "king", "goods"):
            return own.say(f"box.{'.'.join(path)}"), "; ".join(_goods(pair, words) for pair in value)
        case (_, "cards_left_out"):
            told = LIST.join(words.say(f"card.{card}") for card in value) or own.say("box.none")
            return own.say(f"box.{'.'.join(path)}"), told
        case (_, "refresh" | "ends_at_once"):
            return own.say(f"box.{'.'.join(path)}"), own.say("box.yes" if value else "box.no")
    return None


def _goods(pair: Sequence[str], words: Messages) -> str:
    return words.listed([words.say(f"good.{good}") for good in pair])
