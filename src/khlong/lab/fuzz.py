"""`python -m khlong.lab.fuzz`: what nobody would think of, on all cores, and whether anything breaks by it.

- records, positions and component files with changes in them, at a table, on the command line and at a server;
- random component files that the checker accepts, played by random players on the python and the native engine in
  lock step;
- games of every variant, played like that.

Whatever it finds is left in a folder: games as records that `khlong replay` opens, files as they were.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeVar

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TimeRemainingColumn
from rich.table import Table as Grid

from khlong.engine.cores import cores
from khlong.engine.game import Game
from khlong.games import game_named, game_names
from khlong.table import OptionError, Table, save_record, template

from .component_files import FILES, as_toml, load_file, random_file
from .lockstep import FaultFoundError, play_in_lockstep
from .looks import look_at
from .strangers import knock

CHUNK = 100
THINGS = 1000  # for one server
GAMES_OF_A_FILE = 2
LINES = 20  # of progress, where no bar can be shown
STEPS = (10, 50, 150)  # how far a random file is from ours
Variant = tuple[str, int, dict[str, str]]
T = TypeVar("T")


def variants(game: Game) -> Iterator[Variant]:
    """Every number of players with every choice of every option that goes with it, one option at a time.

    What the seeds draw anyway, such as who begins, is left to them.
    """
    for players in game.players:
        yield game.name, players, {}
        for option in game.options:
            for choice in option.choices[1:] if option.default != "random" else ():
                try:
                    template(game, players, {option.key: choice})
                except OptionError:
                    continue
                yield game.name, players, {option.key: choice}


def fuzz_games(variant: Variant, first_seed: int, games: int, folder: Path) -> tuple[int, list[str]]:
    """Plays some games; returns how many decisions were compared, and what was found."""
    name, players, options = variant
    decisions, found = 0, []
    for seed in range(first_seed, first_seed + games):
        try:
            decisions += play_in_lockstep(game_named(name), players, options, seed, inspect_every=20).ply
        except FaultFoundError as fault:
            record = folder / f"{name}-{players}-{seed}.json"
            save_record(fault.table, record)
            found.append(f"{fault}\n  the game up to there: {record}")
    return decisions, found


def fuzz_files(name: str, first: int, files: int, folder: Path) -> tuple[int, list[str]]:
    """Plays some random component files; returns how many decisions were compared, and what was found."""
    from .live_box import live_engine

    decisions, found = 0, []
    for number in range(first, first + files):
        random = Random(number)
        text = as_toml(random_file(name, random, random.choice(STEPS)))
        try:
            game = load_file(name, text)
            native = live_engine(name).take(game)
            for _, players, options in random.choices(list(variants(game)), k=GAMES_OF_A_FILE):
                table = play_in_lockstep(
                    game, players, options, number, inspect_every=20, look=_now_and_then, native=native
                )
                decisions += table.ply
        except Exception as fault:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{name}-{number}.toml"
            path.write_text(text, encoding="utf-8")
            found.append(f"{fault!s}\n  with the components {path}")
    return decisions, found


def _now_and_then(table: Table) -> None:
    if table.ply % 200 == 0 or table.over:
        look_at(table)


def main() -> int:
    """Fuzzes all games; the exit status says whether anything was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--things", type=int, default=200_000, help="changed records, positions, files (200,000)")
    parser.add_argument("--files", type=int, default=2000, help="random component files of each game (default: 2,000)")
    parser.add_argument("--games", type=int, default=10_000, help="games of each variant (default: 10,000)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--cores", type=int, default=cores(), help="how many (default: all)")
    parser.add_argument("--folder", type=Path, default=Path("fuzz-finds"), help="where finds go")
    given = parser.parse_args()
    run = _Run(given.seed, given.cores, given.folder)
    with suppress(KeyboardInterrupt):  # what was done till then is reported
        if given.things:
            run.knock(given.things)
        for name in FILES if given.files else ():
            run.compare(f"{name}, random component files", given.files, fuzz_files, name)
        for name in game_names() if given.games else ():
            for variant in variants(game_named(name)):
                run.compare(", ".join(map(str, variant)), given.games, fuzz_games, variant)
    run.report()
    return 1 if run.finds else 0


class _Run:
    """What has been tried and found so far."""

    def __init__(self, seed: int, on_cores: int, folder: Path) -> None:
        self._seed, self._cores, self._folder = seed, on_cores, folder
        self._console = Console()
        self._compared = Grid("played in lock step", *("games or files", "decisions", "finds"), title="Engines")
        self._tried: Counter[tuple[str, str, str]] = Counter()
        self.finds = 0

    def compare(self, what: str, count: int, work: Callable[..., tuple[int, list[str]]], *of: object) -> None:
        """Games in lock step, some at a time."""
        decisions, found = 0, []
        try:
            for compared, faults in self._in_parts(what, count, CHUNK, partial(work, *of)):
                decisions += compared
                found += faults
        finally:
            for fault in found[:3]:
                self._console.print(fault, style="red", markup=False)
            self.finds += len(found)
            self._compared.add_row(what, f"{count:,}", f"{decisions:,}", f"{len(found):,}")

    def knock(self, count: int) -> None:
        """Changed things at every door."""
        for tried in self._in_parts("at every door", count, THINGS, knock):
            self._tried += tried
            self.finds += sum(n for (_, _, outcome), n in tried.items() if outcome == "finds")

    def _in_parts(self, what: str, count: int, size: int, work: Callable[[int, int, Path], T]) -> Iterator[T]:
        """The results of parts of some work, as they come, with a bar that shows how far it is."""
        columns = (SpinnerColumn(), *Progress.get_default_columns()[:3], MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=self._console) as bar, ProcessPoolExecutor(self._cores) as pool:
            task = bar.add_task(what, total=count)
            parts = [(start, min(size, count - start)) for start in range(0, count, size)]
            jobs = {pool.submit(work, self._seed + start, n, self._folder): n for start, n in parts}
            try:
                for number, done in enumerate(as_completed(jobs), 1):
                    yield done.result()
                    bar.advance(task, jobs[done])
                    if not self._console.is_terminal and number % (len(jobs) // LINES + 1) == 0:
                        self._console.print(f"{what}: {min(number * size, count):,} of {count:,}, {self.finds} finds")
            finally:
                pool.shutdown(wait=False, cancel_futures=True)  # if somebody has seen enough

    def report(self) -> None:
        """Tables with all counts."""
        doors = Grid("what", "door", "tried", "accepted", "refused", "finds", title="Changed things at every door")
        for kind, where in sorted({(kind, where) for kind, where, _ in self._tried}):
            counts = [self._tried[kind, where, outcome] for outcome in ("accepted", "refused", "finds")]
            doors.add_row(kind, where, *(f"{number:,}" for number in (sum(counts), *counts)))
        for grid in (self._compared, doors):
            for column in grid.columns[1 if grid is self._compared else 2 :]:
                column.justify = "right"
            if grid.row_count:
                self._console.print(grid)
        self._console.print(f"{self.finds:,} finds{f' in {self._folder}' if self.finds else ''}", highlight=False)


if __name__ == "__main__":
    sys.exit(main())
