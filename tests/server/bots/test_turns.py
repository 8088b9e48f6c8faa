"""Who waits for a process: the most urgent goes first, and nobody waits for ever or among too many."""

from __future__ import annotations

import asyncio

import pytest

from khlong.server.bots import turns
from khlong.server.bots.turns import Busy, Turns, Urgency


def test_the_most_urgent_goes_first_and_equals_in_their_order() -> None:
    gone: list[str] = []

    async def go(line: Turns, urgency: Urgency, name: str) -> None:
        async with line.turn(urgency):
            gone.append(name)

    async def all_at_once() -> None:
        line = Turns(1)
        async with line.turn(Urgency.OWN_LESSON):
            wishes = [(urgency, f"{urgency.name} {number}") for urgency in reversed(Urgency) for number in (1, 2)]
            waiting = [asyncio.create_task(go(line, *wish)) for wish in wishes]
            await asyncio.sleep(0)
        await asyncio.gather(*waiting)

    asyncio.run(all_at_once())
    assert gone == [f"{urgency.name} {number}" for urgency in Urgency for number in (1, 2)]


def test_who_brings_a_crowd_makes_it_wait_for_itself() -> None:
    gone: list[str] = []

    async def go(line: Turns, whom: str) -> None:
        async with line.turn(Urgency.MOVE, whom):
            gone.append(whom)

    async def all_at_once() -> None:
        line = Turns(1)
        async with line.turn(Urgency.MOVE, "crowd"):
            waiting = [asyncio.create_task(go(line, whom)) for whom in ["crowd"] * 50 + ["ann", "bo"]]
            await asyncio.sleep(0)
            assert line.share(Urgency.MOVE, "ann") == 1 / (1 + 1 + 2)
            assert line.share(Urgency.MOVE, "crowd") == 1 / (1 + 50 + 2)
        await asyncio.gather(*waiting)

    asyncio.run(all_at_once())
    assert gone[:2] == ["ann", "bo"]
    assert len(gone) == 52


def test_nobody_fills_the_line_alone() -> None:
    async def crowd() -> None:
        line = Turns(1)
        async with line.turn(Urgency.HINT):
            waiting = [asyncio.create_task(line.turn(Urgency.HINT, "crowd").__aenter__()) for _ in range(5)]
            await asyncio.sleep(0)
            with pytest.raises(Busy):
                line.check(Urgency.HINT, "crowd")
            line.check(Urgency.HINT, "ann")
            for each in waiting:
                each.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(crowd())


def test_who_would_be_one_too_many_is_told_so_at_once() -> None:
    async def crowd() -> None:
        line = Turns(1)
        async with line.turn(Urgency.HINT):
            waiting = [asyncio.create_task(line.turn(Urgency.HINT).__aenter__()) for _ in range(10)]
            await asyncio.sleep(0)
            with pytest.raises(Busy, match="try again in a moment"):
                await line.turn(Urgency.HINT).__aenter__()
            assert line.waiting(Urgency.HINT) == 10
            for each in waiting:
                each.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(crowd())


def test_who_gives_up_in_the_moment_that_a_turn_comes_leaves_it_to_the_next() -> None:
    async def give_up() -> None:
        line = Turns(1)
        async with line.turn(Urgency.MOVE):
            first, second = (asyncio.create_task(line.turn(Urgency.MOVE).__aenter__()) for _ in range(2))
            await asyncio.sleep(0)
            first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        await second

    asyncio.run(give_up())


def test_nobody_waits_for_ever_and_who_gave_up_takes_nobodys_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(turns.PATIENCE, Urgency.PREVIEW, 0.01)

    async def give_up() -> None:
        line = Turns(1)
        async with line.turn(Urgency.MOVE):
            with pytest.raises(TimeoutError):
                await line.turn(Urgency.PREVIEW).__aenter__()
            assert not line.waiting(Urgency.PREVIEW)
            cancelled = asyncio.create_task(line.turn(Urgency.MOVE).__aenter__())
            await asyncio.sleep(0)
        cancelled.cancel()  # just as its turn has come
        await asyncio.gather(cancelled, return_exceptions=True)
        async with line.turn(Urgency.PREVIEW):
            pass

    asyncio.run(give_up())
