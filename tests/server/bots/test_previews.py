"""What previews tell: costs, gains, new prices, who else gains, ends; and why other moves are not possible."""

from __future__ import annotations

from typing import Any

from khlong.engine.decision import GAME_TURN
from khlong.server.bots.jobs import pack, previews
from khlong.table import Table, table_from_position
from tests.scenes import Test, asked, offers
from tests.web.positions import reached


def at(game: str, players: int, test: Test, **options: str) -> Table:
    """A table where a random game first passes a test."""
    return table_from_position({"game": game, "players": players} | reached(game, players, 1, test, **options))


def told(table: Table) -> dict[str, dict[str, Any]]:
    return {preview["move"]: preview for preview in previews(pack(table, None))["previews"]}


def change(preview: dict[str, Any], path: str) -> Any:
    before, after = preview["changes"].get(path, (0, 0))
    return after - before


def test_a_purchase_shows_coins_goods_and_the_owners_flower() -> None:
    def somebody_elses(table: Table) -> bool:
        if not any(move.notation == "buy left 1" for move in table.legal_moves()):
            return False
        section = table.view()["seats"][0]["section"]
        owner = next(stall["owner"] for stall in table.view()["stalls"] if stall["stall"] == f"{section}-left")
        return bool(owner == 1)

    table = at("phraya", 2, somebody_elses)
    preview = told(table)["buy left 1"]
    assert change(preview, "seats/0/coins") < 0
    assert sum(change(preview, f"seats/0/goods/{good}") for good in table.view()["prices"]) == 1
    assert change(preview, "seats/1/flowers") == 1


def test_a_price_change_shows_the_new_prices() -> None:
    table = at("phraya", 2, asked("prices", 40))
    for move, preview in told(table).items():
        new = {good: row["price"] for good, row in table.copy().play(move).view()["prices"].items()}
        shown = {path.split("/")[1]: pair[1] for path, pair in preview["changes"].items() if path.endswith("/price")}
        assert {good: new[good] for good in shown} == shown
        assert shown or new == {good: row["price"] for good, row in table.view()["prices"].items()}


def test_a_barge_shows_whom_the_king_blesses() -> None:
    def blesses_others(table: Table) -> bool:
        if table.question is None or table.question.key != "barge":
            return False
        flowers = [seat["flowers"] for seat in table.view()["seats"]]
        after = [table.for_bot().play(move.number).view()["seats"] for move in table.legal_moves()]
        return any(seats[1]["flowers"] > flowers[1] for seats in after)

    table = at("phraya", 2, blesses_others)
    assert any(change(preview, "seats/1/flowers") > 0 for preview in told(table).values())


def test_an_order_shows_its_pay_although_the_next_one_is_drawn() -> None:
    preview = told(at("phraya", 2, offers("deliver left", 40)))["deliver left"]
    assert preview["chance"]
    assert change(preview, "seats/0/coins") > 0
    assert change(preview, "seats/0/score") > 0


def test_a_move_that_ends_the_game_says_so_with_the_final_reckoning() -> None:
    """Nothing is left to dice there, so it shows scores and winners too."""

    def can_end(table: Table) -> bool:
        return any(table.for_bot().play(move.number).over for move in table.legal_moves())

    table = at("phraya", 2, can_end)
    for move, preview in told(table).items():
        after = table.for_bot().play(move)
        assert (preview["changes"].get("ending", (None, None))[1] is not None) == after.over
        if after.over:
            assert preview["changes"]["winners"][1] == list(after.result.winners)  # type: ignore[union-attr]
            assert preview["events"][-1]["key"] in ("won", "shared")


def test_a_move_that_begins_the_last_round_says_so() -> None:
    def is_last(table: Table) -> bool:
        return any(table.for_bot().play(move.number).events()[-1].key == "last-round" for move in table.legal_moves())

    table = at("phraya", 2, is_last, edition="prototype")
    assert any(preview["events"][-1]["key"] == "last-round" for preview in told(table).values())


def test_no_roll_is_foretold() -> None:
    """Where the pool will be rolled, nothing that the dice decide is shown."""

    def rolls(table: Table) -> bool:
        for move in table.legal_moves():
            state = table.for_bot().state
            table.game.python.answer(state, move.number)
            if state.decision == GAME_TURN:
                return True
        return False

    table = at("floating-market", 2, rolls)
    last = [preview for preview in told(table).values() if preview["chance"]]
    assert last
    for preview in last:
        assert "ending" not in preview["changes"]
        assert not any(path.startswith("last_roll") or path.endswith("/fruit") for path in preview["changes"])


def test_reasons_come_once_each_with_all_their_moves() -> None:
    table = at("floating-market", 3, asked("customer", 30))
    answer = previews(pack(table, None))
    reasons = [(reason["key"], reason["values"]) for reason in answer["reasons"]]
    assert all(reasons.count(reason) == 1 for reason in reasons)
    refused = [move for reason in answer["reasons"] for move in reason["moves"]]
    legal = [preview["move"] for preview in answer["previews"]]
    places = [notation for notation in table.game.moves.notation if notation.startswith("place ")]
    assert sorted(refused + legal) == sorted(places)
    assert answer["otherwise"] == "customer"
