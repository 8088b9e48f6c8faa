"""Workers on a Ray cluster. Ray finds them a place; a game whose worker is lost goes back to the one who asked."""

from __future__ import annotations

import logging
import os
import socket
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from khlong.engine.data import Data
from khlong.table import KhlongError

from .crew import WorkerLostError
from .errors import ArenaError
from .match import Played, play_fixture
from .plan import Fixture, Plan

LOCAL = "local"  # Ray's word for a new cluster on this machine
KNOCK_SECONDS = 10.0


class RayCrew:
    """As many games at a time as are asked for, or as the cluster has cores."""

    def __init__(self, plan: Plan, size: int | None, address: str) -> None:
        try:
            import ray
        except ModuleNotFoundError:
            raise ArenaError("Playing on a cluster needs Ray: install khlong[ray].") from None
        self._ray = ray
        _knock(address)
        own: Data = {"num_cpus": size, "include_dashboard": False} if address == LOCAL else {}
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody else's business
        try:
            ray.init(address, **own, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, RuntimeError, ValueError) as error:
            hint = "Is it running, and is its token, if it wants one, in RAY_AUTH_TOKEN?"
            raise ArenaError(f"There is no Ray cluster to be had at {address}: {error}. {hint}") from None
        self.size = size or int(ray.cluster_resources().get("CPU", 1))  # type: ignore[no-untyped-call]
        self._play = ray.remote(num_cpus=1, max_retries=0)(_play)
        texts = {
            match.components: Path(match.components).read_text("utf-8") for match in plan.matches if match.components
        }
        self._plan = ray.put((plan, texts))

    def begin(self, fixture: Fixture) -> Any:
        return self._play.remote(self._plan, fixture)

    def finished(self, handles: list[Any], seconds: float) -> list[Any]:
        done, _ = self._ray.wait(handles, num_returns=1, timeout=seconds)
        return done and self._ray.wait(handles, num_returns=len(handles), timeout=0)[0]

    def result(self, handle: Any) -> Played:
        try:
            played: Played = self._ray.get(handle)
        except self._ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, KhlongError):
                raise error.cause from None
            raise
        except self._ray.exceptions.RayError:  # the worker, or its machine, is gone
            raise WorkerLostError from None
        return played

    def dismiss(self) -> None:
        self._ray.shutdown()


def _knock(address: str) -> None:
    """Ray itself would look for a cluster that is not there for many minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        try:
            socket.create_connection((host, int(port)), KNOCK_SECONDS).close()
        except (OSError, ValueError, OverflowError) as error:
            raise ArenaError(f"There is no Ray cluster to be had at {address}: {error}.") from None


# in the workers


def _play(shipped: tuple[Plan, dict[str, str]], fixture: Fixture) -> Played:
    plan, texts = shipped
    matches = [
        replace(match, components=_on_disk(texts[match.components])) if match.components else match
        for match in plan.matches
    ]
    return play_fixture(replace(plan, matches=tuple(matches)), fixture)


@cache
def _on_disk(text: str) -> str:
    """A component file from the one who asked, on the disk of the machine that plays."""
    with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8", delete=False) as file:
        file.write(text)
    return file.name
