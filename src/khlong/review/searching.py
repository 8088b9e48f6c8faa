"""The later passes: the best moves of each position, and the one that was made, compared by search."""

from __future__ import annotations

from khlong.bots.explanation import Estimate
from khlong.bots.search.comparison import compare
from khlong.bots.search.rivals import Effort
from khlong.games.facets import Value

from .depths import DEEP, SEARCH
from .finding import Finding, Worth
from .game import PastGame
from .glance import SEED
from .judging import label_of

EFFORTS = {SEARCH: Effort(100, 120, 3), DEEP: Effort(400, 1200, 5)}
WITHOUT_COMPILER = Effort(24, 12, 3)
MANY = 16
"""Where something was lost, so many moves are compared: whoever looks for a better one may come upon any of them."""
PLAYED_OUT = 8
"""So many times less is tried where a game has learnt no value, and games are played out for it."""


def search(past: PastGame, ply: int, depth: int, *, native: bool = True) -> Finding:
    """What a search finds in a position that is not the last one of a game."""
    effort = EFFORTS[depth] if native else WITHOUT_COMPILER
    if not Value.of(past.game).weights:
        effort = Effort(effort.search // PLAYED_OUT + 1, effort.each // PLAYED_OUT + 1, effort.moves)
    position, seat = past.table.at(ply), past.states[ply].decider
    made = past.moves[ply] if ply < past.plies else None
    found = compare(position, SEED, effort, made, native=native)
    if made is not None and native:
        after = next(each for each in found.moves if each.move == made).win_shares[seat]
        if label_of(found.moves[0].win_shares[seat] - after, after):
            found = compare(position, SEED, effort._replace(moves=MANY), made)
    moves = tuple(_worth(each) for each in found.moves)
    return Finding(moves[0].shares, moves[0].scores, moves, found.line)


def _worth(estimate: Estimate) -> Worth:
    return Worth(estimate.move, estimate.win_shares, estimate.scores)
