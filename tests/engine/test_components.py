"""Boxes of constants as records know them."""

from typing import NamedTuple

from khlong.engine.components import told


class Box(NamedTuple):
    price: int
    discount: int = 2  # came later: rules had a fixed 2 before


def test_a_constant_that_came_later_is_not_told_while_it_has_the_value_that_was_fixed_before() -> None:
    assert repr(told(Box(price=5))) == "Box(price=5)"
    assert repr(told(Box(price=5, discount=2))) == "Box(price=5)"


def test_a_constant_that_came_later_is_told_when_it_has_another_value() -> None:
    assert repr(told(Box(price=5, discount=3))) == "Box(price=5, discount=3)"
