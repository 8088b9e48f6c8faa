"""The value of a position: who is likely to win, and with how many fruits."""

from collections.abc import Sequence
from enum import IntEnum, auto
from math import exp, sqrt
from pathlib import Path

from khlong.engine.moves import count_members
from khlong.engine.rule import rule
from khlong.engine.scratch import Floats, floats
from khlong.games.facets import Learnt, Value

from ..estimate import feature_names, judge, load_weights, share_out
from .components import BOX, CUSTOMERS, MOST_PLAYERS
from .places import BOATS, Place
from .rules.customers import customers_of
from .rules.game_end import fruit_count
from .rules.river import around_ring
from .state import ALL_DICE, DICE, NOWHERE, Ask, BoardPiece, State


class Feature(IntEnum):
    """Where a feature stands in a player's row. Weights are kept by these names."""

    ONE = 0
    MISSING = auto()
    MISSING_1 = auto()
    MISSING_2 = auto()
    MISSING_3 = auto()
    COINS = auto()
    COINS_FOR_A_FRUIT = auto()
    COINS_FOR_THE_LAST_FRUIT = auto()
    COINS_FOR_TWO_FRUITS = auto()
    LEAD_IN_FRUITS = auto()
    WINS_AT_THE_MARKET = auto()
    CAN_BUY_NOW = auto()
    CHANCE_OF_FRUIT = auto()
    CHANCE_OF_THE_LAST_FRUIT = auto()
    COINS_TO_COME = auto()
    CUSTOMERS_LEFT = auto()
    BEST_FREE_BOAT = auto()
    BEST_FREE_BOAT_WINS = auto()
    SECOND_FREE_BOAT = auto()
    DICE_IN_HAND = auto()
    NO_DICE_IN_HAND = auto()
    DICE_IN_THE_POOL = auto()
    DECIDES = auto()
    TURNS_UNTIL_IT_DECIDES = auto()
    PLACES_UNTIL_IT_STARTS = auto()
    PLACED_BY_ALL = auto()
    SWAP_TO_COME = auto()
    PLAYERS_3 = auto()
    PLAYERS_4 = auto()
    PLAYERS_5 = auto()
    GOAL_7 = auto()


FEATURES = feature_names(Feature)
INPUTS = len(Feature)
WEIGHTS_FILE = Path(__file__).with_name("weights.json")
WEIGHTS_FILES: dict[Path, dict[str, str]] = {WEIGHTS_FILE: {}}  # and the games they are for: all of them
WEIGHTS = load_weights(WEIGHTS_FILE, FEATURES)
SCALE = 5.0  # fruits for a 1 in the network
LOGISTIC = 1.702  # makes the logistic curve stand in for the normal one
DICE_TO_COME = 3.0  # how uncertain each customer to come makes the total, as a variance


@rule
def value(state: State, shares: Floats, points: Floats) -> None:
    """Fills in each player's share of the win and expected number of fruits."""
    weigh(state, WEIGHTS, shares, points)


@rule
def weigh(state: State, weights: Sequence[float], shares: Floats, points: Floats) -> None:
    """The value by some weights."""
    if state.ending:
        share_out(state, shares)
        for player in range(state.players):
            points[player] = float(fruits_of(state, player))
    elif state.decision == Ask.MARKET and fruits_of(state, state.decider) == state.goal:
        for player in range(state.players):
            shares[player] = 0.0
            points[player] = float(fruits_of(state, player))
        shares[state.decider] = 1.0
    else:
        rows = floats(MOST_PLAYERS * INPUTS)
        fill_features(state, rows)
        judge(rows, state.players, INPUTS, weights, shares, points)
        for player in range(state.players):
            points[player] *= SCALE


