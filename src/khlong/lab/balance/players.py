"""Who plays the lab's games: all seats of a game alike, in several processes, each game watched where it is played."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from khlong.bots import UnknownBotError
from khlong.engine.game import Game, GameState
from khlong.games import game_named
from khlong.games.balance import Balance, Facts, Profile
from khlong.games.facets import Components
from khlong.table import template

PLAYOUTS = {"search": 200, "random": 0}
"""Who can play, and how often they try a decision if nothing else is said."""


def playouts_of(bots: str, given: int | None) -> int:
    """How often bots of that name try a decision."""
    if bots not in PLAYOUTS:
        raise UnknownBotError(f"The lab has no bot {bots!r}. It has: {', '.join(PLAYOUTS)}.")
    if given is not None and bots == "random":
        raise UnknownBotError("Random bots do not try a decision: leave out --playouts.")
    return PLAYOUTS[bots] if given is None else given


@dataclass(frozen=True)
class Deal:
    """What another process must know to play and watch a game."""

    game: str
    components: Path | None
    players: int
    options: Mapping[str, str]
    playouts: int


@cache
def _game(name: str, components: Path | None) -> Game:
    game = game_named(name)
    return Components.of(game).load(components) if components else game


def replay(game: Game, profile: Profile, start: GameState, seed: int, moves: Sequence[int]) -> Facts:
    """Plays a list of moves over again on the python engine, and keeps what the profile looks for."""
    state = game.python.begin(start, seed)
    collector = profile.watch(state)
    for move in moves:
        before = state.copy()
        game.python.play(state, move)
        collector.note(before, move, state)
    return collector.facts(seed, state)


def play_game(deal: Deal, seed: int) -> Facts:
    """Plays a game with searching players in all seats, or random ones where there are no playouts, and watches it."""
    from khlong.bots.search.player import self_play

    game = _game(deal.game, deal.components)
    start = template(game, deal.players, deal.options)
    moves = self_play(game, start, seed, [deal.playouts] * deal.players)
    return replay(game, Balance.of(game).profile(game, start), start, seed, moves)


class Crew:
    """Processes that play. The first game is played here, so that they find the rules compiled already."""

    def __init__(self, processes: int) -> None:
        self._pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_ignore_ctrl_c)
        self._ahead = 2 * processes

    def play(self, deal: Deal, seeds: range, stopped: Callable[[], bool]) -> Iterator[Facts]:
        """What is kept of games with these seeds, in the order in which they are done, until somebody says stop."""
        waiting = iter(seeds)
        running: set[Future[Facts]] = set()
        while True:
            if stopped():
                running = {future for future in running if not future.cancel()}
            while len(running) < self._ahead and not stopped() and (seed := next(waiting, None)) is not None:
                running.add(self._pool.submit(play_game, deal, seed))
            if not running:
                return
            done, running = wait(running, timeout=1, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)


def _ignore_ctrl_c() -> None:
    """Ctrl-C reaches all processes of a terminal; only the first one decides what is to be done."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
