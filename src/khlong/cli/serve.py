"""The commands around a server. It needs more than the games do, so what is missing is said."""

from __future__ import annotations

import os
from pathlib import Path

from .errors import CommandError


def serve(
    host: str | None, port: int | None, database: str | None, processes: int | None, settings: Path | None
) -> None:
    _check_installed()
    from khlong.server.run import serve as run
    from khlong.server.settings import FILE_VARIABLE, read_settings

    if settings is not None:
        os.environ[FILE_VARIABLE] = str(settings)
    chosen = read_settings(host=host, port=port, database=database, processes=processes)
    print(f"Khlong is at {chosen.public_url or f'http://{chosen.host}:{chosen.port}'}; Ctrl+C stops it.", flush=True)
    run(chosen)


def backup(target: Path, database: str | None) -> None:
    _check_installed()
    from khlong.server.backup import backup as run
    from khlong.server.settings import read_settings

    run(read_settings(database=database).database, target)
    print(f"Saved: {target}")


def _check_installed() -> None:
    try:
        import fastapi  # noqa: F401
        import sqlalchemy  # noqa: F401
        import uvicorn  # noqa: F401
    except ModuleNotFoundError as error:
        raise CommandError(f"A server needs {error.name}: pip install 'khlong[server]'") from None
