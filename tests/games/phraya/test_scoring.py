"""Scoring: every line of the pad."""

from typing import Any

import pytest

from khlong import Table
from khlong.games.phraya.rules.scoring import count_board, of_player
from khlong.games.phraya.state import State

from ..test_value import positions
from .helpers import BASIC, BOX, GAME, GOODS, ORDERS, SPECIAL, lines, river, seat, stalls_of

FIRST = dict(zip(GOODS, (14, 12, 10, 8), strict=True))
SECOND = dict(zip(GOODS, (7, 6, 5, 4), strict=True))
BARROWS = {good: SPECIAL[f"counts {good}"] for good in GOODS}


def line(table: Table, key: str) -> list[int]:
    """A line of everybody's sheet."""
    return [lines(table, number + 1)[key] for number in range(table.players)]


def owning(good: str, *counts: int) -> dict[str, int]:
    """Owners of the stalls of a good: so many for each seat."""
    names = iter(stalls_of(good))
    return {next(names): number + 1 for number, count in enumerate(counts) for _ in range(count)}


# coins


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (4, 0), (5, 1), (14, 2), (15, 3)])
def test_five_coins_are_a_point(coins: int, points: int) -> None:
    assert lines(river(seat(coins=coins)))["coins"] == points


def test_goods_on_the_boat_count_as_the_coins_they_bring() -> None:
    table = river(seat(coins=0, goods={"meat": 1, "fish": 1}), prices={"meat": 9, "fish": 8})
    assert lines(table)["coins"] == 3


# temple


@pytest.mark.parametrize(("good", "points"), [("vegetable", 2), ("fruit", 3), ("fish", 4), ("meat", 5)])
def test_a_disk_in_the_temple_is_worth_what_its_row_says(good: str, points: int) -> None:
    table = river(temple={good: [1, 2, 1]})
    assert line(table, f"temple {good}") == [2 * points, points, 0]


def test_the_majority_of_a_temple_section_scores_alone() -> None:
    """PH-23: there is nothing for the second."""
    table = river(temple={"fish": [1, 1, 1, 1, 1], "meat": [1, 2, 2, 1, 2, 2], "fruit": [3, 3, 3, 3, 3, 3]})
    sections = [[3, 1, 2], [3, 1, 2], [1, 2, 2]]
    assert [part["disks"] for part in table.score_sheet()[0][1].parts] == sections
    assert line(table, "temple sections") == [10 + 8, 3, 3]


@pytest.mark.parametrize(("players", "shared"), [(2, 5), (3, 4)])
def test_a_tie_in_a_temple_section_is_shared_and_rounded_up(players: int, shared: int) -> None:
    """PH-23."""
    rows = {good: [number + 1] for number, good in enumerate(GOODS[:players])}
    table = river(players=players, temple=rows)
    assert line(table, "temple sections") == [shared - 4 - 2] * players


def test_every_temple_section_without_ones_disk_costs_its_penalty() -> None:
    """PH-24."""
    table = river(temple={"fish": [2, 2, 2, 2, 2], "meat": [1, 1, 1]})
    assert line(table, "temple sections") == [5 + 0 - 2, 5 + 8 + 6, -12]


# King


@pytest.mark.parametrize(("edition", "first", "second"), [("published", 12, 6), ("prototype", 10, 5)])
def test_the_king_rewards_the_most_disks_and_the_second_most(edition: str, first: int, second: int) -> None:
    """PH-23: three disks, two and one; nothing for the third place."""
    king = {"coins": [1, 1, 1], "flowers": [2, 2, 3], "goods": [0, 0, 0]}
    assert line(river(edition=edition, king=king), "king majority") == [first, second, 0]


