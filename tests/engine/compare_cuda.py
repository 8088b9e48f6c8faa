"""Plays the same games on the cuda and the native engine and compares every value of the last states.

Run by the tests under Numba's CUDA simulator, and by hand on a machine with a GPU:

    python tests/engine/compare_cuda.py --games 100000
"""

import argparse
import sys

from khlong.engine import engine_for
from khlong.games import game_named, game_names
from khlong.table import OptionError, template


def compare(name: str, players: int, options: dict[str, str], games: int) -> bool:
    """Whether both engines end all games in the same states."""
    game = game_named(name)
    start = template(game, players, options)
    native = engine_for(game, "native").last_states(start, 2026, games)
    cuda = engine_for(game, "cuda").last_states(start, 2026, games)
    equal: bool = repr(cuda.tolist()) == repr(native.tolist())
    print(f"{name}, {players} players, {options}: {games} games {'equal' if equal else 'DIFFER'}", flush=True)
    return equal


def main() -> int:
    """Every game, every number of players, every choice of every option."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    games = parser.parse_args().games
    equal = True
    for name in game_names():
        game = game_named(name)
        for players in game.players:
            for option in game.options:
                for choice in option.choices:
                    try:
                        template(game, players, {option.key: choice})
                    except OptionError:
                        continue
                    equal &= compare(name, players, {option.key: choice}, games)
    print("all equal" if equal else "NOT equal")
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
