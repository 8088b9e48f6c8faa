"""Measures our engines and their peers, and prints the tables: `python -m bench --peers PYTHON`."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console

from . import envs, ours, peers, search
from .crew import QUICK_FLAG, Crew
from .figures import Figure, Subject
from .report import search_table, speed_table, target_table, time_table
from .sheet import Sheet

NARROWEST = 130  # the tables need that much


def main() -> None:
    """Runs what was asked for. Whatever the figures are, the exit status is 0."""
    wanted = _arguments()
    console = Console() if sys.stdout.isatty() else Console(width=NARROWEST)
    sheet = Sheet(_measure(wanted, console))
    games = list(dict.fromkeys(measurement.subject.game for measurement in ours.measurements()))
    tables = speed_table(sheet, games), time_table(sheet), search_table(sheet), target_table(sheet, games)
    console.print(*tables, sep="\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measures our engines and their peers.")
    parser.add_argument(
        "--peers",
        metavar="PYTHON",
        default=sys.executable,
        help="interpreter of the environment that has the peers; without it, this one, where they are not likely to be",
    )
    parser.add_argument(QUICK_FLAG, action="store_true", help="fewer and shorter repeats")
    parser.add_argument("--only", choices=("ours", "peers"), help="measure only these")
    return parser.parse_args()


def _measure(wanted: argparse.Namespace, console: Console) -> list[Figure]:
    figures: list[Figure] = []
    with console.status("starting") as status:

        def announce(subject: Subject) -> None:
            status.update(f"measuring {subject.name}, {subject.game}, {subject.players} players")

        for crew in _crews(wanted):
            figures += crew.run(quick=wanted.quick, announce=announce)
    return figures


def _crews(wanted: argparse.Namespace) -> list[Crew]:
    our_subjects = tuple(measurement.subject for measurement in ours.measurements())
    their_subjects = tuple(measurement.subject for measurement in peers.measurements())
    agents_subjects = tuple(measurement.subject for measurement in envs.measurements())
    search_subjects = tuple(measurement.subject for measurement in search.measurements())
    crews = (
        ("ours", Crew("bench.ours", sys.executable, our_subjects)),
        ("ours", Crew("bench.envs", sys.executable, agents_subjects)),
        ("ours", Crew("bench.search", sys.executable, search_subjects)),
        ("peers", Crew("bench.peers", wanted.peers, their_subjects)),
    )
    return [crew for name, crew in crews if wanted.only in (None, name)]


if __name__ == "__main__":
    main()
