"""Nothing hidden reaches a page: neither its traffic nor its DOM."""

from __future__ import annotations

import random

import pytest

from .visitor import Visitor


@pytest.mark.parametrize("game", ["phraya", "floating-market"])
def test_neither_seed_nor_generator_is_in_traffic_or_page(visitor: Visitor, game: str, choices: random.Random) -> None:
    answers: list[str] = []
    visitor.page.on("response", lambda answer: answers.append(answer.url) if "/api/" in answer.url else None)
    table = visitor.new_table(game)
    visitor.sit_at(table)
    for _ in range(6):
        visitor.await_turn()
        visitor.make(visitor.choose(choices))
    visitor.await_turn()
    assert not visitor.over, "secrets are looked for while there are some"
    heard = "\n".join(visitor.traffic) + visitor.page.content()
    assert len(visitor.traffic) > 5
    for word in ('"chance":[', '"chance":{', "sfc32", "seat_token"):
        assert word not in heard
    assert '"seed":null' in heard
    hidden = visitor.get(f"/tables/{table}")["table"]
    assert hidden["seed"] is None
