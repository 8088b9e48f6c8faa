"""How soon bots make their first move where nothing has been compiled yet: `python -m bench.first_move`.

Each is a fresh process with an empty cache folder. The clock runs from the start of the interpreter until the move is
there: as it is at tables, before the bot's code is made, and as it would be if one waited for that.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from khlong.table import game_names

from .crew import ROOT

BOTS = ("easy", "medium", "hard", "expert")
AT_ONCE = """
from khlong.bots import ask_unprepared, bot_named
from khlong.table import new_table
ask_unprepared(bot_named({bot!r}, 1), new_table({game!r}, players=4, seed=1), seconds=2)
"""
AFTER_WAITING = """
from khlong.bots import ask, bot_named
from khlong.table import game_named, new_table
bot_named({bot!r}, 1).prepare(game_named({game!r}))
ask(bot_named({bot!r}, 1), new_table({game!r}, players=4, seed=1), seconds=2)
"""


def seconds(code: str) -> tuple[float, float]:
    """What it takes by the clock, and of the processor."""
    with tempfile.TemporaryDirectory() as cache:
        before, started = os.times(), time.perf_counter()
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=os.environ | {"XDG_CACHE_HOME": cache}, check=True)
        after, ended = os.times(), time.perf_counter()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return ended - started, used


def main() -> None:
    """Prints a line for each game and bot."""
    for game in game_names():
        for bot in BOTS:
            _print(game, bot, "at once", AT_ONCE)
        _print(game, "hard", "after waiting for its code", AFTER_WAITING)


def _print(game: str, bot: str, how: str, code: str) -> None:
    wall, used = seconds(code.format(bot=bot, game=game))
    print(f"{game:16} {bot:7} {how:27} {wall:6.1f} s by the clock, {used:5.1f} s of a core", flush=True)


if __name__ == "__main__":
    main()