@rule
def fill_features(state: State, rows: Floats) -> None:
    """Each player's features, one row for each."""
    chances = floats(BOATS)
    fill_chances(state, chances)
    first_winner = first_winner_at_market(state)
    most, second_most = -1, -1
    placed = 0
    for player in range(state.players):
        fruits = fruits_of(state, player)
        placed += CUSTOMERS - state.seat[player].customers
        if fruits > most:
            most, second_most = fruits, most
        elif fruits > second_most:
            second_most = fruits
    for player in range(state.players):
        seat = state.seat[player]
        row = player * INPUTS
        fruits = fruits_of(state, player)
        missing = state.goal - fruits
        market = BOX.cost[Place.MARKET]
        rows[row + Feature.ONE] = 1.0
        rows[row + Feature.MISSING] = missing / 5
        rows[row + Feature.MISSING_1] = missing == 1
        rows[row + Feature.MISSING_2] = missing == 2
        rows[row + Feature.MISSING_3] = missing == 3
        rows[row + Feature.COINS] = seat.coins / 6
        rows[row + Feature.COINS_FOR_A_FRUIT] = seat.coins >= market
        rows[row + Feature.COINS_FOR_THE_LAST_FRUIT] = seat.coins >= market and missing == 1
        rows[row + Feature.COINS_FOR_TWO_FRUITS] = seat.coins >= 2 * market
        rows[row + Feature.LEAD_IN_FRUITS] = (fruits - (second_most if fruits == most else most)) / 3
        rows[row + Feature.WINS_AT_THE_MARKET] = player == first_winner
        rows[row + Feature.CAN_BUY_NOW] = seat.customers > 0 and seat.coins >= market and state.free >> Place.MARKET & 1
        fill_prospects(state, player, missing, chances, rows, row)
        rows[row + Feature.CUSTOMERS_LEFT] = seat.customers / 3
        fill_free_boats(state, player, missing, chances, rows, row)
        rows[row + Feature.DICE_IN_HAND] = count_members(seat.hand) / DICE
        rows[row + Feature.NO_DICE_IN_HAND] = seat.hand == 0
        rows[row + Feature.DICE_IN_THE_POOL] = count_members(seat.pool) / 2
        rows[row + Feature.DECIDES] = player == state.decider
        rows[row + Feature.TURNS_UNTIL_IT_DECIDES] = (player - state.decider + state.players) % state.players / 4
        rows[row + Feature.PLACES_UNTIL_IT_STARTS] = (player - state.start + state.players) % state.players / 4
        rows[row + Feature.PLACED_BY_ALL] = placed / (CUSTOMERS * state.players)
        rows[row + Feature.SWAP_TO_COME] = state.decision == Ask.SWAP
        rows[row + Feature.PLAYERS_3] = state.players == 3
        rows[row + Feature.PLAYERS_4] = state.players == 4
        rows[row + Feature.PLAYERS_5] = state.players == 5
        rows[row + Feature.GOAL_7] = state.goal > 5


@rule
def fruits_of(state: State, player: int) -> int:
    """How many fruits a player has, with the one that is paid for and about to be chosen."""
    return fruit_count(state, player) + (state.decision == Ask.MARKET and state.decider == player)


@rule
def first_winner_at_market(state: State) -> int:
    """The first player from the decider on who can buy the last fruit this round, or nobody."""
    if state.free >> Place.MARKET & 1:
        for step in range(state.players):
            player = (state.decider + step) % state.players
            seat = state.seat[player]
            lacks_one = state.goal - fruits_of(state, player) == 1
            if lacks_one and seat.customers > 0 and seat.coins >= BOX.cost[Place.MARKET]:
                return player
    return -1


# The chance of each location to be activated: by the dice in the pool, and by those that are still to come


