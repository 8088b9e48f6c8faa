"""What players have and how they stand, as features for the value of a position."""

from khlong.engine.moves import count_members
from khlong.engine.rule import rule
from khlong.engine.scratch import Floats

from ..canal import SECTION_ENDS, STALLS
from ..components import TEMPLE_SECTIONS
from ..constants import BOX, KING_ROWS
from ..enums import GOODS, Special
from ..rules.scoring import (
    BASIC_CARDS,
    BITS,
    Counts,
    market_cards,
    of_player,
    own_stalls,
    rank,
    score_card,
    score_king_majority,
    score_king_sets,
    score_orders,
    score_stalls,
    score_temple_row,
    temple_disks,
    worth_of_goods,
)
from ..state import NOBODY, State
from .features import Feature

CROSSINGS_OF = tuple(len(ends) for ends in SECTION_ENDS)


# What a player has


@rule
def stalls_at_crossings(state: State) -> int:
    """A tally of stalls: those that crossings at both ends of their channel lead to count twice."""
    tally = 0
    for stall in range(STALLS):
        if state.owner[stall] != NOBODY:
            tally += CROSSINGS_OF[stall // 2] << BITS * state.owner[stall]
    return tally


@rule
def fill_means(state: State, player: int, counts: Counts, at_crossings: int, rows: Floats, row: int) -> None:
    """Coins, goods, flowers, Favors, boat, cards, stalls."""
    seat = state.seat[player]
    helpful = 0
    cards = market_cards(state, player)
    card = BASIC_CARDS
    while cards:
        helpful += cards & 1 and BOX.card_special[card] < Special.COUNTS
        cards >>= 1
        card += 1
    rows[row + Feature.COINS] = seat.coins / 20
    rows[row + Feature.GOODS_ABOARD] = worth_of_goods(state, player) / 20
    rows[row + Feature.FLOWERS] = seat.flowers / 6
    rows[row + Feature.FAVORS] = seat.favors / 3
    rows[row + Feature.ROWERS] = (seat.rowers - 2) / 2
    rows[row + Feature.BASKETS] = (seat.baskets - 2) / 3
    rows[row + Feature.CARDS_IN_HAND] = count_members(seat.hand) / 5
    rows[row + Feature.MARKET_CARDS] = count_members(market_cards(state, player)) / 3
    rows[row + Feature.HELPFUL_CARDS] = helpful / 2
    rows[row + Feature.STALLS] = own_stalls(counts, player) / 5
    rows[row + Feature.STALLS_AT_CROSSINGS] = of_player(at_crossings, player) / 8


# The score as it stands: the lines of the pad, but for what is rounded there. A share of a majority and each coin on
# the way to a point count as the fractions they are, since a position is worth more with them.


@rule
def fill_points(state: State, player: int, counts: Counts, rows: Floats, row: int) -> None:
    """Pieces, and the lines of the score pad, as if the game ended now."""
    beyond = 0
    sets = of_player(counts.sets, player)
    for king_row in range(KING_ROWS):
        beyond += of_player(counts.tithes[king_row], player) > sets
    offerings = 0
    stalls = 0
    for good in range(GOODS):
        offerings += score_temple_row(counts, player, good)
        stalls += score_stalls(state, counts, player, good)
    sections = section_points(state, counts, player)
    king = score_king_majority(state, counts, player) + score_king_sets(state, counts, player)
    orders = score_orders(state, player)
    coins = (state.seat[player].coins + worth_of_goods(state, player)) / BOX.coins_for_a_point
    cards = card_points(state, counts, player, coins)
    rows[row + Feature.TEMPLE_DISKS] = temple_disks(counts, player) / 5
    rows[row + Feature.KING_DISKS] = of_player(counts.king, player) / 5
    rows[row + Feature.KING_ROWS_BEYOND_SETS] = beyond / 2
    rows[row + Feature.ORDERS] = count_members(state.seat[player].orders) / 4
    rows[row + Feature.TEMPLE_POINTS] = offerings / 20
    rows[row + Feature.TEMPLE_SECTIONS] = sections / 20
    rows[row + Feature.KING_MAJORITY] = score_king_majority(state, counts, player) / 12
    rows[row + Feature.KING_SETS] = score_king_sets(state, counts, player) / 16
    rows[row + Feature.ORDER_POINTS] = orders / 20
    rows[row + Feature.CARD_POINTS] = cards / 10
    rows[row + Feature.STALL_POINTS] = stalls / 20
    rows[row + Feature.SCORE] = (offerings + sections + king + orders + cards + stalls + coins) / 100


@rule
def section_points(state: State, counts: Counts, player: int) -> float:
    """What the temple's sections bring or cost, not rounded."""
    points = 0.0
    for section in range(TEMPLE_SECTIONS):
        tally = counts.sections[section]
        own = of_player(tally, player)
        above, level = rank(tally, own, state.players)
        if own == 0:
            points -= BOX.temple_penalty[section]
        elif above == 0:
            points += BOX.temple_majority[section] / level
    return points


@rule
def card_points(state: State, counts: Counts, player: int, coins: float) -> float:
    """The bonuses of a player's market cards, that for coins not rounded."""
    points = 0.0
    cards = market_cards(state, player)
    card = BASIC_CARDS
    while cards:
        if cards & 1:
            if BOX.card_special[card] == Special.SCORE_COINS:
                points += coins * BOX.bonus[Special.SCORE_COINS]
            else:
                points += score_card(state, counts, player, card)
        cards >>= 1
        card += 1
    return points
