"""What the value of a position looks at, for each player."""

from enum import IntEnum, auto

from ...estimate import feature_names


class Feature(IntEnum):
    """Where a feature stands in a player's row. Weights are kept by these names."""

    ONE = 0
    PLAYERS_3 = auto()
    PLAYERS_4 = auto()
    ROUND = auto()
    CONDITIONS = auto()
    PIECES_TO_THE_END = auto()
    END_IS_NEAR = auto()
    DECIDES = auto()
    ACTS = auto()
    TURNS_UNTIL_IT_DECIDES = auto()
    PLACE_IN_THE_ROUND = auto()
    TURN_TO_COME = auto()
    LAST_TURN_TO_COME = auto()
    COINS = auto()
    GOODS_ABOARD = auto()
    FLOWERS = auto()
    FAVORS = auto()
    ROWERS = auto()
    BASKETS = auto()
    CARDS_IN_HAND = auto()
    MARKET_CARDS = auto()
    HELPFUL_CARDS = auto()
    STALLS = auto()
    STALLS_AT_CROSSINGS = auto()
    TEMPLE_DISKS = auto()
    KING_DISKS = auto()
    KING_ROWS_BEYOND_SETS = auto()
    ORDERS = auto()
    TEMPLE_POINTS = auto()
    TEMPLE_SECTIONS = auto()
    KING_MAJORITY = auto()
    KING_SETS = auto()
    ORDER_POINTS = auto()
    CARD_POINTS = auto()
    STALL_POINTS = auto()
    SCORE = auto()
    LEAD = auto()
    ORDER_UNDERWAY = auto()
    ORDER_READY = auto()
    ORDER_IN_REACH = auto()
    OFFERING_POSSIBLE = auto()
    OFFERING_IN_REACH = auto()
    KING_SPACE_POSSIBLE = auto()
    KING_SPACE_IN_REACH = auto()
    STALL_POSSIBLE = auto()
    STALL_IN_REACH = auto()
    CARD_POSSIBLE = auto()
    CARD_IN_REACH = auto()


FEATURES = feature_names(Feature)
INPUTS = len(Feature)
