"""What players can do next, as features for the value of a position: with what is aboard, from where boats can be."""

from khlong.engine.rule import rule
from khlong.engine.scratch import Floats

from ..canal import MOST_ROWERS, PARTS, PLACE_OF_STALL, REACH, SECTIONS, SECTIONS_AT
from ..components import BOXES, SLOTS, TEMPLE_COLUMNS
from ..constants import BOX
from ..enums import GOODS, Stall
from ..rules.king import GOODS_ROW
from ..rules.used import USED_KING
from ..state import KING, NOBODY, NONE, State, Step
from .features import Feature


@rule
def fill_chances(state: State, player: int, boats: int, rows: Floats, row: int) -> None:
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
    fill_orders(state, player, parts, rows, row)
    offering = best_offering(state, player)
    rows[row + Feature.OFFERING_POSSIBLE] = offering
    rows[row + Feature.OFFERING_IN_REACH] = offering if kinds >> Stall.TEMPLE & 1 else 0.0
    tithe = can_pay_some_space(state, player)
    near = False
    if tithe and not used & USED_KING:
        for index in range(4):
            if within >> SECTIONS_AT[4 * state.barge + index] & 1:
                near = True
    rows[row + Feature.KING_SPACE_POSSIBLE] = tithe
    rows[row + Feature.KING_SPACE_IN_REACH] = near
    stall = seat.stalls > 0 and seat.coins >= BOX.stall_price
    rows[row + Feature.STALL_POSSIBLE] = stall
    rows[row + Feature.STALL_IN_REACH] = stall and kinds >> Stall.ADMINISTRATION & 1
    card = can_pay_some_card(state, player)
    rows[row + Feature.CARD_POSSIBLE] = card
    rows[row + Feature.CARD_IN_REACH] = card and kinds >> Stall.SCRIBE & 1


@rule
def fill_orders(state: State, player: int, parts: int, rows: Floats, row: int) -> None:
    """What the best order brings more than its goods: partly aboard, all aboard, and within reach."""
    seat = state.seat[player]
    for part in range(PARTS):
        order = state.order_at[part]
        if order != NONE:
            asked = 0
            aboard = 0
            gain = BOX.order_vp[order] + BOX.order_coins[order] / 4
            for good in range(GOODS):
                need = BOX.order_goods[GOODS * order + good]
                asked += need
                aboard += min(need, seat.goods[good])
                gain -= need * BOX.price[BOXES * good + state.box[good]] / 4
            gain = max(gain, 0.0) / 6
            rows[row + Feature.ORDER_UNDERWAY] = max(
                rows[row + Feature.ORDER_UNDERWAY], gain * aboard * aboard / (asked * asked)
            )
            if asked == aboard:
                rows[row + Feature.ORDER_READY] = max(rows[row + Feature.ORDER_READY], gain)
                if parts >> part & 1:
                    rows[row + Feature.ORDER_IN_REACH] = max(rows[row + Feature.ORDER_IN_REACH], gain)


@rule
def best_offering(state: State, player: int) -> float:
    """The points of the best disk that a player can pay in the temple."""
    seat = state.seat[player]
    best = 0.0
    if seat.disks > 0:
        for good in range(GOODS):
            column = state.temple_count[good]
            if seat.goods[good] > 0 and column < BOX.temple_columns_used[state.edition]:
                asked = BOX.temple_flowers[(GOODS * state.edition + good) * TEMPLE_COLUMNS + column]
                if seat.flowers >= asked or seat.favors > 0:
                    best = max(best, BOX.temple_vp[good] / 4)
    return best


@rule
def can_pay_some_space(state: State, player: int) -> bool:
    """Whether a player has what some empty space of the King's chart asks."""
    seat = state.seat[player]
    if seat.disks > 0:
        for space in range(KING):
            if BOX.king_spaces[state.edition] >> space & 1 and state.king[space] == NOBODY:
                entry = state.edition * KING + space
                if space >= GOODS_ROW:
                    one, other = BOX.king_good_one[entry], BOX.king_good_other[entry]
                    if seat.goods[one] > (one == other) and seat.goods[other] > 0:
                        return True
                elif seat.coins >= BOX.king_coins[entry] and seat.flowers >= BOX.king_flowers[entry]:
                    return True
    return False


@rule
def can_pay_some_card(state: State, player: int) -> bool:
    """Whether a player has the coins or flowers for some card of the market."""
    seat = state.seat[player]
    for slot in range(SLOTS):
        card = state.market[slot]
        if card != NONE and (seat.coins >= BOX.card_cost_coins[card] or seat.flowers >= BOX.card_cost_flowers[card]):
            return True
    return False
