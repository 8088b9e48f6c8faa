"""The search bot: playouts a second, by threads, and how well it keeps to its time. `python -m bench.search [--quick]`.

Unlike all else this is measured on every core there is: what more threads bring is the question.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import partial

import khlong
from khlong.bots import Clock
from khlong.bots.explanation import Explanation
from khlong.bots.search import SearchBot
from khlong.bots.search.bot import MOST_THREADS
from khlong.engine.cores import cores
from khlong.engine.game import Game

from .crew import perform
from .figures import Kind, Measurement, Reading, Subject
from .timing import Effort

SEED = 1
PLAYERS = 4
MOVES_BEFORE_SEARCH = 30
LIMIT = 0.2  # seconds a decision
Amount = Callable[[SearchBot, Explanation], int]  # of what was done in the time
POSITIONS = 10  # that are answered within the limit, for each repeat


def search_with(threads: int) -> str:
    """What the search with so many threads is called."""
    return _with("Khlong search", threads)


def positions_with(threads: int) -> str:
    """The same by what it looks at."""
    return _with("positions valued", threads)


def answer_with(threads: int) -> str:
    """The same for its punctuality."""
    return _with(f"beyond {LIMIT} s", threads)


def _with(name: str, threads: int) -> str:
    return f"{name}, {threads} {'thread' if threads == 1 else 'threads'}"


def alone(name: str) -> str:
    """What the same is called with one thread."""
    return _with(name.rpartition(", ")[0], 1)


def measurements() -> list[Measurement]:
    """Both games, with as many threads as there are cores, one doubling after the other."""
    return [measurement for name in khlong.game_names() for measurement in _of(khlong.game_named(name))]


def _of(game: Game) -> Iterator[Measurement]:
    threads = 1
    while threads <= min(MOST_THREADS, cores()):
        for name, how, amount in (
            (search_with(threads), "a tree from a position in mid-game: descents a second, wall clock", _playouts),
            (positions_with(threads), "the nodes of that tree: at the end of a descent all moves get one", _positions),
        ):
            yield Measurement(
                Subject(Kind.SEARCH, name, game.name, PLAYERS, how), partial(_speed, game, threads, amount)
            )
        threads *= 2
    for threads in (1, MOST_THREADS):
        how = f"the longest that any of {POSITIONS} decisions a repeat took longer than its limit, wall clock"
        yield Measurement(
            Subject(Kind.OVERRUN, answer_with(threads), game.name, PLAYERS, how), partial(_overrun, game, threads)
        )


def _speed(game: Game, threads: int, amount: Amount, effort: Effort) -> Reading:
    table = _running(game)
    SearchBot(SEED).prepare(game)
    bots = [SearchBot(SEED, threads) for _ in range(effort.repeats)]
    said = [bot.explain(table, Clock(effort.seconds)) for bot in bots]
    return Reading(tuple(amount(bot, each) / each.seconds for bot, each in zip(bots, said, strict=True)))


def _playouts(_: SearchBot, said: Explanation) -> int:
    return said.playouts


def _positions(bot: SearchBot, _: Explanation) -> int:
    return bot.positions


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
