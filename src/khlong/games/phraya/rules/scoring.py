"""Scoring, line by line in the order of the score pad.

What lies on the board is counted once for all players; each line reads the counts.
"""

from typing import NamedTuple

from khlong.engine.moves import count_members
from khlong.engine.rule import rule

from ..canal import STALLS
from ..components import BOXES, KING_COLUMNS, TEMPLE_COLUMNS, TEMPLE_SECTIONS
from ..constants import BOX
from ..enums import GOODS, Good, Special
from ..moves import CARDS
from ..state import KING, MARKET_CARDS, NOBODY, State

BASIC_CARDS = CARDS - MARKET_CARDS
BITS = 8  # for each player's share of a tally: its bytes are the shares
SHARE = (1 << BITS) - 1


class Counts(NamedTuple):
    """What all players have on the board, in tallies: numbers that have some bits for each player."""

    stalls: tuple[int, int, int, int]  # by good
    sections: tuple[int, int, int]  # temple disks by section
    rows: tuple[int, int, int, int]  # and by good
    tithes: tuple[int, int, int]  # disks with the King by row
    king: int  # and of all rows
    sets: int  # of disks in all three of them


@rule
def total_score(state: State, counts: Counts, player: int) -> int:
    """The sum of all lines, as if the game ended now."""
    total = score_coins(state, player) + score_temple_sections(state, counts, player)
    for good in range(GOODS):
        total += score_temple_row(counts, player, good) + score_stalls(state, counts, player, good)
    total += score_king_majority(state, counts, player) + score_king_sets(state, counts, player)
    return total + score_orders(state, player) + score_cards(state, counts, player)


# Counting


@rule
def count_board(state: State) -> Counts:
    """Stalls and disks of all players."""
    sections, rows = count_temple(state)
    coins, flowers, goods, sets = 0, 0, 0, 0
    for space in range(KING):
        if state.king[space] != NOBODY:
            one = 1 << BITS * state.king[space]
            if space < KING_COLUMNS:
                coins += one
            elif space < 2 * KING_COLUMNS:
                flowers += one
            else:
                goods += one
    for player in range(state.players):  # the smallest row counts (PH-25)
        smallest = min(of_player(coins, player), of_player(flowers, player))
        sets += min(smallest, of_player(goods, player)) << BITS * player
    return Counts(count_stalls(state), sections, rows, (coins, flowers, goods), coins + flowers + goods, sets)


@rule
def count_stalls(state: State) -> tuple[int, int, int, int]:
    """Stalls by good, with the cards that count as one (PH-26, PH-35)."""
    vegetable, fruit, fish, meat = 0, 0, 0, 0
    for stall in range(STALLS):
        owner = state.owner[stall]
        if owner != NOBODY:
            good, one = state.stall[stall], 1 << BITS * owner
            if good == Good.VEGETABLE:
                vegetable += one
            elif good == Good.FRUIT:
                fruit += one
            elif good == Good.FISH:
                fish += one
            else:
                meat += one
    for player in range(state.players):
        one = 1 << BITS * player
        card = BASIC_CARDS
        cards = market_cards(state, player)
        while cards:
            if cards & 1 and BOX.card_special[card] == Special.COUNTS:
                good = BOX.card_good[card]
                vegetable += one * (good == Good.VEGETABLE)
                fruit += one * (good == Good.FRUIT)
                fish += one * (good == Good.FISH)
                meat += one * (good == Good.MEAT)
            cards >>= 1
            card += 1
    return vegetable, fruit, fish, meat


@rule
def market_cards(state: State, player: int) -> int:
    """A player's market cards, in hand or discarded, as a set that begins with the first of them."""
    return (state.seat[player].hand | state.seat[player].discard) >> BASIC_CARDS


@rule
def count_temple(state: State) -> tuple[tuple[int, int, int], tuple[int, int, int, int]]:
    """Disks by section of the temple's chart, and by row."""
    first, second, third = 0, 0, 0
    vegetable, fruit, fish, meat = 0, 0, 0, 0
    for good in range(GOODS):
        for column in range(state.temple_count[good]):
            one = 1 << BITS * state.temple[good * TEMPLE_COLUMNS + column]
            if good == Good.VEGETABLE:
                vegetable += one
            elif good == Good.FRUIT:
                fruit += one
            elif good == Good.FISH:
                fish += one
            else:
                meat += one
            section = BOX.temple_section[state.edition * TEMPLE_COLUMNS + column]
            if section == 0:
                first += one
            elif section == 1:
                second += one
            else:
                third += one
    return (first, second, third), (vegetable, fruit, fish, meat)


@rule
def of_player(tally: int, player: int) -> int:
    """A player's share of a tally."""
    return tally >> BITS * player & SHARE


