"""The moves of Phraya: each verb and its parts, in the order of their numbers."""

from typing import get_args

from khlong.engine.moves import MoveSpace, Verbs

from .canal import CROSSING_NAMES, SECTION_NAMES, STALL_NAMES
from .components import KING_COLUMNS, ROUTE, SLOTS, Components
from .enums import GOOD_NAMES, RowerPay
from .view_types import KingRow

MOST_AT_ONCE = 6  # of one good: a boat has six baskets
MOST_FLOWERS = 30
CARDS = 30
SIDES = ("left", "right")
PURCHASES = tuple((count, favors) for count in range(1, MOST_AT_ONCE + 1) for favors in range(count + 1))

VERBS = Verbs()
BOAT = VERBS.declare("boat", section=SECTION_NAMES)
STALL = VERBS.declare("stall", stall=STALL_NAMES)
CARD = VERBS.declare("card", card=CARDS)
MERCHANT = VERBS.declare("merchant", space=ROUTE)
PRICES = VERBS.declare("change", good=GOOD_NAMES)  # it gets the card's first price change, the other good the second
BARGE = VERBS.declare("barge", crossing=CROSSING_NAMES)
GIVE = VERBS.declare("give", good=GOOD_NAMES)
FLOWERS = VERBS.declare("flowers", number=range(MOST_FLOWERS + 1))
BUY = VERBS.declare(
    "buy",
    side=SIDES,
    purchase=[f"{count} favor {favors}" if favors else f"{count}" for count, favors in PURCHASES],
)
SELL = VERBS.declare("sell", side=SIDES, number=range(1, MOST_AT_ONCE + 1))
BASKET = VERBS.declare("basket", side=SIDES, with_favor=("", "favor"))
ROWER = VERBS.declare("rower", side=SIDES, pay=RowerPay)
DELIVER = VERBS.declare("deliver", side=SIDES, ignoring=("", "ignore"))
OFFER = VERBS.declare("offer", good=GOOD_NAMES, with_favor=("", "favor"))
TAKE = VERBS.declare("take", slot=[f"{slot + 1}" for slot in range(SLOTS)], with_flowers=("coins", "flowers"))
KING_SPACE = VERBS.declare("king", space=[f"{row} {c + 1}" for row in get_args(KingRow) for c in range(KING_COLUMNS)])
REFRESH = VERBS.declare("refresh")
DONE = VERBS.declare("done")


def card_names(sheet: Components) -> tuple[str, ...]:
    """All cards by number: the basic ones first."""
    return (*sheet.base.basic, *sheet.base.cards)


def route_names(sheet: Components) -> tuple[str, ...]:
    """The spaces of the merchant's route, by their goods."""
    return tuple(f"{one}-{other}" for one, other in sheet.base.merchant.route.value)


def move_space(sheet: Components) -> MoveSpace:
    """Numbers and notation, with the names that the components give."""
    return MoveSpace(VERBS, {"card": card_names(sheet), "space": route_names(sheet)})
