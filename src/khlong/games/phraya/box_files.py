"""Other boxes of Phraya: rows that rise, charts of another size, cards that do something else."""

import tomllib
from functools import cache
from random import Random

from khlong.engine.data import Data
from khlong.games.box_files import BoxFiles

from .components import EDITIONS, FOLDER, Components
from .enums import GOOD_NAMES

NUMBERS = (-1, 0, 1, 2, 3, 5, 7, 10, 50, 100, 200, 30_000)


@cache
def box_files() -> BoxFiles:
    """Our files as one, and what else a box could be."""
    ours = _read("components") | {edition: _read(edition) for edition in EDITIONS}
    return BoxFiles(Components, ours, _check, (_other_prices, _other_charts, _other_baskets, _other_card, _other_rates))


def _read(name: str) -> Data:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def _check(data: Data) -> object:
    base = {key: value for key, value in data.items() if key not in EDITIONS}
    return Components.model_validate({"base": base, **{edition: data.get(edition) for edition in EDITIONS}})


def _other_prices(data: Data, random: Random) -> None:
    data["prices"][random.choice(GOOD_NAMES)]["value"] = sorted(random.sample(range(1, 51), 6))


def _other_charts(data: Data, random: Random) -> None:
    edition = data[random.choice(EDITIONS)]
    columns = random.randint(1, 5)
    king, temple = edition["king"], edition["temple"]
    for row in ("coins", "flowers"):
        king[row]["value"] = [random.choice((1, 2, 5, 8, 20, 100)) for _ in range(columns)]
    king["goods"]["value"] = [random.choices(GOOD_NAMES, k=2) for _ in range(columns)]
    sections = temple["sections"]["value"] = random.choice(([1, 1, 1], [2, 2, 2], [1, 1, 2], [1, 2, 1], [4, 1, 1]))
    for good in GOOD_NAMES:
        temple[good]["value"] = [random.choice((0, 1, 2, 5, 100)) for _ in range(sum(sections))]
    edition["disks"]["value"] = random.choice((8, 12, 15, 20, 100))


def _other_baskets(data: Data, random: Random) -> None:
    edition = data[random.choice(EDITIONS)]
    for kind in edition["baskets"]["value"]:
        kind["goods"] = random.sample(GOOD_NAMES, 2)
        kind["prices"] = random.sample(range(1, 51), random.randint(1, 3))
    data["boat"]["baskets"]["value"] = [random.sample(GOOD_NAMES, 2) for _ in range(2)]


def _other_card(data: Data, random: Random) -> None:
    cards = random.choice((data["basic"], data["cards"]))
    card = cards[random.choice(list(cards))]
    if card.get("recover"):
        return
    effects: Data = {
        "merchant": {
            "steps": random.sample((1, 2, 3), random.randint(1, 3)),
            "changes": random.choices(range(-5, 6), k=random.randint(1, 2)),
        },
        "coins": random.choice((0, 2, 100)),
        "flowers": random.choice((0, 1, 100)),
        "barge": {"steps": random.randint(1, 3), "blessing": random.choice(("flower", "favor", "coins 1", "coins 9"))},
        "boat": random.random() < 0.5,
        "goods_for_flowers": random.random() < 0.5,
        "flowers_for_coins": random.random() < 0.5,
    }
    for name, effect in effects.items():
        card.pop(name, None)
        if random.random() < 0.4:
            card[name] = effect


def _other_rates(data: Data, random: Random) -> None:
    table = data[random.choice(("rates", "bonuses", "rounds", "stalls", "boat", "temple"))]
    entry = table[random.choice(list(table))]
    numbers = entry["value"]
    entry["value"] = [random.choice(NUMBERS) for _ in numbers] if isinstance(numbers, list) else random.choice(NUMBERS)
