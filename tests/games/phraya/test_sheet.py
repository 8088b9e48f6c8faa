"""The score sheet: the lines of the pad, what they are made of, and that they add up."""

from typing import Any

import pytest
from hypothesis import given

from khlong.games.facets import Line
from khlong.games.phraya.components import load_components
from khlong.table import Table

from .data_helpers import GOODS, Seen, finished, games, seat, table

# the order of the pad
PAD = [
    "coins",
    "temple sections",
    *(f"temple {good}" for good in reversed(GOODS)),
    "king majority",
    "king sets",
    "orders",
    "cards",
    *(f"stalls {good}" for good in GOODS),
    "total",
]
SPECIALS = {name: card.special for name, card in load_components().base.cards.items()}
KINDS: list[dict[str, Any]] = [{}, {"start": "asymmetric"}, {"edition": "prototype"}]


def lines(table: Table, player: int = 0) -> dict[str, Line]:
    return {line.key: line for line in table.score_sheet()[player]}


def sheets(table: Table) -> list[list[dict[str, Any]]]:
    """All sheets as plain values."""
    return [[{"line": line.key, "points": line.points, "parts": line.parts} for line in s] for s in table.score_sheet()]


@given(games())
def test_the_lines_are_in_the_order_of_the_pad_and_add_up_to_the_total(seen: Seen) -> None:
    for there, view in seen:
        assert len(there.score_sheet()) == len(view["seats"])
        sold = there.state.copy()
        for player, sheet in enumerate(sheets(there)):
            assert [line["line"] for line in sheet] == PAD
            assert sum(line["points"] for line in sheet[:-1]) == sheet[-1]["points"]
            assert view["seats"][player]["score"] == sheet[-1]["points"]
            sold.seat[player].coins = sheet[0]["parts"][0]["coins"]
            sold.seat[player].goods = [0] * len(GOODS)
            assert there.game.score(there.state, player) == there.game.score(sold, player)
            assert there.game.score(sold, player)[0] == sheet[-1]["points"]


@pytest.mark.parametrize("options", KINDS, ids=str)
@pytest.mark.parametrize("number", range(6))
def test_the_total_is_the_final_score(number: int, options: dict[str, Any]) -> None:
    over = finished(number, **options)
    assert over.result is not None
    assert [sheet[-1].points for sheet in over.score_sheet()] == [score[0] for score in over.result.scores]
    best = max(over.result.scores)
    assert [seat for seat, score in enumerate(over.result.scores) if score == best] == list(over.result.winners)


@given(games())
def test_the_parts_of_a_line_add_up_to_its_points(seen: Seen) -> None:
    for there, view in seen:
        worth = dict(zip(GOODS, (2, 3, 4, 5), strict=True))
        sets = {"published": 8, "prototype": 5}[view["edition"]]
        for player, sheet in enumerate(sheets(there)):
            found = {line["line"]: line for line in sheet}
            (coins,) = found["coins"]["parts"]
            assert found["coins"]["points"] == coins["coins"] // 5
            for good in GOODS:
                assert found[f"temple {good}"]["points"] == worth[good] * len(found[f"temple {good}"]["parts"])
            for key in ("orders", "cards"):
                assert found[key]["points"] == sum(part["points"] for part in found[key]["parts"])
            rows = [part["row"] for part in found["king sets"]["parts"]]
            assert found["king sets"]["points"] == sets * min(map(rows.count, ("coins", "flowers", "goods")))
            (king,) = found["king majority"]["parts"]
            assert king["disks"][player] == len(rows)
            assert len(view["seats"][player]["orders"]) == len(found["orders"]["parts"])


@given(games())
def test_temple_sections_are_majorities_less_penalties(seen: Seen) -> None:
    """PH-23, PH-24: a majority needs a disk, is shared among those who tie and rounded up; no disk, a penalty."""
    for there, _ in seen:
        for player, sheet in enumerate(sheets(there)):
            line = next(line for line in sheet if line["line"] == "temple sections")
            assert len(line["parts"]) == 3
            points = 0
            for part in line["parts"]:
                own, most = part["disks"][player], max(part["disks"])
                if own == 0:
                    points -= part["penalty"]
                elif own == most:
                    points += -(-part["majority"] // part["disks"].count(most))
            assert line["points"] == points


def shared(counts: list[int], player: int, first: int, second: int) -> int:
    """First and second of a majority, ties as printed: both numbers are split among those who tie for the first."""
    own, ranked = counts[player], sorted(set(counts), reverse=True)
    if own == 0:
        return 0
    if own == ranked[0]:
        tied = counts.count(own)
        return first if tied == 1 else -(-(first + second) // tied)
    if own == ranked[1] and counts.count(ranked[0]) == 1:
        return -(-second // counts.count(own))
    return 0


@given(games())
def test_king_and_stall_majorities_are_shared_as_printed(seen: Seen) -> None:
    """PH-23."""
    for there, view in seen:
        king = {"published": (12, 6), "prototype": (10, 5)}[view["edition"]]
        for player, sheet in enumerate(sheets(there)):
            found = {line["line"]: line for line in sheet}
            (part,) = found["king majority"]["parts"]
            assert found["king majority"]["points"] == shared(part["disks"], player, *king)
            for good, first, second in zip(GOODS, (14, 12, 10, 8), (7, 6, 5, 4), strict=True):
                (part,) = found[f"stalls {good}"]["parts"]
                assert found[f"stalls {good}"]["points"] == shared(part["stalls of all"], player, first, second)


@given(games())
def test_stalls_are_those_on_the_board_and_those_on_cards(seen: Seen) -> None:
    """PH-26, PH-35."""
    for there, view in seen:
        for player, sheet in enumerate(sheets(there)):
            cards = view["seats"][player]["hand"] + view["seats"][player]["discard"]
            for good in GOODS:
                (part,) = next(line for line in sheet if line["line"] == f"stalls {good}")["parts"]
                on_board = [s["stall"] for s in view["stalls"] if s["owner"] == player and s["kind"] == good]
                assert part["stalls"] == on_board
                assert part["stalls of all"][player] == len(on_board) + sum(
                    SPECIALS.get(card) == f"counts {good}" for card in cards
                )


def test_goods_on_the_boat_count_as_the_coins_they_would_bring() -> None:
    """Also before the end: the sheet is filled in as if the game ended now."""
    there = table(seat(coins=3, goods={"fish": 1, "meat": 1}))
    prices = there.view()["prices"]
    sold = {good: prices[good]["price"] for good in ("fish", "meat")}
    line = lines(there)["coins"]
    assert line.parts == [{"coins": 3 + sum(sold.values()), "goods sold": sold}]
    assert line.points == (3 + sum(sold.values())) // 5


def test_filling_in_the_sheet_changes_nothing() -> None:
    there = table(seat(goods={"fish": 1}))
    before = there.state.copy()
    there.score_sheet()
    assert there.state == before


def test_a_sheet_can_be_cut_up_and_the_next_one_is_whole() -> None:
    there = table(seat(goods={"fish": 1}))
    whole, view = sheets(there), there.view()
    there.score_sheet()[0].pop()
    there.score_sheet().pop()
    assert sheets(there) == whole
    assert there.view() == view


def test_a_state_that_has_changed_gets_another_sheet() -> None:
    there = table(seat(coins=3))
    before = lines(there)["coins"].points
    there.state.seat[0].coins += 10
    assert lines(there)["coins"].points == before + 2
    assert there.view()["seats"][0]["score"] == lines(there)["total"].points
