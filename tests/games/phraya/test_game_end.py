"""Game end: the three conditions, the moment of the end, and the winner."""

from typing import Any

import pytest

from khlong import Table

from .helpers import INNER, SPECIAL, asked, at, choices, each, ends, of_seat, play, river, seat, spot, stalls_of

COURT = spot("vegetable", "restaurant", INNER)
NEAR = ends(COURT.section)[0]
TEMPLE = spot("temple", "fruit")
OFFICE = spot("administration", "vegetable")
TITHE, WORSHIP, SUPREMACY = 1, 2, 4
EDITIONS = pytest.mark.parametrize("edition", ["published", "prototype"])
COLUMNS = {"published": 6, "prototype": 4}
KING = {"published": 5, "prototype": 3}


def met(table: Table) -> set[str]:
    return {name for name, holds in table.view()["conditions"].items() if holds}


def ending(table: Table) -> str:
    assert table.result is not None, "the game is not over"
    return table.result.ending


def winners(table: Table) -> tuple[int, ...]:
    assert table.result is not None, "the game is not over"
    return tuple(number + 1 for number in table.result.winners)


def all_but_one(board: str, players: int = 3) -> dict[str, int]:
    """Owners of stalls such that seat 1 has one piece left."""
    names = stalls_of("vegetable", board) + stalls_of("fruit", board)
    return dict.fromkeys(names[: {2: 6, 3: 5, 4: 4}[players]], 1)


def last_tithe(edition: str = "published", **position: Any) -> Table:
    """Seat 1 can fill the King's row of coins."""
    row = [2] * (KING[edition] - 1) + [0] * (6 - KING[edition])
    return at(COURT, seat(coins=40), barge=NEAR, edition=edition, king={"coins": row}, **position)


def last_offering(edition: str = "published", **position: Any) -> Table:
    """Seat 1 can put the first disk into the last section of the temple."""
    row = {"fruit": [2] * (COLUMNS[edition] - 2)}
    settings: dict[str, Any] = {"temple": row, **position}
    return at(TEMPLE, seat(goods={"fruit": 1}, favors=1), edition=edition, **settings)


# the conditions


@EDITIONS
def test_the_tithe_is_completed_by_a_full_row_of_the_kings_chart(edition: str) -> None:
    table = last_tithe(edition)
    assert met(table) == set()
    assert met(play(table, f"king coins {KING[edition]}")) == {"tithe"}
    assert not table.over


def test_disks_all_over_the_kings_chart_are_no_tithe() -> None:
    king = {"coins": [2, 2, 0, 2, 0], "flowers": [2, 2, 2, 2, 0], "goods": [3, 3, 3, 3, 0]}
    table = at(COURT, seat(coins=40), barge=NEAR, king=king)
    assert met(play(table, "king coins 3")) == set()


@EDITIONS
def test_worship_is_a_disk_in_the_last_two_columns_of_the_temple(edition: str) -> None:
    assert met(play(last_offering(edition), "offer fruit favor")) == {"worship"}
    before = last_offering(edition, temple={"fruit": [2] * (COLUMNS[edition] - 3), "fish": [3]})
    assert met(play(before, "offer fruit favor")) == set()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_supremacy_is_a_player_whose_pieces_are_all_on_the_board(players: int) -> None:
    owners = all_but_one(OFFICE.board, players)
    table = at(OFFICE, seat(coins=40), players=players, owners=owners)
    play(table, f"stall {stalls_of('fish', OFFICE.board)[0]}")
    assert met(table) == {"supremacy"}
    assert not table.over


def test_cards_that_count_as_stalls_bring_no_supremacy() -> None:
    """PH-22."""
    owners = dict(list(all_but_one(OFFICE.board).items())[:4])
    table = at(OFFICE, seat(None, SPECIAL["counts fish"], SPECIAL["counts meat"], coins=40), owners=owners)
    play(table, f"stall {stalls_of('fish', OFFICE.board)[0]}")
    assert met(table) == set()


def test_a_condition_once_met_stays_met() -> None:
    """PH-22."""
    table = play(last_tithe(), "king coins 5", "done", "card recover", "done", "card recover", "done")
    assert met(table) == {"tithe"}
    assert not table.over


# the moment of the end


def test_the_published_game_ends_at_once_with_the_second_condition() -> None:
    """PH-21: the rest of the turn is lost, and what was just gained is kept."""
    table = play(last_tithe(conditions=WORSHIP, temple={"fruit": [2] * 5}), "king coins 5")
    assert table.over
    assert table.question is None
    assert choices(table) == set()
    assert ending(table) == "tithe and worship"
    assert of_seat(table)["favors"] == 1
    assert table.view()["decider"] is None


def test_each_pair_of_conditions_ends_the_game() -> None:
    """PH-21."""
    stall = f"stall {stalls_of('fish', OFFICE.board)[0]}"
    full = {"coins": [2, 2, 2, 2, 2]}
    owners = all_but_one(OFFICE.board)
    table = at(OFFICE, seat(coins=40), owners=owners, king=full, conditions=TITHE)
    assert ending(play(table, stall)) == "tithe and supremacy"
    table = at(OFFICE, seat(coins=40), owners=owners, temple={"fish": [2] * 5}, conditions=WORSHIP)
    assert ending(play(table, stall)) == "worship and supremacy"
    table = last_offering(king=full, conditions=TITHE)
    assert ending(play(table, "offer fruit favor")) == "tithe and worship"


