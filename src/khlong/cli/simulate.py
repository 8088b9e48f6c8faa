"""`khlong simulate`: what is asked for, and a bar that shows how far it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import perf_counter

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from khlong.engine import engine_for
from khlong.engine.game import Game, GameState
from khlong.engine.tally import Tally
from khlong.lab.simulation import Tell, play_bots, run_chunks, usual_engine, usual_threads
from khlong.table import template
from khlong.table.options import full_options

from .errors import CommandError
from .show import new_console
from .summary import Setup, Summary


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
        with progress(console, games) as tell:
            return Summary(setup, *play_bots(game, players, options, seed, games, names, seconds, tell))
    chosen = engine or usual_engine()
    if threads is not None and chosen != "native":
        raise CommandError(f"--threads is for the native engine, not for {chosen}.")
    setup = Setup(game, players, options, chosen, ["random"] * players, seed, games)
    start = template(game, players, options)
    return Summary(setup, *play_random(game, start, seed, games, chosen, threads or usual_threads(chosen), console))


def play_random(
    game: Game, start: GameState, seed: int, games: int, engine: str, threads: int, console: Console
) -> tuple[Tally, float]:
    """Games of random players in an engine's own loops: what happened, and how long it took. Ctrl-C ends it early."""
    with console.status(f"Getting the {engine} engine ready …"):
        runner = engine_for(game, engine)
        runner.random_games(start, seed, 1)  # compiles, if need be
    with progress(console, games) as tell:
        began = perf_counter()
        tally = run_chunks(lambda first, count: runner.random_games(start, seed, count, first), games, threads, tell)
        return tally, perf_counter() - began


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
