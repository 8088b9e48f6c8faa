"""The same tests on SQLite and on a real PostgreSQL, each with a real server in front."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .client import Player
from .servers import Postgres, Running, running

NewDatabase = Callable[[], str]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def new_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> NewDatabase:
    """Makes an empty database of one kind, as often as it is called."""
    if request.param == "sqlite":
        return lambda: str(tmp_path_factory.mktemp("server") / "khlong.sqlite3")
    found: Postgres = request.getfixturevalue("postgres")
    return found.new_database


@pytest.fixture(scope="session")
def server(new_database: NewDatabase) -> Iterator[Running]:
    """A server that tests share: each brings its own people and tables."""
    with running(new_database()) as started:
        yield started


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return str(tmp_path / "khlong.sqlite3")


@pytest.fixture
def ann(server: Running) -> Player:
    return Player(server.base, "Ann")


@pytest.fixture
def bo(server: Running) -> Player:
    return Player(server.base, "Bo")


@pytest.fixture
def dice(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(request.node.name)
