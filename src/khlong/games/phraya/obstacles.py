"""What can be in the way of a move, and how a state would be without it: the first in the way is the reason."""

from collections.abc import Callable, Iterator

from khlong.games.obstacles import Obstacle

from .canal import CROSSINGS, MOST_ROWERS, SECTION_ENDS, SECTIONS, STALLS
from .constants import Box
from .enums import GOODS
from .moves import MOST_AT_ONCE
from .rules.used import USED_KING, USED_STALLS
from .state import KING, NOBODY, NONE, Ask, Seat, State

PLENTY = 1000
INNER_SECTION = next(section for section in range(SECTIONS) if len(SECTION_ENDS[section]) == 2)


def _simply(key: str, change: Callable[[State], None]) -> Obstacle:
    """An obstacle without which a state would be in one way only."""

    def lift(state: State) -> Iterator[State]:
        change(state)
        yield state

    return Obstacle(key, lift)


def _own(state: State) -> Seat:
    return state.seat[state.decider]


# on the water


def _no_other_boats(state: State) -> None:
    for player in range(state.players):
        if player != state.decider:
            state.seat[player].section = NONE


def _barge_elsewhere(state: State) -> Iterator[State]:
    for crossing in range(CROSSINGS):
        other = state.copy()
        other.barge = crossing
        yield other


def _full_crew(state: State) -> None:
    _own(state).rowers = MOST_ROWERS


def _inner_channel(state: State) -> None:
    _own(state).section = INNER_SECTION


OTHER_BOATS = _simply("boat-there", _no_other_boats)
BARGE_IN_THE_WAY = Obstacle("barge-in-the-way", _barge_elsewhere)


# cards


def _discard_in_hand(state: State) -> None:
    _own(state).hand |= _own(state).discard


def _barge_away(state: State) -> None:
    state.barge = next(crossing for crossing in range(CROSSINGS) if crossing not in SECTION_ENDS[_own(state).section])


# stalls, charts and what is left


def _stalls_unused(state: State) -> None:
    state.used &= ~USED_STALLS


def _king_unused(state: State) -> None:
    state.used &= ~USED_KING


def _king_near(state: State) -> None:
    state.barge = SECTION_ENDS[_own(state).section][0]


def _king_chart_empty(state: State) -> None:
    for space in range(KING):
        state.king[space] = NOBODY


def _space_in_temple(box: Box) -> Obstacle:
    """Only full rows change: elsewhere the next space keeps its price."""

    def clear_last_space(state: State) -> None:
        last = box.temple_columns_used[state.edition] - 1
        state.temple_count = [min(count, last) for count in state.temple_count]

    return _simply("temple-row-full", clear_last_space)


def _nobodys_stalls(state: State) -> None:
    for stall in range(STALLS):
        state.owner[stall] = NOBODY


def _baskets_there(state: State) -> None:
    state.basket_at = [max(tile, 0) for tile in state.basket_at]


def _orders_there(state: State) -> None:
    state.order_at = [max(order, 0) for order in state.order_at]


def _disk(state: State) -> None:
    _own(state).disks = 1


def _piece(state: State) -> None:
    _own(state).stalls = 1


def _basket_space(state: State) -> None:
    _own(state).baskets = 0


def _seat_for_rower(state: State) -> None:
    _own(state).rowers = 0


def _room(state: State) -> None:
    for good in range(GOODS):
        _own(state).room[good] += MOST_AT_ONCE


def _riches(state: State) -> None:
    """Plenty of everything, with as much free room as before."""
    seat = _own(state)
    seat.coins = seat.flowers = seat.favors = PLENTY
    for good in range(GOODS):
        seat.goods[good] += MOST_AT_ONCE
        seat.room[good] += MOST_AT_ONCE


RICHES = _simply("cannot-pay", _riches)
OWNERS = _simply("stall-owned", _nobodys_stalls)


def all_obstacles(box: Box) -> dict[Ask, tuple[Obstacle, ...]]:
    """What can be in the way of an answer to each question."""
    return {
        Ask.FIRST_SECTION: (OTHER_BOATS,),
        Ask.FIRST_STALL: (OWNERS,),
        Ask.CARD: (_simply("card-played", _discard_in_hand), _simply("blocked", _barge_away)),
        Ask.MERCHANT: (),
        Ask.PRICES: (),
        Ask.BARGE: (_simply("own-way-out", _inner_channel),),
        Ask.BONUS_MOVE: (OTHER_BOATS, BARGE_IN_THE_WAY),
        Ask.GOODS: (RICHES,),
        Ask.FLOWERS: (RICHES,),
        Ask.REFRESH: (),
        Ask.MOVE: (OTHER_BOATS, BARGE_IN_THE_WAY, _simply("too-far", _full_crew)),
        Ask.ACTION: (
            _simply("stall-used", _stalls_unused),
            _simply("king-used", _king_unused),
            _simply("king-far", _king_near),
            _simply("king-space-taken", _king_chart_empty),
            _space_in_temple(box),
            OWNERS,
            _simply("no-basket", _baskets_there),
            _simply("no-order", _orders_there),
            _simply("no-disks", _disk),
            _simply("no-pieces", _piece),
            _simply("boat-full", _basket_space),
            _simply("crew-full", _seat_for_rower),
            _simply("no-room", _room),
            RICHES,
        ),
    }
