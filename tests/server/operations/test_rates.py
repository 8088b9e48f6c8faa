"""Rate limits: so many times in a span, and then again."""

from __future__ import annotations

import pytest

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
