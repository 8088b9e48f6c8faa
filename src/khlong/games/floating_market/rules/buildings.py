"""The buildings. Most act at once; Fruit Stand and Traders when fruit is collected (`collect`)."""

from collections.abc import MutableSequence

from khlong.engine.decision import Decision
from khlong.engine.moves import list_members
from khlong.engine.rule import rule

from ..components import BOX
from ..moves import BOARD, FRUIT, OWN_DIE, PLACE, STAND, TILE, BoardDie
from ..places import BOATS, Place
from ..state import NOWHERE, Ask, BoardPiece, State
from .customers import customers_of, occupied_boats, put_customer
from .game_end import end_if_bought

ALL_FRUIT = (1 << BOATS) - 1


@rule
def visit(state: State, place: int) -> None:
    """A customer has come to a place, and has paid. Boats, docks and Traders wait until fruit is collected."""
    if place == Place.TEMPLE:
        state.decision = Ask.TEMPLE
    elif place == Place.WOODWORKER:
        state.decision = Ask.WOODWORKER
    elif place == Place.HUT:
        state.decision = Ask.HUT
    elif place == Place.MARKET:
        state.decision = Ask.MARKET
    elif place == Place.FRUIT_STAND:
        state.decision = Ask.FRUIT_STAND
    elif place == Place.FISHMONGER:
        state.decision = Ask.FISHMONGER
    elif place == Place.BOATSMAN:
        visit_boatsman(state)
    elif place == Place.TAILOR:
        visit_tailor(state)
    elif place == Place.OFFICE:
        visit_office(state)


# Temple: adds one of the two fixed tiles


@rule
def list_tiles(state: State, moves: MutableSequence[int]) -> int:
    moves[0] = TILE(0)
    moves[1] = TILE(1)
    return 2


@rule
def add_tile(state: State, tile: int) -> None:
    state.board_pool |= 1 << (BoardPiece.TILE_LOW if tile else BoardPiece.TILE_HIGH)


TEMPLE = Decision("temple", list_tiles, {TILE: add_tile})


# Woodworker: adds the board's D12 or blocks it; with two players it adds the board's D6 or D12


@rule
def list_woodworker_dice(state: State, moves: MutableSequence[int]) -> int:
    moves[0] = BOARD(BoardDie.D12)
    moves[1] = BOARD(BoardDie.D6 if state.players == 2 else BoardDie.BLOCK_D12)
    return 2


@rule
def use_board_die(state: State, die: int) -> None:
    if die == BoardDie.D12:
        state.board_pool |= 1 << BoardPiece.D12
    elif die == BoardDie.D6:
        state.board_pool |= 1 << BoardPiece.D6
    else:
        state.d12_blocked = 1


WOODWORKER = Decision("woodworker", list_woodworker_dice, {BOARD: use_board_die})


# Artist's Hut: adds the board's D6, or one more of one's own dice, even if there is none (FM-8)


@rule
def list_hut_dice(state: State, moves: MutableSequence[int]) -> int:
    moves[0] = BOARD(BoardDie.D6)
    moves[1] = OWN_DIE()
    return 2


@rule
def add_own_die(state: State) -> None:
    state.dice_to_add = 1


HUT = Decision(
    "hut",
    list_hut_dice,
    {BOARD: use_board_die, OWN_DIE: add_own_die},
)


# Market: any one fruit that one does not have


@rule
def list_missing_fruit(state: State, moves: MutableSequence[int]) -> int:
    """Fruit of boats in play that the player lacks."""
    missing = ALL_FRUIT & ~state.seat[state.decider].fruit
    if state.closed != NOWHERE:
        missing &= ~(1 << state.boat[state.closed])
    return list_members(missing, FRUIT(0), moves)


@rule
def buy_fruit(state: State, fruit: int) -> None:
    state.seat[state.decider].fruit |= 1 << fruit
    end_if_bought(state)


MARKET = Decision("market", list_missing_fruit, {FRUIT: buy_fruit})


# Boatsman: all dice out of play come back; dice in the pool stay there (FM-7)


@rule
def visit_boatsman(state: State) -> None:
    seat = state.seat[state.decider]
    seat.hand |= seat.out
    seat.out = 0


# Fruit Stand: its tile goes under another of one's customers, on a boat


@rule
def list_own_boats(state: State, moves: MutableSequence[int]) -> int:
    return list_members(state.seat[state.decider].boats, STAND(0), moves)


@rule
def set_up_stand(state: State, location: int) -> None:
    state.stand = location
    state.stand_owner = state.decider


FRUIT_STAND = Decision("fruit-stand", list_own_boats, {STAND: set_up_stand})


# Traders: when fruit is collected, boats in their reach count as next to the activated one on the side of a Trader


@rule
def trader_serves(state: State, player: int, distance: int) -> bool:
    """Whether a Trader is there for a player, on the side of a boat further away (FM-12, FM-14)."""
    trader = Place.NORTH_TRADER if distance > 0 else Place.SOUTH_TRADER
    if state.traders_serve_all:
        return state.customers_at[trader] != 0
    return customers_of(state, trader, player) > 0


# Tailor: adds any of one's dice, as many as are printed there


@rule
def visit_tailor(state: State) -> None:
    state.dice_to_add = BOX.tailor_dice


# Office: places all one's remaining customers now


@rule
def visit_office(state: State) -> None:
    state.office_open = 1


# Fishmonger: one of one's remaining customers goes to an occupied boat


@rule
def list_occupied_boats(state: State, moves: MutableSequence[int]) -> int:
    return list_members(occupied_boats(state), PLACE(0), moves)


@rule
def join_boat(state: State, place: int) -> None:
    put_customer(state, place, state.decider)


FISHMONGER = Decision("fishmonger", list_occupied_boats, {PLACE: join_boat})
