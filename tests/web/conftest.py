"""A server with the page in it, and a browser to look at it with."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from khlong.bots.search import SearchBot
from khlong.server.api.pages import static_folder
from khlong.table import game_named, game_names
from tests.server.servers import Running, running

from .browser import launch
from .visitor import Visitor

Invite = Callable[..., Visitor]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = launch(playwright)
        yield started
        started.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    assert (static_folder() / "index.html").exists(), "the page is not built: make web"
    for game in game_names():
        SearchBot().prepare(game_named(game))  # so that no bot's first move waits for a compiler
    with running(str(tmp_path_factory.mktemp("page") / "khlong.sqlite3")) as started:
        yield started


@pytest.fixture
def invite(browser: Browser, server: Running) -> Iterator[Invite]:
    """Brings a visitor with wishes of their own; all go home after the test."""
    visitors: list[Visitor] = []

    def come(**wishes: object) -> Visitor:
        visitors.append(Visitor(browser, server.base, **wishes))  # type: ignore[arg-type]
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()


@pytest.fixture
def visitor(invite: Invite) -> Visitor:
    return invite()


@pytest.fixture
def choices(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(request.node.name)