@rule
def temple_disks(counts: Counts, player: int) -> int:
    """A player's disks in the whole temple."""
    return of_player(counts.sections[0] + counts.sections[1] + counts.sections[2], player)


@rule
def own_stalls(counts: Counts, player: int) -> int:
    """A player's stalls of all goods."""
    return of_player(counts.stalls[0] + counts.stalls[1] + counts.stalls[2] + counts.stalls[3], player)


# Coins


@rule
def score_coins(state: State, player: int) -> int:
    """A point for every so many coins."""
    return (state.seat[player].coins + worth_of_goods(state, player)) // BOX.coins_for_a_point


@rule
def worth_of_goods(state: State, player: int) -> int:
    """The coins that the goods on a player's boat would bring now: in the end, all are sold."""
    coins = 0
    for good in range(GOODS):
        if state.seat[player].goods[good]:
            coins += state.seat[player].goods[good] * BOX.price[good * BOXES + state.box[good]]
    return coins


# Majorities: ties share, rounded up; a tie for first leaves no second (PH-23)


@rule
def rank(tally: int, own: int, players: int) -> tuple[int, int]:
    """How many players have more than `own` of a tally, and how many as much."""
    above = 0
    level = 0
    for _ in range(players):
        if tally & SHARE > own:
            above += 1
        elif tally & SHARE == own:
            level += 1
        tally >>= BITS
    return above, level


@rule
def majority(tally: int, player: int, players: int, first: int, second: int) -> int:
    """The points of a player for the first or second place."""
    own = of_player(tally, player)
    if own == 0:
        return 0
    above, level = rank(tally, own, players)
    if above == 0:
        return first if level == 1 else (first + second + level - 1) // level
    return (second + level - 1) // level if above == 1 else 0


# Temple


@rule
def score_temple_sections(state: State, counts: Counts, player: int) -> int:
    """Majorities of the three sections, and penalties for those without a disk of one's own (PH-24)."""
    points = 0
    for section in range(TEMPLE_SECTIONS):
        tally = counts.sections[section]
        if of_player(tally, player) == 0:
            points -= BOX.temple_penalty[section]
        else:
            points += majority(tally, player, state.players, BOX.temple_majority[section], 0)
    return points


@rule
def score_temple_row(counts: Counts, player: int, good: int) -> int:
    """Points for each disk in the row of a good."""
    return of_player(counts.rows[good], player) * BOX.temple_vp[good]


# King


@rule
def score_king_majority(state: State, counts: Counts, player: int) -> int:
    first, second = BOX.king_first[state.edition], BOX.king_second[state.edition]
    return majority(counts.king, player, state.players, first, second)


@rule
def score_king_sets(state: State, counts: Counts, player: int) -> int:
    return of_player(counts.sets, player) * BOX.king_set[state.edition]


# Orders


@rule
def score_orders(state: State, player: int) -> int:
    """The points on fulfilled orders."""
    points = 0
    orders = state.seat[player].orders
    order = 0
    while orders:
        if orders & 1:
            points += BOX.order_vp[order]
        orders >>= 1
        order += 1
    return points


# Stalls


@rule
def score_stalls(state: State, counts: Counts, player: int, good: int) -> int:
    """First and second place among the stalls of a good."""
    return majority(counts.stalls[good], player, state.players, BOX.stall_first[good], BOX.stall_second[good])


# Cards


@rule
def score_cards(state: State, counts: Counts, player: int) -> int:
    """The bonuses of a player's market cards, in hand or discarded."""
    points = 0
    card = BASIC_CARDS
    cards = market_cards(state, player)
    while cards:
        if cards & 1:
            points += score_card(state, counts, player, card)
        cards >>= 1
        card += 1
    return points


@rule
def score_card(state: State, counts: Counts, player: int, card: int) -> int:
    """What one card is worth to a player: its bonus for each of what it scores."""
    seat = state.seat[player]
    special = BOX.card_special[card]
    scored = 0
    if special == Special.SCORE_ORDERS:
        scored = count_members(seat.orders)
    elif special == Special.SCORE_KING:
        scored = of_player(counts.king, player)
    elif special == Special.SCORE_TEMPLE:
        scored = temple_disks(counts, player)
    elif special == Special.SCORE_GOOD:
        scored = of_player(counts.stalls[BOX.card_good[card]], player)
    elif special == Special.SCORE_STALLS:
        scored = own_stalls(counts, player)
    elif special == Special.SCORE_FLOWERS:
        scored = seat.flowers
    elif special == Special.SCORE_FAVORS:
        scored = seat.favors
    elif special == Special.SCORE_COINS:
        scored = score_coins(state, player)
    return scored * BOX.bonus[special]
