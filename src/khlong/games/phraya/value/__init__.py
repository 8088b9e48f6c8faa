"""The value of a position: who is likely to win, and with how many points."""

from collections.abc import Sequence
from math import exp
from pathlib import Path

from khlong.engine.moves import count_members
from khlong.engine.rule import rule
from khlong.engine.scratch import Floats, floats
from khlong.games.facets import Learnt, Value

from ...estimate import judge, load_weights, share_out, size
from ..canal import STALLS
from ..components import EDITIONS, KING_COLUMNS, MOST_PLAYERS
from ..constants import BOX, KING_ROWS
from ..enums import GOODS
from ..rules.movement import boats_at
from ..rules.scoring import count_board, total_score
from ..state import KING, NOBODY, TEMPLE, Ask, State, Step
from .chances import fill_chances
from .features import FEATURES, INPUTS, Feature
from .standing import fill_means, fill_points, stalls_at_crossings

WEIGHTS_FILES = {
    Path(__file__).with_name(f"weights-{edition}.json"): {"edition": edition} for edition in EDITIONS
}  # and the games they are for
EDITION_WEIGHTS = size(FEATURES)  # how many there are of each
WEIGHTS = tuple(weight for file in WEIGHTS_FILES for weight in load_weights(file, FEATURES))
SCALE = 100.0  # points for a 1 in the network


@rule
def value(state: State, shares: Floats, points: Floats) -> None:
    """Fills in each player's share of the win and expected points."""
    weigh(state, WEIGHTS, shares, points)


@rule
def weigh(state: State, weights: Sequence[float], shares: Floats, points: Floats) -> None:
    """The value by some weights, those of one edition after those of the other."""
    if state.ending:
        share_out(state, shares)
        counts = count_board(state)
        for player in range(state.players):
            points[player] = float(total_score(state, counts, player))
    else:
        rows = floats(MOST_PLAYERS * INPUTS)
        fill_features(state, rows)
        own = weights[state.edition * EDITION_WEIGHTS : (state.edition + 1) * EDITION_WEIGHTS]
        judge(rows, state.players, INPUTS, own, shares, points)
        for player in range(state.players):
            points[player] *= SCALE


@rule
def fill_features(state: State, rows: Floats) -> None:
    """Each player's features, one row for each."""
    counts = count_board(state)
    at_crossings = stalls_at_crossings(state)
    to_end = pieces_to_end(state)
    met = count_members(state.conditions)
    boats = boats_at(state)
    turn = state.decider
    if state.decision == Ask.REFRESH:  # nothing else is left of such a turn
        turn = (turn + 1) % state.players
    for player in range(state.players):
        row = player * INPUTS
        rows[row + Feature.ONE] = 1.0
        rows[row + Feature.PLAYERS_3] = state.players == 3
        rows[row + Feature.PLAYERS_4] = state.players == 4
        rows[row + Feature.ROUND] = min(state.round_number, 60) / 20
        rows[row + Feature.CONDITIONS] = met
        rows[row + Feature.PIECES_TO_THE_END] = to_end / 8
        rows[row + Feature.END_IS_NEAR] = exp(-to_end / 2)
        rows[row + Feature.DECIDES] = player == turn
        rows[row + Feature.ACTS] = player == state.decider and state.step == Step.ACTION
        rows[row + Feature.TURNS_UNTIL_IT_DECIDES] = (player - turn + state.players) % state.players / 4
        if not BOX.ends_at_once[state.edition]:  # who ends the game as the last of a round leaves nobody an answer
            place = (player - state.first + state.players) % state.players
            to_come = place >= (turn - state.first + state.players) % state.players
            rows[row + Feature.PLACE_IN_THE_ROUND] = place / 4
            rows[row + Feature.TURN_TO_COME] = to_come
            rows[row + Feature.LAST_TURN_TO_COME] = to_come * rows[row + Feature.END_IS_NEAR]
        fill_means(state, player, counts, at_crossings, rows, row)
        fill_points(state, player, counts, rows, row)
        fill_chances(state, player, boats, rows, row)
    highest, second = -1e9, -1e9
    for player in range(state.players):
        score = rows[player * INPUTS + Feature.SCORE]
        if score > highest:
            highest, second = score, highest
        elif score > second:
            second = score
    for player in range(state.players):
        score = rows[player * INPUTS + Feature.SCORE]
        rows[player * INPUTS + Feature.LEAD] = 3 * (score - (second if score == highest else highest))


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
