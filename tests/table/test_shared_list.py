"""Lists that share what they have in common."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khlong.table.shared_list import SharedList

STEPS = st.lists(st.tuples(st.integers(0, 9), st.sampled_from(["append", "drop", "copy"])), max_size=60)


@given(STEPS)
def test_copies_are_independent_lists(steps: list[tuple[int, str]]) -> None:
    trails, lists = [SharedList([0])], [[0]]
    for number, (which, what) in enumerate(steps, 1):
        trail, plain = trails[which % len(trails)], lists[which % len(lists)]
        if what == "append":
            trail.append(number)
            plain.append(number)
        elif what == "copy":
            trails.append(trail.copy())
            lists.append(plain[:])
        elif len(plain) > 1:
            trail.cut(len(plain) - 1)
            plain.pop()
        for each, same in zip(trails, lists, strict=True):
            assert ([*each], each[:], each[1:], each[-1], each.last, len(each)) == (
                same,
                same,
                same[1:],
                same[-1],
                same[-1],
                len(same),
            )


def test_there_is_nothing_beyond_the_ends() -> None:
    trail = SharedList([1, 2])
    for place in (2, -3):
        with pytest.raises(IndexError):
            trail[place]
