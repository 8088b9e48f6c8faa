"""Who plays the lab's games: all seats of a game alike, on several threads, to lists of moves."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event
from typing import Any

from khlong.bots import UnknownBotError, seat_seed
from khlong.engine.game import Game

from .facts import Facts, Profile, replay

SEARCH_PLAYOUTS = 100

PlayGame = Callable[[Any, int], list[int]]
"""Plays a game from a template and a seed, and returns its moves."""


def sensible(game: Game, playouts: int | None) -> PlayGame:
    """Players that look to the end of their turn."""
    from khlong.lab.sensible import PLAYOUTS, SensiblePlayers

    crew = SensiblePlayers(game)

    def play(start: Any, seed: int) -> list[int]:
        state = game.python.begin(start, seed)
        moves: list[int] = []
        while not state.ending:
            moves.append(crew.choose(state, seat_seed(seed, len(moves)), playouts or PLAYOUTS))
            game.python.play(state, moves[-1])
        return moves

    return play


def search(game: Game, playouts: int | None) -> PlayGame:
    """Players that search the tree of what may come."""
    from khlong.bots.search import self_play

    def play(start: Any, seed: int) -> list[int]:
        return self_play(game, start, seed, [playouts or SEARCH_PLAYOUTS] * start.players)

    return play


PLAYERS: dict[str, Callable[[Game, int | None], PlayGame]] = {"sensible": sensible, "search": search}


def players_named(name: str, game: Game, playouts: int | None) -> PlayGame:
    """Those who play: `playouts` says how hard they think about a decision."""
    if name not in PLAYERS:
        raise UnknownBotError(f"The lab has no bot {name!r}. It has: {', '.join(sorted(PLAYERS))}.")
    return PLAYERS[name](game, playouts)


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
