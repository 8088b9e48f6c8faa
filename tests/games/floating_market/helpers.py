"""Positions for the tests of Floating Market, and moves that are made on two engines at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import khlong
from khlong.engine.game import Game
from khlong.table import Table

from ..both_engines import choices, native_engine, play

__all__ = ["choices", "native_engine", "play"]

GAME = khlong.game_named("floating-market")
LOCATIONS = ("9-13", "14-16", "17-19", "20-23", "24-28", "29-35", "36-8")
FRUIT = ("mango", "banana", "papaya", "guava", "grapefruit", "rambutan", "starfruit")
FRUIT_AT = dict(zip(LOCATIONS, FRUIT, strict=True))  # in all positions that `market` lays out
DICE = ("d4", "d6", "d10", "d12", "white")
DOCKS = ("west-dock", "east-dock")
BUILDINGS = (
    *("temple", "woodworker", "hut", "market", "boatsman", "fruit-stand"),
    *("north-trader", "south-trader", "tailor", "office", "fishmonger"),
)
SEEDS_TO_TRY = 20_000


# positions


def seat(*places: str, left: int = 0, pool: tuple[str, ...] = ("d12",), **rest: Any) -> dict[str, Any]:
    """A seat with a customer on each place named, `left` still to be placed, and the others at the Boatsman."""
    customers = Counter(places)
    customers["boatsman"] += 3 - left - len(places)
    return {"customers": dict(+customers), "pool": list(pool), **rest}


def market(
    *seats: dict[str, Any],
    players: int = 4,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    game: Game = GAME,
    **position: Any,
) -> Table:
    """A market in a later round that seat 1 began, with the boats in the order of FRUIT. Seats not given are fresh."""
    boats = list(FRUIT)
    if position.get("asked") == "swap":  # there was a roll before
        dice, ama = [{"seat": 1, "die": "d4", "face": 3}], [1] * max(4 - players, 0)
        roll = {"total": 3 + len(ama), "activated": "36-8", "dice": dice, "ama": ama, "tiles": [], "board": {}}
        position = {"last_roll": roll} | position
    return khlong.table_from_position(
        {
            "game": game.name,
            "players": players,
            "seed": seed,
            "options": {"first": 1, **(options or {})},
            "position": {"round": players + 1, "boats": boats, "seats": list(seats), **position},
        },
        game,
    )


def first_lap_over(*seats: dict[str, Any], players: int = 4, **rest: Any) -> Table:
    """Seat 1 is about to place a second customer; seats not given have one customer at the Boatsman."""
    return market(*seats, *(seat(left=2) for _ in range(players - len(seats))), players=players, **rest)


def before_roll(*seats: dict[str, Any], players: int = 4, **rest: Any) -> Table:
    """All customers are placed but one: the last seat's, which is taken back from the Boatsman."""
    *others, last = *seats, *(seat() for _ in range(players - len(seats)))
    waiting = last | {"customers": dict(+(Counter(last["customers"]) - Counter(["boatsman"])))}
    return market(*others, waiting, players=players, decider=players, **rest)


def rolled(
    wanted: str | int | None, *seats: dict[str, Any], moves: tuple[str, ...] = ("place boatsman",), **rest: Any
) -> Table:
    """The market after a roll: of that total, or one that activates that location, or (None) none at all.

    The position is that of `before_roll`; the last customer goes to the Boatsman unless other moves are given.
    """
    for seed in range(SEEDS_TO_TRY):
        table = before_roll(*seats, seed=seed, **rest)
        for move in moves:
            table.play(move)
        roll = table.view()["last_roll"]
        if wanted == (roll["total"] if isinstance(wanted, int) else roll["activated"]):
            return play(before_roll(*seats, seed=seed, **rest), *moves)
    raise AssertionError(f"no seed below {SEEDS_TO_TRY} rolls {wanted}")


def send(table: Table, place: str) -> Table:
    """Places a customer and answers whatever else that player is asked with the first legal move each time."""
    decider = asked(table)[0]
    play(table, f"place {place}")
    while asked(table)[0] == decider:
        play(table, table.legal_moves()[0].notation)
    return table


# looking


def asked(table: Table) -> tuple[int, str]:
    """Who is asked what, seats counted from 1."""
    question = table.question
    assert question is not None, "the game is over"
    return question.seat + 1, question.key


def coins(table: Table) -> list[int]:
    """Everybody's coins."""
    return [seat["coins"] for seat in table.view()["seats"]]


def fruit(table: Table) -> list[list[str]]:
    """Everybody's fruits."""
    return [seat["fruit"] for seat in table.view()["seats"]]


def of_seat(table: Table, number: int) -> dict[str, Any]:
    """What is seen of a seat, counted from 1."""
    seen: dict[str, Any] = table.view()["seats"][number - 1]
    return seen


def boat_at(table: Table, location: str) -> dict[str, Any]:
    """What is seen of the boat at a location."""
    return next(boat for boat in table.view()["boats"] if boat["location"] == location)


def ama_at(table: Table) -> set[str]:
    """Where Ama's customers stand."""
    return {boat["location"] for boat in table.view()["boats"] if boat["ama"]}


def places(*names: str) -> set[str]:
    """The moves that place a customer there."""
    return {f"place {name}" for name in names}
