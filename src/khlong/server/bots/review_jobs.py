"""What runs in the process that looks at games again: one pass after another, a slice of time each."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import orjson

from khlong.review import Analysis, PastGame
from khlong.review.analysis import can_compile
from khlong.server.errors import Refusal
from khlong.server.tables.games import find_game
from khlong.server.tables.room import Room
from khlong.table import table_from_record, write_open_record, write_record

SLICE = 0.5
"""Seconds of work after which others have their turn."""
MOST_KEPT = 32
TOLD_APART_BY = ("game", "rules", "components", "options", "position", "moves", "given", "state", "result")


@dataclass(frozen=True)
class ReviewParcel:
    """A game that is over, on its way to another process."""

    print: str
    """Equal for equal games, whoever played them."""
    record: bytes
    game: str
    own_components: str | None
    plies: int


def check(room: Room) -> None:
    """Raises if a room's game is none to be looked at."""
    if room.status != "over":
        raise Refusal("not_over", "A game is looked at again once it is over: before, that would be a hint.")
    if not room.table.ply:
        raise Refusal("nothing_played", "No move was made in this game: there is nothing to look at.")


def pack(room: Room) -> ReviewParcel:
    """The game of a room, ready to be sent. One that was broken off keeps what would have come to itself."""
    table = room.table
    record = write_record(table) if table.over else write_open_record(table)
    told = json.dumps({key: record.get(key) for key in TOLD_APART_BY}, sort_keys=True)
    name = hashlib.sha256(told.encode()).hexdigest()
    return ReviewParcel(name, orjson.dumps(record), table.game.name, room.header.own_components, table.ply)


packed = lru_cache(maxsize=MOST_KEPT)(pack)
"""The same for rooms that are asked about again and again while their games are looked at."""


class Pass:
    """One pass through one game, as far as it has come."""

    def __init__(self, parcel: ReviewParcel, depth: int) -> None:
        game = find_game(parcel.game, parcel.own_components)
        self.analysis = Analysis(PastGame(table_from_record(orjson.loads(parcel.record), game)), native=can_compile())
        self.depth = depth
        self.done = 0
        self._steps: Iterator[int] = self.analysis.run(depth)

    def go_on(self, seconds: float) -> bytes | None:
        """Works for a while; gives the review once the pass is through."""
        end = time.monotonic() + seconds
        for ply in self._steps:
            self.done = ply + 1
            if time.monotonic() > end:
                return None
        return orjson.dumps(self.analysis.review(self.depth))


_pass = lru_cache(maxsize=MOST_KEPT)(Pass)


def go_on(parcel: ReviewParcel, depth: int, done: int) -> tuple[int, bytes | None]:
    """Goes on with a pass that has come so far; in a process that knows nothing of it, it begins anew."""
    now = _pass(parcel, depth)
    if now.done != done:
        _pass.cache_clear()
        now = _pass(parcel, depth)
    found = now.go_on(SLICE)
    return now.done, found
