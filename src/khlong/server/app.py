"""The application: routes, guards and the hall behind them."""

from __future__ import annotations

import asyncio
import gc
import itertools
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

SOON = 5.0
SOONS_IN_AN_HOUR = 720


def make_app(settings: Settings) -> FastAPI:
    """An application that opens its database when it starts."""
    hall = Hall(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await hall.open()
        gc.freeze()  # what is loaded now stays for ever: it need not be looked through again
        gc.disable()
        cleaning = asyncio.create_task(_collect_by_the_clock())
        yield
        cleaning.cancel()
        gc.enable()
        gc.unfreeze()
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


async def _collect_by_the_clock() -> None:
    """Looks for cycles: among what is new every few seconds, among everything once an hour.

    The server makes hardly any, and everybody waits while it looks. Left to itself Python looks whenever many tables
    are busy at once, which is the worst moment and takes a tenth of the server's time.
    """
    for tick in itertools.count(1):
        await asyncio.sleep(SOON)
        gc.collect(2 if tick % SOONS_IN_AN_HOUR == 0 else 0)
