"""A server in a process of its own, to be measured, stopped and killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import httpx
import psutil

NO_LIMITS = {
    f"KHLONG_RATE_{name}": "1000000/second"
    for name in ("REQUESTS", "ADDRESS", "GUESTS", "TABLES", "CHAT", "MESSAGES", "LOGIN", "HINTS", "PREVIEWS")
}
HOST = "127.0.0.1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


class Served:
    """A running server."""

    def __init__(self, command: Sequence[str], port: int, environment: dict[str, str] | None = None) -> None:
        self.port = port
        self.base = f"http://{HOST}:{port}"
        self._process = subprocess.Popen(
            command, env=os.environ | (environment or {}), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._watched = psutil.Process(self._process.pid)

    def wait_until_ready(self, path: str, seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while True:
            try:
                httpx.get(f"{self.base}{path}", timeout=5)
                return
            except httpx.TransportError:
                if time.monotonic() > deadline or self._process.poll() is not None:
                    raise RuntimeError("the server did not start") from None
                time.sleep(0.05)

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


def khlong(database: str, **settings: str) -> Served:
    """Our server on a database, without rate limits."""
    port = free_port()
    command = [sys.executable, "-m", "khlong", "serve", "--port", str(port), "--database", database]
    served = Served(command, port, NO_LIMITS | {f"KHLONG_{key.upper()}": value for key, value in settings.items()})
    served.wait_until_ready("/healthz")
    return served


@contextmanager
def serving(database: str, **settings: str) -> Iterator[Served]:
    served = khlong(database, **settings)
    try:
        yield served
    finally:
        if served.running():
            served.terminate()
