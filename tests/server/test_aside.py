"""Work beside the event loop: neither downloads of many nor all the wishes of one keep a table from being opened."""

from __future__ import annotations

import asyncio
import threading

import pytest

from khlong.server.aside import MOST_OF_ONE, aside, aside_for
from khlong.server.errors import Refusal
from tests.patience import PATIENCE


def test_who_looks_at_much_holds_up_no_table_and_has_only_so_much_in_line() -> None:
    free = threading.Event()

    async def look() -> None:
        looks = [asyncio.create_task(aside_for("here", free.wait, PATIENCE)) for _ in range(MOST_OF_ONE)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="try again in a moment"):
            await aside_for("here", int)
        other = asyncio.create_task(aside_for("there", int))
        assert await asyncio.wait_for(aside(str, 7), PATIENCE) == "7"
        assert not other.done()
        free.set()
        assert await asyncio.gather(*looks, other) == [True] * MOST_OF_ONE + [0]
        assert await aside_for("here", int) == 0

    asyncio.run(look())
