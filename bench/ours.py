"""Our own games on our own engines. Prints one line of JSON for each figure: `python -m bench.ours [--quick]`."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import khlong
from khlong.engine import engine_for
from khlong.engine.game import Game

from .copies import seconds_from_python, seconds_in_compiled_code
from .crew import perform
from .figures import Kind, Measurement, NotMeasuredError, Reading, Subject
from .startup import seconds_with_empty_cache, seconds_with_warm_cache
from .timing import Effort, Played, pace

NATIVE, PYTHON, CUDA = "Khlong native", "Khlong python", "Khlong cuda"
COPY_NATIVE, COPY_COMPILED, COPY_PYTHON = "native copy", "native copy, compiled", "python copy"
EMPTY_CACHE, WARM_CACHE = "native start, empty cache", "native start, warm cache"
PLAYERS = 4  # the number of players that all comparisons are made with
SEED = 1
MOVES_BEFORE_COPY = 60
FULL_CARD = 1 << 20  # games at least on a GPU: as long as it is not full, more of them take no longer


def measurements() -> list[Measurement]:
    """Everything there is to measure, for every game that we have."""
    found = []
    for name in khlong.game_names():
        game = khlong.game_named(name)
        found += [*_speeds(game), *_copies(game), *_starts(game)]
    return found


def _speeds(game: Game) -> Iterator[Measurement]:
    engines = (
        (NATIVE, partial(_cpu_speed, "native"), "whole random games in compiled code, one core, CPU time"),
        (PYTHON, partial(_cpu_speed, "python"), "whole random games in plain Python, one core, CPU time"),
        (CUDA, _gpu_speed, "whole random games on the GPU, brought back and counted, wall clock"),
    )
    for name, measure, how in engines:
        for players in game.players:
            yield Measurement(Subject(Kind.SPEED, name, game.name, players, how), partial(measure, game, players))


def _copies(game: Game) -> Iterator[Measurement]:
    copies = (
        (COPY_NATIVE, partial(_copy_from_python, "native"), "engine.copy(state) called from Python, CPU time"),
        (COPY_COMPILED, _copy_compiled, "one record assigned to another in compiled code, CPU time"),
        (COPY_PYTHON, partial(_copy_from_python, "python"), "engine.copy(state) called from Python, CPU time"),
    )
    for name, measure, how in copies:
        yield Measurement(Subject(Kind.COPY, name, game.name, PLAYERS, how), partial(measure, game))


def _starts(game: Game) -> Iterator[Measurement]:
    starts = (
        (EMPTY_CACHE, seconds_with_empty_cache, "process start to first finished game, all compiled anew, wall clock"),
        (WARM_CACHE, seconds_with_warm_cache, "the same with the compiled code on disk"),
    )
    for name, seconds, how in starts:
        yield Measurement(Subject(Kind.START, name, game.name, PLAYERS, how), partial(_start, seconds, game))


def _cpu_speed(engine_name: str, game: Game, players: int, effort: Effort) -> Reading:
    return Reading(*pace(_player(game, engine_name, players), effort))


def _gpu_speed(game: Game, players: int, effort: Effort) -> Reading:
    device = _gpu()
    return Reading(*pace(_player(game, "cuda", players), effort, time.perf_counter, FULL_CARD), device)


def _start(seconds: Callable[[str, int, Effort], tuple[float, ...]], game: Game, effort: Effort) -> Reading:
    return Reading(seconds(game.name, PLAYERS, effort))


def _player(game: Game, engine_name: str, players: int) -> Callable[[int], Played]:
    engine, template = engine_for(game, engine_name), khlong.template(game, players)

    def play(games: int) -> Played:
        tally = engine.random_games(template, SEED, games)
        return Played(tally.games, tally.decisions)

    return play


def _gpu() -> str:
    """The name of the GPU; a simulated one is none."""
    from khlong.engine.cuda import SIMULATED

    if SIMULATED:
        raise NotMeasuredError("only a simulated GPU here")
    from numba import cuda  # after our engine, which prepares NumPy for it

    if not cuda.is_available():
        raise NotMeasuredError("no GPU here")
    return str(cuda.get_current_device().name)


def _copy_from_python(engine_name: str, game: Game, effort: Effort) -> Reading:
    engine = game.python if engine_name == "python" else engine_for(game, "native")
    return Reading(seconds_from_python(engine.copy, engine.from_state(_running_state(game)), effort))


def _copy_compiled(game: Game, effort: Effort) -> Reading:
    record = engine_for(game, "native").from_state(_running_state(game))
    return Reading(seconds_in_compiled_code(record, effort))


def _running_state(game: Game) -> Any:
    """A state some way into a random game."""
    engine, chooser = engine_for(game, "python"), random.Random(SEED)
    state = engine.begin(khlong.template(game, PLAYERS), SEED)
    for _ in range(MOVES_BEFORE_COPY):
        engine.play(state, chooser.choice(engine.legal_moves(state)))
    return state


if __name__ == "__main__":
    perform(measurements())
