"""Move spaces and decision points."""

from enum import IntEnum
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khlong.engine.decision import Decision, dispatch
from khlong.engine.moves import Choices, MoveSpace, Verbs, count_members, list_members
from khlong.engine.rule import Linker, rule


class Payment(IntEnum):
    COINS = 0
    ROYAL_FAVOR = 1


VERBS = Verbs()
BUY = VERBS.declare("buy", good=("fish", "meat"))
DONE = VERBS.declare("done")
ROW = VERBS.declare("row", boat=2, far=range(1, 4), pay=Payment, back=("", "back"))
SPACE = MoveSpace(VERBS, {"boat": ("swift", "old")}, {"purchase fish": "buy fish"})


def test_numbers_count_through_the_verbs() -> None:
    assert SPACE.notation[:4] == ("buy fish", "buy meat", "done", "row swift 1 coins")
    assert [SPACE.number(text) for text in SPACE.notation] == [*range(len(SPACE))] == [*range(len(VERBS))]


def test_parts_are_said_in_order_and_some_go_without_saying() -> None:
    assert SPACE.notation[ROW(1, 3, Payment.ROYAL_FAVOR, 1)] == "row old 3 royal-favor back"
    assert SPACE.notation[ROW(1, 3, Payment.ROYAL_FAVOR, 0)] == "row old 3 royal-favor"


def test_spaces_and_capitals_do_not_matter() -> None:
    assert SPACE.number("  Buy  MEAT ") == 1


def test_an_alias_is_read_but_never_written() -> None:
    assert SPACE.number("purchase fish") == 0
    assert "purchase fish" not in SPACE.notation


def test_what_is_no_move_has_no_number() -> None:
    assert SPACE.number("sell fish") is None
    assert SPACE.number("") is None


def test_two_moves_cannot_have_one_notation() -> None:
    verbs = Verbs()
    verbs.declare("buy", good=("fish", "fish"))
    with pytest.raises(ValueError, match="same notation"):
        MoveSpace(verbs)


@pytest.mark.parametrize("names", [{}, {"boat": ("swift",)}])
def test_components_must_name_what_is_only_counted(names: dict[str, tuple[str, ...]]) -> None:
    with pytest.raises(ValueError, match="boat needs 2 names"):
        MoveSpace(VERBS, names)


def test_a_move_is_taken_apart_as_it_was_put_together() -> None:
    for verb in VERBS.all:
        assert [verb(*parts) for parts in verb.combinations] == [*verb.moves]
        for move in verb.moves:
            assert VERBS.taken_apart(move) == (verb, verb.parts_of(move))
            assert verb.parts_of(move) == tuple(eval(part, {"move": move}) for part in verb.spelled_parts("move"))


@given(
    st.integers(0, 3),
    st.lists(st.one_of(st.integers(1, 4), st.builds(range, st.integers(0, 3), st.integers(4, 6))), max_size=4),
)
def test_numbers_and_parts_are_inverse_whatever_the_parts(before: int, choices: list[Choices]) -> None:
    verbs = Verbs()
    for number in range(before):
        verbs.declare(f"verb {number}")
    verb = verbs.declare("last", **{f"part_{number}": each for number, each in enumerate(choices)})
    for move in verb.moves:
        parts = verb.parts_of(move)
        assert verb(*parts) == move
        assert parts == tuple(eval(part, {"move": move}) for part in verb.spelled_parts("move"))


@rule
def furthest(boat: int) -> int:
    return ROW(boat, 3, Payment.ROYAL_FAVOR, 1)


def test_a_rule_can_put_a_move_together() -> None:
    linked = Linker(lambda function: function, {}).link(furthest)
    assert linked(1) == furthest(1) == len(VERBS) - 1
    assert SPACE.notation[linked(0)] == "row swift 3 royal-favor back"


def test_an_answer_gets_the_parts_of_the_move() -> None:
    taken: list[tuple[Any, ...]] = []
    question = Decision(
        "question",
        lambda state, moves: 0,
        {
            ROW: lambda state, boat, far, pay, back: taken.append(("row", boat, far, pay, back)),
            BUY: lambda state, good: taken.append(("buy", good)),
            DONE: lambda state: taken.append(("done",)),
        },
    )
    rules = dispatch([question], lambda state: None, lambda state: None)
    for move in range(len(VERBS)):
        rules.answer(SimpleNamespace(ply=0, decision=0, ending=0), move)
    assert taken == [(verb.word, *parts) for verb in VERBS.all for parts in verb.combinations]


def test_an_answer_with_other_parameters_than_the_move_has_parts_is_refused() -> None:
    def buy(state: Any, number: int) -> None: ...

    with pytest.raises(TypeError, match="buy answers 'question' with 'buy': its parameters must be state, good"):
        Decision("question", lambda state, moves: 0, {BUY: buy})


@given(st.sets(st.integers(0, 40)), st.integers(0, 100))
def test_members_of_a_set_are_listed_in_order(members: set[int], first: int) -> None:
    moves = [0] * 42
    count = list_members(sum(1 << member for member in members), first, moves)
    assert moves[:count] == [first + member for member in sorted(members)]


@given(st.sets(st.integers(0, 47)))
def test_the_members_of_a_set_are_counted(members: set[int]) -> None:
    assert count_members(sum(1 << member for member in members)) == len(members)
