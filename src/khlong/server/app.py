"""The application: routes, guards and the hall behind them."""

from __future__ import annotations

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

COLLECT = (5_000, 10, 100)  # few cycles are made: seldom enough to cost little, often enough to stop for short


def make_app(settings: Settings) -> FastAPI:
    """An application that opens its database when it starts."""
    hall = Hall(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await hall.open()
        gc.freeze()  # what is loaded now stays for ever: it need not be looked through again
        gc.set_threshold(*COLLECT)
        yield
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
