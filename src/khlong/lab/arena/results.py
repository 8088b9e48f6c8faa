"""The results file: a header that says what is played, then a line of JSON for each finished game."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import IO

from pydantic import TypeAdapter, ValidationError

import khlong
from khlong.engine.data import Data

from .errors import ArenaError
from .match import Played
from .plan import Fixture, Plan

FORMAT = 1
PLAYED = TypeAdapter(Played)


class Results:
    """The finished games of a plan, on file as soon as they are finished."""

    def __init__(self, path: Path, games: dict[Fixture, Played], file: IO[bytes]) -> None:
        self.path = path
        self._games = games
        self._file = file
        self._whole = file.seek(0, os.SEEK_END)  # up to here the file is whole lines

    @property
    def games(self) -> list[Played]:
        """All games, in the order of the plan, whatever order they were finished in."""
        return [self._games[fixture] for fixture in sorted(self._games, key=lambda each: (each.deal, each))]

    def __contains__(self, fixture: Fixture) -> bool:
        return fixture in self._games

    def add(self, played: Played) -> None:
        """Writes a game down. One that is there already is not counted again."""
        if played.fixture in self._games:
            return
        self._write(asdict(played))
        self._games[played.fixture] = played

    def _write(self, data: Data) -> None:
        line = _line(data)
        try:
            if self._file.write(line) != len(line):
                raise OSError(None, "there is no room for the whole line")
            self._whole += len(line)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file.fileno(), self._whole)
            kept = f"The {len(self._games):,} games that were finished before are kept there. " if self._games else ""
            raise ArenaError(
                f"{self.path}: cannot be written: {error.strerror or error}. {kept}"
                "Make room, or name another file; the same command goes on."
            ) from None


@contextmanager
def open_results(path: Path, plan: Plan) -> Iterator[Results]:
    """The results of a plan: those of an earlier run, if there was one, to which more can be added."""
    header = {"format": FORMAT, "khlong": khlong.__version__, "plan": plan.describe()}
    text = _read(path)
    *lines, rest = text.split(b"\n")  # a last line without an end was being written in a crash
    games: dict[Fixture, Played] = {}
    if lines or not _line(header).startswith(rest):
        _check_header(path, lines[0] if lines else rest, header)
    for number, line in enumerate(lines[1:], 2):
        played = _read_game(path, number, line)
        games.setdefault(played.fixture, played)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("ab", buffering=0)
        if rest:
            file.truncate(len(text) - len(rest))
    except OSError as error:
        raise ArenaError(f"{path}: cannot be written: {error.strerror or error}.") from None
    with file:
        results = Results(path, games, file)
        if not lines:
            results._write(header)
        yield results


def _line(data: Data) -> bytes:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes() if path.is_file() else b""
    except OSError as error:
        raise ArenaError(f"{path}: cannot be read: {error.strerror or error}.") from None


def _check_header(path: Path, line: bytes, wanted: Data) -> None:
    try:
        found = json.loads(line)
        version, program, plan = found["format"], found["khlong"], found["plan"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ArenaError(f"{path}: is no results file of the arena: choose another name.") from None
    advice = "Choose another file, or remove this one."
    if version != FORMAT:
        raise ArenaError(f"{path}: is of format {version}; this program writes format {FORMAT}. {advice}")
    if program != wanted["khlong"]:
        raise ArenaError(
            f"{path}: was written by khlong {program}; this is {wanted['khlong']}, whose bots may play otherwise. "
            f"{advice}"
        )
    if plan != wanted["plan"]:
        raise ArenaError(f"{path}: has games of another set-up ({_difference(plan, wanted['plan'])}). {advice}")


def _difference(found: object, wanted: object, place: str = "") -> str:
    """The first entry in which two plans differ, in words."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in [*wanted, *found]:
            if found.get(key) != wanted.get(key):
                return _difference(found.get(key), wanted.get(key), f"{place} {key}".strip())
    if isinstance(found, list) and isinstance(wanted, list):
        if len(found) != len(wanted):
            return f"{place}: {len(found)} there, {len(wanted)} here"
        for here, there in zip(found, wanted, strict=True):
            if here != there:
                return _difference(here, there, place)
    return f"{place}: {found!r} there, {wanted!r} here"


def _read_game(path: Path, number: int, line: bytes) -> Played:
    try:
        return PLAYED.validate_json(line)
    except ValidationError:
        raise ArenaError(f"{path}: is damaged: line {number} is no finished game.") from None
