"""Marking and linking rules."""

from types import FunctionType
from typing import NamedTuple

import pytest

from khlong.engine import chance
from khlong.engine.rule import LONG_TUPLE, Linker, is_rule, rule
from khlong.games.floating_market.state import Ask

FACTOR = 3


@rule
def scale(value: int) -> int:
    return value * FACTOR


@rule
def scale_twice(value: int) -> int:
    return scale(scale(value))


@rule
def first_question() -> int:
    return Ask.DIE


@rule
def careless() -> int:
    return chance.MASK


def test_a_rule_stays_an_ordinary_function() -> None:
    assert is_rule(scale)
    assert scale_twice(2) == 18


def test_linking_puts_other_constants_into_all_rules_that_are_called() -> None:
    linked = Linker(lambda function: function, {"FACTOR": 10}).link(scale_twice)
    assert linked(2) == 200
    assert scale_twice(2) == 18


def test_a_constant_that_means_something_else_in_a_rule_is_refused() -> None:
    with pytest.raises(TypeError, match="FACTOR means something else in rule scale"):
        Linker(lambda function: function, {"FACTOR": (1, 2)}).link(scale)


def test_every_rule_is_built_once() -> None:
    built: list[str] = []

    def build(function: FunctionType) -> FunctionType:
        built.append(function.__name__)
        return function

    linker = Linker(build, {})
    linker.link(scale_twice)
    linker.link(scale)
    assert built == ["scale", "scale_twice"]
    assert {source.rsplit("/", 1)[-1] for source in linker.sources} == {"test_rule.py"}


def test_members_of_enums_become_plain_numbers() -> None:
    linked = Linker(lambda function: function, {}).link(first_question)
    assert type(linked()) is int
    assert linked() == Ask.DIE


def test_a_rule_that_reaches_through_a_module_is_refused() -> None:
    with pytest.raises(TypeError, match="import the names it needs"):
        Linker(lambda function: function, {}).link(careless)


class Box(NamedTuple):
    wage: int
    prices: tuple[int, ...]


BOX = Box(wage=2, prices=(1,) * LONG_TUPLE)


@rule
def bill(thing: int) -> int:
    return BOX.wage + BOX.prices[thing]


def test_a_box_of_constants_is_replaced_as_a_whole_and_its_long_tuples_become_tables() -> None:
    tables: list[tuple[int, ...]] = []

    def table(values: tuple[int, ...]) -> list[int]:
        tables.append(values)
        return list(values)

    prices = tuple(range(LONG_TUPLE))
    linked = Linker(lambda function: function, {"BOX": Box(wage=5, prices=prices)}, table).link(bill)
    assert linked(3) == 8
    assert tables == [prices]
    assert bill(3) == 3
