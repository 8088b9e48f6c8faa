"""A server in a process of its own, to be measured, stopped and killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import httpx
import psutil

from khlong.server.operations.settings import Settings

NO_LIMITS = {
    "KHLONG_CONNECTIONS": "1000000",
    **{f"KHLONG_{name.upper()}": "1000000/second" for name in Settings.model_fields if name.startswith("rate_")},
}
HOST = "127.0.0.1"
LAST_WORDS = 1000


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


class Served:
    """A running server."""

    def __init__(self, command: Sequence[str], port: int, environment: dict[str, str] | None = None) -> None:
        self.port = port
        self.base = f"http://{HOST}:{port}"
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  # as long as the server
        self._process = subprocess.Popen(
            command, env=os.environ | (environment or {}), stdout=subprocess.DEVNULL, stderr=self._said
        )
        self._watched = psutil.Process(self._process.pid)

    def wait_until_ready(self, path: str, seconds: float = 180) -> None:
        deadline = time.monotonic() + seconds
        while True:
            try:
                httpx.get(f"{self.base}{path}", timeout=5)
                return
            except httpx.TransportError:
                status = self._process.poll()
                if status is not None:
                    self._said.seek(0)
                    said = self._said.read().decode(errors="replace")[-LAST_WORDS:]
                    raise RuntimeError(f"the server ended with {status} and these words: {said}") from None
                if time.monotonic() > deadline:
                    raise RuntimeError(f"the server did not answer within {seconds:.0f} seconds") from None
                time.sleep(0.05)

    @property
    def process_id(self) -> int:
        return self._process.pid

    def cpu_seconds(self) -> float:
        """CPU time of the server process itself; bots think elsewhere."""
        times = self._watched.cpu_times()
        return float(times.user + times.system)

    def memory(self) -> int:
        return int(self._watched.memory_info().rss)

    def kill(self) -> None:
        """kill -9, and the bots' processes with it."""
        children = self._watched.children(recursive=True)
        self._process.kill()
        self._process.wait()
        for child in children:
            if child.is_running():
                child.kill()

    def terminate(self) -> bool:
        """Asks it to stop. Says whether it ended by itself."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(60) == 0

    def running(self) -> bool:
        return self._process.poll() is None


def serve_command(port: int, database: str) -> list[str]:
    return [sys.executable, "-m", "khlong", "serve", "--port", str(port), "--database", database]


def khlong(database: str, *, limits: bool = False, **settings: str) -> Served:
    """Our server on a database, without rate limits unless they are wanted."""
    port = free_port()
    environment = ({} if limits else NO_LIMITS) | {f"KHLONG_{key.upper()}": value for key, value in settings.items()}
    served = Served(serve_command(port, database), port, environment)
    served.wait_until_ready("/healthz")
    return served


@contextmanager
def serving(database: str, *, limits: bool = False, **settings: str) -> Iterator[Served]:
    served = khlong(database, limits=limits, **settings)
    try:
        yield served
    finally:
        if served.running():
            served.terminate()