def test_one_condition_met_twice_does_not_end_the_game() -> None:
    table = at(COURT, seat(coins=40), barge=NEAR, king={"coins": [2] * 4 + [0], "flowers": [3] * 5}, conditions=TITHE)
    assert not play(table, "king coins 5").over


def test_the_prototype_finishes_the_round() -> None:
    """PH-21 is for the published game: here everybody else still has a turn."""
    table = last_tithe("prototype", conditions=WORSHIP, temple={"fruit": [2] * 3})
    play(table, "king coins 3")
    assert not table.over
    assert asked(table) == (1, "action")
    play(table, "done", "card recover")
    assert asked(table) == (3, "card")
    play(table, "card recover")
    assert ending(table) == "tithe and worship"


def test_in_the_prototype_the_last_player_of_a_round_ends_it_with_the_turn() -> None:
    rows = {"fruit": [2] * 3}
    table = last_tithe("prototype", conditions=WORSHIP, temple=rows, decider=1, options={"first": 2})
    play(table, "king coins 3")
    assert not table.over
    assert play(table, "done").over


def test_the_prototype_may_meet_all_three() -> None:
    table = last_tithe("prototype", conditions=WORSHIP | SUPREMACY, temple={"fruit": [2] * 3}, owners=supreme())
    play(table, "king coins 3", "done", "card recover", "card recover")
    assert ending(table) == "all three conditions"


def supreme() -> dict[str, int]:
    names = stalls_of("vegetable", COURT.board) + stalls_of("fruit", COURT.board)
    return dict.fromkeys(names[:6], 2)


def test_a_game_is_scored_as_it_stands_after_two_hundred_rounds() -> None:
    """PH-29."""
    table = river(seat("c2"), seat("c4"), seat("c6"), round=200, decider=3)
    play(table, "card recover", "done")
    assert ending(table) == "stopped after the last round"
    table = river(seat("c2"), seat("c4"), seat("c6"), round=199, decider=3)
    assert not play(table, "card recover", "done").over


# the winner


def final(*seats: dict[str, object]) -> Table:
    """The last turn of round 200: seat 3 recovers, which gives one coin, and the game is over."""
    return play(river(*seats, round=200, decider=3), "card recover", "done")


def test_all_goods_are_sold_at_the_end_wherever_the_boats_are() -> None:
    table = final(seat(coins=1, goods={"meat": 1, "fish": 1}), seat(coins=0), seat(coins=0))
    assert each(table, "coins") == [1 + 6 + 5, 0, 1]
    assert each(table, "goods")[0] == {"vegetable": 0, "fruit": 0, "fish": 0, "meat": 0}


def test_most_points_win() -> None:
    assert winners(final(seat(coins=50), seat(coins=55, favors=0), seat(coins=40, favors=9))) == (2,)


def test_a_tie_goes_to_the_most_favors_then_to_the_most_flowers() -> None:
    """PH-27."""
    tied: dict[str, Any] = {"coins": 100}
    assert winners(final(seat(**tied, favors=1, flowers=9), seat(**tied, favors=2), seat(**tied))) == (2,)
    assert winners(final(seat(**tied, favors=2, flowers=1), seat(**tied, favors=2), seat(**tied))) == (1,)


def test_no_number_of_flowers_outweighs_a_favor() -> None:
    """PH-27 and PH-1."""
    table = final(seat(coins=100, favors=1), seat(coins=100, flowers=1100), seat(coins=5))
    assert winners(table) == (1,)


def test_a_tie_in_everything_is_shared() -> None:
    """PH-27: coins beyond the last five do not break it."""
    table = final(seat(coins=100, favors=1, flowers=2), seat(coins=104, favors=1, flowers=2), seat(coins=5))
    assert winners(table) == (1, 2)
    assert table.result is not None
    assert table.result.shared


def test_behind_the_winner_favors_and_flowers_break_ties_too_and_equals_share_a_place() -> None:
    """PH-36."""
    seats = (seat(coins=100), seat(coins=50, favors=1), seat(coins=50, flowers=9), seat(coins=50, favors=1))
    table = play(river(*seats, players=4, round=200, decider=4), "card recover", "done")
    assert table.result is not None
    assert table.result.ranks == (1, 2, 4, 2)


@pytest.mark.parametrize("coins", [0, 20, 39, 40, 60])
def test_somebody_wins_however_low_the_scores_are(coins: int) -> None:
    """PH-27 and PH-24: without any disk in the temple all scores may be below zero."""
    table = final(seat(coins=coins), seat(coins=0, favors=0), seat(coins=0))
    assert [entry["score"] for entry in table.view()["seats"]] == [coins // 5 - 12, -12, -12]
    assert winners(table) == ((1,) if coins else (1, 2, 3))
