"""The application: routes, guards and the hall behind them."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

import khlong

from .api import pages, people, socket, tables
from .hall import Hall
from .openapi import describe
from .problems import handle_problems
from .security import Guard
from .settings import Settings

YOUNG = 200_000  # objects: it takes a hundred thousand moves to make so many that stay
SELDOM = 1_000_000
HOUR = 3600.0


def make_app(settings: Settings) -> FastAPI:
    """An application that opens its database when it starts."""
    hall = Hall(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await hall.open()
        gc.freeze()  # what is loaded now stays for ever: it need not be looked through again
        gc.set_threshold(YOUNG, SELDOM, SELDOM)
        cleaning = asyncio.create_task(_collect_hourly())
        yield
        cleaning.cancel()
        await hall.close()

    app = FastAPI(
        title="Khlong",
        version=khlong.__version__,
        description="Tables of Phraya and Floating Market for people, bots and programs.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url="/docs" if settings.docs else None,
        redoc_url=None,
        separate_input_output_schemas=False,
    )
    app.state.hall = hall
    app.include_router(people.router)
    app.include_router(tables.router)
    app.include_router(socket.router)
    pages.serve_pages(app)
    handle_problems(app)
    app.add_middleware(Guard, settings=settings)
    describe(app)
    return app


async def _collect_hourly() -> None:
    """Looks through everything for cycles. Play makes none, connections a few, and everybody waits while it looks."""
    while True:
        await asyncio.sleep(HOUR)
        gc.collect()
