"""Goods, kinds of stalls, and what a card is special for."""

from enum import IntEnum
from typing import Literal, get_args


class Good(IntEnum):
    """The four goods, from the cheapest to the dearest."""

    VEGETABLE = 0
    FRUIT = 1
    FISH = 2
    MEAT = 3


GOODS = len(Good)
GoodName = Literal["vegetable", "fruit", "fish", "meat"]
GOOD_NAMES: tuple[GoodName, ...] = get_args(GoodName)


class Stall(IntEnum):
    """What stands at a stall's place. The first four are goods stalls, by their good: only they can be owned."""

    VEGETABLE = 0
    FRUIT = 1
    FISH = 2
    MEAT = 3
    BASKET = 4
    RESTAURANT = 5
    TEMPLE = 6
    SCRIBE = 7
    ADMINISTRATION = 8


STALL_KINDS = tuple(kind.name.lower() for kind in Stall)


class Special(IntEnum):
    """What a market card does besides its effect: this turn, as a stall, or for the score."""

    NONE = 0
    LOWEST = 1
    IGNORE = 2
    TEMPLE = 3
    STALL = 4
    COUNTS = 5
    SCORE_ORDERS = 6
    SCORE_KING = 7
    SCORE_TEMPLE = 8
    SCORE_GOOD = 9
    SCORE_STALLS = 10
    SCORE_FLOWERS = 11
    SCORE_FAVORS = 12
    SCORE_COINS = 13


class RowerPay(IntEnum):
    """What a rower is hired with."""

    FISH = 0
    MEAT = 1
    FAVOR = 2


class Blessing(IntEnum):
    """What the King gives for each stall beside him."""

    NONE = 0
    FLOWER = 1
    COINS = 2
    FAVOR = 3
