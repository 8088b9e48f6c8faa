"""How finished games ended, for those who look back at all of theirs. Each log is read once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import orjson
import structlog

from khlong.engine.game import Game
from khlong.review import VERSION
from khlong.server.aside import aside_for
from khlong.server.bots.review_jobs import pack
from khlong.server.errors import REFUSED, Refusal
from khlong.server.storage import Entry, Header
from khlong.server.tables.games import find_game_aside
from khlong.server.tables.room import Room
from khlong.server.tables.service import TableService

log = structlog.get_logger()
MOST_KNOWN = 20_000
BUSY = 429


class Skill(NamedTuple):
    """What a review says of one seat, in shares of the win."""

    luck: float
    lost: float
    decisions: int


@dataclass(frozen=True)
class Outcome:
    """What a finished game came to."""

    whole: bool
    """Whether it was played from its first move."""
    scores: tuple[tuple[int, ...], ...] = ()
    """By seat; nothing where the game was given up or cannot be read."""
    ranks: tuple[int, ...] = ()
    lines: tuple[tuple[tuple[str, int], ...], ...] = ()
    """Everybody's score sheet: lines and their points."""
    print: str = ""
    """What its review is kept by."""


class Outcomes:
    """The outcomes of games that were asked for, and what reviews say of them: the latest of both are kept."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._known: dict[str, Outcome] = {}
        self._skills: dict[tuple[str, int], tuple[Skill, ...]] = {}
        """Of all seats, by what a review is kept by and its depth."""

    def known(self, table: str) -> Outcome | None:
        return self._known.get(table)

    async def read(self, table: str, address: str) -> None:
        """Has a finished game's outcome known, in the line of those who look at something."""
        try:
            outcome = await self._worked_out(table, address)
        except REFUSED as refusal:
            if not isinstance(refusal, Refusal) or refusal.status == BUSY:
                raise
            outcome = Outcome(True)  # of other rules, say: that it was played is all there is to know
        except Exception as error:  # whatever a log holds, it is one game's trouble and nobody else's
            log.warning("outcome_not_read", table=table, error=type(error).__name__, reason=str(error)[:200])
            outcome = Outcome(True)
        self._known[table] = outcome
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    async def depths(self, tables: Sequence[str]) -> dict[str, int]:
        """How deep the reviews of those games are that have any."""
        prints = {table: known.print for table in tables if (known := self._known.get(table)) and known.print}
        deep = await self._tables.store.review_depths(sorted(set(prints.values())), VERSION)
        return {table: deep[each] for table, each in prints.items() if each in deep}

    def skills(self, table: str, depth: int) -> tuple[Skill, ...] | None:
        """What a review of some depth says of all seats, once it was read."""
        return self._skills.get((self._known[table].print, depth))

    async def read_review(self, table: str, depth: int, address: str) -> None:
        name = self._known[table].print
        kept = await self._tables.store.review(name, VERSION)
        skills = await aside_for(address, _skills, kept.body) if kept else ()
        self._skills[name, depth] = skills  # one that is deeper by now is as true
        if len(self._skills) > MOST_KNOWN:
            del self._skills[next(iter(self._skills))]

    async def _worked_out(self, table: str, address: str) -> Outcome:
        live = self._tables.in_memory.get(table)
        if live is not None:
            return await aside_for(address, _outcome, live.room)
        store = self._tables.store
        header = await store.header(table)
        if header is None:
            return Outcome(True)
        if header.opening is not None or header.position is not None:
            return Outcome(False)
        game = await find_game_aside(header.game, header.own_components)
        return await aside_for(address, _replayed, header, game, await store.entries(table))


def _replayed(header: Header, game: Game, entries: Sequence[Entry]) -> Outcome:
    return _outcome(Room(header, game).replay(entries))


def _outcome(room: Room) -> Outcome:
    whole = room.header.opening is None and room.header.position is None
    result = room.table.result
    if not whole or result is None:
        return Outcome(whole)
    lines = tuple(tuple((line.key, line.points) for line in sheet) for sheet in room.table.score_sheet())
    return Outcome(whole, result.scores, result.ranks, lines, pack(room).print)


def _skills(body: bytes) -> tuple[Skill, ...]:
    return tuple(Skill(seat["own_luck"], seat["lost"], seat["decisions"]) for seat in orjson.loads(body)["seats"])
