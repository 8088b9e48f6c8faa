"""The bot that searches: all cores if wanted, within its time, and able to say why."""

from __future__ import annotations

import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import TYPE_CHECKING

from khlong.engine.chance import SEED_BITS
from khlong.engine.cores import cores
from khlong.engine.game import Game
from khlong.table import Table, new_table

from ..clock import Clock
from ..errors import BotError
from ..explanation import Estimate, Explanation
from .at_once import quick_search_of

if TYPE_CHECKING:
    import numpy as np

    from .tree import Tree

MOST_THREADS = 16
UNHURRIED = 10_000  # playouts where neither their number nor the time is limited
NODES = 1 << 20  # in all trees together
EXPLAINED = 200  # playouts at least where a bot is asked to say why, or it would have little to say
SHOWN_MOVES = 10
LEAST_VISITS = 20  # of a move in the line that is shown


class SearchBot:
    """Monte-Carlo tree search.

    Each thread has a tree of its own; what they found out about the moves is put together in the end. There are never
    more of them than cores, which would only get in each other's way. With a number of playouts and one thread, the
    choice depends on the position, the seed and how far the game is, on nothing else. Without such a number, what was
    found out before is kept while the game goes on.

    Until `prepare` has compiled it, which takes a while the first time, `choose_unprepared` does the same on the python
    engine: all of a small number of playouts, or as many as a second is enough for.
    """

    def __init__(self, seed: int | None = None, threads: int = 1, playouts: int | None = None) -> None:
        if find_spec("numba") is None:
            raise ImportError("searching bots need Numba: pip install 'khlong[native]'")
        if not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"threads are a number from 1 to {MOST_THREADS}, not {threads}")
        if playouts is not None and playouts < 1:
            raise ValueError(f"playouts are a number from 1 on, not {playouts}")
        self.threads = min(threads, cores())
        self.playouts = playouts
        self._seed = secrets.randbits(SEED_BITS) if seed is None else seed
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._game: Game | None = None
        self._trees: list[Tree] = []

    def choose(self, position: Table, clock: Clock) -> int:
        legal = position.legal_moves()
        if len(legal) == 1:
            return legal[0].number
        self._think(position, clock)
        return int(self._ranked()[0]["move"])

    def choose_unprepared(self, position: Table, clock: Clock) -> tuple[int, bool]:
        legal = position.legal_moves()
        if len(legal) == 1:
            return legal[0].number, True
        return quick_search_of(position.game).choose(position, self._seed, self.playouts, clock)

    def explain(self, position: Table, clock: Clock, about: int | None = None) -> Explanation:
        """Its best moves with what it expects of them and of what follows, and how often it tried.

        Asked about a move, it looks at that alone for half of the time.
        """
        started = time.perf_counter()
        first = clock if about is None else Clock(clock.left() / 2)
        playouts = self._think(position, first, EXPLAINED)
        ranked, asked = self._ranked(), None
        if about is not None:
            playouts += self._grow(clock, EXPLAINED, about)
            asked = next(self._estimate(move, position) for move in self._ranked() if move["move"] == about)
        moves = tuple(self._estimate(move, position) for move in ranked[:SHOWN_MOVES] if move["visits"])
        return Explanation(
            moves=tuple(asked if asked and move.move == about else move for move in moves),
            line=moves[0].line,
            playouts=playouts,
            seconds=time.perf_counter() - started,
            asked=asked,
        )

    def explain_unprepared(self, position: Table, clock: Clock, about: int | None = None) -> Explanation:
        """The same on the python engine: fewer tries, so that it sees less far."""
        return quick_search_of(position.game).explain(position, self._seed, clock, SHOWN_MOVES, LEAST_VISITS, about)

    @property
    def positions(self) -> int:
        """How many positions its trees hold, each of which it has valued."""
        return sum(tree.size for tree in self._trees)

    def prepare(self, game: Game) -> None:
        """Compiles the search of a game, or loads it, so that the first moves do not have to wait for it."""
        from khlong.engine.native import making

        from .player import player_of

        bot, table = SearchBot(seed=0), new_table(game, game.players[0], seed=0)
        with making(player_of(game).at_tables):
            for _ in range(2):
                table.play(bot.explain(table, Clock()).moves[0].move)

    def _think(self, position: Table, clock: Clock, least: int = 1) -> int:
        if position.over:
            raise BotError("The game is over: there is nothing to think about.")
        if position.game is not self._game:
            self._game = position.game
            from .player import player_of  # here, since compilers take a second to load
            from .tree import Tree

            player = player_of(position.game)
            self._trees = [Tree(player, NODES // self.threads) for _ in range(self.threads)]
        for thread, tree in enumerate(self._trees):
            tree.set_out(position, self._seed, thread, keep=self.playouts is None)
        return self._grow(clock, least)

    def _grow(self, clock: Clock, least: int, about: int | None = None) -> int:
        most = self.playouts or (UNHURRIED if clock.seconds == float("inf") else None)
        most = most and max(most, least)
        each = None if most is None else -(-most // self.threads)

        def grow(tree: Tree) -> int:
            return tree.grow(clock, each, about)

        return sum(self._pool.map(grow, self._trees) if self._pool else map(grow, self._trees))

    def _estimate(self, move: np.void, position: Table) -> Estimate:
        visits, number, notation = int(move["visits"]), int(move["move"]), position.game.moves.notation
        return Estimate(
            move=number,
            notation=notation[number],
            win_shares=tuple(float(share) / visits for share in move["shares"][: position.players]),
            scores=tuple(float(points) / visits for points in move["points"][: position.players]),
            visits=visits,
            line=tuple(notation[each] for each in self._trees[0].line(number, LEAST_VISITS)) or (notation[number],),
        )

    def _ranked(self) -> np.ndarray[tuple[int], np.dtype[np.void]]:
        """The moves from the most visited down, with the findings of all trees."""
        import numpy as np

        found = [tree.moves() for tree in self._trees]
        merged = np.sort(found[0], order="move")
        for moves in found[1:]:
            more = np.sort(moves, order="move")
            for name in ("visits", "shares", "points"):
                merged[name] += more[name]
        return merged[np.lexsort((-merged["prior"], -merged["visits"]))]
