"""All decision points of Phraya, by number."""

from khlong.engine.decision import Decision

from .rules.actions import ACTION
from .rules.barge import MOVE_BARGE
from .rules.cards import GIVE_GOODS, PLAY_CARD, REFRESH_MARKET, SELL_FLOWERS
from .rules.merchant import CHANGE_PRICES, MOVE_MERCHANT
from .rules.movement import BONUS_MOVE, MOVE_BOAT
from .rules.setup import FIRST_SECTION, FIRST_STALL
from .state import Ask

_BY_NUMBER = {
    Ask.FIRST_SECTION: FIRST_SECTION,
    Ask.FIRST_STALL: FIRST_STALL,
    Ask.CARD: PLAY_CARD,
    Ask.MERCHANT: MOVE_MERCHANT,
    Ask.PRICES: CHANGE_PRICES,
    Ask.BARGE: MOVE_BARGE,
    Ask.BONUS_MOVE: BONUS_MOVE,
    Ask.GOODS: GIVE_GOODS,
    Ask.FLOWERS: SELL_FLOWERS,
    Ask.REFRESH: REFRESH_MARKET,
    Ask.MOVE: MOVE_BOAT,
    Ask.ACTION: ACTION,
}
DECISIONS: tuple[Decision, ...] = tuple(_BY_NUMBER[ask] for ask in Ask)
