"""All decision points of Floating Market, by number."""

from khlong.engine.decision import Decision

from .rules.assign import ASSIGN_CUSTOMER
from .rules.buildings import FISHMONGER, FRUIT_STAND, HUT, MARKET, TEMPLE, WOODWORKER
from .rules.round_end import SWAP_BOATS
from .rules.turn import ADD_DIE
from .state import Ask

_BY_NUMBER = {
    Ask.CUSTOMER: ASSIGN_CUSTOMER,
    Ask.DIE: ADD_DIE,
    Ask.TEMPLE: TEMPLE,
    Ask.WOODWORKER: WOODWORKER,
    Ask.HUT: HUT,
    Ask.MARKET: MARKET,
    Ask.FRUIT_STAND: FRUIT_STAND,
    Ask.FISHMONGER: FISHMONGER,
    Ask.SWAP: SWAP_BOATS,
}
DECISIONS: tuple[Decision, ...] = tuple(_BY_NUMBER[ask] for ask in Ask)
