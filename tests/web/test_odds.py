"""The odds on the page are those of an exact convolution, done here once more from the view alone."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from .visitor import Visitor

pytestmark = pytest.mark.slow

FACES = {"d4": (1, 4, 1), "d6": (1, 6, 1), "d10": (0, 9, 1), "d12": (1, 12, 1), "white": (1, 6, -1)}
BOARD = {"d12": (1, 12, 1), "d6": (1, 6, -1)}


def chances(view: dict[str, Any], extra: str | None = None) -> list[Fraction]:
    dice = [FACES[die] for seat in view["seats"] for die in seat["pool"]]
    dice += [BOARD[die] for die in view["pool"]["board"]] + [FACES["d6"]] * view["pool"]["ama"]
    dice += [FACES[extra]] if extra else []
    totals = {sum(int(tile) for tile in view["pool"]["tiles"]): Fraction(1)}
    for low, high, sign in dice:
        wider: dict[int, Fraction] = {}
        for total, chance in totals.items():
            for face in range(low, high + 1):
                wider[total + sign * face] = wider.get(total + sign * face, Fraction(0)) + chance / (high - low + 1)
        totals = wider
    found = []
    for boat in view["boats"]:
        low, high = (int(part) for part in boat["location"].split("-"))
        inside = [c for t, c in totals.items() if (low <= t <= high if low < high else t >= low or t <= high)]
        found.append(sum(inside, Fraction(0)) if boat["in_play"] else Fraction(0))
    return found


def percent(chance: Fraction) -> str:
    share = float(chance) * 100
    if 0 < share < 1:
        return f"{round(share * 10 + 1e-9) / 10:g}%"
    return f"{int(share + 0.5 + 1e-9)}%"


def test_odds_on_boats_and_with_every_die(visitor: Visitor, choices: random.Random) -> None:
    table = visitor.new_table("floating-market", "me random random")
    visitor.sit_at(table)
    asked_for_dice = 0
    while asked_for_dice < 8:
        visitor.await_turn()
        if visitor.over:
            table = visitor.new_table("floating-market", "me random random")
            visitor.sit_at(table)
            continue
        state = visitor.get(f"/tables/{table}")
        view = state["view"]
        visitor.page.mouse.move(1, 1)  # away from dice: a die that is pointed at shows its odds too
        visitor.page.wait_for_function("() => !document.querySelector('.odds .then')")
        shown = visitor.page.locator(".boat .odds text").all_text_contents()
        rolled = state["question"]["key"] == "swap"  # then the roll counts, and not the odds of the next
        assert sorted(shown) == ([] if rolled else sorted(percent(chance) for chance in chances(view)))
        if state["question"]["key"] == "die":
            asked_for_dice += 1
            visitor.page.wait_for_function("() => document.querySelectorAll('.act tbody td').length > 0")
            for row in visitor.page.locator(".act tbody tr").all():
                move = row.locator("[data-move]").get_attribute("data-move") or ""
                exact = chances(view, move.split()[1])
                expected = [percent(c) for c, boat in zip(exact, view["boats"], strict=True) if boat["in_play"]]
                row.locator("td").first.wait_for()
                visitor.page.wait_for_function(
                    "([m, e]) => [...document.querySelector(`[data-move='${m}']`).closest('tr').querySelectorAll('td')]"
                    ".map(td => td.querySelector('.exact').innerText.trim()).join() === e.join()",
                    arg=[move, expected],
                )
        visitor.make(visitor.choose(choices))
