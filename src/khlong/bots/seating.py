"""Bots take their seats for a game, and leave them again whatever happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, runtime_checkable

from khlong.engine.given import shown
from khlong.table import Table

from .bot import Bot
from .errors import BotError
from .registry import bot_named
from .seeds import seat_seed


@runtime_checkable
class AttendingBot(Bot, Protocol):
    """A bot that wants to know when a game begins and ends, for example because it holds a process."""

    def sit_down(self, position: Table, seat: int, seconds: float | None) -> None:
        """Called before the first decision; takes no thinking time."""

    def get_up(self, position: Table | None) -> None:
        """Called once at the end, with the last position if the game was played out."""


@contextmanager
def seated(
    table: Table, names: Sequence[str | None], seconds: float | None = None, threads: int | None = None
) -> Iterator[dict[int, Bot]]:
    """New bots for the seats that have one, by seat, there as long as the block lasts."""
    if not isinstance(names, Sequence) or isinstance(names, str) or len(names) != table.players:
        raise BotError(f"The bots are a list with one, or None, for each of {table.players} seats, not {shown(names)}.")
    bots = {
        seat: bot_named(name, seat_seed(table.seed, seat), threads)
        for seat, name in enumerate(names)
        if name is not None
    }
    try:
        for seat, bot in bots.items():
            if isinstance(bot, AttendingBot):
                bot.sit_down(table.for_bot(), seat, seconds)
        yield bots
    finally:
        for bot in bots.values():
            if isinstance(bot, AttendingBot):
                bot.get_up(table.for_bot() if table.over else None)
