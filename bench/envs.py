"""Our environments at random play. Prints one line of JSON for each figure: `python -m bench.envs [--quick]`."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

import khlong
from khlong.engine.game import Game
from khlong.envs import make_batch
from khlong.envs.pettingzoo import raw_env

from .crew import perform
from .figures import Kind, Measurement, Reading, Subject
from .ours import PLAYERS, SEED
from .timing import Effort, Played, pace

BATCH, AGENTS = "Khlong batch, native", "Khlong, PettingZoo AEC raw"
GAMES = 512  # a batch that stays near the core
ROUNDS = 64  # of actions that are drawn beforehand, so that drawing them is not measured


def measurements() -> list[Measurement]:
    """Both ways to play for every game of ours."""
    return [each for name in khlong.game_names() for each in _of(khlong.game_named(name))]


def _of(game: Game) -> Iterator[Measurement]:
    ways: tuple[tuple[str, Callable[[Game], Callable[[int], Played]], str], ...] = (
        (
            BATCH,
            _batch,
            f"{GAMES} games, one core: observation, mask, rewards; random actions drawn beforehand, CPU time",
        ),
        (AGENTS, _agents, "last() with observation and mask, a random legal action, step(); CPU time"),
    )
    for name, player, how in ways:
        yield Measurement(Subject(Kind.SPEED, name, game.name, PLAYERS, how), partial(_speed, player, game))


def _speed(player: Callable[[Game], Callable[[int], Played]], game: Game, effort: Effort) -> Reading:
    return Reading(*pace(player(game), effort, time.process_time))


def _batch(game: Game) -> Callable[[int], Played]:
    """Plays the same rounds over and over, from the same positions some way into the games."""
    batch = make_batch(game, GAMES, players=PLAYERS, threads=1)
    frame, dice = batch.reset(SEED), np.random.default_rng(SEED)
    frame = batch.run(80, SEED)
    saved, actions, ended = batch.save(), [], 0
    for _ in range(ROUNDS):
        actions.append((frame.legal * dice.random(frame.legal.shape)).argmax(1))
        frame = batch.step(actions[-1])
        ended += int(frame.done.sum())

    def play(times: int) -> Played:
        for _ in range(times):
            batch.restore(saved)
            for chosen in actions:
                batch.step(chosen)
        return Played(max(1, ended * times), times * ROUNDS * GAMES)

    return play


def _agents(game: Game) -> Callable[[int], Played]:
    agents, dice = raw_env(game, players=PLAYERS), random.Random(SEED)

    def play(games: int) -> Played:
        decisions = 0
        for number in range(games):
            agents.reset(seed=number)
            decisions += _one_game(agents, dice)
        return Played(games, decisions)

    return play


def _one_game(agents: Any, dice: random.Random) -> int:
    decisions = 0
    while True:
        seen, _, over, _, _ = agents.last()
        if over:
            return decisions
        legal = seen["action_mask"].nonzero()[0]
        agents.step(int(legal[int(dice.random() * len(legal))]))
        decisions += 1


if __name__ == "__main__":
    perform(measurements())
