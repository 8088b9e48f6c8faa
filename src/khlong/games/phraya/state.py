"""The state of a game of Phraya."""

from enum import IntEnum
from typing import Annotated

from khlong.engine.game import GameState
from khlong.engine.schema import Record, i8, i16, i32

from .canal import PARTS, STALLS
from .components import KING_COLUMNS, MOST_PLAYERS, SLOTS, STACKS, TEMPLE_COLUMNS
from .constants import KING_ROWS
from .enums import GOODS

KING = KING_ROWS * KING_COLUMNS
TEMPLE = GOODS * TEMPLE_COLUMNS
MARKET_CARDS = 25
NOBODY = -1
NONE = -1


class Ask(IntEnum):
    """The decision points, in the order of `decisions.DECISIONS`."""

    FIRST_SECTION = 0
    FIRST_STALL = 1
    CARD = 2
    MERCHANT = 3
    PRICES = 4
    BARGE = 5
    BONUS_MOVE = 6
    GOODS = 7
    FLOWERS = 8
    REFRESH = 9
    MOVE = 10
    ACTION = 11


class Step(IntEnum):
    """The steps of a turn, in order. A step that does not apply is passed over."""

    CARD = 0
    MERCHANT = 1
    PRICES = 2
    GAINS = 3
    BARGE = 4
    BONUS_MOVE = 5
    GOODS = 6
    FLOWERS = 7
    MOVE = 8
    ACTION = 9


class Ending(IntEnum):
    """Which conditions ended the game."""

    NOT_YET = 0
    TITHE_AND_WORSHIP = 1
    TITHE_AND_SUPREMACY = 2
    WORSHIP_AND_SUPREMACY = 3
    ALL_THREE = 4
    LAST_ROUND = 5


class Seat(Record):
    """One player. Cards, orders and baskets are sets, kept as bits."""

    coins: Annotated[int, i16]
    flowers: Annotated[int, i16]
    favors: Annotated[int, i16]
    section: Annotated[int, i8]  # where the boat is, or NONE
    rowers: Annotated[int, i8]
    baskets: Annotated[int, i8]  # how many spaces of the boat are taken
    goods: Annotated[list[int], i8, GOODS]
    room: Annotated[list[int], i8, GOODS]  # how many goods of each kind the baskets hold
    stalls: Annotated[int, i8]  # pieces that are not on the board yet
    disks: Annotated[int, i8]  # likewise
    hand: Annotated[int, i32]
    discard: Annotated[int, i32]
    orders: Annotated[int, i32]
    tiles: Annotated[int, i32]  # basket tiles


class State(GameState):
    """A whole game. `ply`, `round_number`, `decider` and the like come from GameState."""

    edition: Annotated[int, i8]
    asymmetric: Annotated[int, i8]
    board: Annotated[int, i16]  # which of the 384 boards, or NONE to draw one
    stall: Annotated[list[int], i8, STALLS]  # the kind of each stall
    owner: Annotated[list[int], i8, STALLS]
    barge: Annotated[int, i8]
    merchant: Annotated[int, i8]
    box: Annotated[list[int], i8, GOODS]  # where the market cubes stand
    market: Annotated[list[int], i8, SLOTS]  # cards, or NONE
    deck: Annotated[int, i32]  # cards of which one is drawn, in no order
    under: Annotated[list[int], i8, MARKET_CARDS]  # known cards under the deck, the next one first
    under_count: Annotated[int, i8]
    bag: Annotated[int, i32]
    basket_at: Annotated[list[int], i8, PARTS]  # the tile on the basket stall of each part, or NONE
    order_at: Annotated[list[int], i8, PARTS]  # the same for restaurants
    unseen_orders: Annotated[int, i32]  # with two players some of them are out of the game, unknown to all
    stack_left: Annotated[list[int], i8, STACKS]
    temple: Annotated[list[int], i8, TEMPLE]  # whose disk lies on good * 6 + column
    temple_count: Annotated[list[int], i8, GOODS]
    king: Annotated[list[int], i8, KING]
    conditions: Annotated[int, i8]  # ends that have come about: tithe 1, worship 2, supremacy 4
    step: Annotated[int, i8]
    card: Annotated[int, i8]  # the card played this turn
    used: Annotated[int, i8]  # this turn: left stall 1, right stall 2, King 4
    seat: Annotated[list[Seat], MOST_PLAYERS]
