"""Running a server: one process, or several over one PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from functools import partial

import uvicorn
from fastapi import FastAPI

from khlong.engine.data import Data
from khlong.table import KhlongError

from .app import make_app
from .operations.logs import set_up_logs
from .operations.settings import Settings
from .storage.engines import bring_up_to_date, claim
from .wire.http import Door, PunctualHttp, most_connections
from .wire.websocket import TableSocket

MESSAGE_LIMIT = 16 * 1024
QUEUE = 8
BACKLOG = 4096
CHILD_SETTINGS = "KHLONG_CHILD_SETTINGS"


def uvicorn_settings(settings: Settings) -> Data:
    """uvicorn as measured: no deflate, small messages, short queues."""
    door = Door(most_connections(), None if settings.proxies else settings.connections)
    return {
        "host": settings.host,
        "port": settings.port,
        "http": partial(PunctualHttp, door, settings.request_seconds),
        "loop": "uvloop" if sys.platform != "win32" else "asyncio",
        "ws": TableSocket,
        "ws_max_size": MESSAGE_LIMIT,
        "ws_max_queue": QUEUE,
        "ws_per_message_deflate": False,
        "ws_ping_interval": 30,
        "ws_ping_timeout": 20,
        "timeout_graceful_shutdown": 10,
        "timeout_keep_alive": int(settings.request_seconds),
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": settings.proxies or None,
        "server_header": False,
        "access_log": False,
        "log_config": None,
        "backlog": BACKLOG,
    }


def serve(settings: Settings, greeting: str) -> None:
    """Greets whoever starts it, once nothing stands in its way, and runs until it is told to stop."""
    if settings.processes > 1 and not settings.database.startswith("postgres"):
        raise KhlongError("Several processes need one PostgreSQL: --database postgresql://user@host/name.")
    claimed = claim(settings.database, settings.public_url or f"http://{settings.host}:{settings.port}")
    asyncio.run(bring_up_to_date(settings.database))
    _check_address(settings.host, settings.port)
    print(greeting, flush=True)
    set_up_logs(settings.log_level)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # what uvicorn comes back to, once all is closed
    if settings.processes == 1:
        uvicorn.run(make_app(settings), **uvicorn_settings(settings))
        if claimed is not None:
            claimed.close()
        return
    os.environ[CHILD_SETTINGS] = settings.model_dump_json()
    uvicorn.run(f"{__name__}:child_app", factory=True, workers=settings.processes, **uvicorn_settings(settings))


def _check_address(host: str, port: int) -> None:
    """Raises if nobody can listen there, as a server will."""
    try:
        family, kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise KhlongError(
            f"No server can listen at {host}:{port} ({why}). Choose another port with --port, or end what runs there."
        ) from None


def child_app() -> FastAPI:
    """The application of one process of several."""
    settings = Settings.model_validate_json(os.environ[CHILD_SETTINGS])
    set_up_logs(settings.log_level)
    return make_app(settings)
