"""Random games on the python and the native engine in lock step: the first test of any game's rules.

Looks for crashes, dead ends, endless games, impossible states, and any difference between the engines.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from khlong.engine.errors import KhlongError
from khlong.engine.game import Game
from khlong.engine.native import NativeEngine
from khlong.engine.schema import overflows
from khlong.games.facets import Positions, Wording
from khlong.games.faults import in_english
from khlong.table import Table, template

LONGEST_GAME = 100_000


@dataclass
class FaultFoundError(KhlongError):
    """Something is wrong with the rules: what it is, and the game up to that point."""

    reason: str
    table: Table

    def __str__(self) -> str:
        return f"{self.reason} (seed {self.table.seed}, {self.table.players} players, {self.table.options})"


@cache
def native_engine(game: Game, *, check_bounds: bool = False) -> NativeEngine:
    """The game on the native engine."""
    return NativeEngine(game, check_bounds=check_bounds)


def play_in_lockstep(
    game: Game,
    players: int,
    options: Mapping[str, object],
    seed: int,
    *,
    inspect_every: int = 1,
    look: Callable[[Table], None] | None = None,
    check_bounds: bool = False,
    native: NativeEngine | None = None,
) -> Table:
    """Plays one random game on both engines, comparing legal moves and states at every step.

    `inspect_every` says at how many moves the state itself is looked at for impossible values, and `look` what else
    should be looked at then.
    """
    native = native or native_engine(game, check_bounds=check_bounds)
    record = native.begin(template(game, players, options), seed)
    table = Table(game, players, seed, options)
    return go_on_in_lockstep(table, native, record, seed, inspect_every=inspect_every, look=look)


def go_on_in_lockstep(
    table: Table,
    native: NativeEngine,
    record: Any,
    seed: int,
    *,
    inspect_every: int = 1,
    look: Callable[[Table], None] | None = None,
) -> Table:
    """Plays a game to its end like that, from wherever it stands; `record` is where the native engine stands."""
    record = native.from_state(table.state) if record is None else record
    choices = random.Random(seed)
    while True:
        moves = _compared(table, native, record)
        if table.ply % inspect_every == 0 or table.over:
            _inspect(table)
            if look is not None:
                look(table)
        if table.over:
            return table
        if not moves:
            raise FaultFoundError("a dead end: nobody can move, though the game is not over", table)
        if table.ply > LONGEST_GAME:
            raise FaultFoundError(f"a game that is not over after {LONGEST_GAME} moves", table)
        move = choices.choice(moves)
        try:
            table.play(move)
        except Exception as crash:
            raise FaultFoundError(f"move {table.game.moves.notation[move]!r} crashes: {crash!r}", table) from crash
        native.play(record, move)


def _compared(table: Table, native: NativeEngine, record: Any) -> list[int]:
    """The legal moves, of which both engines say the same, as they do of the state."""
    too_large = overflows(table.state)
    if too_large:
        raise FaultFoundError(f"a state that does not fit: {', '.join(too_large)}", table)
    if record.tobytes() != table.state.pack():
        raise FaultFoundError(f"the engines differ after {table.moves[-1:]}", table)
    moves = native.legal_moves(record)
    if moves != [*table.legal_numbers()]:
        raise FaultFoundError("the engines differ in their legal moves", table)
    return moves


def _inspect(table: Table) -> None:
    faults = Positions.of(table.game).faults(table.state)
    if faults:
        told = " ".join(in_english(faults, Wording.of(table.game).folder))
        raise FaultFoundError(f"an impossible state: {told}", table)
