"""Who plays the lab's games: all seats of a game alike, on several threads, to lists of moves."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event
from typing import Any

from khlong.bots import UnknownBotError
from khlong.engine.game import Game

from .facts import Facts, Profile, replay

PLAYOUTS = {"search": 200, "random": 0}
"""Who can play, and how often they try a decision if nothing else is said."""

PlayGame = Callable[[Any, int], list[int]]
"""Plays a game from a template and a seed, and returns its moves."""


def playouts_of(bots: str, given: int | None) -> int:
    """How often bots of that name try a decision."""
    if bots not in PLAYOUTS:
        raise UnknownBotError(f"The lab has no bot {bots!r}. It has: {', '.join(PLAYOUTS)}.")
    if given is not None and bots == "random":
        raise UnknownBotError("Random bots do not try a decision: leave out --playouts.")
    return PLAYOUTS[bots] if given is None else given


def same_in_every_seat(game: Game, playouts: int) -> PlayGame:
    """Players that search the tree of what may come, so many times a decision; random ones without."""
    from khlong.bots.search import self_play

    def play(start: Any, seed: int) -> list[int]:
        return self_play(game, start, seed, [playouts] * start.players)

    return play


def usual_threads() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_games(
    game: Game, profile: Profile, start: Any, play: PlayGame, seeds: range, threads: int, stop: Event
) -> Iterator[Facts]:
    """What is kept of games with these seeds, in the order in which they are done, until somebody says stop."""

    def one(seed: int) -> Facts:
        return replay(game, profile, start, seed, play(start, seed))

    waiting = iter(seeds)
    running: set[Future[Facts]] = set()
    with ThreadPoolExecutor(threads) as pool:
        while True:
            while len(running) < 2 * threads and not stop.is_set() and (seed := next(waiting, None)) is not None:
                running.add(pool.submit(one, seed))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
