"""Rate limits: so many times in a span, and then again."""

from __future__ import annotations

import pytest
from starlette.requests import HTTPConnection

from khlong.server.api.dependencies import address_of
from khlong.server.errors import Refusal
from khlong.server.operations.rates import Limit, Rates, read_limit
from khlong.server.operations.settings import Settings, SettingsError, read_settings


def test_a_span_that_is_over_begins_anew_for_each_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("khlong.server.operations.rates.time.monotonic", lambda: now)
    counted = Rates(Settings(rate_chat="2/10second"))
    assert [counted.allows("chat", "ann") for _ in range(3)] == [True, True, False]
    assert counted.allows("chat", "bo")
    with pytest.raises(Refusal, match="wait a little"):
        counted.check("chat", "ann")
    now = 110.0
    counted.sweep()
    assert counted.allows("chat", "ann")


def test_limits_are_read_as_settings_have_them() -> None:
    assert read_limit("600/minute") == Limit(600, 60)
    assert read_limit("60/10second") == Limit(60, 10)
    for nonsense in ("many", "0/minute", "5/fortnight"):
        with pytest.raises(SettingsError, match="rate_chat"):
            read_settings(rate_chat=nonsense)


def test_all_at_one_address_have_more_together_and_what_is_refused_costs_nobody_anything() -> None:
    counted = Rates(Settings(rate_hints="2/hour", people_at_address=2))
    asked = [counted.allows("hints", who, "here") for who in ("ann", "ann", "ann", "bo", "chai", "bo", "dao")]
    assert asked == [True, True, False, True, True, False, False]
    assert counted.allows("hints", "dao", "elsewhere")
    assert counted.allows("hints", "bo", "elsewhere")


def test_an_address_is_counted_where_nobody_is_known() -> None:
    counted = Rates(Settings(rate_messages="2/hour", people_at_address=2))
    assert [counted.allows("messages", None, "here") for _ in range(5)] == [True] * 4 + [False]
    assert counted.allows("messages", None, "elsewhere")


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_of_many_addresses_counts_as_one(host: str, counted: str) -> None:
    assert address_of(HTTPConnection({"type": "http", "client": (host, 1)})) == counted
