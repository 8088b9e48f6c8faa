"""A list of measurements as a process of its own, and how the main program runs one and reads what it prints."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from .figures import Figure, Measurement, NotMeasuredError, Subject
from .timing import FULL, QUICK, pin_to_one_core

ROOT = Path(__file__).parent.parent
QUICK_FLAG = "--quick"


def perform(measurements: Iterable[Measurement], *, all_cores: bool = False) -> None:
    """Measures one thing after the other, on one core unless asked, and prints a line for each, whatever happens."""
    if not all_cores:
        pin_to_one_core()
    effort = QUICK if QUICK_FLAG in sys.argv[1:] else FULL
    for subject, measure in measurements:
        try:
            figure = Figure(subject, measure(effort))
        except NotMeasuredError as reason:
            figure = Figure(subject, error=str(reason))
        except ImportError as missing:
            figure = Figure(subject, error=f"not installed: {missing}")
        except Exception as failure:  # a broken peer must not take the others with it
            figure = Figure(subject, error=f"failed: {type(failure).__name__}: {failure}")
        print(figure.to_json(), flush=True)


@dataclass(frozen=True)
class Crew:
    """A module that performs measurements, the interpreter it needs, and what it will measure."""

    module: str
    python: str
    subjects: tuple[Subject, ...]

    def run(self, *, quick: bool, announce: Callable[[Subject], None]) -> list[Figure]:
        """One figure for each subject, also for those that the process did not live to measure."""
        figures = []
        with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryFile("w+", encoding="utf-8") as complaints:
            try:
                for figure in self._figures(quick, Path(cache), complaints, announce):
                    figures.append(figure)
                ending = "the process left it out"
            except (OSError, ValueError, subprocess.CalledProcessError) as failure:
                ending = _last_line(complaints) or str(failure)
        return figures + [Figure(subject, error=ending) for subject in self.subjects[len(figures) :]]

    def _figures(
        self, quick: bool, cache: Path, complaints: IO[str], announce: Callable[[Subject], None]
    ) -> Iterator[Figure]:
        command = [self.python, "-m", self.module, *([QUICK_FLAG] if quick else [])]
        environment = os.environ | {"XDG_CACHE_HOME": str(cache)}
        announce(self.subjects[0])
        with subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=complaints, text=True
        ) as process:
            assert process.stdout is not None
            for done, line in enumerate(process.stdout, 1):
                yield Figure.from_json(line)
                if done < len(self.subjects):
                    announce(self.subjects[done])
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)


def _last_line(text: IO[str]) -> str:
    text.seek(0)
    return next((line.strip() for line in reversed(text.readlines()) if line.strip()), "")
