"""A run of the arena: what is missing of a plan is played and put on file, with a bar that shows how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from threading import Event
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from khlong.engine.cores import cores

from .crew import Crew, ProcessCrew, play_all
from .errors import ArenaError
from .match import Played, warm_up
from .plan import Fixture, Plan
from .results import open_results


@dataclass(frozen=True)
class Run:
    """What came of it: all games on file, how many of them are new, and how many are still missing."""

    games: list[Played]
    new: int
    missing: int


def run_plan(
    plan: Plan,
    fixtures: Sequence[Fixture],
    path: Path,
    *,
    processes: int | None = None,
    ray: str | None = None,
    minutes: float | None = None,
    interrupted: Event | None = None,
    finished: Callable[[int], None] = lambda new: None,
    console: Console | None = None,
) -> Run:
    """Plays those fixtures that are not on file yet, until all are done, the time is over or Ctrl-C is pressed."""
    for package in ("choix", "matplotlib"):  # better said now than after all games
        if find_spec(package) is None:
            raise ArenaError(f"The arena needs {package} for ratings and pictures: install khlong[lab].")
    said = console or Console(stderr=True)
    with open_results(path, plan) as results:
        missing = [fixture for fixture in fixtures if fixture not in results]
        before = len(fixtures) - len(missing)
        if before:
            what = (
                "all were played before" if not missing else f"going on after {before:,} games that were played before"
            )
            said.print(f"{path}: {what}.", soft_wrap=True, highlight=False)
        new = 0
        if missing:
            stopped = _stopper(minutes, interrupted)
            with said.status("Getting the bots ready …"):  # compiles once, before all workers would do it
                for match in plan.matches:
                    warm_up(match, own_only=True, luck=plan.luck)
            crew = _crew(plan, processes, ray)
            with _bar(said) as bar, closing(play_all(crew, missing, stopped)) as finished_games:
                task = bar.add_task("", total=len(fixtures), completed=before)
                for played in finished_games:
                    results.add(played)
                    new += 1
                    bar.advance(task)
                    finished(new)
        wanted = set(fixtures)
        games = [game for game in results.games if game.fixture in wanted]
        return Run(games, new, len(missing) - new)


def _crew(plan: Plan, size: int | None, ray: str | None) -> Crew[Any]:
    if ray is None:
        return ProcessCrew(plan, size or cores())
    from .ray_crew import RayCrew

    return RayCrew(plan, size, ray)


def _stopper(minutes: float | None, interrupted: Event | None) -> Callable[[], bool]:
    end = None if minutes is None else time.monotonic() + 60 * minutes

    def stopped() -> bool:
        return (interrupted is not None and interrupted.is_set()) or (end is not None and time.monotonic() >= end)

    return stopped


def _bar(console: Console) -> Progress:
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeElapsedColumn(), TimeRemainingColumn())
    return Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal, speed_estimate_period=300
    )
