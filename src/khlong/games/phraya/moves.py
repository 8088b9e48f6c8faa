"""The flat move space of Phraya: which number means what."""

from khlong.engine.moves import MoveSpace, Verb

from .canal import CROSSING_NAMES, CROSSINGS, SECTION_NAMES, SECTIONS, STALL_NAMES, STALLS
from .components import KING_COLUMNS, ROUTE, SLOTS, Components
from .enums import GOOD_NAMES, GOODS
from .state import KING

MOST_AT_ONCE = 6  # of one good: a boat has six baskets
MOST_FLOWERS = 30
SIDES = ("left", "right")
CARDS = 30
PURCHASES = tuple((count, favors) for count in range(1, MOST_AT_ONCE + 1) for favors in range(count + 1))

BOAT = 0  # + section: put or move the boat there
STALL = BOAT + SECTIONS  # + stall: put a stall piece there
CARD = STALL + STALLS  # + card: play it
MERCHANT = CARD + CARDS  # + space of the route: move the merchant there
PRICES = MERCHANT + ROUTE  # + good: it gets the card's first price change, the other good the second
BARGE = PRICES + GOODS  # + crossing: move the barge there
GIVE = BARGE + CROSSINGS  # + good: discard one for a flower
FLOWERS = GIVE + GOODS  # + number: discard so many flowers for coins
BUY = FLOWERS + MOST_FLOWERS + 1  # + side * 27 + index into PURCHASES
SELL = BUY + len(SIDES) * len(PURCHASES)  # + side * 6 + number - 1
BASKET = SELL + len(SIDES) * MOST_AT_ONCE  # + side * 2 + whether a Favor pays
ROWER = BASKET + 2 * len(SIDES)  # + side * 3 + 0 for a fish, 1 for meat, 2 for a Favor
DELIVER = ROWER + 3 * len(SIDES)  # + side * 2 + whether a good is ignored
OFFER = DELIVER + 2 * len(SIDES)  # + good * 2 + whether a Favor pays the flowers
TAKE = OFFER + 2 * GOODS  # + slot * 2 + 0 for coins, 1 for flowers
KING_SPACE = TAKE + 2 * SLOTS  # + space of the King's chart
REFRESH = KING_SPACE + KING
DONE = REFRESH + 1
MOVES = DONE + 1


def card_names(sheet: Components) -> tuple[str, ...]:
    """All cards by number: the basic ones first."""
    return (*sheet.base.basic, *sheet.base.cards)


def move_space(sheet: Components) -> MoveSpace:
    """Numbers and notation, with the names that the components give."""
    route = tuple(f"{one}-{other}" for one, other in sheet.base.merchant.route.value)
    with_favors = tuple(f"{count} favor {favors}" if favors else f"{count}" for count, favors in PURCHASES)
    return MoveSpace(
        Verb("boat", SECTION_NAMES),
        Verb("stall", STALL_NAMES),
        Verb("card", card_names(sheet)),
        Verb("merchant", route),
        Verb("change", GOOD_NAMES),
        Verb("barge", CROSSING_NAMES),
        Verb("give", GOOD_NAMES),
        Verb("flowers", tuple(str(number) for number in range(MOST_FLOWERS + 1))),
        Verb("buy", tuple(f"{side} {purchase}" for side in SIDES for purchase in with_favors)),
        Verb("sell", tuple(f"{side} {number}" for side in SIDES for number in range(1, MOST_AT_ONCE + 1))),
        Verb("basket", tuple(f"{side}{by}" for side in SIDES for by in ("", " favor"))),
        Verb("rower", tuple(f"{side} {by}" for side in SIDES for by in ("fish", "meat", "favor"))),
        Verb("deliver", tuple(f"{side}{less}" for side in SIDES for less in ("", " ignore"))),
        Verb("offer", tuple(f"{good}{by}" for good in GOOD_NAMES for by in ("", " favor"))),
        Verb("take", tuple(f"{slot} {by}" for slot in range(1, SLOTS + 1) for by in ("coins", "flowers"))),
        Verb("king", tuple(f"{row} {c}" for row in ("coins", "flowers", "goods") for c in range(1, KING_COLUMNS + 1))),
        Verb("refresh", ("",)),
        Verb("done", ("",)),
    )
