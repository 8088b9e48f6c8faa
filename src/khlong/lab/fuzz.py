"""`python -m khlong.lab.fuzz`: lock-step games of every game, number of players and option, on all cores.

Whatever it finds is left as a record that `khlong replay` opens.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TimeRemainingColumn

from khlong.engine.cores import cores
from khlong.engine.game import Game
from khlong.games import game_named, game_names
from khlong.table import OptionError, save_record, template

from .lockstep import FaultFoundError, play_in_lockstep

CHUNK = 100
Variant = tuple[str, int, dict[str, str]]


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


def fuzz_chunk(variant: Variant, first_seed: int, games: int, folder: Path) -> tuple[int, list[str]]:
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


def main() -> int:
    """Fuzzes all games; the exit status says whether anything was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="games of each variant (default: 10,000)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--folder", type=Path, default=Path("fuzz-finds"), help="where records of faults go")
    arguments = parser.parse_args()
    console = Console()
    found: list[str] = []
    total = 0
    for name in game_names():
        for variant in variants(game_named(name)):
            decisions, faults = _fuzz(variant, arguments.games, arguments.seed, arguments.folder, console)
            total += decisions
            found += faults
            console.print(f"{variant}: {arguments.games:,} games, {decisions:,} decisions, {len(faults)} faults")
            for fault in faults[:3]:
                console.print(f"[red]{fault}")
    console.print(f"{total:,} decisions compared, {len(found)} faults")
    return 1 if found else 0


def _fuzz(variant: Variant, games: int, seed: int, folder: Path, console: Console) -> tuple[int, list[str]]:
    decisions, found = 0, []
    starts = range(seed, seed + games, CHUNK)
    bar = Progress(SpinnerColumn(), *Progress.get_default_columns()[:3], TimeRemainingColumn(), console=console)
    with bar, ProcessPoolExecutor(cores()) as pool:
        task = bar.add_task(str(variant), total=games)
        jobs = [pool.submit(fuzz_chunk, variant, s, min(CHUNK, seed + games - s), folder) for s in starts]
        for job in as_completed(jobs):
            count, faults = job.result()
            decisions += count
            found += faults
            bar.advance(task, CHUNK)
    return decisions, found


if __name__ == "__main__":
    sys.exit(main())
