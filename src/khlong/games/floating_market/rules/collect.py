"""Collect fruit: the pool is rolled, its total activates a location, and customers get fruit and coins."""

from khlong.engine.chance import below
from khlong.engine.decision import NOTHING
from khlong.engine.rule import rule

from ..components import BOX
from ..places import BOATS, Place
from ..state import DICE, NOWHERE, BoardPiece, State
from .buildings import trader_serves
from .customers import customers_of
from .game_end import end_if_won
from .river import around_ring
from .round_end import end_round


@rule
def collect(state: State) -> None:
    """The game's turn: the roll. Everybody collects everything, then wins are judged (FM-19)."""
    state.decision = NOTHING
    roll_pool(state)
    state.activated = activated_location(state)
    if state.activated != NOWHERE:
        for player in range(state.players):
            collect_for(state, player)
        end_if_won(state)
    if not state.ending:
        end_round(state)


# The roll


@rule
def roll_pool(state: State) -> None:
    """Rolls all dice in the pool and adds them up, with the tiles; what subtracts is subtracted."""
    total = 0
    for player in range(state.players):
        seat = state.seat[player]
        seat.rolled = seat.pool
        for die in range(DICE):
            seat.faces[die] = 0
            if seat.pool >> die & 1:
                face = BOX.die_lowest[die] + below(state.chance, BOX.die_faces[die])
                seat.faces[die] = face
                total += BOX.die_sign[die] * face
    state.total = total + roll_ama_dice(state) + roll_board_pieces(state)


@rule
def roll_ama_dice(state: State) -> int:
    """Ama's dice are always in the pool: two with two players, one with three."""
    total = 0
    for die in range(BOX.ama_dice[state.players]):
        face = BOX.ama_die[0] + below(state.chance, BOX.ama_die[1])
        state.ama_faces[die] = face
        total += BOX.ama_die[2] * face
    return total


@rule
def roll_board_pieces(state: State) -> int:
    """The tiles and board dice that buildings have added."""
    total = 0
    pieces = state.board_pool
    state.board_rolled = pieces
    state.board_faces[0] = 0
    state.board_faces[1] = 0
    if pieces >> BoardPiece.TILE_HIGH & 1:
        total += BOX.tile_high
    if pieces >> BoardPiece.TILE_LOW & 1:
        total += BOX.tile_low
    if pieces >> BoardPiece.D12 & 1:
        face = BOX.board_d12[0] + below(state.chance, BOX.board_d12[1])
        state.board_faces[0] = face
        total += BOX.board_d12[2] * face
    if pieces >> BoardPiece.D6 & 1:
        face = BOX.board_d6[0] + below(state.chance, BOX.board_d6[1])
        state.board_faces[1] = face
        total += BOX.board_d6[2] * face
    return total


@rule
def activated_location(state: State) -> int:
    """The location of the total; the last location closes the ring; a location out of the game is nowhere (FM-1)."""
    location = 0
    while location < BOATS - 1 and state.total > BOX.highest_totals[location]:
        location += 1
    if state.total < BOX.first_total:
        location = BOATS - 1
    return NOWHERE if location == state.closed else location


# What a player gets


@rule
def collect_for(state: State, player: int) -> None:
    """Fruit on the activated boat, coins beside it and on its side's dock."""
    seat = state.seat[player]
    coins = dock_coins(state, player)
    takes_fruit = seat.boats >> state.activated & 1  # with the Fruit Stand or without (FM-10)
    if seat.boats:
        for distance in range(-BOX.south_reach, BOX.north_reach + 1):
            if distance == 0:
                continue
            location = around_ring(state, state.activated, distance)
            customers = customers_of(state, location, player)
            if customers and (distance in (-1, 1) or trader_serves(state, player, distance)):
                if location == state.stand and player == state.stand_owner:
                    customers -= 1  # fruit through the Fruit Stand, and no coins (FM-11, FM-13)
                    takes_fruit = 1
                coins += customers * BOX.coins_beside
    if takes_fruit:
        seat.fruit |= 1 << state.boat[state.activated]  # a set: nobody has a fruit twice (FM-11, FM-17)
    seat.coins = min(seat.coins + coins, BOX.most_coins)  # FM-18


@rule
def dock_coins(state: State, player: int) -> int:
    """Coins for a customer on the dock of the activated boat's side."""
    dock = Place.WEST_DOCK if BOX.west >> state.activated & 1 else Place.EAST_DOCK
    return customers_of(state, dock, player) * BOX.coins_on_dock