@rule
def fill_chances(state: State, chances: Floats) -> None:
    """As if the total were spread normally, with the mean and variance of all dice."""
    mean = 0.0
    variance = 1.0
    to_come = 0
    for player in range(state.players):
        seat = state.seat[player]
        to_come += seat.customers
        owes = seat.customers == CUSTOMERS or (player == state.decider and state.owes_first_die)
        hand = seat.hand if seat.hand else ALL_DICE
        share = 1.0 / count_members(hand)
        for die in range(DICE):
            faces = BOX.die_faces[die]
            middle = BOX.die_sign[die] * (BOX.die_lowest[die] + (faces - 1) / 2)
            if seat.pool >> die & 1:
                mean += middle
                variance += (faces * faces - 1) / 12
            elif owes and hand >> die & 1:
                mean += share * middle
                variance += share * (middle * middle / 2 + (faces * faces - 1) / 12)
    faces = BOX.ama_die[1]
    mean += BOX.ama_dice[state.players] * BOX.ama_die[2] * (BOX.ama_die[0] + (faces - 1) / 2)
    variance += BOX.ama_dice[state.players] * (faces * faces - 1) / 12 + DICE_TO_COME * to_come
    pieces = state.board_pool
    if pieces >> BoardPiece.TILE_HIGH & 1:
        mean += BOX.tile_high
    if pieces >> BoardPiece.TILE_LOW & 1:
        mean += BOX.tile_low
    if pieces >> BoardPiece.D12 & 1:
        faces = BOX.board_d12[1]
        mean += BOX.board_d12[2] * (BOX.board_d12[0] + (faces - 1) / 2)
        variance += (faces * faces - 1) / 12
    if pieces >> BoardPiece.D6 & 1:
        faces = BOX.board_d6[1]
        mean += BOX.board_d6[2] * (BOX.board_d6[0] + (faces - 1) / 2)
        variance += (faces * faces - 1) / 12
    scale = LOGISTIC / sqrt(variance)
    below = 1.0 / (1.0 + exp((mean - BOX.first_total + 0.5) * scale))
    chances[BOATS - 1] = below
    for location in range(BOATS - 1):
        up_to = 1.0 / (1.0 + exp((mean - BOX.highest_totals[location] - 0.5) * scale))
        chances[location] = up_to - below
        below = up_to
    chances[BOATS - 1] += 1.0 - below
    if state.closed != NOWHERE:
        chances[state.closed] = 0.0


# What a player's customers on boats are likely to bring


@rule
def fill_prospects(state: State, player: int, missing: int, chances: Floats, rows: Floats, row: int) -> None:
    """The chance of a fruit, of the last one, and the coins to expect."""
    seat = state.seat[player]
    fruity = 0  # locations that bring a fruit if they are activated
    coins = 0.0
    for location in range(BOATS):
        if seat.boats >> location & 1:
            customers = customers_of(state, location, player)
            stands = location == state.stand and player == state.stand_owner
            fruity |= 1 << location
            for side in (-1, 1):
                beside = around_ring(state, location, side)
                if stands:
                    fruity |= 1 << beside
                coins += (customers - stands) * BOX.coins_beside * chances[beside]
                trader = Place.SOUTH_TRADER if side > 0 else Place.NORTH_TRADER
                reach = BOX.south_reach if side > 0 else BOX.north_reach
                served = customers_of(state, trader, player) or (state.traders_serve_all and state.customers_at[trader])
                if reach > 1 and served:
                    further = around_ring(state, beside, side)
                    if stands:
                        fruity |= 1 << further
                    coins += (customers - stands) * BOX.coins_beside * chances[further]
    fruit = 0.0
    west = 0.0
    for location in range(BOATS):
        if fruity >> location & 1 and not seat.fruit >> state.boat[location] & 1:
            fruit += chances[location]
        if BOX.west >> location & 1:
            west += chances[location]
    coins += BOX.coins_on_dock * customers_of(state, Place.WEST_DOCK, player) * west
    coins += BOX.coins_on_dock * customers_of(state, Place.EAST_DOCK, player) * (1.0 - west)
    rows[row + Feature.CHANCE_OF_FRUIT] = fruit
    rows[row + Feature.CHANCE_OF_THE_LAST_FRUIT] = fruit if missing == 1 else 0.0
    rows[row + Feature.COINS_TO_COME] = min(coins, float(BOX.most_coins - seat.coins)) / 2


@rule
def fill_free_boats(state: State, player: int, missing: int, chances: Floats, rows: Floats, row: int) -> None:
    """The best chance of a fruit that a customer still to be placed can have, and the second best."""
    seat = state.seat[player]
    best = 0.0
    second = 0.0
    if seat.customers:
        for location in range(BOATS):
            if state.free >> location & 1 and not seat.fruit >> state.boat[location] & 1:
                if chances[location] > best:
                    second = best
                    best = chances[location]
                elif chances[location] > second:
                    second = chances[location]
    rows[row + Feature.BEST_FREE_BOAT] = best
    rows[row + Feature.BEST_FREE_BOAT_WINS] = best if missing == 1 else 0.0
    rows[row + Feature.SECOND_FREE_BOAT] = second if seat.customers > 1 else 0.0


VALUE = Value(value, WEIGHTS, Learnt(FEATURES, fill_features, weigh, WEIGHTS_FILES, SCALE))
