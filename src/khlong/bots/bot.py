"""The whole interface of a bot, and how one is asked for a move."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, runtime_checkable

from khlong.engine.game import Game
from khlong.engine.given import shown, whole
from khlong.table import Table

from .clock import Clock
from .errors import BotError, ForfeitError
from .explanation import Explanation


@runtime_checkable
class Bot(Protocol):
    """A player that thinks for itself."""

    def choose(self, position: Table, clock: Clock) -> int:
        """The number of a legal move.

        `position` is a table of the bot's own: it may play on it, copy it and take moves back. The dice on it are not
        those of the real game. `clock` says how long the bot may think.
        """


@runtime_checkable
class ExplainingBot(Bot, Protocol):
    """A bot that also says why."""

    def explain(self, position: Table, clock: Clock, about: int | None = None) -> Explanation:
        """What it thinks of the legal moves, and above all of one, if it is asked about one."""


@runtime_checkable
class PreparingBot(Bot, Protocol):
    """A bot that has to compile or load something before it can think."""

    def prepare(self, game: Game) -> None:
        """Does that now."""


@runtime_checkable
class UnpreparedBot(PreparingBot, Protocol):
    """A bot that can play at once, while what it has to compile is still being made."""

    def choose_unprepared(self, position: Table, clock: Clock) -> tuple[int, bool]:
        """The number of a legal move, and whether it took as much thought as usual."""


@runtime_checkable
class UnpreparedExplainingBot(UnpreparedBot, ExplainingBot, Protocol):
    """A bot that can also say why at once."""

    def explain_unprepared(self, position: Table, clock: Clock, about: int | None = None) -> Explanation:
        """The same, as far as it sees without what has to be compiled."""


def ask(bot: Bot, table: Table, seconds: float | None = None, name: str | None = None) -> int:
    """The move that a bot chooses. A bot that fails or breaks the rules is called by its name."""
    return _asked(bot, table, name, lambda: bot.choose(table.for_bot(), Clock(seconds)))


def ask_unprepared(
    bot: UnpreparedBot, table: Table, seconds: float | None = None, name: str | None = None
) -> tuple[int, bool]:
    """The same of a bot that is not prepared yet, and whether it took as much thought as usual."""
    usual = True

    def choose() -> int:
        nonlocal usual
        choice, usual = bot.choose_unprepared(table.for_bot(), Clock(seconds))
        return choice

    return _asked(bot, table, name, choose), usual


def _asked(bot: Bot, table: Table, name: str | None, choose: Callable[[], int]) -> int:
    if not isinstance(bot, Bot):
        raise BotError(f"{shown(bot)} is no bot: it has no method choose(position, clock).")
    if not isinstance(table, Table):
        raise BotError(f"A bot is asked at a table, not at {shown(table)}.")
    if table.over:
        raise BotError("The game is over: there is nothing to choose.")
    title = name or type(bot).__name__
    try:
        choice = choose()
    except ForfeitError as error:
        raise BotError(f"The bot {title} {error}") from None
    except Exception as error:
        raise BotError(f"The bot {title} failed: {_describe(error)}.") from error
    number = whole(choice)
    if number is None:
        raise BotError(f"The bot {title} must choose the number of a move, not {shown(choice)}.")
    legal = {move.number: move.notation for move in table.legal_moves()}
    if number not in legal:
        known = 0 <= number < len(table.game.moves)
        what = (
            f"{number} ({table.game.moves.notation[number]})" if known else f"{shown(number)}, which is no move at all"
        )
        raise BotError(f"The bot {title} chose an illegal move: {what}. Legal moves: {', '.join(legal.values())}.")
    return number


def _describe(error: Exception) -> str:
    """What went wrong and where, in one line: the rest of a traceback is of no use to a player."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"{said.rstrip('.')}, in {Path(frame.filename).name} line {frame.lineno}"
