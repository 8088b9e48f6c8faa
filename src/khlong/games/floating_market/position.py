"""Positions by hand: a state as names, and back."""

from pathlib import Path
from typing import Annotated

from pydantic import Field

from khlong.engine.components import Sheet
from khlong.engine.data import Data, ReadData
from khlong.engine.errors import PositionError
from khlong.engine.naming import SeatsFrom, a_seat, check_position, index_of, of, set_of
from khlong.games.faults import refuse

from .components import MOST_PLAYERS, PLAYER_DICE, Box, Components
from .decisions import DECISIONS
from .faults import Inspector
from .moves import place_names, tile_names
from .odds import BOARD_NAMES
from .places import BOATS, PLACES, Place
from .rules.customers import more_than_two
from .state import ALL_DICE, NOWHERE, BoardPiece, State
from .view import Viewer

WORDS = Path(__file__).parent / "words"
Number = Annotated[int, Field(ge=0, le=10_000)]
Signed = Annotated[int, Field(ge=-10_000, le=10_000)]
SeatNumber = Annotated[int, *a_seat(MOST_PLAYERS)]


class SeatSheet(Sheet):
    """What differs at a seat. Dice that are not named stay in hand."""

    coins: Annotated[int, Field(ge=0, le=100)] | None = None
    fruit: Annotated[list[str], of("fruit")] | None = None
    customers: Annotated[dict[str, Annotated[int, Field(ge=0, le=3)]], of("place")] | None = None
    hand: Annotated[list[str], of("die", once="dice", own="die", follows=True)] | None = None
    pool: Annotated[list[str], of("die", once="dice", own="die")] | None = None
    out: Annotated[list[str], of("die", once="dice", own="die")] | None = None


class RolledDie(Sheet):
    seat: SeatNumber
    die: Annotated[str, of("die")]
    face: Number


class RollSheet(Sheet):
    """The last roll."""

    total: Signed
    activated: Annotated[str, of("location")] | None
    dice: list[RolledDie]
    ama: Annotated[list[Number], Field(max_length=2)]
    tiles: Annotated[list[str], of("tile")]
    board: Annotated[dict[str, Number], of("board-die")]


class StandSheet(Sheet):
    seat: SeatNumber
    location: Annotated[str, of("location")]


class PositionSheet(Sheet):
    """What differs from a fresh game."""

    seats_from: SeatsFrom = 1
    round: Number | None = None
    first: SeatNumber | None = None
    start: SeatNumber | None = None
    decider: SeatNumber | None = None
    asked: Annotated[str, of("ask")] | None = None
    dice_to_add: Annotated[int, Field(ge=0, le=len(PLAYER_DICE))] | None = None
    owes_first_die: bool | None = None
    office_open: bool | None = None
    boats: (
        Annotated[list[str], Field(min_length=BOATS, max_length=BOATS), of("fruit", ordered=True, places="location")]
        | None
    ) = None
    ama: Annotated[list[str], Field(max_length=2), of("location")] | None = None
    stand: StandSheet | None = None
    board_pool: Annotated[list[str], of("piece")] | None = None
    d12_blocked: bool | None = None
    seats: list[SeatSheet] | None = None
    last_roll: RollSheet | None = None


