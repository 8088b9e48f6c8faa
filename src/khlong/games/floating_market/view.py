"""What a viewer sees: the whole state but for the generator's words, by name. Nothing else is hidden (FM-22)."""

from functools import cache
from typing import Any

from khlong.engine.parts import MOST_KEPT, kept
from khlong.games.facets import Line

from . import view_types as shown
from .components import CUSTOMERS, PLAYER_DICE, Box, Components, room
from .decisions import DECISIONS
from .moves import place_names
from .odds import BOARD_NAMES, location_counts
from .places import BOATS, PLACES, Place
from .printed import printed
from .rules.customers import more_than_two
from .state import ALL_DICE, DICE, NOWHERE, Ask, BoardPiece, Ending, State

COUNTED = [sum((pool >> die & 1) << 4 * die for die in range(DICE)) for pool in range(ALL_DICE + 1)]
"""A player's dice as numbers of four bits each, so that a sum says how many of each there are."""


class Viewer:
    """Puts states into words, with the names that the components give. Views share parts, and are only read."""

    def __init__(self, sheet: Components, box: Box) -> None:
        self._box = box
        self._names = place_names(sheet)
        self._fruit = tuple(sheet.fruit.kinds.value)
        self._tiles = (f"{sheet.tiles.high.value:+}", f"{sheet.tiles.low.value:+}")
        self._odds_of_pools: dict[tuple[int, ...], list[float]] = {}
        self._boat = kept(self._write_boat)
        dock = {"coins": box.coins_on_dock}
        self._printed: dict[int, dict[str, int]] = {
            Place.TEMPLE: {"high": box.tile_high, "low": box.tile_low},
            Place.WEST_DOCK: dock,
            Place.EAST_DOCK: dock,
            Place.NORTH_TRADER: {"reach": box.north_reach},
            Place.SOUTH_TRADER: {"reach": box.south_reach},
            Place.TAILOR: {"dice": box.tailor_dice},
        }
        self._room = [[room(sheet, place, players) for place in Place] for players in (2, 3)]
        self._printed_numbers = printed(sheet, box)
        self._boats = kept(self._write_boats)
        self._place = kept(self._write_place)
        self._places = kept(self._write_places)
        self._seat = kept(self._write_seat)
        self._sheet = kept(self._write_sheet)
        self._pool = kept(self._write_pool)
        self._roll = kept(self._write_roll)

    def view(self, state: State) -> shown.View:
        """The view of a state, the same for everybody."""
        players, customers = state.players, state.customers_at
        return {
            "round": state.round_number,
            "first": state.first,
            "start": state.start,
            "decider": None if state.ending else state.decider,
            "asked": None if state.ending else DECISIONS[state.decision].key,
            "dice_to_add": state.dice_to_add,
            "places_all": bool(state.office_open),
            "owes_first_die": bool(state.owes_first_die),
            "goal": state.goal,
            "traders": "everyone" if state.traders_serve_all else "owner",
            "clockwise": "ascending" if self._box.clockwise > 0 else "descending",
            "boats": self._boats(
                players,
                state.closed,
                state.stand,
                state.stand_owner,
                tuple(state.ama),
                tuple(state.boat),
                tuple(customers[:BOATS]),
            ),
            "odds": self._odds(state),
            "places": self._places(
                players, self._box.places[more_than_two(state)], state.free, tuple(customers[BOATS:])
            ),
            "seats": [
                self._seat(seat.coins, seat.fruit, seat.customers, seat.hand, seat.pool, seat.out)
                for seat in state.seat[:players]
            ],
            "pool": self._pool(players, state.board_pool, state.d12_blocked),
            "dice_to_come": [] if state.ending else dice_to_come(state),
            "last_roll": self._last_roll(state),
            "ending": Ending(state.ending).name.lower().replace("_", "-") if state.ending else None,
            "winners": [player for player in range(state.players) if state.winners >> player & 1],
            "printed": self._printed_numbers,
        }

    def score_sheet(self, state: State) -> list[Any]:
        """Each player's score as if the game ended now: fruits, then coins."""
        return [self._sheet(seat.fruit, seat.coins) for seat in state.seat[: state.players]]

    def _odds(self, state: State) -> list[float]:
        """The chance of each boat; the same pool comes again and again."""
        dice = sum([COUNTED[seat.pool] for seat in state.seat])
        pools = (state.players, state.closed, state.board_pool, dice)
        odds = self._odds_of_pools.get(pools)
        if odds is None:
            if len(self._odds_of_pools) >= MOST_KEPT:
                self._odds_of_pools.clear()
            counts, ways = location_counts(state, self._box)
            odds = self._odds_of_pools[pools] = [count / ways for count in counts]
        return odds

    def _write_boats(
        self,
        players: int,
        closed: int,
        stand: int,
        owner: int,
        ama: tuple[int, ...],
        fruit: tuple[int, ...],
        customers: tuple[int, ...],
    ) -> list[shown.Boat]:
        stands = [owner if boat == stand else None for boat in range(BOATS)]
        return [
            self._boat(boat, fruit[boat], boat != closed, boat in ama, customers[boat], players, stands[boat])
            for boat in range(BOATS)
        ]

    def _write_boat(
        self, location: int, fruit: int, in_play: bool, ama: bool, customers: int, players: int, stand: int | None
    ) -> shown.Boat:
        return {
            "location": self._names[location],
            "fruit": self._fruit[fruit],
            "side": "west" if self._box.west >> location & 1 else "east",
            "in_play": in_play,
            "ama": ama,
            "customers": [*customers_of(customers, players)],
            "stand": stand,
        }

    def _write_places(self, players: int, in_play: int, free: int, customers: tuple[int, ...]) -> list[shown.Place]:
        return [
            self._place(place, in_play >> place & 1, free >> place & 1, customers[place - BOATS], players)
            for place in range(BOATS, PLACES)
        ]

    def _write_place(self, place: int, in_play: int, free: int, customers: int, players: int) -> shown.Place:
        return {
            "place": self._names[place],
            "cost": self._box.cost[place],
            "numbers": self._printed.get(place, {}),
            "in_play": bool(in_play),
            "room": self._room[players > 2][place],
            "free": bool(free),
            "customers": [*customers_of(customers, players)],
        }

    def _write_seat(self, coins: int, fruit: int, customers: int, hand: int, pool: int, out: int) -> shown.Seat:
        return {
            "coins": coins,
            "fruit": [*named(self._fruit, fruit)],
            "customers": customers,
            "hand": dice_names(hand),
            "pool": dice_names(pool),
            "out": dice_names(out),
        }

    def _write_sheet(self, fruit: int, coins: int) -> list[Line]:
        collected = named(self._fruit, fruit)
        return [Line("fruits", len(collected), [{"fruit": kind} for kind in collected]), Line("coins", coins)]

    def _write_pool(self, players: int, pieces: int, d12_blocked: int) -> shown.Pool:
        return {
            "ama": self._box.ama_dice[players],
            "tiles": self._tiles_in(pieces),
            "board": _board_dice_in(pieces),
            "d12_blocked": bool(d12_blocked),
        }

    def _last_roll(self, state: State) -> shown.Roll | None:
        if state.total == 0 and state.activated == NOWHERE and not any(seat.rolled for seat in state.seat):
            return None
        return self._roll(*self._fallen(state))

    def roll(self, state: State) -> shown.Roll:
        """The dice as they fell last, and what they came to."""
        return self._write_roll(*self._fallen(state))

    def _fallen(self, state: State) -> tuple[Any, ...]:
        return (
            state.total,
            state.activated,
            tuple(state.ama_faces[: self._box.ama_dice[state.players]]),
            state.board_rolled,
            tuple(state.board_faces),
            *[(seat.rolled, *seat.faces) for seat in state.seat[: state.players]],
        )

    def _write_roll(
        self,
        total: int,
        activated: int,
        ama: tuple[int, ...],
        board: int,
        board_faces: tuple[int, ...],
        *seats: tuple[int, ...],
    ) -> shown.Roll:
        return {
            "total": total,
            "activated": None if activated == NOWHERE else self._names[activated],
            "dice": [
                {"seat": player, "die": PLAYER_DICE[die], "face": face}
                for player, (rolled, *faces) in enumerate(seats)
                for die, face in enumerate(faces)
                if rolled >> die & 1
            ],
            "ama": [*ama],
            "tiles": self._tiles_in(board),
            "board": {name: board_faces[BOARD_NAMES.index(name)] for name in _board_dice_in(board)},
        }

    def _tiles_in(self, pieces: int) -> list[str]:
        return [*named(self._tiles, pieces)]


