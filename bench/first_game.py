"""Plays one random game on the native engine and says so: `python -m bench.first_game GAME PLAYERS`."""

import sys

import khlong
from khlong.engine import engine_for


def main(name: str, players: int) -> None:
    """The shortest way from a bare interpreter to a finished game."""
    game = khlong.game_named(name)
    tally = engine_for(game, "native").random_games(khlong.template(game, players), seed=1, games=1)
    print(tally.decisions, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
