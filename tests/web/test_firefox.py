"""The page that plays by itself, in a real Firefox."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator

import pytest

from khlong.table import table_from_record
from tests.patience import PATIENCE

from .firefox import Firefox, firefox
from .site import ASK, StaticHost
from .visitor import LABELS, READY, move_of

pytestmark = pytest.mark.slow

SETTINGS = json.dumps({"language": "en", "speed": "none", "slips": False})
WISH = {
    "game": "floating-market",
    "players": 3,
    "seats": [{"kind": "me"}, {"kind": "bot", "bot": "expert"}, {"kind": "bot", "bot": "expert"}],
}


@pytest.fixture
def fox(host: StaticHost) -> Iterator[Firefox]:
    with firefox() as started:
        started.begin_with(f"localStorage.setItem('khlong-settings', {json.dumps(SETTINGS)})")
        started.open(host.base)
        yield started


def asked(fox: Firefox, method: str, path: str, body: object = None) -> object:
    answer = fox.ask(ASK, [method, path, None if body is None else json.dumps(body)])
    assert answer["status"] == 200, answer
    return answer["data"]


def wait_for(fox: Firefox, condition: str, *args: object) -> None:
    deadline = time.monotonic() + PATIENCE
    while not fox.ask(condition, *args):
        assert time.monotonic() < deadline, condition
        time.sleep(0.02)


def test_a_game_in_firefox_comes_to_its_end(fox: Firefox, host: StaticHost, choices: random.Random) -> None:
    made = asked(fox, "POST", "/tables", WISH)
    assert isinstance(made, dict)
    table = made["table"]["id"]
    fox.open(f"{host.base}?once#/t/{table}")
    ply = -1
    while True:
        wait_for(fox, READY, ply)
        ply = fox.ask("() => Number(document.querySelector('.table').dataset.ply)")
        if fox.ask("() => document.querySelector('.table').dataset.status === 'over'"):
            break
        fox.click(f'[data-move="{move_of(fox.ask(LABELS), choices)}"]')
    assert ply > 10
    assert fox.ask("() => document.querySelector('[role=dialog]') !== null")
    result = table_from_record(asked(fox, "GET", f"/tables/{table}/record")).result
    assert result is not None
    seen = asked(fox, "GET", f"/tables/{table}")
    assert isinstance(seen, dict)
    assert result.as_data() == {key: seen["result"][key] for key in result.as_data()}
    events = asked(fox, "GET", f"/tables/{table}/events?after=0")
    assert isinstance(events, dict)
    assert {each["by"] for each in events["moves"]} == {"person", "bot"}
