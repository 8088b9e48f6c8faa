"""Other boxes of Floating Market: a location's end is the next one's beginning, and others name it."""

import tomllib
from functools import cache
from random import Random

from khlong.engine.data import Data
from khlong.games.box_files import BoxFiles

from .components import DEFAULT_FILE, Components


@cache
def box_files() -> BoxFiles:
    """Our file, and what else a box could be."""
    ours = tomllib.loads(DEFAULT_FILE.read_text(encoding="utf-8"))
    changes = (_move_locations, _choose_locations, _other_dice, _richer)
    return BoxFiles(Components, ours, Components.model_validate, changes)


def _move_locations(data: Data, random: Random) -> None:
    locations = data["river"]["locations"]
    before = [_location(entry) for entry in locations]
    if random.random() < 0.3:
        shift = random.randint(-40, 40)
        for entry in locations:
            entry["totals"] = [total + shift for total in entry["totals"]]
    else:
        end, shift = random.randrange(len(locations)), random.randint(-3, 3)
        locations[end]["totals"][1] += shift
        locations[(end + 1) % len(locations)]["totals"][0] += shift
    names = dict(zip(before, map(_location, locations), strict=True))
    river = data["river"]
    for key in ("west", "ama"):
        river[key]["value"] = [names[name] for name in river[key]["value"]]
    river["closed_with_two"]["value"] = names[river["closed_with_two"]["value"]]


def _location(entry: Data) -> str:
    return "{}-{}".format(*entry["totals"])


def _choose_locations(data: Data, random: Random) -> None:
    names = [_location(entry) for entry in data["river"]["locations"]]
    data["river"]["west"]["value"] = random.sample(names, random.randint(0, len(names)))
    *data["river"]["ama"]["value"], data["river"]["closed_with_two"]["value"] = random.sample(names, 3)


def _other_dice(data: Data, random: Random) -> None:
    dice = data["dice"]
    die = random.choice([*dice["player"].values(), *dice["board"].values(), dice["ama"]["kind"]])
    die["faces"] = sorted(random.choices(range(31), k=2))
    die["subtracts"] = random.random() < 0.3


def _richer(data: Data, random: Random) -> None:
    most = data["coins"]["most"]["value"] = random.choice((0, 4, 6, 20, 99, 100))
    data["coins"]["start"]["value"] = random.randint(0, most)
    building = random.choice(list(data["buildings"].values()))
    if building["cost"] or building["spaces"] != "any":
        building["cost"] = random.randint(0, most)
        building["spaces_with_two"] = random.randint(0, building["spaces"])
