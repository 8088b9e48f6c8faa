"""The commands around a server. It needs more than the games do, so what is missing is said."""

from __future__ import annotations

import os
import socket
import time
import webbrowser
from pathlib import Path
from threading import Thread

from .errors import CommandError


def serve(
    host: str | None, port: int | None, database: str | None, processes: int | None, settings: Path | None
) -> None:
    _check_installed()
    from khlong.server.operations.settings import FILE_VARIABLE, read_settings
    from khlong.server.run import serve as run

    if settings is not None:
        os.environ[FILE_VARIABLE] = str(settings)
    chosen = read_settings(host=host, port=port, database=database, processes=processes)
    run(chosen, f"Khlong is at {chosen.public_url or f'http://{chosen.host}:{chosen.port}'}; Ctrl+C stops it.")


def play_in_browser() -> None:
    """Starts a server for this machine alone and opens its page."""
    _check_installed()
    from khlong.server.operations.settings import read_settings
    from khlong.server.run import serve as run

    chosen = read_settings()
    if "port" not in chosen.model_fields_set and _is_taken(chosen.host, chosen.port):
        chosen = read_settings(port=_free_port(chosen.host))
    address = f"http://{chosen.host}:{chosen.port}"
    Thread(target=_open_when_ready, args=(chosen.host, chosen.port, address), daemon=True).start()
    run(chosen, f"Khlong opens in your browser: {address}; Ctrl+C stops it.")


def _open_when_ready(host: str, port: int, address: str) -> None:
    while not _is_taken(host, port):
        time.sleep(0.05)
    webbrowser.open(address)


def _is_taken(host: str, port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((host, port)) == 0


def _free_port(host: str) -> int:
    with socket.socket() as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
        return port


def backup(target: Path, database: str | None) -> None:
    _check_installed()
    from khlong.server.operations.backup import backup as run
    from khlong.server.operations.settings import read_settings

    run(read_settings(database=database).database, target)
    print(f"Saved: {target}")


def push_key() -> None:
    _check_installed()
    from khlong.server.notices.keys import new_key

    print(f'push_key = "{new_key()}"')


def _check_installed() -> None:
    try:
        import fastapi  # noqa: F401
        import sqlalchemy  # noqa: F401
        import uvicorn  # noqa: F401
    except ModuleNotFoundError as error:
        raise CommandError(f"A server needs {error.name}: pip install 'khlong[server]'") from None
