"""What a viewer sees: the whole state but for the generator's words, by name. Nothing else is hidden (FM-22)."""

from typing import Any

from khlong.engine.game import Line

from .components import PLAYER_DICE, Box, Components
from .decisions import DECISIONS
from .moves import place_names
from .odds import location_odds
from .places import BOATS, PLACES, bit
from .rules.customers import more_than_two
from .state import DICE, NOWHERE, BoardPiece, Ending, Seat, State

BOARD_NAMES = ("d12", "d6")


class Viewer:
    """Puts states into words, with the names that the components give."""

    def __init__(self, sheet: Components, box: Box) -> None:
        self._box = box
        self._places = place_names(sheet)
        self._fruit = tuple(sheet.fruit.kinds.value)
        self._tiles = (f"{sheet.tiles.high.value:+}", f"{sheet.tiles.low.value:+}")

    def view(self, state: State) -> dict[str, Any]:
        """The view of a state, the same for everybody."""
        odds = location_odds(state, self._box)
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
            "boats": [self._boat(state, location, float(odds[location])) for location in range(BOATS)],
            "places": [self._place(state, place) for place in range(BOATS, PLACES)],
            "seats": [self._seat(state, player) for player in range(state.players)],
            "pool": self._pool(state),
            "last_roll": self._last_roll(state),
            "ending": Ending(state.ending).name.lower().replace("_", "-") if state.ending else None,
            "winners": [player for player in range(state.players) if state.winners >> player & 1],
        }

    def score_sheet(self, state: State) -> list[list[Line]]:
        """Each player's score as if the game ended now: fruits, then coins."""
        return [self._score_lines(seat) for seat in state.seat[: state.players]]

    def _score_lines(self, seat: Seat) -> list[Line]:
        fruit = self._fruits(seat)
        return [Line("fruits", len(fruit), [{"fruit": kind} for kind in fruit]), Line("coins", seat.coins)]

    def _fruits(self, seat: Seat) -> list[str]:
        return [name for kind, name in enumerate(self._fruit) if seat.fruit >> kind & 1]

    def _customers(self, state: State, place: int) -> list[int]:
        return [state.customers_at[place] >> 2 * player & 3 for player in range(state.players)]

    def _boat(self, state: State, location: int, odds: float) -> dict[str, Any]:
        return {
            "location": self._places[location],
            "fruit": self._fruit[state.boat[location]],
            "side": "west" if self._box.west >> location & 1 else "east",
            "in_play": location != state.closed,
            "ama": location in state.ama,
            "customers": self._customers(state, location),
            "stand": state.stand_owner if location == state.stand else None,
            "odds": odds,
        }

    def _place(self, state: State, place: int) -> dict[str, Any]:
        return {
            "place": self._places[place],
            "cost": self._box.cost[place],
            "in_play": bool(self._box.places[more_than_two(state)] & bit(place)),
            "free": bool(state.free & bit(place)),
            "customers": self._customers(state, place),
        }

    def _seat(self, state: State, player: int) -> dict[str, Any]:
        seat = state.seat[player]
        return {
            "coins": seat.coins,
            "fruit": self._fruits(seat),
            "customers": seat.customers,
            "hand": dice_names(seat.hand),
            "pool": dice_names(seat.pool),
            "out": dice_names(seat.out),
        }

    def _pool(self, state: State) -> dict[str, Any]:
        return {
            "ama": self._box.ama_dice[state.players],
            "tiles": self._tiles_in(state.board_pool),
            "board": _board_dice_in(state.board_pool),
            "d12_blocked": bool(state.d12_blocked),
        }

    def _last_roll(self, state: State) -> dict[str, Any] | None:
        if state.total == 0 and state.activated == NOWHERE and not any(seat.rolled for seat in state.seat):
            return None
        return {
            "total": state.total,
            "activated": None if state.activated == NOWHERE else self._places[state.activated],
            "dice": [
                {"seat": player, "die": PLAYER_DICE[die], "face": state.seat[player].faces[die]}
                for player in range(state.players)
                for die in range(DICE)
                if state.seat[player].rolled >> die & 1
            ],
            "ama": state.ama_faces[: self._box.ama_dice[state.players]],
            "tiles": self._tiles_in(state.board_rolled),
            "board": {name: state.board_faces[BOARD_NAMES.index(name)] for name in _board_dice_in(state.board_rolled)},
        }

    def _tiles_in(self, pieces: int) -> list[str]:
        return [tile for number, tile in enumerate(self._tiles) if pieces >> number & 1]


def _board_dice_in(pieces: int) -> list[str]:
    return [name for number, name in enumerate(BOARD_NAMES, BoardPiece.D12) if pieces >> number & 1]


def dice_names(dice: int) -> list[str]:
    """The names of a set of dice."""
    return [name for number, name in enumerate(PLAYER_DICE) if dice >> number & 1]
