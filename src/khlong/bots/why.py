"""Why a move is good, in a game's own words: what a line of moves brings whoever makes its first one."""

from __future__ import annotations

from collections.abc import Sequence

from khlong.engine.decision import GAME_TURN
from khlong.games.facets import Event, Merits
from khlong.table import Table

MOST_TOLD = 5


def why(table: Table, line: Sequence[str]) -> list[Event]:
    """What a move and those that are expected after it bring by the end of the turn, or until chance decides.

    To be told like events. The table may have any dice: nothing that they say is told.

    >>> import khlong
    >>> table = khlong.new_table("floating-market", players=3, seed=7)
    >>> [event.key for event in why(table, ["place temple"])]
    ['nothing-yet']
    """
    game, before = table.game, table.state
    moves: list[int] = []
    states = [now := before]
    for notation in line:
        move = game.moves.numbers.get(notation)
        if move is None or now.ending or now.decider != before.decider or now.round_number != before.round_number:
            break
        if move not in game.python.legal_moves(now):
            break
        after = now.copy()
        game.python.answer(after, move)
        moves.append(move)
        if after.decision == GAME_TURN or after.chance != now.chance:
            states.append(after)
            break
        now = now.copy()
        game.python.play(now, move)
        states.append(now)
    if not moves:
        return []
    if now.ending and now.winners >> before.decider & 1:
        return [Event("wins-game", {"seat": before.decider})]
    return Merits.of(game).merits(states, moves)[:MOST_TOLD] or [Event("nothing-yet")]
