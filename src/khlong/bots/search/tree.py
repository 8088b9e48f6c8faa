"""A tree that lives as long as a game: it grows while a bot thinks, and follows the moves that are played."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from khlong.engine.chance import Chance, seed_words, sow
from khlong.table import Table

from ..clock import Clock
from .descent import START
from .nodes import NO_NODE, NOT_FOUND, ROOT
from .player import SearchPlayer, as_record, workspace
from .settings import record_of

CHUNK_SECONDS = 0.002  # between two looks at the clock
LARGEST_CHUNK = 4096
LEAST = 2  # descents however short the time: the first only lists the moves, the second tries one
MOST_TRIED = 256  # nodes on the way to the position that was reached


class Tree:
    """One thread's view of a game."""

    def __init__(self, player: SearchPlayer, size: int) -> None:
        self._player = player
        self._space = workspace(player.game, size)
        self._spare: Any = np.zeros(size, self.nodes.dtype)
        self._origin = np.zeros(size, np.int32)
        self._stack = np.zeros((MOST_TRIED, 2), np.int64)
        self._settings = record_of(player.settings)[0]
        self._ply = -1

    @property
    def nodes(self) -> Any:
        return self._space.nodes

    @property
    def _scratch(self) -> Any:
        return self._space.scratch

    @property
    def size(self) -> int:
        return int(self._scratch["used"])

    def set_out(self, position: Table, seed: int, thread: int, *, keep: bool) -> None:
        """Makes a position the root, with what is known of it if that is to be kept, and dice from the bot's seed.

        The position's own generator is written over on every descent.
        """
        self._space.states[START] = as_record(position.state)
        since = [position.game.moves.number(move) for move in position.moves[self._ply :]]
        if not (keep and 0 <= self._ply <= position.ply and self._follow(since)):
            self.nodes[ROOT] = 0
            self._scratch["used"] = 1
        self._ply = position.ply
        own = Chance()
        sow(own, *seed_words(seed), position.ply + (thread << 32))
        dice: Any = self._space.own
        for name, word in zip(dice.dtype.names, own.values(), strict=True):
            dice[name] = word

    def _follow(self, moves: list[int | None]) -> bool:
        """Keeps what hangs on the position at the start, if the moves lead to it."""
        key = self._player.root_key(self._space)
        played = np.array(moves, np.int64)
        node = self._player.find_below(self.nodes, ROOT, played, key, self._stack)
        if node == NOT_FOUND:
            return False
        if node != ROOT:
            used = self._player.keep_subtree(self.nodes, node, self._spare, self._origin)
            self._space, self._spare = self._space._replace(nodes=self._spare), self.nodes
            self._scratch["used"] = used
        return True

    def grow(self, clock: Clock, most: int | None, about: int | None = None) -> int:
        """Descends until the time is over, the number is reached or no other move can catch up; or, asked about a move,
        as long with that one alone."""
        begin = NO_NODE if about is None else self._node_of(about)
        made, chunk, pace = 0, 1, 0.0
        hurried = clock.seconds < float("inf")
        while True:
            left = LARGEST_CHUNK * LARGEST_CHUNK if most is None else most - made
            if hurried and pace:
                left = min(left, int(clock.left() * pace) + 1)
            wanted = min(chunk, left)
            started = time.perf_counter()
            done: int = self._player.think_on(self._space, self._settings, wanted, left, begin)
            taken = time.perf_counter() - started
            made += done
            if done < wanted or made == most or (made >= LEAST and clock.over):
                return made
            pace = done / max(taken, 1e-9)
            # without a clock nothing depends on how fast the machine is
            largest = min(max(1, int(pace * CHUNK_SECONDS)), LARGEST_CHUNK) if hurried else LARGEST_CHUNK
            chunk = min(2 * chunk, largest)

    def compare(self, moves: Sequence[int], playouts: int) -> None:
        """So many descents more for each of some moves: what they are worth can then be compared."""
        for move in moves:
            self._player.think_on(self._space, self._settings, playouts, playouts, self._node_of(move))

    def _node_of(self, move: int) -> int:
        """The node of one of the root's moves."""
        return int(self.nodes[ROOT]["first"]) + int(np.flatnonzero(self.moves()["move"] == move)[0])

    def moves(self) -> Any:
        """The root's moves, as nodes."""
        root = self.nodes[ROOT]
        return self.nodes[root["first"] : root["first"] + root["count"]]

    def line(self, move: int, least: int) -> Iterator[int]:
        """The moves that were tried most from here on, beginning with one, as far as each had so many visits."""
        node = self._node_of(move)
        while self.nodes[node]["visits"] >= least:
            yield int(self.nodes[node]["move"])
            if self.nodes[node]["outcome"] != NO_NODE:
                node = max(self._outcomes(node), key=lambda outcome: int(self.nodes[outcome]["visits"]))
            first, count = int(self.nodes[node]["first"]), int(self.nodes[node]["count"])
            if not count:
                return
            node = first + int(np.argmax(self.nodes["visits"][first : first + count]))

    def _outcomes(self, node: int) -> Iterator[int]:
        outcome = int(self.nodes[node]["outcome"])
        while outcome != NO_NODE:
            yield outcome
            outcome = int(self.nodes[outcome]["next"])
