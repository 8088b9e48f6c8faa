"""The value of a position: who is likely to win, and with how many points."""

from math import exp
from pathlib import Path
from typing import Any

from khlong.engine.rule import rule
from khlong.engine.scratch import floats

from ..estimate import judge, load_weights, share_out
from .canal import MOST_ROWERS, PARTS, PLACE_OF_STALL, REACH, SECTION_ENDS, SECTIONS, SECTIONS_AT, STALLS
from .components import BOXES, KING_COLUMNS, SLOTS, TEMPLE_COLUMNS, TEMPLE_SECTIONS
from .kinds import GOODS, Special, Stall
from .rules.actions import USED_KING
from .rules.game_end import conditions_met
from .rules.king import GOODS_ROW
from .rules.scoring import COINS_FOR_A_POINT, majority, total_score
from .rules.setup import boats_at
from .state import KING, MOST_PLAYERS, NOBODY, NONE, TEMPLE, State, Step
from .tables import (
    CARD_COST_COINS,
    CARD_COST_FLOWERS,
    CARD_GOOD,
    CARD_SPECIAL,
    KING_COINS,
    KING_FIRST,
    KING_FLOWERS,
    KING_GOOD_ONE,
    KING_GOOD_OTHER,
    KING_ROWS,
    KING_SECOND,
    KING_SET,
    KING_SPACES,
    ORDER_COINS,
    ORDER_GOODS,
    ORDER_VP,
    PRICE,
    STALL_FIRST,
    STALL_PRICE,
    STALL_SECOND,
    TEMPLE_COLUMNS_USED,
    TEMPLE_FLOWERS,
    TEMPLE_LAST,
    TEMPLE_MAJORITY,
    TEMPLE_PENALTY,
    TEMPLE_SECTION,
    TEMPLE_VP,
)

FEATURES = (
    "one",
    "3 players",
    "4 players",
    "prototype",
    "round",
    "conditions",
    "pieces to the end",
    "end is near",
    "decides",
    "acts",
    "turns until it decides",
    "coins",
    "goods aboard",
    "flowers",
    "favors",
    "rowers",
    "baskets",
    "cards in hand",
    "market cards",
    "helpful cards",
    "stalls",
    "stalls at crossings",
    "temple disks",
    "king disks",
    "king rows beyond sets",
    "orders",
    "temple points",
    "temple sections",
    "king majority",
    "king sets",
    "order points",
    "card points",
    "stall points",
    "score",
    "lead",
    "order underway",
    "order ready",
    "order in reach",
    "offering possible",
    "offering in reach",
    "king space possible",
    "king space in reach",
    "stall possible",
    "stall in reach",
    "card possible",
    "card in reach",
)
INPUTS = len(FEATURES)
WEIGHTS_FILE = Path(__file__).with_name("weights.json")
WEIGHTS = load_weights(WEIGHTS_FILE, FEATURES)
CROSSINGS_OF = tuple(len(ends) for ends in SECTION_ENDS)
BASIC_CARDS = 5

# What is counted for each player before anything else, and where it stands
STALLS_OF, SECTION_DISKS, ROW_DISKS, TITHES, TEMPLE_POINTS, AT_CROSSINGS = 0, 4, 7, 10, 11, 12
COUNTS = 13


@rule
def value(state: State, shares: Any, points: Any) -> None:
    """Fills in each player's share of the win and expected points."""
    weigh(state, WEIGHTS, shares, points)


@rule
def weigh(state: State, weights: Any, shares: Any, points: Any) -> None:
    """The value by some weights."""
    if state.ending:
        share_out(state, shares)
        for player in range(state.players):
            points[player] = float(total_score(state, player))
    else:
        rows = floats(MOST_PLAYERS * INPUTS)
        fill_features(state, rows)
        judge(rows, state.players, INPUTS, weights, shares, points)
        for player in range(state.players):
            points[player] *= 100.0


