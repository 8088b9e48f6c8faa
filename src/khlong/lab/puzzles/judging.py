"""What moves are worth, by a search that looks at each of the better ones for itself."""

from __future__ import annotations

from typing import NamedTuple

from khlong.bots.clock import Clock
from khlong.bots.search.nodes import ROOT
from khlong.bots.search.player import player_of
from khlong.bots.search.tree import Tree
from khlong.engine.game import Game
from khlong.table import Table

NODES = 1 << 18
NO_LIMIT = Clock()
WEIGHED = 4  # moves that are looked at one by one: the search thinks less of all others


class Seen(NamedTuple):
    """A move as a search sees it: the share of the win it promises whoever makes it, and how often it was tried."""

    move: int
    share: float
    visits: int


class Judge:
    """A search that begins anew in every position, so that what it says depends on nothing else."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._tree = Tree(player_of(game), NODES)

    def look(self, table: Table, playouts: int, seed: int = 0) -> list[Seen]:
        """The moves as one search sees them, the most tried first."""
        self._tree.set_out(table, seed, 0, keep=False)
        self._tree.grow(NO_LIMIT, playouts)
        mover = table.state.decider
        seen = [
            Seen(int(node["move"]), float(node["shares"][mover]) / int(node["visits"]), int(node["visits"]))
            for node in self._tree.moves()
            if node["visits"]
        ]
        return sorted(seen, key=lambda each: (-each.visits, each.move))

    def line(self, table: Table, playouts: int, least: int) -> list[str]:
        """What is expected to be played, as far as each move was tried so often."""
        best = self.look(table, playouts)[0].move
        return [self._game.moves.notation[move] for move in self._tree.line(best, least)]

    def weigh(self, table: Table, playouts: int) -> dict[int, float]:
        """The share of the win that each move promises, the best first: the better ones each looked at for itself."""
        seen = self.look(table, playouts)
        better = sorted(seen[:WEIGHED], key=lambda each: -each.share)
        weighed = {each.move: self._worth(table, each.move, playouts) for each in better}
        floor = min(weighed.values())
        others = {each.move: min(each.share, floor) for each in seen[WEIGHED:]}
        return dict(sorted((weighed | others).items(), key=lambda pair: (-pair[1], pair[0])))

    def _worth(self, table: Table, move: int, playouts: int) -> float:
        """What a move promises whoever makes it, by a search that tries no other."""
        self._tree.set_out(table, 0, 0, keep=False)
        self._tree.grow(NO_LIMIT, 1)
        root, nodes = self._tree.nodes[ROOT], self._tree.nodes
        only = next(at for at in range(root["first"], root["first"] + root["count"]) if nodes[at]["move"] == move)
        root["first"], root["count"] = only, 1
        self._tree.grow(NO_LIMIT, 2 * playouts)  # it stops half-way, as there is nothing to choose from
        return float(nodes[only]["shares"][table.state.decider]) / int(nodes[only]["visits"])
