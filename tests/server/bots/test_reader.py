"""Strangers' files: read in another process, within limits, and no bad one twice."""

from __future__ import annotations

import asyncio
import os
import time
import tomllib
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from khlong.engine.errors import KhlongError
from khlong.server.bots import reader
from khlong.server.bots.reader import MOST_OF_ONE, Reader
from khlong.server.errors import Refusal
from khlong.server.storage import Person
from khlong.server.tables import new_table
from khlong.server.tables.room import Room
from khlong.server.wire.messages import DEEPEST, NewTable
from tests.patience import PATIENCE
from tests.server.client import Player, new_id
from tests.server.servers import Running
from tests.server.tables.test_records import played


def refuse(text: str) -> str:
    raise Refusal("bad_text", text, 422)


def stumble(text: str) -> str:
    raise ZeroDivisionError(text)


def hang(text: str) -> str:
    time.sleep(PATIENCE)
    return text


def die(text: str) -> str:
    os._exit(1)


def with_reader(work: Callable[[Reader], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        opened = Reader()
        try:
            await asyncio.wait_for(work(opened), PATIENCE)
        finally:
            await opened.stop()

    asyncio.run(run())


async def code_of(opened: Reader, file: bytes, work: Callable[[str], str]) -> str:
    with pytest.raises(Refusal) as refused:
        await opened.read("here", file, work, "no")
    assert refused.value.status == 422
    return refused.value.code


@pytest.mark.slow
def test_whatever_a_file_does_to_its_reader_the_next_one_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(opened: Reader) -> None:
        for bad, code in ((refuse, "bad_text"), (stumble, "unreadable"), (hang, "too_long"), (die, "too_long")):
            monkeypatch.setattr(reader, "SECONDS", 0.5 if bad is hang else PATIENCE)
            assert await code_of(opened, repr(bad).encode(), bad) == code
            monkeypatch.setattr(reader, "SECONDS", PATIENCE)
            assert await opened.read("here", b"good", str.upper, "yes") == "YES"

    with_reader(work)


def test_the_same_bad_bytes_are_not_worked_through_again() -> None:
    async def work(opened: Reader) -> None:
        for _ in range(3):
            assert await code_of(opened, b"bad", refuse) == "bad_text"
        assert opened._worker is not None
        assert opened._worker.jobs == 1

    with_reader(work)


def test_what_took_too_long_once_may_be_tried_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(opened: Reader) -> None:
        assert await code_of(opened, b"slow", die) == "too_long"
        assert await code_of(opened, b"slow", str.upper) == "too_long"
        monkeypatch.setattr(reader, "SOON", 0.0)
        assert await code_of(opened, b"slower", die) == "too_long"
        assert await opened.read("here", b"slower", str.upper, "yes") == "YES"

    with_reader(work)


def test_one_address_cannot_fill_the_line() -> None:
    async def work(opened: Reader) -> None:
        many = [opened.read("here", bytes([number]), str.upper, "a") for number in range(MOST_OF_ONE + 2)]
        answers = await asyncio.gather(*many, opened.read("there", b"", str.upper, "b"), return_exceptions=True)
        assert [answer for answer in answers if isinstance(answer, str)] == ["A"] * MOST_OF_ONE + ["B"]
        assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["busy"] * 2
        assert not opened._waiting

    with_reader(work)


def test_components_are_read_in_another_process_and_a_mistake_is_remembered(
    ann: Player, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tomllib, "loads", None)  # nobody here reads them
    codes, jobs = set(), set()
    for _ in range(3):
        codes.add(ann.refused("/api/tables", {"game": "floating-market", "components": f"mistake = '{ann.id}'"}))
        jobs.add(server.context.reader._worker.jobs)
    assert codes == {"bad_components"}
    assert len(jobs) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"moves": 7},
        {"moves": None},
        {"moves": {"0": "place temple"}},
        {"moves": [["place temple"]]},
        {"moves": "place temple"},
        {"seats": 3},
        {"seats": [3]},
        {"seed": 10**40},
        {"rolls": []},
        {"position": {"seats": 10**30}},
        {"position": [[]]},
        {"options": {"goal": []}},
        {"result": {"winners": [10**40], "scores": [[]], "ending": ""}},
        {"format": []},
        {"game": ["floating-market"]},
        {"components": {}},
    ],
    ids=str,
)
def test_records_of_any_shape_are_refused_with_a_reason(ann: Player, change: dict[str, object]) -> None:
    answer = ann.post("/api/records", {"record": played("floating-market", 20) | change})
    assert (answer.status_code, answer.json()["code"]) in ((422, "bad_record"), (422, "unknown_game")), answer.text


@pytest.mark.parametrize("body", [b"", b"{", b"null", b"[]", b'{"record":' * 30_000, b"[" * 1_000_000, b"\xff", b"{}"])
def test_uploads_of_anything_are_refused(ann: Player, body: bytes) -> None:
    answer = ann.http.post("/api/records", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) in ((400, "not_json"), (422, "bad_request")), answer.text


def test_positions_are_refused_that_are_nested_deep(ann: Player) -> None:
    position: dict[str, object] = {}
    for _ in range(DEEPEST):
        position = {"seats": position}
    for wish in ({"position": position}, {"position": {"seats": [[10**30]]}}):
        answer = ann.post("/api/tables", {"game": "floating-market", "players": 2} | wish)
        assert (answer.status_code, answer.json()["code"]) in ((422, "bad_request"), (422, "bad_table")), answer.text


def test_a_position_is_checked_with_the_seed_that_it_is_played_with(monkeypatch: pytest.MonkeyPatch) -> None:
    built = []

    class Picky(Room):
        def __init__(self, header: Any, game: Any) -> None:
            built.append(header.seed)
            raise KhlongError("not with this seed")

    monkeypatch.setattr(new_table, "Room", Picky)
    monkeypatch.setattr(new_table, "new_seed", lambda: 7)
    with pytest.raises(Refusal, match="not with this seed"):
        new_table.plan_table(Person(new_id(), "Ann", None), NewTable(game="floating-market", players=2, position={}))
    assert built == [7]
