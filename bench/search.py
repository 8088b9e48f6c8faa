"""The search bot: playouts a second, by threads, and how well it keeps to its time. `python -m bench.search [--quick]`.

Unlike all else this is measured on every core there is: what more threads bring is the question.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial

import khlong
from khlong.bots import Clock
from khlong.bots.search import SearchBot
from khlong.bots.search.bot import MOST_THREADS, cores
from khlong.engine.game import Game

from .crew import perform
from .figures import Kind, Measurement, Reading, Subject
from .timing import Effort

SEED = 1
PLAYERS = 4
MOVES_BEFORE_SEARCH = 30
LIMIT = 0.2  # seconds a decision
POSITIONS = 10  # that are answered within the limit, for each repeat


def search_with(threads: int) -> str:
    """What the search with so many threads is called."""
    return f"Khlong search, {threads} {'thread' if threads == 1 else 'threads'}"


def answer_with(threads: int) -> str:
    """The same for its punctuality."""
    return f"beyond {LIMIT} s, {threads} {'thread' if threads == 1 else 'threads'}"


def measurements() -> list[Measurement]:
    """Both games, with as many threads as there are cores, one doubling after the other."""
    return [measurement for name in khlong.game_names() for measurement in _of(khlong.game_named(name))]


def _of(game: Game) -> Iterator[Measurement]:
    threads = 1
    while threads <= min(MOST_THREADS, cores()):
        how = "a tree from a position in mid-game, descents a second, each with a value at its end, wall clock"
        yield Measurement(
            Subject(Kind.SEARCH, search_with(threads), game.name, PLAYERS, how), partial(_speed, game, threads)
        )
        threads *= 2
    for threads in (1, MOST_THREADS):
        how = f"the longest that any of {POSITIONS} decisions a repeat took longer than its limit, wall clock"
        yield Measurement(
            Subject(Kind.OVERRUN, answer_with(threads), game.name, PLAYERS, how), partial(_overrun, game, threads)
        )


def _speed(game: Game, threads: int, effort: Effort) -> Reading:
    table = _running(game)
    SearchBot(SEED).prepare(game)
    said = [SearchBot(SEED, threads).explain(table, Clock(effort.seconds)) for _ in range(effort.repeats)]
    return Reading(tuple(each.playouts / each.seconds for each in said))


def _overrun(game: Game, threads: int, effort: Effort) -> Reading:
    bot = SearchBot(SEED, threads)
    bot.prepare(game)
    return Reading(tuple(_longest_overrun(bot, _running(game)) for _ in range(effort.repeats)))


def _longest_overrun(bot: SearchBot, table: khlong.Table) -> float:
    longest = 0.0
    for _ in range(POSITIONS):
        started = time.perf_counter()
        move = bot.choose(table.for_bot(), Clock(LIMIT))
        longest = max(longest, time.perf_counter() - started - LIMIT)
        table.play(move)
    return longest


def _running(game: Game) -> khlong.Table:
    """A game some way on."""
    table, chooser = khlong.new_table(game, PLAYERS, SEED), random.Random(SEED)
    for _ in range(MOVES_BEFORE_SEARCH):
        table.play(chooser.choice(table.legal_moves()).number)
    return table


if __name__ == "__main__":
    perform(measurements(), all_cores=True)
