"""The application: routes, guards and the context behind them."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

import khlong

from .api import (
    games,
    holidays,
    looking_back,
    notices,
    pages,
    people,
    positions,
    reviews,
    socket,
    statistics,
    tables,
    tutorials,
)
from .api.openapi import describe
from .api.problems import handle_problems
from .api.security import Guard
from .context import Context
from .operations.settings import Settings

YOUNG = 100_000  # new objects are looked through so many at a time: some 20,000 moves leave so many behind
SELDOM = 1_000_000
HOUR = 3600.0


def make_app(settings: Settings) -> FastAPI:
    """An application that opens its database when it starts."""
    context = Context(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await context.open()
        gc.freeze()  # what is loaded now stays for ever: it need not be looked through again
        gc.set_threshold(YOUNG, SELDOM, SELDOM)  # what has grown old is looked through once an hour, not all the time
        cleaning = asyncio.create_task(_collect_hourly())
        yield
        cleaning.cancel()
        await context.close()

    app = FastAPI(
        title="Khlong",
        version=khlong.__version__,
        description="Tables of board games for people, bots and programs.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url="/docs" if settings.docs else None,
        redoc_url=None,
        separate_input_output_schemas=False,
    )
    app.state.context = context
    app.include_router(people.router)
    app.include_router(games.router)
    app.include_router(notices.router)
    app.include_router(holidays.router)
    app.include_router(positions.router)
    app.include_router(statistics.router)
    app.include_router(tables.router)
    app.include_router(reviews.router)
    app.include_router(tutorials.router)
    app.include_router(looking_back.router)
    app.include_router(socket.router)
    pages.serve_pages(app)
    handle_problems(app)
    app.add_middleware(Guard, settings=settings)
    describe(app)
    return app


async def _collect_hourly() -> None:
    """Looks for cycles among everything: play makes none, connections make a few, and everybody waits meanwhile."""
    while True:
        await asyncio.sleep(HOUR)
        gc.collect()