@rule
def fill_features(state: State, rows: Any) -> None:
    """Each player's features, one row for each."""
    counts = floats(MOST_PLAYERS * COUNTS)
    count_pieces(state, counts)
    to_end = pieces_to_end(state)
    met = conditions_met(state)
    boats = boats_at(state)
    for player in range(state.players):
        row = player * INPUTS
        rows[row] = 1.0
        rows[row + 1] = state.players == 3
        rows[row + 2] = state.players == 4
        rows[row + 3] = state.edition
        rows[row + 4] = min(state.round_number, 60) / 20
        rows[row + 5] = met
        rows[row + 6] = to_end / 8
        rows[row + 7] = exp(-to_end / 2)
        rows[row + 8] = player == state.decider
        rows[row + 9] = player == state.decider and state.step == Step.ACTION
        rows[row + 10] = (player - state.decider + state.players) % state.players / 4
        fill_means(state, player, counts, rows, row + 11)
        fill_points(state, player, counts, rows, row + 22)
        fill_chances(state, player, boats, rows, row + 35)
    highest, second = -1e9, -1e9
    for player in range(state.players):
        score = rows[player * INPUTS + 33]
        if score > highest:
            highest, second = score, highest
        elif score > second:
            second = score
    for player in range(state.players):
        score = rows[player * INPUTS + 33]
        rows[player * INPUTS + 34] = 3 * (score - (second if score == highest else highest))


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
            if cards & 1 and CARD_SPECIAL[card] == Special.COUNTS:
                counts[player * COUNTS + STALLS_OF + CARD_GOOD[card]] += 1.0
            cards >>= 1
            card += 1
    for good in range(GOODS):
        for column in range(state.temple_count[good]):
            base = state.temple[good * TEMPLE_COLUMNS + column] * COUNTS
            section = TEMPLE_SECTION[state.edition * TEMPLE_COLUMNS + column]
            counts[base + SECTION_DISKS + section] += 1.0
            counts[base + TEMPLE_POINTS] += TEMPLE_VP[good]
    for space in range(KING):
        if state.king[space] != NOBODY:
            counts[state.king[space] * COUNTS + ROW_DISKS + space // KING_COLUMNS] += 1.0
            counts[state.king[space] * COUNTS + TITHES] += 1.0


@rule
def pieces_to_end(state: State) -> int:
    """How many disks and stalls, placed in the quickest way, are missing to the second condition."""
    tithe = KING
    for row in range(KING_ROWS):
        empty = 0
        for column in range(KING_COLUMNS):
            space = row * KING_COLUMNS + column
            empty += KING_SPACES[state.edition] >> space & 1 and state.king[space] == NOBODY
        tithe = min(tithe, empty)
    worship = TEMPLE
    for good in range(GOODS):
        worship = min(worship, max(0, TEMPLE_LAST[state.edition] + 1 - state.temple_count[good]))
    supremacy = STALLS
    for player in range(state.players):
        supremacy = min(supremacy, state.seat[player].stalls)
    return tithe + worship + supremacy - max(tithe, worship, supremacy)


# What a player has


@rule
def fill_means(state: State, player: int, counts: Any, rows: Any, at: int) -> None:
    """Coins, goods, flowers, Favors, boat, cards, stalls."""
    seat = state.seat[player]
    goods = 0
    for good in range(GOODS):
        goods += seat.goods[good] * PRICE[good * BOXES + state.box[good]]
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
            helpful += CARD_SPECIAL[card] < Special.COUNTS
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
        stalls += majority(int(own), above, level, STALL_FIRST[good], STALL_SECOND[good])
    orders = 0
    order_points = 0
    rest = seat.orders
    order = 0
    while rest:
        if rest & 1:
            orders += 1
            order_points += ORDER_VP[order]
        rest >>= 1
        order += 1
    cards = card_points(state, player, counts, disks, tithes, orders)
    coins = seat.coins / COINS_FOR_A_POINT
    for good in range(GOODS):
        coins += seat.goods[good] * PRICE[good * BOXES + state.box[good]] / COINS_FOR_A_POINT
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
            points -= TEMPLE_PENALTY[section]
        elif above == 0:
            points += TEMPLE_MAJORITY[section] / level
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
    first, second = KING_FIRST[state.edition], KING_SECOND[state.edition]
    rows[at + 1] = own / 5
    rows[at + 2] = beyond / 2
    rows[at + 6] = majority(int(own), above, level, first, second) / 12
    rows[at + 7] = sets * KING_SET[state.edition] / 16


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
def card_points(state: State, player: int, counts: Any, disks: float, tithes: float, orders: int) -> float:
    """The bonuses of a player's market cards."""
    seat = state.seat[player]
    base = player * COUNTS + STALLS_OF
    points = 0.0
    cards = (seat.hand | seat.discard) >> BASIC_CARDS
    card = BASIC_CARDS
    while cards:
        if cards & 1:
            special = CARD_SPECIAL[card]
            if special == Special.SCORE_ORDERS:
                points += 2 * orders
            elif special == Special.SCORE_KING:
                points += 2 * tithes
            elif special == Special.SCORE_TEMPLE:
                points += 2 * disks
            elif special == Special.SCORE_GOOD:
                points += 3 * counts[base + CARD_GOOD[card]]
            elif special == Special.SCORE_STALLS:
                points += 2 * (counts[base] + counts[base + 1] + counts[base + 2] + counts[base + 3])
            elif special == Special.SCORE_FLOWERS:
                points += seat.flowers
            elif special == Special.SCORE_FAVORS:
                points += 4 * seat.favors
            elif special == Special.SCORE_COINS:
                points += seat.coins / COINS_FOR_A_POINT
        cards >>= 1
        card += 1
    return points


# What a player can do: with what is aboard, and from where the boat can be


@rule
def fill_chances(state: State, player: int, boats: int, rows: Any, at: int) -> None:
    """Orders, offerings, stalls and cards that a player can pay, and whether they are within reach."""
    seat = state.seat[player]
    acts = player == state.decider and state.step == Step.ACTION
    within = 0
    if acts:
        within = 1 << seat.section
    elif seat.section != NONE:
        within = REACH[(state.barge * SECTIONS + seat.section) * (MOST_ROWERS + 1) + seat.rowers] & ~boats
    used = state.used if acts else 0
    kinds = 0
    parts = 0
    for section in range(SECTIONS):
        if within >> section & 1:
            for side in range(2):
                if not used >> side & 1:
                    kind = state.stall[2 * section + side]
                    kinds |= 1 << kind
                    if kind == Stall.RESTAURANT:
                        parts |= 1 << PLACE_OF_STALL[2 * section + side]
    fill_orders(state, player, parts, rows, at)
    offering = best_offering(state, player)
    rows[at + 3] = offering
    rows[at + 4] = offering if kinds >> Stall.TEMPLE & 1 else 0.0
    tithe = can_pay_some_space(state, player)
    near = False
    if tithe and not used & USED_KING:
        for index in range(4):
            if within >> SECTIONS_AT[4 * state.barge + index] & 1:
                near = True
    rows[at + 5] = tithe
    rows[at + 6] = near
    stall = seat.stalls > 0 and seat.coins >= STALL_PRICE
    rows[at + 7] = stall
    rows[at + 8] = stall and kinds >> Stall.ADMINISTRATION & 1
    card = can_pay_some_card(state, player)
    rows[at + 9] = card
    rows[at + 10] = card and kinds >> Stall.SCRIBE & 1


@rule
def fill_orders(state: State, player: int, parts: int, rows: Any, at: int) -> None:
    """What the best order brings more than its goods: partly aboard, all aboard, and within reach."""
    seat = state.seat[player]
    for part in range(PARTS):
        order = state.order_at[part]
        if order != NONE:
            asked = 0
            aboard = 0
            gain = ORDER_VP[order] + ORDER_COINS[order] / 4
            for good in range(GOODS):
                need = ORDER_GOODS[GOODS * order + good]
                asked += need
                aboard += min(need, seat.goods[good])
                gain -= need * PRICE[BOXES * good + state.box[good]] / 4
            gain = max(gain, 0.0) / 6
            rows[at] = max(rows[at], gain * aboard * aboard / (asked * asked))
            if asked == aboard:
                rows[at + 1] = max(rows[at + 1], gain)
                if parts >> part & 1:
                    rows[at + 2] = max(rows[at + 2], gain)


@rule
def best_offering(state: State, player: int) -> float:
    """The points of the best disk that a player can pay in the temple."""
    seat = state.seat[player]
    best = 0.0
    if seat.disks > 0:
        for good in range(GOODS):
            column = state.temple_count[good]
            if seat.goods[good] > 0 and column < TEMPLE_COLUMNS_USED[state.edition]:
                asked = TEMPLE_FLOWERS[(GOODS * state.edition + good) * TEMPLE_COLUMNS + column]
                if seat.flowers >= asked or seat.favors > 0:
                    best = max(best, TEMPLE_VP[good] / 4)
    return best


@rule
def can_pay_some_space(state: State, player: int) -> bool:
    """Whether a player has what some empty space of the King's chart asks."""
    seat = state.seat[player]
    if seat.disks > 0:
        for space in range(KING):
            if KING_SPACES[state.edition] >> space & 1 and state.king[space] == NOBODY:
                entry = state.edition * KING + space
                if space >= GOODS_ROW:
                    one, other = KING_GOOD_ONE[entry], KING_GOOD_OTHER[entry]
                    if seat.goods[one] > (one == other) and seat.goods[other] > 0:
                        return True
                elif seat.coins >= KING_COINS[entry] and seat.flowers >= KING_FLOWERS[entry]:
                    return True
    return False


@rule
def can_pay_some_card(state: State, player: int) -> bool:
    """Whether a player has the coins or flowers for some card of the market."""
    seat = state.seat[player]
    for slot in range(SLOTS):
        card = state.market[slot]
        if card != NONE and (seat.coins >= CARD_COST_COINS[card] or seat.flowers >= CARD_COST_FLOWERS[card]):
            return True
    return False
