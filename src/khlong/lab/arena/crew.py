"""Those who play the games: worker processes, here or on a cluster, and what happens when one of them dies."""

from __future__ import annotations

import atexit
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from ctypes import c_bool
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess as Process
from typing import Any, Generic, Protocol, TypeVar

from .errors import ArenaError
from .match import Played, play_fixture
from .plan import Fixture, Plan

LOOK_AROUND_SECONDS = 0.2
MOST_LOSSES = 5
FAREWELL_SECONDS = 5.0

Handle = TypeVar("Handle")


class WorkerLostError(Exception):
    """The process that played a game is gone, and the game with it."""


class Crew(Protocol, Generic[Handle]):
    """Plays games at the same time."""

    size: int

    def begin(self, fixture: Fixture) -> Handle:
        """Has a game played."""

    def finished(self, handles: list[Handle], seconds: float) -> list[Handle]:
        """Those games that are done, after waiting a while for the first."""

    def result(self, handle: Handle) -> Played:
        """The outcome of a game that is done, or WorkerLostError."""

    def dismiss(self) -> None:
        """Ends all workers at once; games that they are at are dropped."""


def play_all(
    crew: Crew[Any], fixtures: Iterable[Fixture], stopped: Callable[[], bool]
) -> Generator[Played, None, None]:
    """Each game once, as they are finished, until it is time to stop. What a lost worker was at is played again."""
    waiting = deque(fixtures)
    running: dict[Any, Fixture] = {}
    losses = Counter[Fixture]()
    try:
        while (waiting or running) and not stopped():
            while waiting and len(running) < crew.size + 1:  # one more, so that nobody waits for us
                fixture = waiting.popleft()
                running[crew.begin(fixture)] = fixture
            for handle in crew.finished(list(running), LOOK_AROUND_SECONDS):
                fixture = running.pop(handle)
                try:
                    played = crew.result(handle)
                except WorkerLostError:
                    losses[fixture] += 1
                    if losses[fixture] == MOST_LOSSES:
                        raise ArenaError(
                            f"The processes that were at game {tuple(fixture)} died {MOST_LOSSES} times. "
                            "Is there enough memory, does a bot crash? The finished games are kept."
                        ) from None
                    waiting.appendleft(fixture)
                else:
                    yield played
    finally:
        crew.dismiss()


class StopSign:
    """Tells all workers to stop. It has no lock that a worker could take along when it is killed while it looks."""

    def __init__(self, context: SpawnContext) -> None:
        self._raised = context.RawValue(c_bool, False)

    def set(self) -> None:
        self._raised.value = True

    def is_set(self) -> bool:
        return self._raised.value


class ProcessCrew:
    """Worker processes on this machine."""

    def __init__(self, plan: Plan, size: int) -> None:
        self.size = size
        self._plan = plan
        self._context = multiprocessing.get_context("spawn")
        self._stop = StopSign(self._context)
        self._pool = self._new_pool()

    def begin(self, fixture: Fixture) -> Future[Played]:
        with _deaf_to_ctrl_c():
            try:
                return self._pool.submit(_play, fixture)
            except BrokenProcessPool:
                self._pool = self._new_pool()
                return self._pool.submit(_play, fixture)

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.size, self._context, _enter, (self._plan, self._stop))

    def finished(self, handles: list[Future[Played]], seconds: float) -> list[Future[Played]]:
        return list(wait(handles, seconds, FIRST_COMPLETED).done)

    def result(self, handle: Future[Played]) -> Played:
        try:
            return handle.result()
        except BrokenProcessPool:
            raise WorkerLostError from None

    def dismiss(self) -> None:
        self._stop.set()
        workers = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        end = time.monotonic() + FAREWELL_SECONDS
        for farewell in (lambda worker: None, Process.terminate, Process.kill):
            for worker in workers:
                farewell(worker)
                worker.join(max(0.0, end - time.monotonic()))


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes that are started within the block never hear of Ctrl-C: it is for the one who gives out the games."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# in the workers

_plan: Plan
_stop: StopSign


def _enter(plan: Plan, stop: StopSign) -> None:
    global _plan, _stop  # a worker process has one plan, and no other place to keep it
    _plan, _stop = plan, stop
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave(*_: object) -> None:
    """Ends the process at once, and bot programs with it. The pool would take an ordinary exit for a game's outcome."""
    atexit._run_exitfuncs()
    os._exit(1)


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    multiprocessing.connection.wait([parent.sentinel])
    main = threading.main_thread().ident
    assert main is not None
    signal.pthread_kill(main, signal.SIGTERM)  # the main thread itself, or it would go on waiting for work


def _play(fixture: Fixture) -> Played:
    return play_fixture(_plan, fixture, _stop.is_set)
