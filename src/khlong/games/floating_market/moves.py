"""The moves of Floating Market: each verb and its parts, in the order of their numbers."""

from enum import IntEnum

from khlong.engine.moves import MoveSpace, Verbs

from .components import PLAYER_DICE, Components
from .places import BOATS, PAIRS, PLACES, Place


class BoardDie(IntEnum):
    """What can be done with the dice of the board: add the D12, block it, or add the D6 that subtracts."""

    D12 = 0
    BLOCK_D12 = 1
    D6 = 2


VERBS = Verbs()
PLACE = VERBS.declare("place", place=PLACES)
DIE = VERBS.declare("die", die=PLAYER_DICE)
TILE = VERBS.declare("tile", tile=2)  # the high one, the low one
BOARD = VERBS.declare("board", die=BoardDie)
OWN_DIE = VERBS.declare("own die")  # at the Artist's Hut: one more of one's own dice
FRUIT = VERBS.declare("fruit", fruit=BOATS)
STAND = VERBS.declare("stand", location=BOATS)
SWAP = VERBS.declare("swap", pair=len(PAIRS))


def place_names(sheet: Components) -> tuple[str, ...]:
    """What each place is called in notation."""
    boats = tuple(location.name for location in sheet.river.locations)
    return boats + tuple(place.label for place in Place if place >= BOATS)


def tile_names(sheet: Components) -> tuple[str, str]:
    """What the high and the low tile are called: their numbers, with signs."""
    return f"{sheet.tiles.high.value:+}", f"{sheet.tiles.low.value:+}"


def move_space(sheet: Components) -> MoveSpace:
    """Numbers and notation, with the names that the components give."""
    places = place_names(sheet)
    boats = places[:BOATS]
    names = {
        "place": places,
        "tile": tile_names(sheet),
        "fruit": tuple(sheet.fruit.kinds.value),
        "location": boats,
        "pair": [f"{boats[one]} {boats[other]}" for one, other in PAIRS],
    }
    return MoveSpace(VERBS, names, {f"swap {boats[b]} {boats[a]}": f"swap {boats[a]} {boats[b]}" for a, b in PAIRS})
