"""The flat move space of Floating Market: which number means what."""

from khlong.engine.moves import MoveSpace, Verb

from .components import PLAYER_DICE, Components
from .places import BOATS, PAIRS, PLACES, Place

PLACE = 0  # + place: put a customer there
DIE = PLACE + PLACES  # + die: add it to the pool
TILE = DIE + len(PLAYER_DICE)  # + 0 for the high tile, 1 for the low one
BOARD_D12 = TILE + 2  # add the board's D12
BLOCK_D12 = BOARD_D12 + 1
BOARD_D6 = BLOCK_D12 + 1  # add the board's subtracting D6
OWN_DIE = BOARD_D6 + 1  # at the Artist's Hut: one more of one's own dice
FRUIT = OWN_DIE + 1  # + fruit: buy it
STAND = FRUIT + BOATS  # + location: put the Fruit Stand under one's customer there
SWAP = STAND + BOATS  # + index into PAIRS: exchange two boats
MOVES = SWAP + len(PAIRS)


def place_names(sheet: Components) -> tuple[str, ...]:
    """What each place is called in notation."""
    boats = tuple(location.name for location in sheet.river.locations)
    return boats + tuple(place.label for place in Place if place >= BOATS)


def move_space(sheet: Components) -> MoveSpace:
    """Numbers and notation, with the names that the components give."""
    places = place_names(sheet)
    boats = places[:BOATS]
    return MoveSpace(
        Verb("place", places),
        Verb("die", PLAYER_DICE),
        Verb("tile", (f"{sheet.tiles.high.value:+}", f"{sheet.tiles.low.value:+}")),
        Verb("board", ("d12", "block-d12", "d6")),
        Verb("own", ("die",)),
        Verb("fruit", tuple(sheet.fruit.kinds.value)),
        Verb("stand", boats),
        Verb("swap", tuple(f"{boats[one]} {boats[other]}" for one, other in PAIRS)),
        aliases={f"swap {boats[b]} {boats[a]}": f"swap {boats[a]} {boats[b]}" for a, b in PAIRS},
    )
