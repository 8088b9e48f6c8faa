"""A server with the page in it, and a browser to look at it with."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from khlong.bots.search import SearchBot
from khlong.games import our_games
from khlong.server.api.pages import static_folder
from khlong.table import game_named, game_names
from tests.server.servers import Running, running

from .browser import launch
from .site import SiteVisitor, StaticHost, build, hosted
from .visitor import Visitor

Invite = Callable[..., Visitor]
EITHER = {
    "test_consequences",
    "test_editor",
    "test_endings",
    "test_help",
    "test_keyboard",
    "test_odds",
    "test_options",
    "test_playing",
    "test_puzzles",
    "test_reasons",
    "test_review",
    "test_review_page",
    "test_rules",
    "test_statistics",
    "test_turns",
    "test_tutorials",
    "test_without_sight",
    "floating_market.test_board",
    "phraya.test_board",
    "phraya.test_details",
    "phraya.test_known",
    "phraya.test_reasons",
    "phraya.test_set_up",
}
"""Modules whose tests hold for both ends. `make test-both-ends` tries all of them."""
ALWAYS = {"test_playing", "test_reasons"}
"""Those that are tried at both ends whenever tests are run."""


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


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    own = tmp_path_factory.getbasetemp()
    return build((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "khlong-site")


@pytest.fixture(scope="session")
def host(site: Path) -> Iterator[StaticHost]:
    with hosted(site) as started:
        yield started


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What one person can do at a table holds for tables at a server and for those in the browser."""
    if "end" not in metafunc.fixturenames:
        return
    module = metafunc.module.__name__.removeprefix("tests.web.")
    here = module in (EITHER if metafunc.config.getoption("--both-ends") else ALWAYS)
    ends = ["server", pytest.param("browser", marks=pytest.mark.slow)] if here else ["server"]
    metafunc.parametrize("end", ends, ids=lambda end: end if here else "")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Games that tests alone know are not in the page that plays by itself."""
    toys = set(game_names()) - set(our_games())
    items[:] = [item for item in items if not ("[browser" in item.name and any(toy in item.name for toy in toys))]


@pytest.fixture
def invite(browser: Browser, end: str, request: pytest.FixtureRequest) -> Iterator[Invite]:
    """Brings a visitor with wishes of their own; all go home after the test."""
    visitors: list[Visitor] = []
    kind = Visitor if end == "server" else SiteVisitor
    base = request.getfixturevalue("server" if end == "server" else "host").base

    def come(**wishes: object) -> Visitor:
        visitors.append(kind(browser, base, **wishes))  # type: ignore[arg-type]
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