@pytest.mark.parametrize(("edition", "both"), [("published", 18), ("prototype", 15)])
def test_a_tie_for_the_most_disks_shares_both_rewards(edition: str, both: int) -> None:
    """PH-23: rounded up, with none for the second."""
    king = {"coins": [1, 2, 0], "flowers": [1, 2, 3], "goods": [0, 0, 0]}
    assert line(river(edition=edition, king=king), "king majority") == [-(-both // 2), -(-both // 2), 0]


def test_a_tie_for_the_second_most_disks_shares_the_second_reward() -> None:
    """PH-23."""
    assert line(river(king={"coins": [1, 1, 2, 3, 0]}), "king majority") == [12, 3, 3]
    table = river(players=4, king={"coins": [1, 1, 2, 3, 4]})
    assert line(table, "king majority") == [12, 2, 2, 2]
    table = river(edition="prototype", king={"coins": [1, 1, 2], "goods": [3, 0, 0]})
    assert line(table, "king majority") == [10, 3, 3]


def test_no_disk_is_no_majority() -> None:
    """PH-23."""
    assert line(river(), "king majority") == [0, 0, 0]
    assert line(river(king={"coins": [1, 0, 0, 0, 0]}), "king majority") == [12, 0, 0]


@pytest.mark.parametrize(("edition", "points"), [("published", 8), ("prototype", 5)])
def test_king_sets_are_as_many_as_the_shortest_of_a_players_rows(edition: str, points: int) -> None:
    """PH-25."""
    king = {"coins": [1, 1, 2], "flowers": [1, 1, 2], "goods": [1, 1, 0]}
    assert line(river(edition=edition, king=king), "king sets") == [2 * points, 0, 0]
    king["goods"] = [1, 2, 0]
    assert line(river(edition=edition, king=king), "king sets") == [points, points, 0]


# orders


def test_orders_score_what_is_printed_on_them() -> None:
    """PH-43."""
    mine = ["2a", "4e", "1b"]
    assert lines(river(seat(orders=mine)))["orders"] == sum(ORDERS[order].vp for order in mine)


# stalls


@pytest.mark.parametrize("good", GOODS)
def test_stalls_reward_the_most_and_the_second_most_of_a_good(good: str) -> None:
    """PH-23, PH-42."""
    table = river(players=3, owners=owning(good, 2, 1, 0))
    assert line(table, f"stalls {good}") == [FIRST[good], SECOND[good], 0]


@pytest.mark.parametrize("good", GOODS)
def test_ties_among_stalls_are_shared_and_rounded_up(good: str) -> None:
    """PH-23: a tie for first takes both rewards and leaves no second; a tie for second shares the second."""
    both, second = -(-(FIRST[good] + SECOND[good]) // 2), -(-SECOND[good] // 2)
    assert line(river(owners=owning(good, 1, 1, 0)), f"stalls {good}") == [both, both, 0]
    assert line(river(owners=owning(good, 2, 1, 1)), f"stalls {good}") == [FIRST[good], second, second]
    assert line(river(), f"stalls {good}") == [0, 0, 0]


def test_a_tie_for_the_most_stalls_leaves_no_second() -> None:
    """PH-23."""
    assert line(river(owners=owning("vegetable", 2, 2, 1)), "stalls vegetable") == [11, 11, 0]


@pytest.mark.parametrize("good", GOODS)
def test_a_card_counts_as_a_stall(good: str) -> None:
    """PH-26 and PH-35: towards a majority, even alone, in hand or discarded."""
    for discard in ((), (BARROWS[good],)):
        mine = seat(None, BARROWS[good], discard=discard)
        assert line(river(mine), f"stalls {good}") == [FIRST[good], 0, 0]
        assert line(river(mine, owners=owning(good, 1, 1, 0)), f"stalls {good}") == [FIRST[good], SECOND[good], 0]


# cards


def bonus(card: str, **rest: Any) -> int:
    """What a card is worth to seat 1, the same in hand and discarded."""
    position = {key: rest.pop(key) for key in ("owners", "temple", "king") if key in rest}
    cards = (card, *rest.pop("more", ()))
    hand = lines(river(seat(None, *cards, **rest), **position))["cards"]
    discarded = lines(river(seat(None, *cards, discard=(card,), **rest), **position))["cards"]
    assert hand == discarded
    return hand


def test_basic_cards_score_nothing() -> None:
    assert lines(river(seat(discard=BASIC[1:])))["cards"] == 0


def test_bonus_of_two_for_each_order() -> None:
    assert bonus(SPECIAL["score orders"], orders=["1a", "2b", "4c"]) == 6


def test_bonus_of_two_for_each_disk_at_the_kings() -> None:
    assert bonus(SPECIAL["score king"], king={"coins": [1, 2, 1], "goods": [1, 0, 0]}) == 6


def test_bonus_of_two_for_each_disk_in_the_temple() -> None:
    assert bonus(SPECIAL["score temple"], temple={"fish": [1, 2, 1, 2, 1], "meat": [1]}) == 8


@pytest.mark.parametrize("good", GOODS)
def test_bonus_of_three_for_each_stall_of_a_good(good: str) -> None:
    """PH-26: a card that counts as such a stall counts here too."""
    assert bonus(SPECIAL[f"score {good}"], owners=owning(good, 2, 1)) == 6
    assert bonus(SPECIAL[f"score {good}"], owners=owning(good, 2, 1), more=(BARROWS[good],)) == 9
    other = "fish" if good != "fish" else "meat"
    assert bonus(SPECIAL[f"score {good}"], owners=owning(other, 2, 1), more=(BARROWS[other],)) == 0


def test_bonus_of_two_for_each_stall() -> None:
    """PH-26."""
    owners = owning("fish", 1, 1) | owning("fruit", 2, 0)
    assert bonus(SPECIAL["score stalls"], owners=owners) == 6
    assert bonus(SPECIAL["score stalls"], owners=owners, more=(BARROWS["meat"],)) == 8


def test_bonus_of_one_for_each_flower() -> None:
    assert bonus(SPECIAL["score flowers"], flowers=7) == 7


def test_bonus_of_four_for_each_favor() -> None:
    assert bonus(SPECIAL["score favors"], favors=3) == 12


def test_bonus_of_one_more_for_each_five_coins() -> None:
    assert bonus(SPECIAL["score coins"], coins=14) == 2
    assert bonus(SPECIAL["score coins"], coins=14, goods={"meat": 1}) == 4


def test_the_total_is_the_sum_of_all_lines() -> None:
    mine = seat(None, SPECIAL["score coins"], SPECIAL["score orders"], coins=23, orders=["1a"])
    table = river(mine, owners=owning("fish", 2, 1), king={"coins": [1, 2]}, temple={"fish": [1, 3]})
    for number in (1, 2, 3):
        sheet = lines(table, number)
        assert sheet["total"] == sum(points for key, points in sheet.items() if key != "total")


# Counting


@pytest.mark.parametrize("edition", ["published", "prototype"])
def test_one_count_of_the_board_has_every_players_pieces(edition: str) -> None:
    for state in positions(GAME, 4, {"edition": edition}, seed=5):
        if state.ply % 50:
            continue
        counts = count_board(state)
        for player in range(4):
            owned = [
                card.special for number, card in enumerate(BOX.base.cards.values(), 5) if has(state, player, number)
            ]
            for good, name in enumerate(GOODS):
                stalls = list(zip(state.owner, state.stall, strict=True))
                expected = stalls.count((player, good)) + owned.count(f"counts {name}")
                assert of_player(counts.stalls[good], player) == expected
                assert of_player(counts.rows[good], player) == state.temple[6 * good : 6 * good + 6].count(player)
            assert sum(of_player(tally, player) for tally in counts.sections) == state.temple.count(player)
            for row in range(3):
                assert of_player(counts.tithes[row], player) == state.king[5 * row : 5 * row + 5].count(player)


def has(state: State, player: int, card: int) -> bool:
    return bool((state.seat[player].hand | state.seat[player].discard) >> card & 1)
