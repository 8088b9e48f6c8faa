"""What a move is good for, in words: chances by the rules themselves, as the board shows them."""

from __future__ import annotations

from typing import Any

import khlong
from khlong.bots.why import why
from khlong.table import Table

from .helpers import FRUIT_AT, LOCATIONS, market, seat


def told(table: Table, *line: str) -> list[str]:
    return [table.say(event) for event in why(table, line)]


def last_customer(**own: Any) -> Table:
    """Ann places the last customer of a round; everybody else has placed all."""
    table = market(seat(left=1, **own), seat(), seat(), players=3)
    table.names[:] = ["Ann", "Bo", "Chai"]
    return table


def test_the_chance_that_is_told_is_the_one_that_the_board_shows_once_all_dice_are_in() -> None:
    table = last_customer()
    odds = dict(zip(LOCATIONS, table.view()["odds"], strict=True))
    place = max(odds, key=lambda place: odds[place] * (f"place {place}" in table.game.moves.numbers))
    line = f"Ann collects {FRUIT_AT[place]} in about {round(100 * odds[place])} of 100 rolls."
    assert told(table, f"place {place}")[0] == line


def test_nobody_is_promised_a_fruit_that_is_in_the_bowl_already() -> None:
    fresh, sated = last_customer(), last_customer(fruit=[FRUIT_AT["24-28"]])
    assert any("collects" in line for line in told(fresh, "place 24-28"))
    assert not any("collects" in line for line in told(sated, "place 24-28"))


def test_whoever_lacks_the_fruit_and_could_have_gone_there_is_named() -> None:
    table = khlong.new_table("floating-market", 3, 7, {"begins": "0"}, ["Ann", "Bo", "Chai"])
    lines = told(table, "place 17-19", "die d12")
    assert any(line.startswith("Bo and Chai could have gone there too") for line in lines), lines


def test_what_the_market_and_the_boatsman_bring_is_told() -> None:
    assert told(last_customer(coins=5), "place market", "fruit mango")[0] == "Ann has mango at once, 1 fruit in all."
    assert "Ann has 2 dice to choose from again." in told(last_customer(out=["d4", "d6"]), "place boatsman")
    assert "It costs Ann 1 coin." in told(last_customer(coins=5), "place tailor", "die d4")
