"""Scoring, line by line in the order of the score pad."""

from khlong.engine.rule import rule

from ..canal import STALLS
from ..components import KING_COLUMNS, TEMPLE_COLUMNS, TEMPLE_SECTIONS
from ..constants import BOX, KING_ROWS
from ..enums import GOODS, Special
from ..moves import CARDS
from ..state import KING, TEMPLE, State

COINS_FOR_A_POINT = 5


@rule
def total_score(state: State, player: int) -> int:
    """The sum of all lines."""
    total = score_coins(state, player) + score_temple_sections(state, player)
    for good in range(GOODS):
        total += score_temple_row(state, player, good) + score_stalls(state, player, good)
    total += score_king_majority(state, player) + score_king_sets(state, player)
    return total + score_orders(state, player) + score_cards(state, player)


@rule
def score_coins(state: State, player: int) -> int:
    """A point for every five coins."""
    return state.seat[player].coins // COINS_FOR_A_POINT


# Majorities: ties share, rounded up; a tie for first leaves no second (PH-23)


@rule
def majority(count: int, above: int, level: int, first: int, second: int) -> int:
    """The points for a count of which `above` players have more and `level` players, oneself included, as many;
    `above` counts those players, and more than one of them leaves nothing."""
    if count == 0:
        return 0
    if above == 0:
        return first if level == 1 else (first + second + level - 1) // level
    if above == 1:
        return (second + level - 1) // level
    return 0


# Temple


@rule
def temple_disks(state: State, player: int, section: int) -> int:
    """A player's disks in a section of the temple's chart."""
    disks = 0
    for space in range(TEMPLE):
        in_section = BOX.temple_section[state.edition * TEMPLE_COLUMNS + space % TEMPLE_COLUMNS] == section
        if state.temple[space] == player and in_section:
            disks += 1
    return disks


@rule
def score_temple_sections(state: State, player: int) -> int:
    """Majorities of the three sections, and penalties for those without a disk of one's own (PH-24)."""
    points = 0
    for section in range(TEMPLE_SECTIONS):
        own = temple_disks(state, player, section)
        above = 0
        level = 0
        for other in range(state.players):
            disks = temple_disks(state, other, section)
            above += disks > own
            level += disks == own
        if own == 0:
            points -= BOX.temple_penalty[section]
        elif above == 0:
            points += (BOX.temple_majority[section] + level - 1) // level
    return points


@rule
def score_temple_row(state: State, player: int, good: int) -> int:
    """Points for each disk in the row of a good."""
    points = 0
    for column in range(TEMPLE_COLUMNS):
        if state.temple[good * TEMPLE_COLUMNS + column] == player:
            points += BOX.temple_vp[good]
    return points


# King


@rule
def king_disks(state: State, player: int) -> int:
    """A player's disks on the King's chart."""
    disks = 0
    for space in range(KING):
        disks += state.king[space] == player
    return disks


@rule
def score_king_majority(state: State, player: int) -> int:
    own = king_disks(state, player)
    above = 0
    level = 0
    for other in range(state.players):
        disks = king_disks(state, other)
        above += disks > own
        level += disks == own
    return majority(own, above, level, BOX.king_first[state.edition], BOX.king_second[state.edition])


@rule
def score_king_sets(state: State, player: int) -> int:
    """Points for each set of disks in all three rows: the smallest row counts (PH-25)."""
    smallest = KING
    for row in range(KING_ROWS):
        disks = 0
        for column in range(KING_COLUMNS):
            disks += state.king[row * KING_COLUMNS + column] == player
        smallest = min(smallest, disks)
    return smallest * BOX.king_set[state.edition]


# Orders


@rule
def score_orders(state: State, player: int) -> int:
    """The points on fulfilled orders."""
    points = 0
    orders = state.seat[player].orders
    order = 0
    while orders >> order:
        if orders >> order & 1:
            points += BOX.order_vp[order]
        order += 1
    return points


@rule
def count_orders(state: State, player: int) -> int:
    orders = state.seat[player].orders
    count = 0
    while orders:
        orders &= orders - 1
        count += 1
    return count


# Stalls


@rule
def stalls_of(state: State, player: int, good: int) -> int:
    """A player's stalls of a good, with the card that counts as one (PH-26, PH-35)."""
    count = 0
    for stall in range(STALLS):
        if state.owner[stall] == player and state.stall[stall] == good:
            count += 1
    cards = state.seat[player].hand | state.seat[player].discard
    for card in range(CARDS):
        if cards >> card & 1 and BOX.card_special[card] == Special.COUNTS and BOX.card_good[card] == good:
            count += 1
    return count


@rule
def score_stalls(state: State, player: int, good: int) -> int:
    """First and second place among the stalls of a good."""
    own = stalls_of(state, player, good)
    above = 0
    level = 0
    for other in range(state.players):
        stalls = stalls_of(state, other, good)
        above += stalls > own
        level += stalls == own
    return majority(own, above, level, BOX.stall_first[good], BOX.stall_second[good])


# Cards


@rule
def score_cards(state: State, player: int) -> int:
    """The bonuses of a player's market cards, in hand or discarded."""
    cards = state.seat[player].hand | state.seat[player].discard
    points = 0
    for card in range(CARDS):
        if cards >> card & 1:
            points += score_card(state, player, card)
    return points


@rule
def score_card(state: State, player: int, card: int) -> int:
    """What one card is worth to a player."""
    seat = state.seat[player]
    special = BOX.card_special[card]
    points = 0
    if special == Special.SCORE_ORDERS:
        points = 2 * count_orders(state, player)
    elif special == Special.SCORE_KING:
        points = 2 * king_disks(state, player)
    elif special == Special.SCORE_TEMPLE:
        for section in range(TEMPLE_SECTIONS):
            points += 2 * temple_disks(state, player, section)
    elif special == Special.SCORE_GOOD:
        points = 3 * stalls_of(state, player, BOX.card_good[card])
    elif special == Special.SCORE_STALLS:
        for good in range(GOODS):
            points += 2 * stalls_of(state, player, good)
    elif special == Special.SCORE_FLOWERS:
        points = seat.flowers
    elif special == Special.SCORE_FAVORS:
        points = 4 * seat.favors
    elif special == Special.SCORE_COINS:
        points = seat.coins // COINS_FOR_A_POINT
    return points
