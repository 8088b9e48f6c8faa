"""Those who act by themselves: bots whose turn it is, and the clock.

Whoever wrote last drives the bots of a table; a sweep now and then finds tables whose driver has gone.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

import structlog

from khlong.bots import seat_seed
from khlong.server.errors import REFUSED
from khlong.server.tables.commands import play_bot_move, run_out
from khlong.server.tables.live import LiveTable
from khlong.server.tables.service import TableService

from .jobs import READY, Skill

if TYPE_CHECKING:
    from .workers import Workers

log = structlog.get_logger()

TICK = 1.0
SWEEP = 15.0
ABANDONED = 30.0
LATE = 2.0
READY_STEP = 10  # percent


class Background:
    """Watches over tables in memory and finds those that need somebody."""

    def __init__(self, tables: TableService, workers: Workers) -> None:
        self._tables = tables
        self._workers = workers
        self._settings = tables.settings
        self._tasks: set[asyncio.Task[None]] = set()
        self._unready: set[LiveTable] = set()
        """Tables that show how far their bots are."""
        self._stopping = False
        self.on_thought: Callable[[float], None] = lambda seconds: None
        tables.on_change = self.attend

    def start(self) -> None:
        self.keep(asyncio.create_task(self._tick()))

    async def stop(self) -> None:
        self._stopping = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Does something soon, and not after the end."""
        self.keep(asyncio.create_task(work))

    def keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # bots

    def attend(self, live: LiveTable) -> None:
        """Has bots prepare themselves, and sets one to work if it is its turn."""
        if not self._stopping:
            for skill in self._skills(live).values():
                self._workers.send_to_school(skill)
            self._show_readiness(live)
        if live.bot_task is None and not self._stopping and live.room.bot_to_move is not None:
            live.bot_task = asyncio.create_task(self._drive(live))
            self.keep(live.bot_task)

    def _skills(self, live: LiveTable) -> dict[int, Skill]:
        """What the bots of a table have to know, by seat, as long as it is played."""
        room = live.room
        header, bots = room.header, {number: seat.bot for number, seat in enumerate(room.seats)}
        if room.question is not None:
            bots[room.question.seat] = room.bot_to_move
        playing = room.status != "over"
        return {number: (header.game, header.own_components, bot) for number, bot in bots.items() if bot and playing}

    def _show_readiness(self, live: LiveTable) -> None:
        """Shows in steps how far bots are whose code is still being made."""
        percent = {seat: self._workers.readiness(skill) for seat, skill in self._skills(live).items()}
        unready = {seat: done // READY_STEP * READY_STEP for seat, done in percent.items() if done < READY}
        live.show_unready(unready)
        (self._unready.add if unready else self._unready.discard)(live)

    async def _drive(self, live: LiveTable) -> None:
        """Plays the bots' moves until it is a person's turn."""
        try:
            while (bot := live.room.bot_to_move) is not None and not self._stopping:
                await self._bot_move(live, bot)
        except REFUSED as refusal:
            log.warning("bot_stopped", table=live.room.header.id, code=refusal.code)
        finally:
            live.bot_task = None

    async def _bot_move(self, live: LiveTable, bot: str) -> None:
        room, began = live.room, time.monotonic()
        asked = room.question
        assert asked is not None
        seed = seat_seed(room.header.seed, asked.seat)
        move, by = await self._workers.choose(
            room.table, room.header.own_components, bot, seed, self._settings.bot_seconds, live.maker
        )
        self.on_thought(time.monotonic() - began)
        await asyncio.sleep(max(0.0, self._settings.bot_pace - (time.monotonic() - began)))
        try:
            await self._tables.do_all(live, None, partial(play_bot_move, bot, room, move, by))
        except REFUSED as refusal:
            if refusal.code != "stale":
                raise

    # clocks

    async def _tick(self) -> None:
        last, swept, patience = time.monotonic(), 0.0, 0.0
        while True:
            now = time.monotonic()
            if now - last > TICK + LATE:  # the server stood still; that is nobody's time
                for live in self._tables.in_memory.values():
                    live.give_time(now - last - TICK)
            last = now
            for live in list(self._tables.in_memory.values()):
                if live.time_up is not None and now > live.time_up:
                    await self._time_is_up(live)
            for live in list(self._unready):
                self._show_readiness(live)
            if now - swept > SWEEP:
                swept = now
                await self._sweep(patience)
                patience = ABANDONED  # what waits when the server starts was left by the one before
            await asyncio.sleep(TICK)

    async def _time_is_up(self, live: LiveTable) -> None:
        try:
            await self._tables.do_all(live, None, partial(run_out, live.room.table.ply))
        except REFUSED as refusal:
            log.warning("clock_stopped", table=live.room.header.id, code=refusal.code)
        except Exception:  # one table's trouble: the clocks of the others run
            log.exception("clock_stopped", table=live.room.header.id)

    async def look_again(self) -> None:
        """Fetches what news that never came would have told."""
        watched = [table for table, live in self._tables.in_memory.items() if live.listeners]
        for table, version in (await self._tables.store.versions(watched)).items():
            await self._follow(table, version)

    async def _sweep(self, patience: float) -> None:
        """Looks for tables that wait for a bot or a clock and are in nobody's hands."""
        try:
            await self.look_again()
            waiting = await self._tables.store.waiting_tables(time.time() - patience, time.time())
            for table, version in (await self._tables.store.versions(waiting)).items():
                await self._follow(table, version, self.attend)
        except REFUSED as refusal:
            log.warning("sweep_failed", code=refusal.code)
        except Exception:  # who looks after all tables goes on
            log.exception("sweep_failed")
        self._tables.forget_idle()

    async def _follow(self, table: str, version: int, then: Callable[[LiveTable], None] | None = None) -> None:
        """Follows a table, and does something with it. One that does not open keeps nobody from the next."""
        try:
            await self._tables.catch_up(table, version)
            if then is not None:
                then(await self._tables.find(table))
        except REFUSED as refusal:
            log.info("table_left_alone", table=table, code=refusal.code)
        except Exception:
            log.exception("table_left_alone", table=table)
