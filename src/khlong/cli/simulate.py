"""Very many games at once: random ones in compiled loops on all cores, or games of given bots, table by table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from importlib.util import find_spec
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from khlong.bots import BotError, ask, seated
from khlong.engine import engine_for
from khlong.engine.cores import cores
from khlong.engine.game import Game
from khlong.engine.loops import note_result
from khlong.engine.tally import Result, Tally
from khlong.table import Table, template
from khlong.table.options import full_options

from .errors import CommandError
from .interrupts import holding_ctrl_c, noting_ctrl_c
from .show import new_console
from .summary import Setup, Summary

Chunk = Callable[[int, int], Tally]  # (first game, number of games) -> what happened
Tell = Callable[[int], None]  # so many games more are done

CHUNK_SECONDS = 0.25
LARGEST_CHUNK = 1 << 20
SEEDS = 1 << 128


def usual_engine() -> str:
    """The native engine where there is a compiler for it."""
    return "native" if find_spec("numba") else "python"


def usual_threads(engine: str) -> int:
    """All cores for compiled loops; one where the interpreter, or the GPU, does one thing at a time."""
    return cores() if engine == "native" else 1


def simulate(
    game: Game,
    players: int,
    given_options: Mapping[str, str],
    seed: int,
    games: int,
    engine: str | None,
    bots: Sequence[str],
    seconds: float | None,
    threads: int | None,
) -> Summary:
    """Plays the games that are asked for, with a bar that shows how far they are, and sums them up."""
    options = full_options(game, players, given_options)
    console = new_console(stderr=True)
    if bots:
        if len(bots) not in (1, players):
            raise CommandError(f"There are {len(bots)} bots for {players} players: name one for all, or one for each.")
        if engine not in (None, "python"):
            raise CommandError(f"Bots play at tables, which run on the python engine: leave out --engine {engine}.")
        names = list(bots) if len(bots) == players else list(bots) * players
        setup = Setup(game, players, options, "python", names, seed, games)
        return Summary(setup, *play_bots(game, players, options, seed, games, names, seconds, console))
    chosen = engine or usual_engine()
    if threads is not None and chosen != "native":
        raise CommandError(f"--threads is for the native engine, not for {chosen}.")
    setup = Setup(game, players, options, chosen, ["random"] * players, seed, games)
    start = template(game, players, options)
    return Summary(setup, *play_random(game, start, seed, games, chosen, threads or usual_threads(chosen), console))


def play_random(
    game: Game, start: Any, seed: int, games: int, engine: str, threads: int, console: Console
) -> tuple[Tally, float]:
    """Games of random players in an engine's own loops: what happened, and how long it took. Ctrl-C ends it early."""
    with console.status(f"Getting the {engine} engine ready …"):
        runner = engine_for(game, engine)
        runner.random_games(start, seed, 1)  # compiles, if need be
    with progress(console, games) as tell:
        began = perf_counter()
        tally = run_chunks(lambda first, count: runner.random_games(start, seed, count, first), games, threads, tell)
        return tally, perf_counter() - began


def run_chunks(play: Chunk, games: int, threads: int, tell: Tell) -> Tally:
    """Splits games into chunks that take a moment each. After Ctrl-C those that are under way are finished."""
    tally, begun, size = Tally(), 0, 1
    running: dict[Future[tuple[Tally, float]], int] = {}
    with noting_ctrl_c() as stop, ThreadPoolExecutor(threads) as pool:
        while running or (begun < games and not stop.is_set()):
            while begun < games and len(running) < 2 * threads and not stop.is_set():
                count = min(size, games - begun)
                running[pool.submit(_timed, play, begun, count)] = count
                begun += count
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                count = running.pop(future)
                part, seconds = future.result()
                tally += part
                tell(count)
                if seconds < CHUNK_SECONDS / 2:
                    size = min(max(size, 2 * count), LARGEST_CHUNK)
    return tally


def _timed(play: Chunk, first: int, count: int) -> tuple[Tally, float]:
    began = perf_counter()
    return play(first, count), perf_counter() - began


def play_bots(
    game: Game,
    players: int,
    options: Mapping[str, str],
    seed: int,
    games: int,
    bots: Sequence[str],
    seconds: float | None,
    console: Console,
) -> tuple[Tally, float, str | None]:
    """Games of given bots, one after the other, each at its own table. Ctrl-C or a bot that fails ends it early."""
    tally, began, trouble = Tally(), perf_counter(), None
    with progress(console, games) as tell:
        try:
            for number in range(games):
                table = Table(game, players, (seed + number) % SEEDS, options)
                result = _play_out(table, bots, seconds)
                with holding_ctrl_c():
                    tally += Tally.of([result])
                    tell(1)
        except KeyboardInterrupt:
            pass
        except BotError as error:
            if not tally.games:
                raise
            trouble = str(error)
    return tally, perf_counter() - began, trouble


def _play_out(table: Table, names: Sequence[str], seconds: float | None) -> Result:
    """One game of bots that are made for it."""
    with seated(table, names, seconds) as bots:
        while (asked := table.question) is not None:
            table.play(ask(bots[asked.seat], table, seconds, f"{names[asked.seat]} in seat {asked.seat + 1}"))
    result = Result()
    note_result(table.state, result)
    return result


@contextmanager
def progress(console: Console, games: int) -> Iterator[Tell]:
    """A bar with the pace and the time left, where there is somebody to see it."""
    counts = TextColumn("{task.completed:,.0f} of {task.total:,.0f} games")
    columns = (BarColumn(), counts, Pace(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=games)
        yield lambda more: bar.advance(task, more)


class Pace(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.0f} games/s" if task.speed else "")
