"""Why a thing is not possible: keys and parameters, found by asking the rules what would be legal otherwise."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from khlong.games.facets import Event
from khlong.games.obstacles import Search, why_not

from .canal import CROSSING_NAMES, STALLS
from .components import SLOTS
from .constants import Box
from .decisions import DECISIONS
from .enums import GOOD_NAMES, GOODS, STALL_KINDS, Stall
from .moves import (
    BARGE,
    BASKET,
    BOAT,
    BUY,
    CARD,
    CARDS,
    DELIVER,
    FLOWERS,
    GIVE,
    KING_SPACE,
    MERCHANT,
    MOST_AT_ONCE,
    OFFER,
    PRICES,
    PURCHASES,
    REFRESH,
    ROWER,
    SELL,
    STALL,
    TAKE,
)
from .obstacles import RICHES, all_obstacles
from .state import Ask, Seat, State, members

PLACES_OF_ACTIONS = (  # where an action happens: the first move of the kind, and the stall that it needs
    (KING_SPACE, None),
    (TAKE, Stall.SCRIBE),
    (OFFER, Stall.TEMPLE),
    (DELIVER, Stall.RESTAURANT),
    (BASKET, Stall.BASKET),
)
ANSWERS: dict[Ask, tuple[range, ...]] = {
    Ask.FIRST_SECTION: (range(BOAT, STALL),),
    Ask.FIRST_STALL: (range(STALL, CARD),),
    Ask.CARD: (range(CARD, MERCHANT),),
    Ask.MERCHANT: (range(MERCHANT, PRICES),),
    Ask.PRICES: (range(PRICES, BARGE),),
    Ask.BARGE: (range(BARGE, GIVE),),
    Ask.BONUS_MOVE: (range(BOAT, STALL),),
    Ask.GOODS: (range(GIVE, FLOWERS),),
    Ask.FLOWERS: (range(FLOWERS, BUY),),
    Ask.REFRESH: (),
    Ask.MOVE: (range(BOAT, STALL),),
    Ask.ACTION: (range(STALL, CARD), range(BUY, REFRESH)),
}
"""The moves that can be an answer to each question, legal or not."""


class Advocate:
    """Says why a move is not possible. It asks the rules: what is legal, and what an answer does."""

    def __init__(self, tables: Box, legal: Callable[[State], list[int]], take: Callable[[State, int], None]) -> None:
        self._tables = tables
        self._obstacles = all_obstacles(tables)
        self._legal = legal
        self._take = take

    def wishes(self, state: State) -> list[int]:
        """The moves that a player would naturally try now, legal or not."""
        if state.decision == Ask.CARD:
            seat = state.seat[state.decider]
            return [CARD + card for card in members(seat.hand | seat.discard)]
        if state.decision == Ask.ACTION:
            return [*self._wished_actions(state)]
        if state.decision in (Ask.FLOWERS, Ask.REFRESH):
            return []
        return [move for moves in ANSWERS[Ask(state.decision)] for move in moves]

    def _wished_actions(self, state: State) -> Iterator[int]:
        """At goods stalls one more than is possible; elsewhere what can be seen on stalls and charts."""
        legal = set(self._legal(state))
        section = state.seat[state.decider].section
        if Stall.ADMINISTRATION in state.stall[2 * section : 2 * section + 2]:
            yield from (STALL + stall for stall in range(STALLS) if state.stall[stall] < GOODS)
        for side in range(2):
            kind = state.stall[2 * section + side]
            if kind < GOODS:
                plain = [BUY + side * len(PURCHASES) + i for i, (_, favors) in enumerate(PURCHASES) if not favors]
                sales = [SELL + side * MOST_AT_ONCE + number for number in range(MOST_AT_ONCE)]
                yield from (move for moves in (plain, sales) for move in _up_to_first_illegal(moves, legal))
            elif kind == Stall.BASKET:
                yield from (BASKET + 2 * side, ROWER + 3 * side, ROWER + 3 * side + 1)
            elif kind == Stall.RESTAURANT:
                yield DELIVER + 2 * side
        yield from range(OFFER, TAKE, 2)
        yield from (TAKE + 2 * slot + way for slot in range(SLOTS) if state.market[slot] >= 0 for way in range(2))
        yield from (KING_SPACE + space for space in members(self._tables.king_spaces[state.edition]))

    def why_not(self, state: State, moves: Sequence[int]) -> dict[int, Event]:
        """A reason for each of some moves that is not legal."""
        ask = Ask(state.decision)
        search = Search(state, self._obstacles[ask], self._legal)
        reason = partial(self._reason, state, search)
        return why_not(state, moves, self._legal, ANSWERS[ask], DECISIONS[ask], reason)

    def _reason(self, state: State, search: Search, move: int) -> Event:
        key = search.obstacle(move)
        if key is None:
            return self._never(state, move)
        if key == "blocked" and not state.seat[state.decider].hand & self._tables.barge_cards:
            key = "blocked-recover"
        values = self._values(key, state, move, search)
        if key == "no-room" and "what" in values:
            key = "little-room"
        return Event(key, values)

    def _values(self, key: str, state: State, move: int, search: Search) -> dict[str, Any]:
        seat = state.seat[state.decider]
        if key == "boat-there":
            return {"seat": next(other for other in range(state.players) if state.seat[other].section == move - BOAT)}
        if key == "too-far":
            return {"what": {"rowers": seat.rowers}}
        if key == "barge-in-the-way":
            return {"crossing": CROSSING_NAMES[state.barge]}
        if key == "stall-owned":
            return {"seat": state.owner[move - STALL]}
        if key == "king-space-taken":
            return {"seat": state.king[move - KING_SPACE]}
        if key == "no-room":
            good = state.stall[2 * seat.section + (move - BUY) // len(PURCHASES)]
            room = seat.room[good] - seat.goods[good]
            return {"what": {GOOD_NAMES[good]: room}} if room else {"good": GOOD_NAMES[good]}
        if key == "cannot-pay":
            return self._price(seat, move, search.without(RICHES))
        return {}

    def _price(self, seat: Seat, move: int, rich: State) -> dict[str, Any]:
        """What a move takes, seen by making it in a state where it can be paid, and what is missing to that."""
        before = _purse(rich.seat[rich.decider])
        payer = rich.decider
        self._take(rich, move)
        after, own = _purse(rich.seat[payer]), _purse(seat)
        price = {what: number - after[what] for what, number in before.items() if number > after[what]}
        missing = {what: number - own[what] for what, number in price.items() if number > own[what]}
        return {"price": price, "missing": missing}

    def _never(self, state: State, move: int) -> Event:
        """The reason for what no change of fortune would make possible now."""
        seat, tables = state.seat[state.decider], self._tables
        if move < STALL:
            if move - BOAT == seat.section:
                return Event("same-channel")
            if state.decision == Ask.FIRST_SECTION:
                return Event("inner-channel")
            if state.decision == Ask.BONUS_MOVE:
                return Event("not-two")
            return Event("too-far", {"what": {"rowers": seat.rowers}})
        if move < CARD:
            goods_stall = state.stall[move - STALL] < GOODS
            return _no_stall(Stall.ADMINISTRATION) if goods_stall else Event("no-goods-stall")
        if move < CARD + CARDS:
            return Event("not-in-hand")
        if move < PRICES:
            return Event("merchant-steps", {"steps": members(tables.card_steps[state.card])})
        if move < BARGE:
            pair = tables.route[2 * state.merchant : 2 * state.merchant + 2]
            return Event("not-the-merchants", {"goods": [GOOD_NAMES[good] for good in pair]})
        if move < GIVE:
            return Event("barge-steps", {"what": {"channels": tables.card_barge[state.card]}})
        return self._no_place(state, move)

    def _no_place(self, state: State, move: int) -> Event:
        """The reason for an action at a stall that is not beside the boat."""
        section = state.seat[state.decider].section
        beside = state.stall[2 * section : 2 * section + 2]
        if move < BASKET:
            return Event("no-such-stall", {"kind": "goods"})
        kind = next(stall for first, stall in PLACES_OF_ACTIONS if move >= first)
        if kind is None:
            return Event("not-on-chart")
        if DELIVER <= move < OFFER and beside[(move - DELIVER) // 2] == kind:
            return Event("needs-card")
        if TAKE <= move < KING_SPACE and kind in beside:
            return Event("no-card")
        return _no_stall(kind)


def _up_to_first_illegal(moves: Sequence[int], legal: set[int]) -> Iterator[int]:
    for move in moves:
        yield move
        if move not in legal:
            return


def _no_stall(kind: Stall) -> Event:
    return Event("no-such-stall", {"kind": STALL_KINDS[kind]})


def _purse(seat: Seat) -> dict[str, int]:
    """All that can be paid with, by name."""
    return {
        "coins": seat.coins,
        "flowers": seat.flowers,
        "favors": seat.favors,
        **dict(zip(GOOD_NAMES, seat.goods, strict=True)),
    }
