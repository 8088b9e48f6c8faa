"""The state of a game of Floating Market."""

from enum import IntEnum
from typing import Annotated

from khlong.engine.game import GameState
from khlong.engine.schema import Record, i8, i16, i32

from .components import MOST_PLAYERS, PLAYER_DICE
from .places import BOATS, PLACES

DICE = len(PLAYER_DICE)
ALL_DICE = (1 << DICE) - 1
NOBODY = -1
NOWHERE = -1


class Ask(IntEnum):
    """The decision points, in the order of `decisions.DECISIONS`."""

    CUSTOMER = 0
    DIE = 1
    TEMPLE = 2
    WOODWORKER = 3
    HUT = 4
    MARKET = 5
    FRUIT_STAND = 6
    FISHMONGER = 7
    SWAP = 8


class Ending(IntEnum):
    """How a game ended."""

    NOT_YET = 0
    AT_MARKET = 1
    IN_COLLECT = 2
    LAST_ROUND = 3


class BoardPiece(IntEnum):
    """Dice and tiles of the board that can join the pool."""

    TILE_HIGH = 0
    TILE_LOW = 1
    D12 = 2
    D6 = 3


class Seat(Record):
    """One player. Fruit, dice and boats are sets, kept as bits."""

    coins: Annotated[int, i8]
    fruit: Annotated[int, i8]
    customers: Annotated[int, i8]  # still to be placed this round
    boats: Annotated[int, i8]  # locations where a customer of this player stands
    hand: Annotated[int, i8]
    pool: Annotated[int, i8]
    out: Annotated[int, i8]
    rolled: Annotated[int, i8]  # dice in the last roll, and below what they showed
    faces: Annotated[list[int], i8, DICE]


class State(GameState):
    """A whole game. `ply`, `round`, `decider` and the like come from GameState."""

    goal: Annotated[int, i8]
    traders_serve_all: Annotated[int, i8]
    start: Annotated[int, i8]  # who has the start player marker
    closed: Annotated[int, i8]  # the location that is out of the game, or NOWHERE
    boat: Annotated[list[int], i8, BOATS]  # the fruit at each location
    ama: Annotated[list[int], i8, 2]  # the locations of Ama's customers, or NOWHERE
    customers_at: Annotated[list[int], i16, PLACES]  # two bits a player: how many customers
    free: Annotated[int, i32]  # places with room for a customer
    stand: Annotated[int, i8]  # the location whose customer has the Fruit Stand tile, or NOWHERE
    stand_owner: Annotated[int, i8]
    board_pool: Annotated[int, i8]  # board pieces in the pool
    d12_blocked: Annotated[int, i8]
    office_open: Annotated[int, i8]  # the decider goes on placing all remaining customers
    owes_first_die: Annotated[int, i8]  # the decider's first customer of the round still has to add its die
    dice_to_add: Annotated[int, i8]  # how many dice a building lets the decider add
    board_rolled: Annotated[int, i8]  # board pieces in the last roll, and below what the dice showed
    board_faces: Annotated[list[int], i8, 2]
    ama_faces: Annotated[list[int], i8, 2]
    total: Annotated[int, i16]  # of the last roll
    activated: Annotated[int, i8]  # the location of the last roll, or NOWHERE
    seat: Annotated[list[Seat], MOST_PLAYERS]