def dice_to_come(state: State) -> list[shown.DiceToCome]:
    """The die of each player's first customer, and those that a building lets its visitor add, as far as there are
    dice. Whoever begins the round without any gets them back first."""
    found: list[shown.DiceToCome] = []
    if state.decision == Ask.SWAP:
        return found
    for player, seat in enumerate(state.seat[: state.players]):
        first = seat.customers == CUSTOMERS
        count = int(first)
        if player == state.decider:
            count += state.owes_first_die + state.dice_to_add
        dice = seat.out if first and not seat.hand else seat.hand
        count = min(count, dice.bit_count())
        if count:
            found.append({"seat": player, "count": count, "among": dice_names(dice)})
    return found


def _board_dice_in(pieces: int) -> list[str]:
    return [*named(BOARD_NAMES, pieces >> BoardPiece.D12)]


def dice_names(dice: int) -> list[str]:
    """The names of a set of dice."""
    return [*named(PLAYER_DICE, dice)]


@cache
def named(names: tuple[str, ...], members: int) -> tuple[str, ...]:
    """The names of a set's members."""
    return tuple(name for number, name in enumerate(names) if members >> number & 1)


@cache
def customers_of(customers: int, players: int) -> tuple[int, ...]:
    """How many customers each player has at a place."""
    return tuple(customers >> 2 * player & 3 for player in range(players))
