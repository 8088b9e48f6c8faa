"""Why a thing is not possible: keys and parameters, found by asking the rules what would be legal otherwise."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from khlong.engine.data import Data
from khlong.games.facets import Event
from khlong.games.obstacles import Obstacle, Search, why_not

from .components import CUSTOMERS, Box
from .decisions import DECISIONS
from .moves import VERBS
from .places import BOATS, bit
from .rules.customers import customers_of, more_than_two
from .state import ALL_DICE, NOWHERE, Ask, Seat, State

OFFERED_AS_THEY_ARE = (Ask.TEMPLE, Ask.WOODWORKER, Ask.HUT)


def _own(state: State) -> Seat:
    return state.seat[state.decider]


def _with_dice(state: State) -> Iterator[State]:
    _own(state).hand = ALL_DICE
    yield state


def _without_office(state: State) -> Iterator[State]:
    state.office_open = 0
    yield state


def _with_boat(state: State) -> Iterator[State]:
    _own(state).boats = 1
    yield state


def _with_another_customer(state: State) -> Iterator[State]:
    _own(state).customers = max(_own(state).customers, CUSTOMERS - 1)
    yield state


def _with_dice_of_pool(state: State) -> Iterator[State]:
    _own(state).hand |= _own(state).pool
    yield state


def _with_dice_out(state: State) -> Iterator[State]:
    _own(state).hand |= _own(state).out
    yield state


def _without_fruit(state: State) -> Iterator[State]:
    _own(state).fruit = 0
    yield state


def _on_every_boat(state: State) -> Iterator[State]:
    _own(state).boats = bit(BOATS) - 1 if state.closed == NOWHERE else (bit(BOATS) - 1) & ~bit(state.closed)
    yield state


class Advocate:
    """Says why a move is not possible. It asks the rules: what is legal, and what an answer does."""

    def __init__(self, box: Box, legal: Callable[[State], list[int]], take: Callable[[State, int], None]) -> None:
        self._box = box
        self._legal = legal
        self._take = take
        cannot_pay = Obstacle("cannot-pay", self._rich)
        self._obstacles: dict[Ask, tuple[Obstacle, ...]] = dict.fromkeys(Ask, ()) | {
            Ask.CUSTOMER: (
                Obstacle("fetch-dice", _with_dice),
                Obstacle("taken", self._all_free),
                Obstacle("office-open", _without_office),
                Obstacle("last-customer", _with_another_customer),
                Obstacle("no-boat-of-yours", _with_boat),
                Obstacle("no-occupied-boat", self._boat_occupied),
                cannot_pay,
            ),
            Ask.DIE: (Obstacle("die-in-pool", _with_dice_of_pool), Obstacle("die-out", _with_dice_out)),
            Ask.MARKET: (Obstacle("has-fruit", _without_fruit),),
            Ask.FRUIT_STAND: (Obstacle("not-on-boat", _on_every_boat),),
            Ask.FISHMONGER: (Obstacle("boat-empty", self._nothing_free),),
        }

    def _rich(self, state: State) -> Iterator[State]:
        _own(state).coins = self._box.most_coins
        yield state

    def _all_free(self, state: State) -> Iterator[State]:
        """Nobody anywhere, but for one boat or another: else the Fishmonger would have nothing to do."""
        state.free = self._box.places[more_than_two(state)]
        yield from self._boat_occupied(state)

    def _boat_occupied(self, state: State) -> Iterator[State]:
        for boat in [boat for boat in range(BOATS) if boat != state.closed][:2]:
            other = state.copy()
            other.free &= ~bit(boat)
            yield other

    def _nothing_free(self, state: State) -> Iterator[State]:
        state.free = 0
        yield state

    def wishes(self, state: State) -> list[int]:
        """The moves that a player would naturally try now, legal or not."""
        if state.decision in OFFERED_AS_THEY_ARE:
            return self._legal(state)
        return [move for verb in DECISIONS[state.decision].answers for move in verb.moves]

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
        if key == "taken":
            return self._taken(state, VERBS.taken_apart(move)[1][0])
        if key == "cannot-pay":
            return Event(key, self._price(state, move))
        return Event(key)

    def _taken(self, state: State, place: int) -> Event:
        seats = [seat for seat in range(state.players) if customers_of(state, place, seat)]
        return Event("taken", {"seats": seats}) if seats else Event("ama-there")

    def _price(self, state: State, move: int) -> Data:
        """What a place takes, seen by going there with enough coins, and what is missing to that."""
        (rich,) = self._rich(state.copy())
        purse = rich.seat[state.decider]
        before = purse.coins
        self._take(rich, move)
        price = before - purse.coins
        return {"price": {"coins": price}, "missing": {"coins": price - _own(state).coins}}

    def _never(self, state: State, move: int) -> Event:
        """The reason for what no change of fortune would make possible now."""
        if state.decision == Ask.FISHMONGER and VERBS.taken_apart(move)[1][0] >= BOATS:
            return Event("boats-only")
        if state.decision in (Ask.WOODWORKER, Ask.HUT):
            return Event("not-here")
        return Event("not-in-game")
