"""Data as somebody might have changed it: a number, a name, an entry too many or too few, or something quite odd."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

NUMBERS = (-1, 0, 1, 2, 3, 4, 5, 6, 7, 10, 30, 31, 50, 99, 100, 101, 200, 1000, 10_000, 30_000)
ODD_NUMBERS = (-(2**31), 2**15, 2**31, 2**63, 10**30, 10**60, 0.5, 1e400, float("nan"))
ODD_TEXTS = ("", " ", "\x00", "\n", "-", "ด", "１", "x" * 5000, "%s{}", "../..", "os:abort", "\ud800")
ODD_THINGS: tuple[object, ...] = (None, True, False, [], {}, [[]], {"": None}, [None] * 40)
Holder = dict[Any, Any] | list[Any]
Place = tuple[Holder, Any]
"""Something that holds other things, and under which key or number."""


def mutated(data: Any, random: Random, changes: int = 1, oddness: float = 0.1) -> Any:
    """A copy with some changes. `oddness` is the share of them that nobody would make by mistake."""
    whole = [deepcopy(data)]
    for _ in range(changes):
        places = list(_places(whole))
        holder, key = random.choice(places)
        if random.random() < oddness:
            holder[key] = deepcopy(random.choice((*ODD_NUMBERS, *ODD_TEXTS, *ODD_THINGS)))
        elif isinstance(holder[key], dict | list):
            _change_holder(holder[key], random, places)
        else:
            holder[key] = _other(holder[key], random, places)
    return whole[0]


def _places(holder: Holder) -> Iterator[Place]:
    for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
        yield holder, key
        if isinstance(holder[key], dict | list):
            yield from _places(holder[key])


def _other(value: object, random: Random, places: list[Place]) -> Any:
    """Another value of the same type, rather one that is found elsewhere."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice((value - 1, value + 1, value + random.randint(-5, 5), random.choice(NUMBERS)))
    if isinstance(value, str) and random.random() < 0.1:
        return value + random.choice(("s", "-2", " 1", value))
    alike = [holder[key] for holder, key in places if type(holder[key]) is type(value)]
    if isinstance(value, str):
        alike += [key for _, key in places if isinstance(key, str)]
    return deepcopy(random.choice(alike))


def _change_holder(holder: Holder, random: Random, places: list[Place]) -> None:
    """Takes something away from a list or dictionary, or adds to it, or puts things in other places."""
    keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    others = [place for place in places if place[0] is not holder]
    change = random.choice(("less", "more", "swap", "elsewhere"))
    if change == "less" and keys:
        del holder[random.choice(keys)]
    elif change == "swap" and len(keys) > 1:
        one, other = random.sample(keys, 2)
        holder[one], holder[other] = holder[other], holder[one]
    elif others:
        source, key = random.choice([place for place in others if type(place[0]) is type(holder)] or others)
        if isinstance(holder, list):
            again = random.choice(keys) if keys and change == "more" else None
            holder.append(deepcopy(source[key] if again is None else holder[again]))
        else:
            holder[key if change == "more" else random.choice(keys or [key])] = deepcopy(source[key])
