"""Whatever is handed to a public call: it does what it says, or raises an error of ours with a message."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import khlong
import khlong.table
from khlong.games.facets import Event
from khlong.table import Table, new_table

LONGEST_MESSAGE = 8000  # twenty mistakes in a file of a long name


class Unshowable:
    """Something that cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no")

    def __index__(self) -> int:
        raise RuntimeError("no")


def _played(moves: int) -> Table:
    table, choices = new_table("floating-market", 3, seed=5), random.Random(5)
    while not table.over and table.ply < moves:
        table.play(choices.choice(table.legal_numbers()))
    return table


TABLES = {"fresh": _played(0), "begun": _played(40), "over": _played(100_000)}
BEGUN = TABLES["begun"]
REAL: list[Any] = [
    *("floating-market", "phraya", "place temple", "place market", "goal", "7", "random", "seed", "sha256"),
    *({"goal": 7}, {"first": 2}, ["Ann", "Bo", "Cho"], [None, None, None], 3, 20, [9], [9, "place temple"]),
    *(BEGUN, BEGUN.game, BEGUN.state, BEGUN.move_numbers, BEGUN.events()[0], BEGUN.write_position()),
    *(khlong.write_record(BEGUN), BEGUN.write_position()["position"], Path("game.json"), {1: (1, 2, 3, 4)}),
]
ODD: list[Any] = [
    *(1.5, float("nan"), float("inf"), 10**41, -(10**41), 1 << 100_000, -1, True, np.int64(9), np.float32(9)),
    *(None, b"place temple", "\ud800", "x\0y", "x" * 5000, "9" * 41, "9" * 5000, object(), Event),
    *([[[]]], {1: 2}, {"seat": 99}, {None: None}, {"game": 5}, ["\ud800"] * 3),
    *(Event("fruit", {"seat": 99}), {1: 2, "x": 3}, {"game": "phraya", "players": 2}),
    *(Event(None, {}), Event("coins", 5)),  # type: ignore[arg-type]
]
plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30) | st.binary(max_size=5)
anything = (
    st.sampled_from(ODD)
    | st.sampled_from(REAL)
    | st.recursive(plain, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(plain, inner, max_size=4))
)
METHODS = [name for name, _ in inspect.getmembers(Table, callable) if not name.startswith("_")]
FUNCTIONS = [name for name in khlong.table.__all__ if inspect.isfunction(getattr(khlong.table, name))]


def arguments(call: Callable[..., object], data: st.DataObject) -> dict[str, Any]:
    """Something, or nothing, for each parameter that a call has."""
    parameters = [each for each in inspect.signature(call).parameters.values() if each.name != "self"]
    must = [each.name for each in parameters if each.default is each.empty]
    may = data.draw(st.lists(st.sampled_from([each.name for each in parameters]), unique=True)) if parameters else []
    return {name: data.draw(anything, label=name) for name in {**dict.fromkeys(must), **dict.fromkeys(may)}}


def made(call: Callable[..., object], given: dict[str, Any]) -> None:
    """Makes a call: errors are ours, and their messages can be read."""
    try:
        found = call(**given)
        if inspect.isgenerator(found):
            list(found)
    except khlong.KhlongError as error:
        message = str(error)
        assert 0 < len(message) < LONGEST_MESSAGE


def test_what_cannot_even_be_shown_is_refused() -> None:
    for call in (new_table, BEGUN.play, BEGUN.at, khlong.load_record, khlong.write_record, khlong.table_from_position):
        with pytest.raises(khlong.KhlongError, match="Unshowable"):
            call(Unshowable())  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", METHODS)
@given(at=st.sampled_from(list(TABLES)), data=st.data())
def test_a_table_takes_anything_or_says_what_is_wrong(name: str, at: str, data: st.DataObject) -> None:
    call = getattr(TABLES[at].copy(), name)
    made(call, arguments(call, data))


@pytest.mark.parametrize("name", FUNCTIONS)
@given(data=st.data())
def test_every_function_takes_anything_or_says_what_is_wrong(name: str, data: st.DataObject) -> None:
    call = getattr(khlong.table, name)
    given = arguments(call, data)
    if name == "save_record" and isinstance(given["path"], str):
        given["path"] = given["path"].replace("/", "_")  # nothing is written anywhere else
    made(call, given)