class Positions:
    """Reads and writes positions, with the names that the components give. Who decides is the start player if
    nothing else is said."""

    def __init__(self, sheet: Components, box: Box, inspector: Inspector) -> None:
        self._box = box
        self._places = place_names(sheet)
        self._fruit = tuple(sheet.fruit.kinds.value)
        self._pieces = (*tile_names(sheet), *BOARD_NAMES)
        self._viewer = Viewer(sheet, box)
        self._inspector = inspector

    def write(self, state: State) -> Data:
        """A state as names: everything but the generator and the number of moves."""
        if state.ending:
            raise PositionError("The game is over, so there is nothing to go on from. Save its record instead.")
        view = self._viewer.view(state)
        on_board = [
            {
                name: at >> 2 * p & 3
                for name, at in zip(self._places, state.customers_at, strict=True)
                if at >> 2 * p & 3
            }
            for p in range(state.players)
        ]
        keep = ("coins", "fruit", "hand", "pool", "out")
        stand = None
        if state.stand != NOWHERE:
            stand = {"seat": state.stand_owner, "location": self._places[state.stand]}
        return {
            "seats_from": 0,
            "round": state.round_number,
            "first": state.first,
            "start": state.start,
            "decider": None if state.decider == state.start else state.decider,
            "asked": view["asked"],
            "dice_to_add": state.dice_to_add,
            "owes_first_die": bool(state.owes_first_die),
            "office_open": bool(state.office_open),
            "boats": [boat["fruit"] for boat in view["boats"]],
            "ama": [self._places[location] for location in state.ama if location != NOWHERE],
            "stand": stand,
            "board_pool": [name for number, name in enumerate(self._pieces) if state.board_pool >> number & 1],
            "d12_blocked": bool(state.d12_blocked),
            "seats": [
                {key: value for key, value in seat.items() if key in keep} | {"customers": customers}
                for seat, customers in zip(view["seats"], on_board, strict=True)
            ],
            "last_roll": view["last_roll"],
        }

    def names(self, state: State) -> dict[str, tuple[str, ...]]:
        """What can stand in a position, by kind."""
        there = [place for place in range(PLACES) if self._box.places[more_than_two(state)] >> place & 1]
        return {
            "ask": tuple(decision.key for decision in DECISIONS),
            "fruit": self._fruit,
            "place": tuple(self._places[place] for place in there),
            "location": self._places[:BOATS],
            "die": PLAYER_DICE,
            "piece": self._pieces,
            "tile": self._pieces[: BoardPiece.D12],
            "board-die": BOARD_NAMES,
        }

    def read(self, state: State, data: ReadData) -> None:
        """Changes a fresh state into the position that is named, or says why that cannot be."""
        sheet = check_position(PositionSheet, data)
        self._read_turn(state, sheet)
        self._read_board(state, sheet)
        for number, seat in enumerate(sheet.seats or ()):
            if number >= state.players:
                raise PositionError(f"The position has {len(sheet.seats or ())} seats, the game {state.players}.")
            self._read_seat(state, number, seat)
        if sheet.last_roll is not None:
            self._read_roll(state, sheet.last_roll)
        self._fit_places(state)
        refuse(self._inspector.faults(state), WORDS)

    def _read_turn(self, state: State, sheet: PositionSheet) -> None:
        if sheet.round is not None:
            state.round_number = sheet.round
        if sheet.first is not None:
            state.first = sheet.first
        if sheet.start is not None:
            state.start = sheet.start
        state.decider = state.start if sheet.decider is None else sheet.decider
        if sheet.asked is not None:
            state.decision = index_of(sheet.asked, tuple(decision.key for decision in DECISIONS), "question")
        state.dice_to_add = sheet.dice_to_add or 0
        state.owes_first_die = int(sheet.owes_first_die or False)
        state.office_open = int(sheet.office_open or False)

    def _read_board(self, state: State, sheet: PositionSheet) -> None:
        if sheet.boats is not None:
            state.boat = [index_of(name, self._fruit, "fruit") for name in sheet.boats]
        if sheet.ama is not None:
            locations = [self._location(name) for name in sheet.ama]
            state.ama = locations + [NOWHERE] * (2 - len(locations))
        if sheet.stand is not None:
            state.stand_owner, state.stand = sheet.stand.seat, self._location(sheet.stand.location)
        state.board_pool = set_of(sheet.board_pool or [], self._pieces, "board piece")
        state.d12_blocked = int(sheet.d12_blocked or False)

    def _read_seat(self, state: State, number: int, sheet: SeatSheet) -> None:
        seat = state.seat[number]
        if sheet.coins is not None:
            seat.coins = sheet.coins
        if sheet.fruit is not None:
            seat.fruit = set_of(sheet.fruit, self._fruit, "fruit")
        seat.pool = set_of(sheet.pool or [], PLAYER_DICE, "die")
        seat.out = set_of(sheet.out or [], PLAYER_DICE, "die")
        rest = ALL_DICE & ~(seat.pool | seat.out)
        seat.hand = rest if sheet.hand is None else set_of(sheet.hand, PLAYER_DICE, "die")
        for name, count in (sheet.customers or {}).items():
            state.customers_at[index_of(name, self._places, "place")] += count << 2 * number
            seat.customers -= count

    def _read_roll(self, state: State, roll: RollSheet) -> None:
        state.total = roll.total
        state.activated = NOWHERE if roll.activated is None else self._location(roll.activated)
        for die in roll.dice:
            number = index_of(die.die, PLAYER_DICE, "die")
            seat = state.seat[die.seat]
            if seat.rolled >> number & 1:
                raise PositionError(f"The last roll has the {die.die} of seat {die.seat} twice.")
            seat.rolled |= 1 << number
            seat.faces[number] = die.face
        state.ama_faces = [*roll.ama, 0, 0][:2]
        tiles = set_of(roll.tiles, self._pieces[: BoardPiece.D12], "tile")
        state.board_rolled = tiles | set_of(roll.board, BOARD_NAMES, "board die") << BoardPiece.D12
        for name, face in roll.board.items():
            state.board_faces[index_of(name, BOARD_NAMES, "board die")] = face

    def _fit_places(self, state: State) -> None:
        """Works out the sets that the rules keep beside the customers."""
        state.free = self._box.places[more_than_two(state)]
        for place in range(PLACES):
            here = [state.customers_at[place] >> 2 * player & 3 for player in range(state.players)]
            full = 1 if place < BOATS or self._box.full_with_one[more_than_two(state)] >> place & 1 else 2
            if place != Place.BOATSMAN and sum(here) + state.ama.count(place) >= full:
                state.free &= ~(1 << place)
            if place < BOATS:
                for player, count in enumerate(here):
                    state.seat[player].boats |= (1 if count else 0) << place

    def _location(self, name: str) -> int:
        return index_of(name, self._places[:BOATS], "location")
