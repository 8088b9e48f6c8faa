"""What a move is worth beside the best ones: after a search as usual they are all tried equally often.

A search alone tries moves less the worse they look, and so says little of a move that somebody has made.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from khlong.table import Table

from ..clock import Clock
from ..explanation import Estimate
from .at_once import quick_search_of
from .rivals import Compared, Effort, ranked, rivals_of

if TYPE_CHECKING:
    from khlong.engine.game import Game

    from .tree import Tree

NODES = 1 << 18
LEAST_VISITS = 20  # of a move in the line that is expected


def compare(position: Table, seed: int, effort: Effort, made: int | None, *, native: bool = True) -> Compared:
    """The best moves of a position and one that was made there. The same seed gives the same."""
    if not native:
        return quick_search_of(position.game).compare(position, seed, effort, made, LEAST_VISITS)
    tree = _tree_of(position.game)
    tree.set_out(position, seed, 0, keep=False)
    tree.grow(Clock(), effort.search)
    rivals = rivals_of([(int(node["move"]), int(node["visits"])) for node in tree.moves()], effort.moves, made)
    tree.compare(rivals, effort.each)
    moves = ranked(
        [
            Estimate(
                move=int(node["move"]),
                notation=position.game.moves.notation[int(node["move"])],
                win_shares=tuple(float(share) / int(node["visits"]) for share in node["shares"][: position.players]),
                scores=tuple(float(points) / int(node["visits"]) for points in node["points"][: position.players]),
                visits=int(node["visits"]),
            )
            for node in tree.moves()
            if int(node["move"]) in rivals
        ],
        position.state.decider,
    )
    return Compared(moves, tuple(tree.line(moves[0].move, LEAST_VISITS)))


@cache
def _tree_of(game: Game) -> Tree:
    """A tree for one game, planted anew for each position."""
    from .player import player_of  # here, since compilers take a second to load
    from .tree import Tree

    return Tree(player_of(game), NODES)
