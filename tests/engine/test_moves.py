"""Move spaces and decision points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khlong.engine.moves import MoveSpace, Verb, list_members

SPACE = MoveSpace(Verb("buy", ("fish", "meat")), Verb("done", ("",)), aliases={"purchase fish": "buy fish"})


def test_numbers_count_through_the_verbs() -> None:
    assert SPACE.notation == ("buy fish", "buy meat", "done")
    assert [SPACE.number(text) for text in SPACE.notation] == [0, 1, 2]


def test_spaces_and_capitals_do_not_matter() -> None:
    assert SPACE.number("  Buy  MEAT ") == 1


def test_an_alias_is_read_but_never_written() -> None:
    assert SPACE.number("purchase fish") == 0
    assert "purchase fish" not in SPACE.notation


def test_what_is_no_move_has_no_number() -> None:
    assert SPACE.number("sell fish") is None
    assert SPACE.number("") is None


def test_two_moves_cannot_have_one_notation() -> None:
    with pytest.raises(ValueError, match="same notation"):
        MoveSpace(Verb("buy", ("fish", "fish")))


@given(st.sets(st.integers(0, 40)), st.integers(0, 100))
def test_members_of_a_set_are_listed_in_order(members: set[int], first: int) -> None:
    moves = [0] * 42
    count = list_members(sum(1 << member for member in members), first, moves)
    assert moves[:count] == [first + member for member in sorted(members)]
