"""Positions out of real games, so that a test can begin where it becomes interesting."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from khlong.games.facets import Positions
from khlong.table import Table, new_table, table_from_position
from tests.scenes import Test, scenes_of


def random_plies(game: str, players: int, seed: int, **options: str) -> Iterator[Table]:
    """A random game before each of its moves and at its end."""
    scenes = scenes_of(game)
    table = new_table(game, players, seed, {**scenes.fixed, **options})
    choices = random.Random(seed)
    while not table.over:
        yield table
        moves = [move for move in table.legal_moves() if move.notation not in scenes.idle]
        table.play(choices.choice(moves or table.legal_moves()).number)
    yield table


def random_game(game: str, players: int, seed: int, test: Test, **options: str) -> Table:
    """A random game up to where it first passes a test, with seat 0 to move."""
    for attempt in range(seed, seed + 100):
        for table in random_plies(game, players, attempt, **options):
            if table.question is not None and table.question.seat == 0 and test(table):
                return table
    raise AssertionError("no game came to such a position")


def begun(table: Table) -> dict[str, Any]:
    """What to ask a server for to begin where a table is."""
    whole = Positions.of(table.game).write(table.state)  # a server's table has another seed, so all is named
    return {"options": table.options, "position": {k: v for k, v in whole.items() if v is not None}}


@cache
def reached(game: str, players: int, seed: int, test: Test, **options: str) -> dict[str, Any]:
    """What to ask a server for to begin where such a game is."""
    return begun(random_game(game, players, seed, test, **options))


def last_move(table: Table) -> str | None:
    """A move that ends the game without chance having a say, if there is one."""
    for move in table.legal_moves():
        after = table.for_bot().play(move.notation)
        if after.over and not after.at_barrier:
            return move.notation
    return None


@cache
def late(game: str, players: int, left: int = 30, **options: str) -> dict[str, Any]:
    """What to ask a server for to begin where a random game had about so many moves left."""
    length = max(table.ply for table in random_plies(game, players, 1, **options))
    return reached(game, players, 1, lambda table: table.ply >= length - left, **options)


@cache
def ending(game: str, players: int) -> tuple[dict[str, Any], str]:
    """What to ask a server for to begin one move before the end, and that move."""
    start = reached(game, players, 1, lambda table: last_move(table) is not None)
    last = last_move(table_from_position({"game": game, "players": players} | start))
    assert last is not None
    return start, last
