"""Entries of a log: each kind is written with its version, and what was written before is read."""

from __future__ import annotations

import pytest

from khlong.server.storage.log import (
    KINDS,
    Absence,
    Become,
    Entry,
    Happening,
    LogError,
    Move,
    Sit,
    read_happening,
)
from khlong.server.storage.store import write_entry

EXAMPLES: dict[str, dict[str, object]] = {
    "sit": {"seat": 1, "name": "Ann", "owner": ""},
    "keep": {"seat": 1, "name": "Ann", "owner": "a"},
    "end": {},
    "remove": {},
    "rise": {"seat": 1},
    "bot": {"seat": 1, "bot": "easy", "name": "Otter", "by": "vote"},
    "back": {"seat": 1},
    "vote": {"seat": 1, "bot": "easy"},
    "absence": {"decide": "others", "bot": "easy", "patience": 60.0, "timeouts": 3},
    "holiday": {"seat": 1, "name": "Ann", "begins": 1.0, "ends": 2.0},
    "timeout": {"seat": 1, "name": "Ann"},
    "start": {"status": "over"},
    "move": {"seat": 1, "move": "place temple", "by": "person"},
    "undo": {"seat": 1},
    "ask-back": {"seat": 1, "name": "Ann", "ply": 3},
    "agree-back": {"seat": 1, "name": "Ann"},
    "refuse-back": {"seat": 1, "name": "Ann"},
    "chat": {"name": "Ann", "text": "hello"},
    "rematch": {"table": "next"},
    "become": {"guest": "g", "account": "a"},
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_read(kind: str) -> None:
    what: Happening = KINDS[kind](**EXAMPLES[kind])  # type: ignore[arg-type]
    row = write_entry("table", Entry(3, 1.5, "ann", "m1", what))
    assert (row["kind"], row["seat"], row["number"]) == (kind, EXAMPLES[kind].get("seat"), 3)
    assert f'"version":{what.version}' in row["body"]
    assert read_happening(row["kind"], row["seat"], row["body"]) == what


def test_logs_of_the_first_version_are_read() -> None:
    assert read_happening("move", 2, '{"move":"pass","by":"stand-in"}') == Move(2, "pass", "stand-in")
    assert read_happening("sit", 0, '{"name":"Ann"}') == Sit(0, "Ann")
    once = Absence("others", "easy", 60.0, timeouts=1)  # the first time cost the seat
    assert read_happening("absence", None, '{"decide":"others","bot":"easy","patience":60.0,"version":1}') == once
    assert read_happening("become", None, '{"from":"guest","to":"account"}') == Become("guest", "account")


@pytest.mark.parametrize(
    ("kind", "body"),
    [("move", '{"move":"pass","by":"person","version":9}'), ("move", '{"by":"person"}'), ("dance", "{}")],
)
def test_what_a_later_version_wrote_is_refused_and_never_guessed(kind: str, body: str) -> None:
    with pytest.raises(LogError, match=kind):
        read_happening(kind, 1, body)
