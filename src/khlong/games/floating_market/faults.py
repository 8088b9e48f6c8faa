"""What makes a position impossible: every reason in words a player understands."""

from collections.abc import Callable, Iterator

from khlong.engine.moves import members
from khlong.games.facets import Event
from khlong.games.faults import fault

from .components import CUSTOMERS, MOST_PLAYERS, PLAYER_DICE, Box
from .decisions import DECISIONS
from .odds import BOARD_NAMES, location_of
from .places import BOATS, PLACES, Place, bit
from .rules.customers import more_than_two
from .state import ALL_DICE, NOBODY, NOWHERE, Ask, BoardPiece, Seat, State

BUILDING_THAT_ASKS: dict[int, Place] = {
    Ask.TEMPLE: Place.TEMPLE,
    Ask.WOODWORKER: Place.WOODWORKER,
    Ask.HUT: Place.HUT,
    Ask.MARKET: Place.MARKET,
    Ask.FRUIT_STAND: Place.FRUIT_STAND,
    Ask.FISHMONGER: Place.FISHMONGER,
}


class Inspector:
    """Finds what is wrong with a state, given the box, the names of its places and the rules played with that box."""

    def __init__(self, box: Box, place_names: tuple[str, ...], list_legal: Callable[[State, list[int]], int]) -> None:
        self._box = box
        self._list_legal = list_legal
        self._names = place_names

    def faults(self, state: State) -> list[Event]:
        """All reasons why a state cannot come about in a game; none if it can."""
        found = [*self._frame(state)]
        if found:
            return found  # the rest would only repeat it
        found += self._seats(state)
        found += self._places(state)
        found += self._buildings(state)
        found += self._pool(state)
        found += self._last_roll(state)
        return found or [*self._question(state)]

    def _frame(self, state: State) -> Iterator[Event]:
        box = self._box
        if not 1 <= state.round_number <= box.last_round:
            yield fault("round", round=state.round_number, last=box.last_round)
        for what, seat in (("decider", state.decider), ("start", state.start), ("first", state.first)):
            if not 0 <= seat < state.players:
                yield fault(f"no-{what}", last=state.players - 1)
        if sorted(state.boat) != list(range(BOATS)):
            yield fault("boats-once")
        if state.players <= 3:
            here = [location for location in state.ama if 0 <= location < BOATS and location != state.closed]
            if len(set(here)) != len(state.ama):
                yield fault("ama-two")
        elif any(location != NOWHERE for location in state.ama):
            yield fault("no-ama")
        if any(seat.values() != Seat().values() for seat in state.seat[state.players :]):
            yield fault("empty-seats", last=state.players - 1)

    def _seats(self, state: State) -> Iterator[Event]:
        box = self._box
        fruit_in_play = bit(BOATS) - 1
        if state.closed != NOWHERE:
            fruit_in_play &= ~bit(state.boat[state.closed])
        for number, seat in enumerate(state.seat[: state.players]):
            if not 0 <= seat.coins <= box.most_coins:
                yield fault("coins", seat=number, count=seat.coins, most=box.most_coins)
            if seat.fruit & ~fruit_in_play:
                yield fault("foreign-fruit", seat=number)
            if seat.fruit.bit_count() >= state.goal and not state.ending:
                yield fault("won-already", seat=number, count=seat.fruit.bit_count())
            piles = (seat.hand, seat.pool, seat.out)
            if sum(piles) != ALL_DICE or seat.hand | seat.pool | seat.out != ALL_DICE:
                yield fault("dice-once", seat=number)
            placed = self._customers_of(state, number)
            if placed + seat.customers != CUSTOMERS or seat.customers < 0:
                yield fault("customers", seat=number, count=placed, all=CUSTOMERS)
            if seat.pool and not placed:
                yield fault("pool-without-customer", seat=number)

    def _customers_of(self, state: State, player: int) -> int:
        return sum(state.customers_at[place] >> 2 * player & 3 for place in range(PLACES))

    def _places(self, state: State) -> Iterator[Event]:
        free = self._box.places[more_than_two(state)]
        for place in range(PLACES):
            counts = [state.customers_at[place] >> 2 * player & 3 for player in range(MOST_PLAYERS)]
            ama = state.ama.count(place)
            here = sum(counts) + ama
            name = self._names[place]
            if here and not self._box.places[more_than_two(state)] >> place & 1:
                yield fault("place-not-in-use", place=name, count=state.players)
            elif here > 1 and place < BOATS and not self._fishmonger_led_to(state, counts, here):
                yield fault("boat-crowded", place=name, count=here)
            elif BOATS <= place != Place.BOATSMAN and here > self._room(state, place):
                yield fault("no-room", place=name, count=here, room=self._room(state, place))
            if here and place != Place.BOATSMAN and (place < BOATS or here >= self._room(state, place)):
                free &= ~bit(place)
        boats = [sum(bit(b) for b in range(BOATS) if state.customers_at[b] >> 2 * p & 3) for p in range(MOST_PLAYERS)]
        if state.free != free or boats != [seat.boats for seat in state.seat]:
            yield fault("places-do-not-fit")
        yield from self._stand(state)

    def _room(self, state: State, place: int) -> int:
        return 1 if self._box.full_with_one[more_than_two(state)] >> place & 1 else 2

    def _fishmonger_led_to(self, state: State, counts: list[int], here: int) -> bool:
        visitors = state.customers_at[Place.FISHMONGER]
        return here == 2 and any(visitors >> 2 * player & 3 and counts[player] for player in range(MOST_PLAYERS))

    def _stand(self, state: State) -> Iterator[Event]:
        if state.stand == NOWHERE:
            if state.stand_owner != NOBODY:
                yield fault("stand-without-customer")
            return
        owner = state.stand_owner
        if not (0 <= state.stand < BOATS and 0 <= owner < state.players and state.seat[owner].boats >> state.stand & 1):
            yield fault("stand-elsewhere")
        elif not state.customers_at[Place.FRUIT_STAND] >> 2 * owner & 3:
            yield fault("stand-not-visited")

    def _buildings(self, state: State) -> Iterator[Event]:
        """Buildings that act at once have acted, unless they are asking just now."""
        asking = BUILDING_THAT_ASKS.get(state.decision)
        at = state.customers_at
        d12, d6 = state.board_pool >> BoardPiece.D12 & 1, state.board_pool >> BoardPiece.D6 & 1
        either_adds_d6 = state.players == 2 and at[Place.HUT] and at[Place.WOODWORKER]
        has_acted = {
            Place.TEMPLE: bool(state.board_pool >> BoardPiece.TILE_HIGH & 3),
            Place.WOODWORKER: bool(d12 or state.d12_blocked or (state.players == 2 and d6)),
            Place.FRUIT_STAND: state.stand != NOWHERE,
        }
        for place, acted in has_acted.items():
            if at[place] and asking != place and not acted:
                yield fault("nothing-chosen", place=self._names[place])
        if asking is not None and (has_acted | {Place.HUT: bool(d6)}).get(asking) and not either_adds_d6:
            yield fault("chosen-already", place=self._names[asking])
        shared = [b for b in range(BOATS) if (state.customers_at[b] and b in state.ama) or self._crowded(state, b)]
        led = 1 if at[Place.FISHMONGER] and asking != Place.FISHMONGER else 0
        if len(shared) != led:
            yield fault("fishmonger-led", led=led, count=len(shared))

    def _crowded(self, state: State, boat: int) -> bool:
        return sum(state.customers_at[boat] >> 2 * player & 3 for player in range(MOST_PLAYERS)) > 1

    def _pool(self, state: State) -> Iterator[Event]:
        at = state.customers_at
        tiles = state.board_pool >> BoardPiece.TILE_HIGH & 3
        if tiles and (not at[Place.TEMPLE] or tiles == 3):
            yield fault("tile-in-pool")
        if state.board_pool >> BoardPiece.D12 & 1 and (not at[Place.WOODWORKER] or state.d12_blocked):
            yield fault("d12-in-pool")
        if state.d12_blocked and (not at[Place.WOODWORKER] or state.players == 2):
            yield fault("d12-blocked")
        d6_from = [Place.WOODWORKER, Place.HUT] if state.players == 2 else [Place.HUT]
        if state.board_pool >> BoardPiece.D6 & 1 and not any(at[place] for place in d6_from):
            yield fault("d6-in-pool", place=self._names[d6_from[0]])
        if state.players == 2 and state.board_pool >> BoardPiece.D12 & 3 == 3 and not at[Place.HUT]:
            yield fault("one-board-die")
        for number, seat in enumerate(state.seat[: state.players]):
            in_turn = number == state.decider and (state.owes_first_die or state.decision == Ask.DIE)
            if seat.customers < CUSTOMERS and not seat.pool and not in_turn and not state.ending:
                yield fault("customer-without-die", seat=number)

    def _last_roll(self, state: State) -> Iterator[Event]:
        box = self._box
        rolled = [(seat, die) for seat in state.seat for die in members(seat.rolled)]
        ama = state.ama_faces[: box.ama_dice[state.players]]
        if not rolled:
            if state.activated != NOWHERE or state.total or any(state.ama_faces) or state.board_rolled:
                yield fault("roll-without-dice")
            return
        for seat, die in rolled:
            if not 0 <= seat.faces[die] - box.die_lowest[die] < box.die_faces[die]:
                yield fault("face", die=PLAYER_DICE[die], face=seat.faces[die])
        if any(state.ama_faces[len(ama) :]) or not all(0 <= face - box.ama_die[0] < box.ama_die[1] for face in ama):
            yield fault("ama-faces", players=state.players, count=len(ama), lowest=box.ama_die[0])
        for name, piece, die_of_board, face in zip(
            BOARD_NAMES, (BoardPiece.D12, BoardPiece.D6), (box.board_d12, box.board_d6), state.board_faces, strict=True
        ):
            if state.board_rolled >> piece & 1 and not 0 <= face - die_of_board[0] < die_of_board[1]:
                yield fault("board-face", die=name, face=face)
        total = sum(box.die_sign[die] * seat.faces[die] for seat, die in rolled)
        total += box.ama_die[2] * sum(ama) + box.board_d12[2] * state.board_faces[0]
        total += box.board_d6[2] * state.board_faces[1]
        total += box.tile_high * (state.board_rolled >> BoardPiece.TILE_HIGH & 1)
        total += box.tile_low * (state.board_rolled >> BoardPiece.TILE_LOW & 1)
        if total != state.total:
            yield fault("roll-total", total=total, told=state.total)
        elif location_of(total, state.closed, box) != state.activated:
            yield fault("roll-activates", total=total)

    def _question(self, state: State) -> Iterator[Event]:
        if state.ending:
            return
        if not 0 <= state.decision < len(DECISIONS):
            yield fault("nothing-asked")
            return
        seat = state.seat[state.decider]
        if state.decision == Ask.SWAP:
            if any(state.customers_at) or state.decider != state.start:
                yield fault("swap-at-the-end")
            elif not any(each.rolled for each in state.seat):
                yield fault("swap-after-roll")
        elif state.decision == Ask.CUSTOMER and not seat.customers:
            yield fault("no-customer-left", seat=state.decider)
        elif state.decision == Ask.CUSTOMER and not any(state.customers_at) and state.decider != state.start:
            yield fault("first-customer", seat=state.start)
        elif state.decision == Ask.FISHMONGER and not seat.customers:
            yield fault("none-for-fishmonger", seat=state.decider)
        elif state.decision in BUILDING_THAT_ASKS:
            asking = BUILDING_THAT_ASKS[state.decision]
            if not state.customers_at[asking] >> 2 * state.decider & 3:
                yield fault("asks-nobody-there", place=self._names[asking], seat=state.decider)
        yield from self._dice_asked_for(state)
        if not self._list_legal(state, [0] * (PLACES + 2)):
            yield fault("no-move", seat=state.decider)
        if state.office_open and not state.customers_at[Place.OFFICE] >> 2 * state.decider & 3:
            yield fault("nobody-at-office", seat=state.decider)

    def _dice_asked_for(self, state: State) -> Iterator[Event]:
        """A die is added for the first customer of the round, or at a building that says so."""
        seat, asked = state.seat[state.decider], state.decider
        at_tailor, at_hut = (state.customers_at[place] >> 2 * state.decider & 3 for place in (Place.TAILOR, Place.HUT))
        ends_turn = state.decision == Ask.SWAP or (state.decision == Ask.CUSTOMER and not state.office_open)
        if (state.decision == Ask.DIE) != (state.dice_to_add > 0):
            yield fault("dice-asked-for")
        if state.dice_to_add > (self._box.tailor_dice if at_tailor else 1):
            yield fault("too-many-dice", seat=asked)
        if (state.owes_first_die or state.dice_to_add) and seat.customers == CUSTOMERS:
            yield fault("owes-without-customer", seat=asked)
        elif state.owes_first_die and ends_turn:
            yield fault("owes-too-long", seat=asked)
        elif state.owes_first_die and not (at_tailor or at_hut) and (seat.pool or state.dice_to_add):
            yield fault("owes-none", seat=asked)
        elif state.dice_to_add and not (at_tailor or at_hut) and seat.pool:
            yield fault("added-already", seat=asked)
