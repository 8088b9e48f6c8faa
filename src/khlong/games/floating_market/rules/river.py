"""The ring of boat locations."""

from khlong.engine.rule import rule

from ..components import BOX
from ..places import BOATS
from ..state import State


@rule
def around_ring(state: State, location: int, distance: int) -> int:
    """The location so many places clockwise; a location out of the game is skipped (FM-2)."""
    step = BOX.clockwise if distance > 0 else -BOX.clockwise
    for _ in range(abs(distance)):
        location = (location + step + BOATS) % BOATS
        if location == state.closed:
            location = (location + step + BOATS) % BOATS
    return location
