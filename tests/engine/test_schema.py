"""State layouts."""

from typing import Annotated

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from khlong.engine.schema import Record, dtype, i8, i16, i32, i64, leaves, overflows


class Purse(Record):
    coins: Annotated[int, i8]
    debts: Annotated[list[int], i32, 3]


class Stall(Record):
    open: Annotated[int, i8]
    owner: Annotated[int, i16]
    grid: Annotated[list[list[int]], i8, 2, 3]
    purse: Purse
    guests: Annotated[list[Purse], 2]
    total: Annotated[int, i64]


class Palace(Stall):
    guards: Annotated[int, i16]


def filled(values: list[int]) -> Palace:
    palace = Palace()
    palace._fill(iter(values))
    return palace


widths = [width for _, width in leaves(Palace)]
palaces = st.tuples(*(st.integers(-(1 << 8 * w.size - 1), (1 << 8 * w.size - 1) - 1) for w in widths)).map(
    lambda values: filled(list(values))
)


def test_a_new_record_is_all_zeros() -> None:
    assert set(Palace().values()) == {0}


def test_fields_of_the_base_come_first() -> None:
    assert [field.name for field in Palace.__fields__] == [
        "open",
        "owner",
        "grid",
        "purse",
        "guests",
        "total",
        "guards",
    ]


def test_every_integer_has_a_place() -> None:
    places = [place for place, _ in leaves(Palace)]
    assert places[:5] == ["open", "owner", "grid[0][0]", "grid[0][1]", "grid[0][2]"]
    assert "guests[1].debts[2]" in places
    assert len(places) == len(Palace().values())


def test_a_misspelt_field_is_an_error_at_once() -> None:
    with pytest.raises(AttributeError):
        Palace().gaurds = 3  # type: ignore[attr-defined]


@given(palaces)
def test_a_copy_is_equal_and_independent(palace: Palace) -> None:
    twin = palace.copy()
    assert twin == palace
    before = palace.values()
    twin.grid[1][2] ^= 1
    twin.guests[0].debts[1] ^= 1
    twin.purse.coins ^= 1
    assert palace.values() == before
    assert twin != palace


@given(palaces)
def test_bytes_are_those_of_the_numpy_record(palace: Palace) -> None:
    record = np.frombuffer(palace.pack(), dtype(Palace))[0]
    assert record["guards"] == palace.guards
    assert record["grid"].tolist() == palace.grid
    assert [guest["debts"].tolist() for guest in record["guests"]] == [guest.debts for guest in palace.guests]
    assert Palace.unpack(record.tobytes()) == palace


def test_numpy_layout_is_aligned_and_wide_layout_is_all_64_bits() -> None:
    assert dtype(Palace).isalignedstruct
    assert dtype(Palace).fields["total"][1] % 8 == 0  # type: ignore[index]
    assert dtype(Palace, wide=True).itemsize == 8 * len(Palace().values())


def test_values_that_compiled_states_cannot_hold_are_named() -> None:
    palace = Palace()
    palace.guests[1].coins = 128
    palace.owner = -32769
    assert overflows(palace) == ["owner = -32769", "guests[1].coins = 128"]


def test_a_field_without_a_width_is_refused() -> None:
    with pytest.raises(TypeError, match="needs a width"):

        class Hut(Record):
            doors: Annotated[int, "two"]
