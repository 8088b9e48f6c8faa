"""What players have and how they stand, as features for the value of a position."""

from typing import Any

from khlong.engine.rule import rule

from ..canal import SECTION_ENDS, STALLS
from ..components import BOXES, KING_COLUMNS, TEMPLE_COLUMNS, TEMPLE_SECTIONS
from ..constants import BOX, KING_ROWS
from ..enums import GOODS, Special
from ..moves import CARDS
from ..rules.scoring import COINS_FOR_A_POINT, majority
from ..state import KING, MARKET_CARDS, NOBODY, State

CROSSINGS_OF = tuple(len(ends) for ends in SECTION_ENDS)
BASIC_CARDS = CARDS - MARKET_CARDS

# What is counted for each player before anything else, and where it stands
STALLS_OF, SECTION_DISKS, ROW_DISKS, TITHES, TEMPLE_POINTS, AT_CROSSINGS = 0, 4, 7, 10, 11, 12
COUNTS = 13


# Pieces on the board, counted once


@rule
def count_pieces(state: State, counts: Any) -> None:
    """Stalls by good, disks by section and row, points of temple disks: for each player."""
    for stall in range(STALLS):
        owner = state.owner[stall]
        if owner != NOBODY:
            counts[owner * COUNTS + STALLS_OF + state.stall[stall]] += 1.0
            counts[owner * COUNTS + AT_CROSSINGS] += CROSSINGS_OF[stall // 2]
    for player in range(state.players):
        cards = (state.seat[player].hand | state.seat[player].discard) >> BASIC_CARDS
        card = BASIC_CARDS
        while cards:
            if cards & 1 and BOX.card_special[card] == Special.COUNTS:
                counts[player * COUNTS + STALLS_OF + BOX.card_good[card]] += 1.0
            cards >>= 1
            card += 1
    for good in range(GOODS):
        for column in range(state.temple_count[good]):
            base = state.temple[good * TEMPLE_COLUMNS + column] * COUNTS
            section = BOX.temple_section[state.edition * TEMPLE_COLUMNS + column]
            counts[base + SECTION_DISKS + section] += 1.0
            counts[base + TEMPLE_POINTS] += BOX.temple_vp[good]
    for space in range(KING):
        if state.king[space] != NOBODY:
            counts[state.king[space] * COUNTS + ROW_DISKS + space // KING_COLUMNS] += 1.0
            counts[state.king[space] * COUNTS + TITHES] += 1.0


# What a player has


@rule
def fill_means(state: State, player: int, counts: Any, rows: Any, at: int) -> None:
    """Coins, goods, flowers, Favors, boat, cards, stalls."""
    seat = state.seat[player]
    goods = 0
    for good in range(GOODS):
        goods += seat.goods[good] * BOX.price[good * BOXES + state.box[good]]
    hand = 0
    cards = seat.hand
    while cards:
        cards &= cards - 1
        hand += 1
    owned = 0
    helpful = 0
    cards = (seat.hand | seat.discard) >> BASIC_CARDS
    card = BASIC_CARDS
    while cards:
        if cards & 1:
            owned += 1
            helpful += BOX.card_special[card] < Special.COUNTS
        cards >>= 1
        card += 1
    stalls = 0.0
    for good in range(GOODS):
        stalls += counts[player * COUNTS + STALLS_OF + good]
    rows[at] = seat.coins / 20
    rows[at + 1] = goods / 20
    rows[at + 2] = seat.flowers / 6
    rows[at + 3] = seat.favors / 3
    rows[at + 4] = (seat.rowers - 2) / 2
    rows[at + 5] = (seat.baskets - 2) / 3
    rows[at + 6] = hand / 5
    rows[at + 7] = owned / 3
    rows[at + 8] = helpful / 2
    rows[at + 9] = stalls / 5
    rows[at + 10] = counts[player * COUNTS + AT_CROSSINGS] / 8


# The score as it stands


@rule
def fill_points(state: State, player: int, counts: Any, rows: Any, at: int) -> None:
    """Pieces, and the lines of the score pad, as if the game ended now."""
    seat = state.seat[player]
    fill_temple(state, player, counts, rows, at)
    fill_king(state, player, counts, rows, at)
    disks, tithes = 5 * rows[at], 5 * rows[at + 1]
    stalls = 0.0
    for good in range(GOODS):
        own = counts[player * COUNTS + STALLS_OF + good]
        above, level = rivals(counts, state.players, STALLS_OF + good, own)
        stalls += majority(int(own), above, level, BOX.stall_first[good], BOX.stall_second[good])
    orders = 0
    order_points = 0
    rest = seat.orders
    order = 0
    while rest:
        if rest & 1:
            orders += 1
            order_points += BOX.order_vp[order]
        rest >>= 1
        order += 1
    coins = seat.coins / COINS_FOR_A_POINT
    for good in range(GOODS):
        coins += seat.goods[good] * BOX.price[good * BOXES + state.box[good]] / COINS_FOR_A_POINT
    cards = card_points(state, player, counts, disks, tithes, orders, coins)
    rows[at + 3] = orders / 4
    rows[at + 8] = order_points / 20
    rows[at + 9] = cards / 10
    rows[at + 10] = stalls / 20
    score = 20 * (rows[at + 4] + rows[at + 5]) + 12 * rows[at + 6] + 16 * rows[at + 7]
    rows[at + 11] = (score + order_points + cards + stalls + coins) / 100


@rule
def fill_temple(state: State, player: int, counts: Any, rows: Any, at: int) -> None:
    """Disks in the temple, their points, and what the sections bring or cost."""
    disks = 0.0
    points = 0.0
    for section in range(TEMPLE_SECTIONS):
        own = counts[player * COUNTS + SECTION_DISKS + section]
        disks += own
        above, level = rivals(counts, state.players, SECTION_DISKS + section, own)
        if own == 0.0:
            points -= BOX.temple_penalty[section]
        elif above == 0:
            points += BOX.temple_majority[section] / level
    rows[at] = disks / 5
    rows[at + 4] = counts[player * COUNTS + TEMPLE_POINTS] / 20
    rows[at + 5] = points / 20


@rule
def fill_king(state: State, player: int, counts: Any, rows: Any, at: int) -> None:
    """Disks with the King, rows beyond those of complete sets, majority and sets."""
    base = player * COUNTS + ROW_DISKS
    sets = min(counts[base], counts[base + 1], counts[base + 2])
    beyond = 0
    for row in range(KING_ROWS):
        beyond += counts[base + row] > sets
    own = counts[player * COUNTS + TITHES]
    above, level = rivals(counts, state.players, TITHES, own)
    first, second = BOX.king_first[state.edition], BOX.king_second[state.edition]
    rows[at + 1] = own / 5
    rows[at + 2] = beyond / 2
    rows[at + 6] = majority(int(own), above, level, first, second) / 12
    rows[at + 7] = sets * BOX.king_set[state.edition] / 16


@rule
def rivals(counts: Any, players: int, what: int, own: float) -> tuple[int, int]:
    """How many players have more of something than a player, and how many as much, the player included."""
    above = 0
    level = 0
    for other in range(players):
        theirs = counts[other * COUNTS + what]
        above += theirs > own
        level += theirs == own
    return above, level


@rule
def card_points(
    state: State, player: int, counts: Any, disks: float, tithes: float, orders: int, coins: float
) -> float:
    """The bonuses of a player's market cards."""
    seat = state.seat[player]
    base = player * COUNTS + STALLS_OF
    points = 0.0
    cards = (seat.hand | seat.discard) >> BASIC_CARDS
    card = BASIC_CARDS
    while cards:
        if cards & 1:
            special = BOX.card_special[card]
            if special == Special.SCORE_ORDERS:
                points += 2 * orders
            elif special == Special.SCORE_KING:
                points += 2 * tithes
            elif special == Special.SCORE_TEMPLE:
                points += 2 * disks
            elif special == Special.SCORE_GOOD:
                points += 3 * counts[base + BOX.card_good[card]]
            elif special == Special.SCORE_STALLS:
                points += 2 * (counts[base] + counts[base + 1] + counts[base + 2] + counts[base + 3])
            elif special == Special.SCORE_FLOWERS:
                points += seat.flowers
            elif special == Special.SCORE_FAVORS:
                points += 4 * seat.favors
            elif special == Special.SCORE_COINS:
                points += coins
        cards >>= 1
        card += 1
    return points
