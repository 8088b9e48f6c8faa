"""The value of a position: who is likely to win, and with how many points."""

from math import exp
from pathlib import Path
from typing import Any

from khlong.engine.rule import rule
from khlong.engine.scratch import floats
from khlong.games.facets import Learnt, Value

from ...estimate import judge, load_weights, share_out, size
from ..canal import STALLS
from ..components import EDITIONS, KING_COLUMNS
from ..constants import BOX, KING_ROWS
from ..enums import GOODS
from ..rules.game_end import conditions_met
from ..rules.movement import boats_at
from ..rules.scoring import total_score
from ..state import KING, MOST_PLAYERS, NOBODY, TEMPLE, Ask, State, Step
from .chances import fill_chances
from .standing import COUNTS, count_pieces, fill_means, fill_points

FEATURES = (
    "one",
    "3 players",
    "4 players",
    "round",
    "conditions",
    "pieces to the end",
    "end is near",
    "decides",
    "acts",
    "turns until it decides",
    "place in the round",
    "turn to come",
    "last turn to come",
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
WEIGHTS_FILES = {
    Path(__file__).with_name(f"weights-{edition}.json"): {"edition": edition} for edition in EDITIONS
}  # and the games they are for
EDITION_WEIGHTS = size(FEATURES)  # how many there are of each
WEIGHTS = tuple(weight for file in WEIGHTS_FILES for weight in load_weights(file, FEATURES))
SCALE = 100.0  # points for a 1 in the network


@rule
def value(state: State, shares: Any, points: Any) -> None:
    """Fills in each player's share of the win and expected points."""
    weigh(state, WEIGHTS, shares, points)


@rule
def weigh(state: State, weights: Any, shares: Any, points: Any) -> None:
    """The value by some weights, those of one edition after those of the other."""
    if state.ending:
        share_out(state, shares)
        for player in range(state.players):
            points[player] = float(total_score(state, player))
    else:
        rows = floats(MOST_PLAYERS * INPUTS)
        fill_features(state, rows)
        own = weights[state.edition * EDITION_WEIGHTS : (state.edition + 1) * EDITION_WEIGHTS]
        judge(rows, state.players, INPUTS, own, shares, points)
        for player in range(state.players):
            points[player] *= SCALE


@rule
def fill_features(state: State, rows: Any) -> None:
    """Each player's features, one row for each."""
    counts = floats(MOST_PLAYERS * COUNTS)
    count_pieces(state, counts)
    to_end = pieces_to_end(state)
    met = conditions_met(state)
    boats = boats_at(state)
    turn = state.decider
    if state.decision == Ask.REFRESH:  # nothing else is left of such a turn
        turn = (turn + 1) % state.players
    for player in range(state.players):
        row = player * INPUTS
        rows[row] = 1.0
        rows[row + 1] = state.players == 3
        rows[row + 2] = state.players == 4
        rows[row + 3] = min(state.round_number, 60) / 20
        rows[row + 4] = met
        rows[row + 5] = to_end / 8
        rows[row + 6] = exp(-to_end / 2)
        rows[row + 7] = player == turn
        rows[row + 8] = player == state.decider and state.step == Step.ACTION
        rows[row + 9] = (player - turn + state.players) % state.players / 4
        if not BOX.ends_at_once[state.edition]:  # who ends the game as the last of a round leaves nobody an answer
            place = (player - state.first + state.players) % state.players
            to_come = place >= (turn - state.first + state.players) % state.players
            rows[row + 10] = place / 4
            rows[row + 11] = to_come
            rows[row + 12] = to_come * rows[row + 6]
        fill_means(state, player, counts, rows, row + 13)
        fill_points(state, player, counts, rows, row + 24)
        fill_chances(state, player, boats, rows, row + 37)
    highest, second = -1e9, -1e9
    for player in range(state.players):
        score = rows[player * INPUTS + 35]
        if score > highest:
            highest, second = score, highest
        elif score > second:
            second = score
    for player in range(state.players):
        score = rows[player * INPUTS + 35]
        rows[player * INPUTS + 36] = 3 * (score - (second if score == highest else highest))


@rule
def pieces_to_end(state: State) -> int:
    """How many disks and stalls, placed in the quickest way, are missing to the second condition."""
    tithe = KING
    for row in range(KING_ROWS):
        empty = 0
        for column in range(KING_COLUMNS):
            space = row * KING_COLUMNS + column
            empty += BOX.king_spaces[state.edition] >> space & 1 and state.king[space] == NOBODY
        tithe = min(tithe, empty)
    worship = TEMPLE
    for good in range(GOODS):
        worship = min(worship, max(0, BOX.temple_last[state.edition] + 1 - state.temple_count[good]))
    supremacy = STALLS
    for player in range(state.players):
        supremacy = min(supremacy, state.seat[player].stalls)
    return tithe + worship + supremacy - max(tithe, worship, supremacy)


VALUE = Value(value, WEIGHTS, Learnt(FEATURES, fill_features, weigh, WEIGHTS_FILES, SCALE))
