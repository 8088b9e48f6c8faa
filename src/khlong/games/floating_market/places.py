"""The places of the market: where a customer can stand. Sets of places are kept as bits."""

from enum import IntEnum
from itertools import combinations

BOATS = 7


class Place(IntEnum):
    """Every place by number. A boat's number is its location's, in ring order."""

    BOAT_1 = 0
    BOAT_2 = 1
    BOAT_3 = 2
    BOAT_4 = 3
    BOAT_5 = 4
    BOAT_6 = 5
    BOAT_7 = 6
    WEST_DOCK = 7
    EAST_DOCK = 8
    TEMPLE = 9
    WOODWORKER = 10
    HUT = 11
    MARKET = 12
    BOATSMAN = 13
    FRUIT_STAND = 14
    NORTH_TRADER = 15
    SOUTH_TRADER = 16
    TAILOR = 17
    OFFICE = 18
    FISHMONGER = 19

    @property
    def label(self) -> str:
        """The name in notation, e.g. `fruit-stand`. Boats are called by the totals of their location instead."""
        return self.name.lower().replace("_", "-")


PLACES = len(Place)
DOCKS = (Place.WEST_DOCK, Place.EAST_DOCK)
PAIRS = tuple(combinations(range(BOATS), 2))
BUILDINGS = tuple(place for place in Place if place >= Place.TEMPLE)


def bit(index: int) -> int:
    """The set that holds just this member."""
    return 1 << index


ALL_BOATS = bit(BOATS) - 1
BOTH_DOCKS = bit(Place.WEST_DOCK) | bit(Place.EAST_DOCK)
