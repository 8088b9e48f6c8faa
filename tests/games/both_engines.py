"""Playing on the python and the native engine at once: every rule is proved on both."""

from functools import cache
from typing import Any

from khlong.engine import engine_for
from khlong.engine.game import Game
from khlong.games import game_named
from khlong.table import Table

FEW_DECISIONS = 10


@cache
def native_engine(game: Game) -> Any:
    """The game on the native engine."""
    return engine_for(game, "native")


def _native(table: Table) -> Any:
    """The native engine, but for large games with components of a test's own, which would take long to compile."""
    game = table.game
    return native_engine(game) if len(game.decisions) <= FEW_DECISIONS or game is game_named(game.name) else None


def play(table: Table, *moves: str) -> Table:
    """Makes moves, each on the python and on the native engine, which must agree before and after it."""
    native = _native(table)
    for move in moves:
        choices(table)
        before = table.state
        table.play(move)
        if native is not None:
            state = native.from_state(before)
            native.play(state, table.game.moves.number(move))
            assert native.to_state(state) == table.state, f"{move!r} leads to two different states"
    return table


def choices(table: Table, verb: str = "") -> set[str]:
    """The legal moves in notation, perhaps only those of a verb; both engines must know the same."""
    moves = table.legal_moves()
    native = _native(table)
    if native is not None:
        assert native.legal_moves(native.from_state(table.state)) == [move.number for move in moves]
    return {move.notation for move in moves if not verb or move.notation.split()[0] == verb}
