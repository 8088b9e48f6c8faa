"""Games that are over are looked at again: in passes that are kept, within quotas, and never while they go on."""

from __future__ import annotations

import asyncio
import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

from khlong.review.analysis import deepest
from khlong.server.storage import KeptReview
from khlong.server.storage import store as stores
from tests.patience import PATIENCE
from tests.server.client import Player
from tests.server.servers import Running, running

RECORDS = Path(__file__).parents[2] / "fixtures" / "0.1"


def record(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    return found


def uploaded(player: Player, name: str = "floating-market-finished", **upload: Any) -> str:
    """The table of a record."""
    table: str = player.ask("/api/records", {"record": record(name), **upload})["table"]["id"]
    return table


def reviewed(player: Player, table: str, depth: int = 1) -> dict[str, Any]:
    """A table's game once it was looked at to some depth."""
    state: dict[str, Any] = player.ask(f"/api/tables/{table}/review")
    end = time.monotonic() + PATIENCE
    while state["depth"] < depth:
        assert state["state"] in ("waiting", "running"), state["message"]
        assert time.monotonic() < end
        time.sleep(0.1)
        state = player.get(f"/api/tables/{table}/review")
    return state


def test_a_game_that_is_over_is_looked_at_again_by_whoever_may_see_it(server: Running) -> None:
    ann, bo = Player(server.base, "Ann"), Player(server.base, "Bo")
    table = uploaded(ann, public=True)
    path = f"/api/tables/{table}/review"
    before = bo.get(path)
    assert (before["state"], before["depth"], before["review"]) == ("none", 0, None)
    state = reviewed(bo, table)
    review = state["review"]
    snapshot = ann.look(table)
    assert (review["plies"], review["players"], review["over"]) == (snapshot["ply"], len(snapshot["seats"]), True)
    assert len(review["chances"]) == len(review["scores"]) == review["plies"] + 1
    assert ann.get(path, have=state["depth"])["review"] is None or ann.get(path)["depth"] > state["depth"]


def test_a_game_that_goes_on_is_not_looked_at_for_that_would_be_a_hint(server: Running) -> None:
    ann = Player(server.base, "Ann")
    table = ann.table(seats="me me")["table"]["id"]
    assert ann.refused(f"/api/tables/{table}/review") == "not_over"
    assert ann.http.get(f"/api/tables/{table}/review").json()["code"] == "not_over"
    going_on = uploaded(ann, "floating-market-unfinished")
    if ann.look(going_on)["table"]["status"] != "over":
        assert ann.refused(f"/api/tables/{going_on}/review") == "not_over"


def test_a_private_game_is_not_there_for_others(server: Running) -> None:
    ann, bo = Player(server.base, "Ann"), Player(server.base, "Bo")
    table = uploaded(ann)
    assert bo.refused(f"/api/tables/{table}/review") == "not_found"
    assert bo.http.get(f"/api/tables/{table}/review").status_code == 404
    assert Player(server.base, guest=False).refused(f"/api/tables/{table}/review") == "no_session"


def test_equal_games_are_looked_at_once_and_what_was_found_outlives_the_server(new_database: Any) -> None:
    database = new_database()
    with running(database) as server:
        ann = Player(server.base, "Ann")
        first = uploaded(ann)
        found = reviewed(ann, first)
    with running(database) as server:
        ann = ann.back(server.base)
        kept = ann.get(f"/api/tables/{first}/review")
        assert kept["depth"] >= found["depth"]
        assert kept["review"]["chances"][0] == pytest.approx(found["review"]["chances"][0], abs=0.3)
        twin = ann.get(f"/api/tables/{uploaded(ann)}/review")
        assert twin["review"] == kept["review"]


def test_reviews_are_within_a_quota_but_what_is_known_is_free(sqlite: str) -> None:
    with running(sqlite, rate_reviews="1/hour") as server:
        ann = Player(server.base, "Ann")
        known, other = uploaded(ann), uploaded(ann, "phraya-finished")
        reviewed(ann, known)
        ann.ask(f"/api/tables/{known}/review")
        assert ann.refused(f"/api/tables/{other}/review") == "too_many"


def test_an_analysis_that_breaks_off_says_so_and_goes_on_where_it_was(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(sqlite) as server:
        ann = Player(server.base, "Ann")
        table = uploaded(ann)
        keep = stores.Store.keep_review

        async def fail(self: stores.Store, name: str, kept: KeptReview) -> None:
            if kept.depth > 1:
                raise OSError("the disk is gone")
            await keep(self, name, kept)

        monkeypatch.setattr(stores.Store, "keep_review", fail)
        ann.ask(f"/api/tables/{table}/review")
        state: dict[str, Any] = {"state": "running"}
        end = time.monotonic() + PATIENCE
        while state["state"] in ("waiting", "running") and time.monotonic() < end:
            time.sleep(0.1)
            state = ann.get(f"/api/tables/{table}/review")
        assert (state["state"], state["depth"]) == ("failed", 1)
        assert "ask again" in str(state["message"])
        monkeypatch.undo()
        assert ann.ask(f"/api/tables/{table}/review")["depth"] == 1
        assert reviewed(ann, table, 2)["depth"] >= 2


def test_a_process_that_dies_in_a_pass_loses_that_pass_alone(sqlite: str) -> None:
    with running(sqlite) as server:
        ann = Player(server.base, "Ann")
        table = uploaded(ann, "phraya-finished")
        reviewed(ann, table)

        async def kill() -> None:
            for worker in [*server.context.workers._reviews.members]:
                await asyncio.to_thread(worker.end)

        asyncio.run_coroutine_threadsafe(kill(), server.loop).result(PATIENCE)
        assert ann.get(f"/api/tables/{table}/review")["depth"] >= 1
        assert reviewed(ann, table, 1)["review"]["plies"] > 0


@pytest.mark.slow
def test_a_review_comes_to_its_end_with_progress(sqlite: str) -> None:
    with running(sqlite) as server:
        ann = Player(server.base, "Ann")
        table = uploaded(ann)
        ann.ask(f"/api/tables/{table}/review")
        seen = []
        end = time.monotonic() + PATIENCE
        while (state := ann.get(f"/api/tables/{table}/review", have=9))["state"] != "done":
            assert state["state"] in ("waiting", "running"), state["message"]
            assert time.monotonic() < end
            seen.append(state["percent"])
            time.sleep(0.05)
        assert seen == sorted(seen)
        assert len(set(seen)) > 3
        assert (state["depth"], state["percent"]) == (deepest(), 100)


def test_first_graphs_wait_for_no_deeper_look_at_other_games(server: Running) -> None:
    """However many games somebody has looked at: a glance at each goes first."""
    ann = Player(server.base, "Ann")
    tables = [table["table"]["id"] for table in (ann.table(seats="me me") for _ in range(6))]
    for seed, table in enumerate(tables):
        ann.play(table, random.Random(seed), 1000)
    for table in tables:
        ann.ask(f"/api/tables/{table}/review")
    assert all(reviewed(ann, table)["review"] for table in tables)
