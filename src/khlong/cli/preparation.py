"""A bot's code is made in a process of its own, so that the game can begin at once."""

from __future__ import annotations

import os
import signal
from functools import partial
from multiprocessing import get_all_start_methods, get_context

from khlong.bots import PreparingBot
from khlong.engine.game import Game
from khlong.engine.making import on_progress

CAN_FORK = "fork" in get_all_start_methods()


class Preparation:
    """Ends with the game, if it is not done before. What it made is on the disk then, for this process too."""

    def __init__(self, bot: PreparingBot, game: Game) -> None:
        fork = get_context("fork")  # a game with components of its own goes along as it is
        self._percent = fork.Value("i", 0)
        self._process = fork.Process(target=_prepare, args=(bot, game, self._percent), daemon=True)
        self._process.start()

    @property
    def percent(self) -> int:
        return int(self._percent.value)

    @property
    def over(self) -> bool:
        return not self._process.is_alive()


def _prepare(bot: PreparingBot, game: Game, percent: object) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the game
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    on_progress(partial(setattr, percent, "value"))
    bot.prepare(game)
