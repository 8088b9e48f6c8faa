"""Games, files and positions for the tests of Phraya's data: components, options, positions, views, events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

import khlong
from khlong.engine.data import ReadData
from khlong.engine.game import Game
from khlong.games.phraya.moves import DONE
from khlong.table import Table

from ..both_engines import native_engine, play

__all__ = ["native_engine", "play"]

GAME = khlong.game_named("phraya")
GOODS = ("vegetable", "fruit", "fish", "meat")
BASIC = ("recover", "barge-1", "barge-2", "haggle", "trade")
PLACES = ("south-west", "south-east", "north-east", "north-west")
BOARD = "1a-2a-3a-4a"
SECTIONS = ("b1", "d1", "f1", "a2")
Seen = list[tuple[Table, ReadData]]


# random games

options = st.fixed_dictionaries(
    {
        "kind": st.sampled_from([("published", "standard"), ("published", "asymmetric"), ("prototype", "standard")]),
        "first": st.sampled_from(["random", "1", "2"]),
    }
).map(lambda drawn: {"edition": drawn["kind"][0], "start": drawn["kind"][1], "first": drawn["first"]})
players = st.integers(2, 4)
seeds = st.integers(0, 2**128 - 1)
picks = st.integers(0, 10**6)


def wander(table: Table, moves: int, pick: int, each: Callable[[Table], object] = lambda table: None) -> Table:
    """Makes random moves, and looks after each. Rather acts than says that it is done, so that much happens."""
    random = Random(pick)
    for _ in range(moves):
        if table.over:
            break
        legal = table.legal_numbers()
        acts = [move for move in legal if move != DONE()]
        table.play(random.choice(acts if acts and random.random() < 0.8 else legal))
        each(table)
    return table


@st.composite
def games(draw: st.DrawFn, most: int = 500) -> Seen:
    """A random game or its beginning, with the views of some of its moves and of the last."""
    table = khlong.new_table(GAME, draw(players), draw(seeds), draw(options))
    seen: Seen = [(table.copy(), table.shown())]
    every = draw(st.integers(20, 80))

    def look(table: Table) -> None:
        if table.over or table.ply < 10 or table.ply % every == 0:
            seen.append((table.copy(), table.shown()))

    wander(table, draw(st.integers(1, most)), draw(picks), look)
    seen.append((table.copy(), table.shown()))
    return seen


def finished(number: int, **chosen: object) -> Table:
    """A game that is over, the same for the same number."""
    table = khlong.new_table(GAME, 2 + number % 3, number, chosen)
    return wander(table, 20_000, number)


# positions


@cache
def kinds_of_stalls() -> dict[str, str]:
    """What stands where on the board of the positions."""
    view = khlong.new_table(GAME, 2, 0, {"board": BOARD}).view()
    return {stall["stall"]: stall["kind"] for stall in view["stalls"]}


def goods_stalls() -> list[str]:
    return [stall for stall, kind in kinds_of_stalls().items() if kind in GOODS]


def seat(number: int = 1, **changes: Any) -> dict[str, Any]:
    """A seat with its boat on a section of its own."""
    return {"section": SECTIONS[number - 1], **changes}


def data(
    *seats: Mapping[str, Any], players: int = 3, seed: int = 0, options: Mapping[str, object] | None = None, **rest: Any
) -> dict[str, Any]:
    """A position of a later round on a known board, in which seat 1 is about to play a card."""
    boats = [seat(number) | dict(seats[number - 1] if number <= len(seats) else {}) for number in range(1, players + 1)]
    given = {"board": BOARD, "first": 1, **(options or {})}
    position = {
        "round": 3,
        "asked": "card",
        "decider": 1,
        "owners": {stall: number for number, stall in enumerate(goods_stalls()[:players], 1)},
        "seats": boats,
        **rest,
    }
    return {"game": "phraya", "players": players, "seed": seed, "options": given, "position": position}


def table(*seats: Mapping[str, Any], game: Game = GAME, **rest: Any) -> Table:
    """The table of such a position."""
    return khlong.table_from_position(data(*seats, **rest), game)


def beside(kind: str) -> tuple[str, str]:
    """A section with a stall of a kind, and the side it is on."""
    section, side = next(stall for stall, what in kinds_of_stalls().items() if what == kind).split("-")
    return section, side


def notations(table: Table) -> set[str]:
    return {move.notation for move in table.legal_moves()}


# component files


def own_file(folder: Path, text: str) -> Path:
    """An owner's file with some changes."""
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path
