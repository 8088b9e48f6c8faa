"""The whole rules of Floating Market: what they name of a box, and how its entries are put into words."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from khlong.engine.data import ReadData
from khlong.games.facets import Handbook
from khlong.words import Messages, load_messages, readable

from ..components import Components

FOLDER = Path(__file__).parent
LIST = " · "


def handbook(sheet: Components) -> Handbook:
    """The handbook of a box."""
    return Handbook(FOLDER, partial(_more_values, sheet), _in_words)


def _more_values(sheet: Components, players: int, options: Mapping[str, str]) -> dict[str, int]:
    return {"cards_each": sheet.fruit.cards_each.value}


def _in_words(path: Sequence[str], value: Any, words: Messages) -> tuple[str, str] | None:
    """Dice by their faces, places by their totals, buildings by what they cost and how many have room."""
    own = load_messages(words.language, FOLDER)
    key = f"box.{'.'.join(path)}"
    match path:
        case ("dice", _, name) if isinstance(value, Mapping):
            called = own.say(key) if key in own else words.say(f"die.{name}")
            low, high = value["faces"]
            return called, f"−({low}–{high})" if value["subtracts"] else f"{low}–{high}"
        case ("river", "locations", number):
            low, high = value["totals"]
            return own.say("box.location", number=int(number)), readable(f"{low}-{high}")
        case ("river", "west" | "ama"):
            return own.say(key), LIST.join(map(readable, value))
        case ("river", "clockwise"):
            return own.say(key), own.say(f"box.{value}")
        case ("buildings", name):
            return words.say(f"place.{name.replace('_', '-')}"), LIST.join(_building(value, own))
    return None


def _building(value: ReadData, own: Messages) -> list[str]:
    told = [own.say("box.cost", cost=value["cost"])]
    any_number = value["spaces"] == "any"
    told.append(own.say("box.spaces-any") if any_number else own.say("box.spaces", spaces=value["spaces"]))
    if "spaces_with_two" in value:
        told.append(own.say("box.spaces_with_two", spaces=value["spaces_with_two"]))
    told += [own.say("box.reach", reach=value["reach"])] if "reach" in value else []
    return told + ([own.say("box.adds", dice=value["dice"])] if "dice" in value else [])
