"""Movement: from section to section, as far as the rowers carry the boat."""

import pytest

from khlong import Table

from .helpers import INNER, OUTER, asked, choices, of_seat, play, river, seat, ways


def moving(section: str, *others: str, barge: str = "f6", rowers: int = 2, players: int = 3) -> Table:
    """Seat 1 has played Haggle and moves; the others lie where they are put."""
    boat = seat(section, discard=("haggle",), rowers=rowers)
    return river(boat, *(seat(other) for other in others), players=players, barge=barge, asked="move", card="haggle")


def test_a_boat_moves_one_section_or_two() -> None:
    """PH-9."""
    table = moving("a2", "g2", "g4")
    one, two = {"b1", "b3", "c2"}, {"a4", "b5", "c4", "d1", "d3", "e2"}
    assert ways(table, "boat") == one | two
    assert choices(table) == choices(table, "boat")


def test_a_boat_on_an_inner_section_may_leave_it_both_ways() -> None:
    """PH-9."""
    table = moving("d3", "g2", "g4", barge="b6")
    one = {"c2", "d1", "e2", "c4", "d5", "e4"}
    two = {"a2", "b1", "b3", "g2", "f1", "f3", "a4", "b5", "d7", "c6", "e6", "f5", "g4"} - {"g2", "g4"}
    assert ways(table, "boat") == one | two


@pytest.mark.parametrize("rowers", [2, 3, 4])
def test_each_rower_is_a_section_more(rowers: int) -> None:
    """PH-9: seen along the shortest ways out of a corner, which never turn back."""
    away = {"b1": 1, "b3": 1, "c2": 1, "a4": 2, "b5": 2, "c4": 2, "d1": 2, "d3": 2, "e2": 2}
    away |= {"a6": 3, "b7": 3, "c6": 3, "d5": 3, "e4": 3, "f1": 3, "g2": 3, "f3": 3}
    away |= {"d7": 4, "e6": 4, "f5": 4, "g4": 4}
    boats = {"f7", "g6"}
    table = moving("a2", *boats, barge="f6", rowers=rowers)
    assert ways(table, "boat") == {section for section, steps in away.items() if steps <= rowers} - boats


def test_a_boat_must_move() -> None:
    """PH-9."""
    for section in OUTER + INNER:
        others = [other for other in OUTER if other != section][:2]
        table = moving(section, *others, barge="d4", rowers=4)
        assert section not in ways(table, "boat")
        assert "done" not in choices(table)


def test_a_boat_does_not_turn_back_in_a_blind_alley() -> None:
    """PH-9: from b1 to a2 there is one step; out of a2 there is no other way, so b3 is reached only directly."""
    table = moving("b3", "g2", "g4", barge="b4")
    assert ways(table, "boat") == {"a2", "b1", "c2", "d1", "d3", "e2"}


def test_a_boat_may_not_come_back_round_an_island() -> None:
    """PH-9: four sections round a block lead to the first, which is no place to end."""
    table = moving("b3", "g2", "g4", rowers=4)
    assert "b3" not in ways(table, "boat")
    assert {"c2", "c4", "d3"} <= ways(table, "boat")


def test_a_boat_passes_others_but_does_not_stop_there() -> None:
    """PH-9."""
    table = moving("a2", "c2", "b3")
    assert ways(table, "boat") == {"b1", "a4", "b5", "c4", "d1", "d3", "e2"}


def test_the_barge_blocks_its_crossing() -> None:
    """PH-9: nothing beyond b4 is reached, nor anything that must be entered there."""
    table = moving("a2", "g2", "g4", barge="b4", rowers=3)
    assert ways(table, "boat") == {"b1", "b3", "c2", "d1", "d3", "e2"} | {"c4", "d5", "e4", "f1", "f3"}
    beside = moving("b3", "g2", "g4", barge="b2")
    assert ways(beside, "boat") == {"a4", "b5", "c4", "a6", "b7", "c6", "d3", "d5", "e4"}


def test_a_boat_between_two_crossings_leaves_through_the_free_one() -> None:
    """PH-3: it is not blocked."""
    table = moving("c2", "a4", "g4", barge="d2")
    assert ways(table, "boat") == {"a2", "b1", "b3", "b5", "c4"}


def test_only_where_a_boat_ends_matters() -> None:
    """PH-9: each section is one move, whatever the ways to it."""
    table = moving("a2", "g2", "g4", rowers=4)
    moves = [move.notation for move in table.legal_moves()]
    assert len(moves) == len(set(moves))
    play(table, "boat d5")
    assert of_seat(table)["section"] == "d5"
    assert asked(table) == (1, "action")
