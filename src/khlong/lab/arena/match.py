"""One game of the arena: played, timed and put on a line."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from time import perf_counter

from khlong.bots import BotError, PreparingBot, ask, bot_named, bot_names, seated
from khlong.bots.program import PREFIX
from khlong.review.game import PastGame
from khlong.review.glance import OTHER_DICE, luck_at
from khlong.table import Table

from .plan import Fixture, Match, Plan, load_game


class StoppedError(Exception):
    """The run ends before the game does."""


@dataclass(frozen=True)
class Thinking:
    """How a seat used its time: decisions with a choice, seconds in all, the longest one, how many took too long."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    overruns: int = 0

    def and_one(self, seconds: float, limit: float | None) -> Thinking:
        over = limit is not None and seconds > limit + max(0.1 * limit, 0.05)
        longest = max(self.longest, seconds)
        return Thinking(self.decisions + 1, self.seconds + seconds, longest, self.overruns + over)


@dataclass(frozen=True)
class Played:
    """A finished game. If a seat forfeited there are no scores, and the report says what it did."""

    fixture: Fixture
    bots: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...] | None
    ending: str
    plies: int
    thinking: tuple[Thinking, ...]
    forfeit: int | None = None
    report: str | None = None
    luck: tuple[float, ...] | None = None
    """How much of the win chance gave to each seat, as our bot sees it, if that was asked for."""

    def win_share(self, seat: int) -> float:
        """What the seat has of the win; those who share the first place share the win."""
        return 1 / self.places.count(1) if self.places[seat] == 1 else 0.0


def play_fixture(plan: Plan, fixture: Fixture, stopped: Callable[[], bool] = lambda: False) -> Played:
    """Plays a game with new bots. A bot that fails loses it; all others share the win."""
    match = plan.matches[fixture.match]
    warm_up(match, luck=plan.luck)
    names = match.seats(fixture.deal, fixture.turn)
    table = Table(match.loaded_game, match.players, plan.game_seed(fixture.deal), match.options)
    thinking = [Thinking()] * match.players
    with seated(table, names, match.seconds, threads=1) as bots:  # the processes share the cores
        while (asked := table.question) is not None:
            if stopped():
                raise StoppedError
            legal = table.legal_moves()
            if len(legal) == 1:  # nothing to think about
                table.play(legal[0].number)
                continue
            began = perf_counter()
            try:
                move = ask(bots[asked.seat], table, match.seconds, names[asked.seat])
            except BotError as error:
                return _forfeited(fixture, names, table, thinking, asked.seat, str(error))
            except SystemExit:
                said = f"The bot {names[asked.seat]} tried to end the program."
                return _forfeited(fixture, names, table, thinking, asked.seat, said)
            thinking[asked.seat] = thinking[asked.seat].and_one(perf_counter() - began, match.seconds)
            table.play(move)
    result = table.result
    assert result is not None
    scores = tuple(score[0] for score in result.scores)
    luck = luck_of(table) if plan.luck else None
    return Played(fixture, names, result.ranks, scores, result.ending, table.ply, tuple(thinking), luck=luck)


def _forfeited(
    fixture: Fixture, names: tuple[str, ...], table: Table, thinking: list[Thinking], loser: int, report: str
) -> Played:
    places = tuple(table.players if seat == loser else 1 for seat in range(table.players))
    return Played(fixture, names, places, None, "forfeit", table.ply, tuple(thinking), loser, report)


def luck_of(table: Table) -> tuple[float, ...]:
    """What chance gave to each seat in a whole game."""
    past = PastGame(table)
    lucks = [luck_at(past, ply, OTHER_DICE, native=True) for ply in range(1, past.plies + 1)]
    return tuple(sum(luck.shares[seat] for luck in lucks if luck) for seat in range(table.players))


def warm_up(match: Match, *, own_only: bool = False, luck: bool = False) -> None:
    """Gets bots ready in this process, so that no decision pays for their compilers. Programs do that themselves."""
    if luck:  # is seen by the greedy bot's eyes
        _get_ready("greedy", match.game, match.components)
    for name in dict.fromkeys(match.bots):
        own = name.partition(":")[0] in bot_names()
        if own or not (own_only or name.startswith(PREFIX)):
            _get_ready(name, match.game, match.components)


@cache
def _get_ready(name: str, game: str, components: str | None) -> None:
    bot, loaded = bot_named(name, threads=1), load_game(game, components)
    if isinstance(bot, PreparingBot):
        bot.prepare(loaded)
    else:
        with suppress(BotError, SystemExit):  # it will show in its games
            ask(bot, Table(loaded, loaded.players[0], 0))
