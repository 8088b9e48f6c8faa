"""Everything that is shown of a game, asked for once: whatever components and position, nothing of it may fail."""

from __future__ import annotations

import json
from functools import cache

from rich.console import Console

from khlong.bots.greedy import Appraiser
from khlong.engine.chance import Chance
from khlong.engine.game import Game, GameState
from khlong.games.facets import Terminal
from khlong.table import Table, table_from_position
from khlong.words import LANGUAGES

from .lockstep import FaultFoundError

_NOBODY_LOOKS = Console(quiet=True, width=100)


def look_at(table: Table) -> None:
    """Looks at a table as pages, terminals, bots and files do."""
    try:
        _show(table)
        _value(table)
    except Exception as crash:
        raise FaultFoundError(f"cannot be shown: {crash!r}", table) from crash
    if not table.over:
        _put_away(table)


def _show(table: Table) -> None:
    view = table.view()
    json.dumps(view, allow_nan=False)
    table.score_sheet()
    language = table.language
    for table.language in LANGUAGES:
        table.log()
        _NOBODY_LOOKS.print(Terminal.of(table.game).draw(view, table.names, table.messages))
        if not table.over:
            assert table.question is not None
            Terminal.of(table.game).hints(table.state, table.legal_numbers(), table.messages)
            for reason in table.why_not().values():
                table.say(reason)
    table.language = language


def _value(table: Table) -> None:
    """What a bot makes of it, in plain Python, which minds a division by nothing."""
    if not table.over:
        for estimate in _appraiser(table.game)(table.state, Chance(), 1):
            assert all(0 <= share <= 1 for share in estimate.win_shares), estimate


@cache
def _appraiser(game: Game) -> Appraiser:
    return Appraiser(game, native=False)


def _put_away(table: Table) -> None:
    """There and back as a position."""
    try:
        again = table_from_position(json.loads(json.dumps(table.write_position())), table.game)
    except Exception as crash:
        raise FaultFoundError(f"cannot be read as a position: {crash!r}", table) from crash
    if _settled(again.state) != _settled(table.state):
        raise FaultFoundError("comes back as another position", table)


def _settled(state: GameState) -> GameState:
    """A state without what a position does not keep."""
    twin = state.copy()
    twin.ply = 0
    twin.chance = Chance()
    return twin
