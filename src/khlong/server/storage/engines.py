"""Database connections: SQLite made durable, PostgreSQL by URL, both brought up to date at the start."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from khlong.table import KhlongError

from .schema import metadata

CONNECTIONS = 5
CACHE_KIB = 32_000  # moves go to pages all over the database: read anew, they delay one commit in a hundred
REVISION = "alembic_version"
MIGRATING = 7_405_516  # a number of our own for PostgreSQL's advisory locks


class DatabaseError(KhlongError):
    """A database that cannot be used."""


def make_engine(database: str) -> AsyncEngine:
    """An engine for a database: a file, or the URL of a PostgreSQL."""
    url = _read_url(database)
    if url.get_backend_name() == "sqlite":
        _make_folder(url.database)
        engine = create_async_engine(url.set(drivername="sqlite+aiosqlite"), pool_size=CONNECTIONS)
        event.listen(engine.sync_engine, "connect", _make_durable)
        return engine
    return create_async_engine(
        url.set(drivername="postgresql+asyncpg"), pool_size=CONNECTIONS, max_overflow=5, pool_pre_ping=True
    )


def open_for_writing(url: URL) -> sqlite3.Connection:
    """A connection that writes to a SQLite file, with checkpoints when it is told to and never in a commit."""
    connection = sqlite3.connect(str(url.database), check_same_thread=False)
    _make_durable(connection, None)
    connection.execute("PRAGMA wal_autocheckpoint=0")
    connection.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
    return connection


def _read_url(database: str) -> URL:
    try:
        url = make_url(database if "://" in database else f"sqlite:///{database}")
    except ArgumentError:
        raise DatabaseError(f"{database!r} is neither a file nor a URL like postgresql://user@host/name.") from None
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise DatabaseError(f"Khlong keeps its games in SQLite or PostgreSQL, not in {url.get_backend_name()}.")
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise DatabaseError("Games are kept in a file: say which, like --database games.sqlite3.")
    return url


def _make_folder(file: str | None) -> None:
    assert file is not None
    try:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseError(f"The database {file} cannot be opened: {error.strerror or error}.") from None


def claim(database: str, address: str = "") -> IO[str] | None:
    """Keeps a SQLite file for one server, as long as what this gives stays open. A PostgreSQL is for many."""
    url = _read_url(database)
    if url.get_backend_name() != "sqlite":
        return None
    _make_folder(url.database)
    try:
        lock = Path(f"{Path(str(url.database)).resolve()}.lock").open("a+", encoding="utf-8")  # noqa: SIM115
    except OSError as error:
        raise DatabaseError(f"The database {url.database} cannot be opened: {error.strerror or error}.") from None
    try:
        _lock(lock)
    except OSError:
        lock.seek(0)
        with lock:
            where = f": it is at {found}" if os.name != "nt" and (found := lock.read(200)) else ""
        raise DatabaseError(
            f"Another server has the database {url.database} open{where}. Stop it first, or give this one a database "
            "of its own: --database FILE."
        ) from None
    lock.truncate(0)
    lock.write(address)
    lock.flush()
    return lock


def _lock(file: IO[str]) -> None:
    """Locks a file until it is closed, or its process ends in whatever way."""
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


async def bring_up_to_date(database: str) -> None:
    """Opens a database once, so that what is wrong with it is said before anything else."""
    engine = make_engine(database)
    await migrate(engine)
    if engine.dialect.name == "sqlite":
        with suppress(SQLAlchemyError):  # what the last server left goes where a damaged WAL cannot take it
            async with engine.connect() as connection:
                await connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
    await engine.dispose()


def _make_durable(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


async def migrate(engine: AsyncEngine) -> None:
    """Brings a database up to the newest schema; a new one from nothing."""
    try:
        async with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
            await connection.run_sync(_upgrade)
    except (SQLAlchemyError, CommandError, OSError) as error:
        shown = engine.url.render_as_string(hide_password=True)
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise DatabaseError(f"The database {shown} cannot be opened: {reason.rstrip('.')}.") from None


def migrations(connection: Connection) -> Config:
    """What Alembic needs to migrate the database of a connection."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection) -> None:
    there = inspect(connection).get_table_names()
    if there and REVISION not in there:
        raise CommandError(f"it is a database of something else, with tables like {there[0]}")
    try:
        command.upgrade(migrations(connection), "head")
    except CommandError:
        (revision,) = connection.execute(text(f"SELECT version_num FROM {REVISION}")).one()
        raise CommandError(f"its schema is {revision!r}, which this version of Khlong does not know") from None
    found = inspect(connection)
    for table in metadata.sorted_tables:
        columns = {column["name"] for column in found.get_columns(table.name)} if found.has_table(table.name) else set()
        if missing := {column.name for column in table.columns} - columns:
            raise CommandError(f"its table {table.name} lacks {', '.join(sorted(missing))}")
