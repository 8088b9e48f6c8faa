"""The application: routes, guards and the context behind them."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI

import khlong

from .api import pages, people, socket, tables
from .api.openapi import describe
from .api.problems import handle_problems
from .api.security import Guard
from .context import Context
from .operations.settings import Settings

MANY = 200_000  # new objects: so many are looked through at any moment, which takes about 0.1 s
FEW = 5_000  # so many when nobody waits for the disk, which takes some milliseconds
SELDOM = 1_000_000
TRIM_THRESHOLD = -1  # M_TRIM_THRESHOLD in malloc.h
KEPT_FREE = 16 << 20
TICK = 0.3
TICKS_IN_AN_HOUR = 12_000


def make_app(settings: Settings) -> FastAPI:
    """An application that opens its database when it starts."""
    context = Context(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await context.open()
        gc.freeze()  # what is loaded now stays for ever: it need not be looked through again
        gc.set_threshold(MANY, SELDOM, SELDOM)
        _keep_freed_memory()
        cleaning = asyncio.create_task(_collect_in_quiet_moments(context))
        yield
        cleaning.cancel()
        await context.close()

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
    app.state.context = context
    app.include_router(people.router)
    app.include_router(tables.router)
    app.include_router(socket.router)
    pages.serve_pages(app)
    handle_problems(app)
    app.add_middleware(Guard, settings=settings)
    describe(app)
    return app


def _keep_freed_memory() -> None:
    """What one move frees the next one needs: the C library need not hand it back to the system in between."""
    with suppress(AttributeError, OSError, TypeError):  # it is not glibc
        ctypes.CDLL(None).mallopt(TRIM_THRESHOLD, KEPT_FREE)


async def _collect_in_quiet_moments(context: Context) -> None:
    """Looks for cycles: among what is new when nothing is being written, among everything once an hour.

    Play makes no cycles, connections make a few, and everybody waits while it looks.
    """
    for tick in itertools.count(1):
        await asyncio.sleep(TICK)
        if tick % TICKS_IN_AN_HOUR == 0:
            gc.collect()
        elif gc.get_count()[0] > FEW:
            gc.collect(0)
