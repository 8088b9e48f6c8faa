"""Very many games at once: random ones in compiled loops on all cores, or games of given bots, table by table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from importlib.util import find_spec
from time import perf_counter

from khlong.bots import BotError, ask, seated
from khlong.engine.cores import cores
from khlong.engine.game import Game
from khlong.engine.loops import note_result
from khlong.engine.tally import Result, Tally
from khlong.table import Table

from .interrupts import holding_ctrl_c, noting_ctrl_c

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
    tell: Tell,
) -> tuple[Tally, float, str | None]:
    """Games of given bots, one after the other, each at its own table. Ctrl-C or a bot that fails ends it early."""
    tally, began, trouble = Tally(), perf_counter(), None
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
            table.play(ask(bots[asked.seat], table, seconds, f"{names[asked.seat]} in seat {asked.seat}"))
    result = Result()
    note_result(table.state, result)
    return result
