"""Why a thing is not possible: keys and parameters, found by asking the rules what would be legal otherwise."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from khlong.engine.data import Data
from khlong.engine.moves import Verb, members
from khlong.games.facets import Event
from khlong.games.obstacles import Search, why_not

from .canal import CROSSING_NAMES, STALLS
from .components import SLOTS
from .constants import Box
from .decisions import DECISIONS
from .enums import GOOD_NAMES, GOODS, STALL_KINDS, RowerPay, Stall
from .moves import (
    BARGE,
    BASKET,
    BOAT,
    BUY,
    CARD,
    DELIVER,
    KING_SPACE,
    MERCHANT,
    MOST_AT_ONCE,
    OFFER,
    PRICES,
    PURCHASES,
    ROWER,
    SELL,
    STALL,
    TAKE,
    VERBS,
)
from .obstacles import RICHES, all_obstacles
from .state import Ask, Seat, State

PLACES_OF_ACTIONS = {
    BUY: "goods",
    SELL: "goods",
    BASKET: STALL_KINDS[Stall.BASKET],
    ROWER: STALL_KINDS[Stall.BASKET],
    DELIVER: STALL_KINDS[Stall.RESTAURANT],
    OFFER: STALL_KINDS[Stall.TEMPLE],
    TAKE: STALL_KINDS[Stall.SCRIBE],
    STALL: STALL_KINDS[Stall.ADMINISTRATION],
}
"""The kind of stall that an action needs."""


class Advocate:
    """Says why a move is not possible. It asks the rules: what is legal, and what an answer does."""

    def __init__(self, box: Box, legal: Callable[[State], list[int]], take: Callable[[State, int], None]) -> None:
        self._box = box
        self._obstacles = all_obstacles(box)
        self._legal = legal
        self._take = take

    def wishes(self, state: State) -> list[int]:
        """The moves that a player would naturally try now, legal or not."""
        if state.decision == Ask.CARD:
            seat = state.seat[state.decider]
            return [CARD(card) for card in members(seat.hand | seat.discard)]
        if state.decision == Ask.ACTION:
            return [*self._wished_actions(state)]
        if state.decision in (Ask.FLOWERS, Ask.REFRESH):
            return []
        return [move for verb in DECISIONS[state.decision].answers for move in verb.moves]

    def _wished_actions(self, state: State) -> Iterator[int]:
        """At goods stalls one more than is possible; elsewhere what can be seen on stalls and charts."""
        legal = set(self._legal(state))
        section = state.seat[state.decider].section
        if Stall.ADMINISTRATION in state.stall[2 * section : 2 * section + 2]:
            yield from (STALL(stall) for stall in range(STALLS) if state.stall[stall] < GOODS)
        for side in range(2):
            kind = state.stall[2 * section + side]
            if kind < GOODS:
                plain = [BUY(side, number) for number, (_, favors) in enumerate(PURCHASES) if not favors]
                sales = [SELL(side, number) for number in range(1, MOST_AT_ONCE + 1)]
                yield from (move for moves in (plain, sales) for move in _up_to_first_illegal(moves, legal))
            elif kind == Stall.BASKET:
                yield from (BASKET(side, 0), ROWER(side, RowerPay.FISH), ROWER(side, RowerPay.MEAT))
            elif kind == Stall.RESTAURANT:
                yield DELIVER(side, 0)
        yield from (OFFER(good, 0) for good in range(GOODS))
        yield from (TAKE(slot, way) for slot in range(SLOTS) if state.market[slot] >= 0 for way in range(2))
        yield from (KING_SPACE(space) for space in members(self._box.king_spaces[state.edition]))

    def why_not(self, state: State, moves: Sequence[int]) -> dict[int, Event]:
        """A reason for each of some moves that is not legal."""
        ask = Ask(state.decision)
        search = Search(state, self._obstacles[ask], self._legal)
        reason = partial(self._reason, state, search)
        return why_not(state, moves, self._legal, VERBS, DECISIONS[ask], reason)

    def _reason(self, state: State, search: Search, move: int) -> Event:
        key = search.obstacle(move)
        if key is None:
            return self._never(state, move)
        if key == "blocked" and not state.seat[state.decider].hand & self._box.barge_cards:
            key = "blocked-recover"
        values = self._values(key, state, move, search)
        if key == "no-room" and "what" in values:
            key = "little-room"
        return Event(key, values)

    def _values(self, key: str, state: State, move: int, search: Search) -> Data:
        seat = state.seat[state.decider]
        parts = VERBS.taken_apart(move)[1]
        if key == "boat-there":
            return {"seat": next(other for other in range(state.players) if state.seat[other].section == parts[0])}
        if key == "too-far":
            return {"what": {"rowers": seat.rowers}}
        if key == "barge-in-the-way":
            return {"crossing": CROSSING_NAMES[state.barge]}
        if key == "stall-owned":
            return {"seat": state.owner[parts[0]]}
        if key == "king-space-taken":
            return {"seat": state.king[parts[0]]}
        if key == "no-room":
            good = state.stall[2 * seat.section + parts[0]]
            room = seat.room[good] - seat.goods[good]
            return {"what": {GOOD_NAMES[good]: room}} if room else {"good": GOOD_NAMES[good]}
        if key == "cannot-pay":
            return self._price(seat, move, search.without(RICHES))
        return {}

    def _price(self, seat: Seat, move: int, rich: State) -> Data:
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
        verb, parts = VERBS.taken_apart(move)
        if verb is BOAT:
            return self._no_section(state, parts[0])
        if verb is CARD:
            return Event("not-in-hand")
        if verb is MERCHANT:
            return Event("merchant-steps", {"steps": members(self._box.card_steps[state.card])})
        if verb is PRICES:
            pair = self._box.route[2 * state.merchant : 2 * state.merchant + 2]
            return Event("not-the-merchants", {"goods": [GOOD_NAMES[good] for good in pair]})
        if verb is BARGE:
            return Event("barge-steps", {"what": {"channels": self._box.card_barge[state.card]}})
        if verb is KING_SPACE:
            return Event("not-on-chart")
        return _no_place(state, verb, parts)

    def _no_section(self, state: State, section: int) -> Event:
        """The reason why a boat can never go to a channel."""
        seat = state.seat[state.decider]
        if section == seat.section:
            return Event("same-channel")
        if state.decision == Ask.FIRST_SECTION:
            return Event("inner-channel")
        if state.decision == Ask.BONUS_MOVE:
            return Event("bonus-channels", {"what": {"channels": self._box.bonus_channels}})
        return Event("too-far", {"what": {"rowers": seat.rowers}})


def _no_place(state: State, verb: Verb, parts: Sequence[int]) -> Event:
    """The reason for an action at a stall that is not beside the boat."""
    section = state.seat[state.decider].section
    beside = state.stall[2 * section : 2 * section + 2]
    if verb is STALL and state.stall[parts[0]] >= GOODS:
        return Event("no-goods-stall")
    if verb is DELIVER and beside[parts[0]] == Stall.RESTAURANT:
        return Event("needs-card")
    if verb is TAKE and Stall.SCRIBE in beside:
        return Event("no-card")
    return Event("no-such-stall", {"kind": PLACES_OF_ACTIONS[verb]})


def _up_to_first_illegal(moves: Sequence[int], legal: set[int]) -> Iterator[int]:
    for move in moves:
        yield move
        if move not in legal:
            return


def _purse(seat: Seat) -> dict[str, int]:
    """All that can be paid with, by name."""
    return {
        "coins": seat.coins,
        "flowers": seat.flowers,
        "favors": seat.favors,
        **dict(zip(GOOD_NAMES, seat.goods, strict=True)),
    }
