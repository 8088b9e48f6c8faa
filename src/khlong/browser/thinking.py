"""Bots in a browser: they search in WebAssembly, on all cores, while everything here goes on.

The modules have the values of the box in them. A game with somebody's own components is thought about on the python
engine, for a second at most, and what comes of it is called quick.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple, Unpack

from khlong.bots import Clock, Estimate, Explanation, UnpreparedBot, ask, ask_unprepared, bot_named
from khlong.bots.levels import LEVELS, Level, slip_of
from khlong.bots.search.at_once import quick_search_of
from khlong.bots.search.bot import EXPLAINED, LEAST_VISITS, SHOWN_MOVES
from khlong.engine.chance import seed_words
from khlong.engine.data import Data
from khlong.server.bots import jobs
from khlong.server.bots.jobs import READY, Parcel, Skill
from khlong.server.storage.log import MadeBy
from khlong.table import Table

from .outside import Searcher

SEARCH = Level(playouts=None, slips=0)
HINT_SEED = 0
Things = TypeVarTuple("Things")
T = TypeVar("T")


class ThoughtError(Exception):
    """A search that came to nothing."""


class Thinkers:
    """What the worker processes are for a server."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher

    # what a table's bots have to know: nothing, since their code comes with the page

    def send_to_school(self, skill: Skill) -> None: ...

    def readiness(self, skill: Skill) -> int:
        return READY

    # thinking

    async def choose(
        self, table: Table, own_components: str | None, bot: str, seed: int, seconds: float, whom: str
    ) -> tuple[str, MadeBy]:
        """The move that a bot chooses in its time, or any legal one; and whether that is a bot's or a stand-in's."""
        own = table.for_bot()
        try:
            number, usual = await self._chosen(own, own_components, bot, seed, seconds, f"{whom} {seed}")
            notation = own.game.moves.notation[number]
            table.check(notation)
            return notation, "bot" if usual else "quick"
        except Exception as error:  # whatever it stumbles over, the game goes on
            print(f"The bot {bot} failed: {type(error).__name__}: {error}")
            return random.choice(table.legal_moves()).notation, "stand-in"

    async def _chosen(
        self, position: Table, own_components: str | None, bot: str, seed: int, seconds: float, player: str
    ) -> tuple[int, bool]:
        """A legal move, and whether it took as much thought as usual."""
        legal, level = position.legal_moves(), SEARCH if bot == "search" else LEVELS.get(bot)
        if level is None:
            found = bot_named(bot, seed)
            if isinstance(found, UnpreparedBot):
                return ask_unprepared(found, position, seconds, bot)
            return ask(found, position, seconds, bot), True
        if (slip := slip_of(level, seed, position)) is not None:
            return slip, True
        if len(legal) == 1:
            return legal[0].number, True
        if own_components is not None:
            return quick_search_of(position.game).choose(position, seed, level.playouts, Clock(seconds))
        searched = await self._search(position, seed, seconds, player, playouts=level.playouts)
        return searched["moves"][0]["move"], True

    async def hint(self, parcel: Parcel, seconds: float, about: int | None = None) -> Data:
        """What the strongest bot thinks of the moves, and above all of one that somebody asks about."""
        table = jobs.unpack(parcel)
        position, seat = table.for_bot(), table.state.decider
        if parcel.own_components is not None:
            quick = quick_search_of(position.game)
            found = quick.explain(position, HINT_SEED, Clock(seconds), SHOWN_MOVES, LEAST_VISITS, about)
            return jobs.hint_told(table, seat, found, quick=True)
        began = time.perf_counter()
        searched = await self._search(position, HINT_SEED, seconds, "hint", least=EXPLAINED, about=about)
        moves = [_estimate(each, position) for each in searched["moves"] if each["visits"]]
        asked = next((each for each in moves if each.move == about), None)
        taken = time.perf_counter() - began
        found = Explanation(tuple(moves[:SHOWN_MOVES]), moves[0].line, searched["playouts"], taken, asked)
        return jobs.hint_told(table, seat, found, quick=False)

    async def _search(
        self,
        position: Table,
        seed: int,
        seconds: float,
        player: str,
        *,
        playouts: int | None = None,
        least: int = 1,
        about: int | None = None,
    ) -> Data:
        wish = {
            "game": position.game.name,
            "state": position.state.pack().hex(),
            "moves": position.move_numbers,
            "seed": [str(word) for word in seed_words(seed)],
            "playouts": playouts,
            "least": least,
            "seconds": seconds,
            "about": about,
            "keep": playouts is None,
            "player": player,
        }
        found: Data = json.loads(await self._searcher.search(json.dumps(wish)))
        if "failure" in found:
            raise ThoughtError(found["failure"])
        return found

    async def think(self, seconds: float, work: Callable[[Unpack[Things]], T], *args: *Things, **more: object) -> T:
        """Does work right here, once others had their turn."""
        await asyncio.sleep(0)
        return work(*args)


def _estimate(found: Data, position: Table) -> Estimate:
    visits, notation, players = found["visits"], position.game.moves.notation, position.players
    return Estimate(
        move=found["move"],
        notation=notation[found["move"]],
        win_shares=tuple(share / visits for share in found["shares"][:players]),
        scores=tuple(points / visits for points in found["points"][:players]),
        visits=visits,
        line=tuple(notation[move] for move in found["line"]) or (notation[found["move"]],),
    )
