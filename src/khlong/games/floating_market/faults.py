"""What makes a position impossible: every reason in words a player understands."""

from collections.abc import Iterator
from pathlib import Path

from khlong.words import load_messages

from .components import CUSTOMERS, MOST_PLAYERS, PLAYER_DICE, Box
from .decisions import DECISIONS
from .odds import location_of
from .places import BOATS, PLACES, Place, bit
from .rules.customers import more_than_two
from .state import ALL_DICE, DICE, NOBODY, NOWHERE, Ask, BoardPiece, Seat, State

BUILDING_THAT_ASKS: dict[int, Place] = {
    Ask.TEMPLE: Place.TEMPLE,
    Ask.WOODWORKER: Place.WOODWORKER,
    Ask.HUT: Place.HUT,
    Ask.MARKET: Place.MARKET,
    Ask.FRUIT_STAND: Place.FRUIT_STAND,
    Ask.FISHMONGER: Place.FISHMONGER,
}


class Inspector:
    """Finds what is wrong with a state, given the box and the names of its places."""

    def __init__(self, box: Box, place_names: tuple[str, ...]) -> None:
        self._box = box
        english = load_messages("en", Path(__file__).parent / "words")
        self._names = tuple(
            english.say(f"place.{name}") if f"place.{name}" in english else name for name in place_names
        )

    def faults(self, state: State) -> list[str]:
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

    def _frame(self, state: State) -> Iterator[str]:
        box = self._box
        if not 1 <= state.round_number <= box.last_round:
            yield f"Round {state.round_number} does not exist: rounds go from 1 to {box.last_round}."
        for what, seat in (("decider", state.decider), ("start player", state.start), ("first player", state.first)):
            if not 0 <= seat < state.players:
                yield f"The {what} must be one of the seats 1 to {state.players}."
        if sorted(state.boat) != list(range(BOATS)):
            yield "Each fruit's boat must stand on exactly one location."
        if state.players <= 3:
            here = [location for location in state.ama if 0 <= location < BOATS and location != state.closed]
            if len(set(here)) != len(state.ama):
                yield "Ama's two customers must stand on two different locations that are in the game."
        elif any(location != NOWHERE for location in state.ama):
            yield "Ama's customers play only with two or three players."
        if any(seat.values() != Seat().values() for seat in state.seat[state.players :]):
            yield f"Only seats 1 to {state.players} are in the game."

    def _seats(self, state: State) -> Iterator[str]:
        box = self._box
        fruit_in_play = bit(BOATS) - 1
        if state.closed != NOWHERE:
            fruit_in_play &= ~bit(state.boat[state.closed])
        for number, seat in enumerate(state.seat[: state.players]):
            who = f"Seat {number + 1}"
            if not 0 <= seat.coins <= box.most_coins:
                yield f"{who} has {seat.coins} coins: nobody has fewer than 0 or more than {box.most_coins}."
            if seat.fruit & ~fruit_in_play:
                yield f"{who} has a fruit that is not in this game."
            if seat.fruit.bit_count() >= state.goal and not state.ending:
                yield f"{who} has {seat.fruit.bit_count()} fruits and would have won already."
            piles = (seat.hand, seat.pool, seat.out)
            if sum(piles) != ALL_DICE or seat.hand | seat.pool | seat.out != ALL_DICE:
                yield f"{who} must have each of the five dice in exactly one of hand, pool and out."
            placed = self._customers_of(state, number)
            if placed + seat.customers != CUSTOMERS or seat.customers < 0:
                yield f"{who} has {placed} customers on the board: {CUSTOMERS} are there in all."
            if seat.pool and not placed:
                yield f"{who} has dice in the pool but no customer on the board."

    def _customers_of(self, state: State, player: int) -> int:
        return sum(state.customers_at[place] >> 2 * player & 3 for place in range(PLACES))

    def _places(self, state: State) -> Iterator[str]:
        free = self._box.places[more_than_two(state)]
        for place in range(PLACES):
            counts = [state.customers_at[place] >> 2 * player & 3 for player in range(MOST_PLAYERS)]
            ama = state.ama.count(place)
            here = sum(counts) + ama
            name = self._names[place]
            if here and not self._box.places[more_than_two(state)] >> place & 1:
                yield f"{name} is not in use with {state.players} players."
            elif here > 1 and place < BOATS and not self._fishmonger_led_to(state, counts, here):
                yield f"{name} holds {here} customers: only a customer led by the Fishmonger joins an occupied boat."
            elif BOATS <= place != Place.BOATSMAN and here > self._room(state, place):
                yield f"{name} holds {here} customers: there is room for {self._room(state, place)}."
            if here and place != Place.BOATSMAN and (place < BOATS or here >= self._room(state, place)):
                free &= ~bit(place)
        boats = [sum(bit(b) for b in range(BOATS) if state.customers_at[b] >> 2 * p & 3) for p in range(MOST_PLAYERS)]
        if state.free != free or boats != [seat.boats for seat in state.seat]:
            yield "The sets of free places and of boats do not fit the customers."
        yield from self._stand(state)

    def _room(self, state: State, place: int) -> int:
        return 1 if self._box.full_with_one[more_than_two(state)] >> place & 1 else 2

    def _fishmonger_led_to(self, state: State, counts: list[int], here: int) -> bool:
        visitors = state.customers_at[Place.FISHMONGER]
        return here == 2 and any(visitors >> 2 * player & 3 and counts[player] for player in range(MOST_PLAYERS))

    def _stand(self, state: State) -> Iterator[str]:
        if state.stand == NOWHERE:
            if state.stand_owner != NOBODY:
                yield "The Fruit Stand has an owner but no customer above it."
            return
        owner = state.stand_owner
        if not (0 <= state.stand < BOATS and 0 <= owner < state.players and state.seat[owner].boats >> state.stand & 1):
            yield "The Fruit Stand must be under a customer of its owner that stands on a boat."
        elif not state.customers_at[Place.FRUIT_STAND] >> 2 * owner & 3:
            yield "The Fruit Stand is in use, but its owner has no customer there."

    def _buildings(self, state: State) -> Iterator[str]:
        """Buildings that act at once have acted, unless they are asking just now."""
        asking = BUILDING_THAT_ASKS.get(state.decision)
        at, pieces = state.customers_at, state.board_pool
        tiles = pieces >> BoardPiece.TILE_HIGH & 3
        if at[Place.TEMPLE] and asking != Place.TEMPLE and not tiles:
            yield "A customer is at the Temple, but no tile is in the pool."
        woodwork = pieces >> BoardPiece.D12 & 1 or state.d12_blocked
        if state.players == 2:
            woodwork = pieces >> BoardPiece.D12 & 3
        if at[Place.WOODWORKER] and asking != Place.WOODWORKER and not woodwork:
            yield "A customer is at the Woodworker, but no board die was added or blocked."
        if at[Place.FRUIT_STAND] and asking != Place.FRUIT_STAND and state.stand == NOWHERE:
            yield "A customer is at the Fruit Stand, but its tile is under nobody."
        shared = [b for b in range(BOATS) if (state.customers_at[b] and b in state.ama) or self._crowded(state, b)]
        led = 1 if at[Place.FISHMONGER] and asking != Place.FISHMONGER else 0
        if len(shared) != led:
            yield f"The Fishmonger has led {led} customers to occupied boats, but {len(shared)} are there."

    def _crowded(self, state: State, boat: int) -> bool:
        return sum(state.customers_at[boat] >> 2 * player & 3 for player in range(MOST_PLAYERS)) > 1

    def _pool(self, state: State) -> Iterator[str]:
        at = state.customers_at
        tiles = state.board_pool >> BoardPiece.TILE_HIGH & 3
        if tiles and (not at[Place.TEMPLE] or tiles == 3):
            yield "A tile is in the pool only when the Temple has added it, and never both."
        if state.board_pool >> BoardPiece.D12 & 1 and (not at[Place.WOODWORKER] or state.d12_blocked):
            yield "The board's D12 is in the pool only when the Woodworker has added it."
        if state.d12_blocked and (not at[Place.WOODWORKER] or state.players == 2):
            yield "The board's D12 is blocked only when the Woodworker has done so."
        d6_from = Place.WOODWORKER if state.players == 2 else Place.HUT
        if state.board_pool >> BoardPiece.D6 & 1 and not at[d6_from]:
            yield f"The board's D6 is in the pool only when a customer at the {self._names[d6_from]} has added it."
        if state.players == 2 and state.board_pool >> BoardPiece.D12 & 3 == 3:
            yield "The Woodworker adds one of the board's dice, not both."
        if state.decision not in (Ask.DIE, *BUILDING_THAT_ASKS) or state.ending:
            yield from self._dice_are_paid(state)

    def _dice_are_paid(self, state: State) -> Iterator[str]:
        for number, seat in enumerate(state.seat[: state.players]):
            owes = number == state.decider and state.owes_first_die
            if seat.customers < CUSTOMERS and not seat.pool and seat.hand and not owes and not state.ending:
                yield f"Seat {number + 1} has a customer on the board but no die in the pool."

    def _last_roll(self, state: State) -> Iterator[str]:
        box = self._box
        rolled = [(seat, die) for seat in state.seat for die in range(DICE) if seat.rolled >> die & 1]
        ama = state.ama_faces[: box.ama_dice[state.players]]
        if not rolled and not any(state.ama_faces) and not state.total:
            return
        for seat, die in rolled:
            if not 0 <= seat.faces[die] - box.die_lowest[die] < box.die_faces[die]:
                yield f"No {PLAYER_DICE[die]} shows {seat.faces[die]}."
        if any(state.ama_faces[len(ama) :]) or not all(0 <= face - box.ama_die[0] < box.ama_die[1] for face in ama):
            yield f"With {state.players} players Ama rolls {len(ama)} dice, each from {box.ama_die[0]} up."
        total = sum(box.die_sign[die] * seat.faces[die] for seat, die in rolled)
        total += box.ama_die[2] * sum(ama) + box.board_d12[2] * state.board_faces[0]
        total += box.board_d6[2] * state.board_faces[1]
        total += box.tile_high * (state.board_rolled >> BoardPiece.TILE_HIGH & 1)
        total += box.tile_low * (state.board_rolled >> BoardPiece.TILE_LOW & 1)
        if total != state.total:
            yield f"The last roll adds up to {total}, not to {state.total}."
        elif location_of(total, state.closed, box) != state.activated:
            yield f"A total of {total} activates another location."

    def _question(self, state: State) -> Iterator[str]:
        if state.ending:
            return
        if not 0 <= state.decision < len(DECISIONS):
            yield "Nothing is asked, though the game is not over."
            return
        seat = state.seat[state.decider]
        if state.decision == Ask.SWAP:
            if any(state.customers_at) or state.decider != state.start:
                yield "Boats are swapped by the start player, when all customers are back."
        elif state.decision == Ask.CUSTOMER and not seat.customers:
            yield f"Seat {state.decider + 1} is asked to place a customer but has none left."
        elif state.decision == Ask.CUSTOMER and not any(state.customers_at) and state.decider != state.start:
            yield f"The start player, seat {state.start + 1}, places the first customer of the round."
        elif state.decision == Ask.FISHMONGER and not seat.customers:
            yield f"Seat {state.decider + 1} has no customer left for the Fishmonger."
        elif state.decision in BUILDING_THAT_ASKS:
            asking = BUILDING_THAT_ASKS[state.decision]
            if not state.customers_at[asking] >> 2 * state.decider & 3:
                yield f"The {self._names[asking]} asks seat {state.decider + 1}, who has no customer there."
        if (state.decision == Ask.DIE) != (1 <= state.dice_to_add <= 2):
            yield "One or two dice are left to add exactly when a die is asked for."
        if state.owes_first_die and seat.pool and not state.office_open and state.decision != Ask.DIE:
            yield f"Seat {state.decider + 1} has a die in the pool already and owes none."
        if state.owes_first_die and seat.customers == CUSTOMERS:
            yield f"Seat {state.decider + 1} owes a die only with a customer on the board."
        if not DECISIONS[state.decision].options(state, [0] * (PLACES + 2)):
            yield f"Seat {state.decider + 1} has no legal move."
        if state.office_open and not state.customers_at[Place.OFFICE] >> 2 * state.decider & 3:
            yield f"Seat {state.decider + 1} places all remaining customers but has none at the Office."
