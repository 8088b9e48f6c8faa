"""Plays the same games on the cuda and the native engine and compares every value of the last states.

Run by the tests under Numba's CUDA simulator, and by hand on a machine with a GPU:

    python tests/engine/compare_cuda.py --games 100000
"""

import argparse
import sys
from typing import Any

import numpy as np

from khlong.engine import engine_for
from khlong.engine.cuda import SIMULATED
from khlong.games import game_named, game_names
from khlong.lab.fuzz import variants
from khlong.table import template


def compare(native: Any, cuda: Any, players: int, options: dict[str, str], games: int) -> bool:
    """Whether both engines end all games in the same states."""
    start = template(native.game, players, options)
    states = [_numbers(engine.last_states(start, 2026, games)) for engine in (native, cuda)]
    tallies = [engine.random_games(start, 7, games, first=3) for engine in (native, cuda)]
    equal = states[0] == states[1] and tallies[0] == tallies[1]
    print(
        f"{native.game.name}, {players} players, {options}: {games} games {'equal' if equal else 'DIFFER'}", flush=True
    )
    return equal


def _numbers(value: Any) -> list[int]:
    """All integers in an array of records, however deep."""
    value = value.tolist() if isinstance(value, np.ndarray) else value
    if isinstance(value, list | tuple):
        return [number for item in value for number in _numbers(item)]
    return [value]


def main() -> int:
    """Every game with every number of players and every option."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    games = parser.parse_args().games
    if SIMULATED:
        sys.setswitchinterval(1e-6)  # the simulator's threads wait for each other at every step
    equal = True
    for name in game_names():
        game = game_named(name)
        native, cuda = (engine_for(game, engine) for engine in ("native", "cuda"))
        for _, players, options in variants(game):
            equal &= compare(native, cuda, players, options, games)
    print("all equal" if equal else "NOT equal")
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
