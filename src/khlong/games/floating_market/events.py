"""What happened in a move, for logs and animations: keys and parameters, worked out from the states around it."""

from collections.abc import Iterator

from khlong.games.facets import Event

from .components import PLAYER_DICE, Box, Components
from .moves import BLOCK_D12, DIE, FRUIT, OWN_DIE, PLACE, STAND, SWAP, TILE, place_names
from .places import PAIRS, Place
from .state import NOWHERE, Ask, Ending, State
from .view import Viewer, dice_names


class Reporter:
    """Tells what happened, with the names that the components give."""

    def __init__(self, sheet: Components, box: Box) -> None:
        self._box = box
        self._places = place_names(sheet)
        self._fruit = tuple(sheet.fruit.kinds.value)
        self._tiles = (f"{sheet.tiles.high.value:+}", f"{sheet.tiles.low.value:+}")
        self._viewer = Viewer(sheet, box)

    def events(self, before: State, move: int, after: State) -> list[Event]:
        """Everything that a move brought about, in order."""
        happened = [*self._move(before, move, after)]
        if before.chance != after.chance:  # nothing but a roll draws on chance once the game has begun
            happened += self._roll(before, move, after)
        if after.ama != before.ama:
            happened.append(Event("ama", {"places": [self._places[location] for location in after.ama]}))
        if after.round_number > before.round_number:
            happened.append(Event("round", {"seat": after.start, "round": after.round_number}))
        if after.ending:
            seats = [seat for seat in range(after.players) if after.winners >> seat & 1]
            key = "stopped" if after.ending == Ending.LAST_ROUND else "shared" if len(seats) > 1 else "won"
            happened.append(Event(key, {"seats": seats}))
        return happened

    def _move(self, before: State, move: int, after: State) -> Iterator[Event]:
        seat = before.decider
        if move < DIE:
            yield from self._customer(before, move - PLACE)
        elif move < TILE:
            yield Event("die", {"seat": seat, "die": PLAYER_DICE[move - DIE]})
        elif move < TILE + len(self._tiles):
            yield Event("tile", {"seat": seat, "tile": self._tiles[move - TILE]})
        elif move == BLOCK_D12:
            yield Event("block-d12", {"seat": seat})
        elif move == OWN_DIE:
            yield Event("own-die" if before.seat[seat].hand else "no-own-die", {"seat": seat})
        elif move < FRUIT:
            yield Event("board-die", {"seat": seat, "die": "d12" if move < BLOCK_D12 else "d6"})
        elif move < STAND:
            yield Event("bought", {"seat": seat, "fruit": self._fruit[move - FRUIT]})
        elif move < SWAP:
            yield Event("stand", {"seat": seat, "place": self._places[move - STAND]})
        else:
            one, other = PAIRS[move - SWAP]
            yield Event(
                "swap",
                {
                    "seat": seat,
                    "place": self._places[one],
                    "fruit": self._fruit[before.boat[one]],
                    "other_place": self._places[other],
                    "other_fruit": self._fruit[before.boat[other]],
                },
            )

    def _customer(self, before: State, place: int) -> Iterator[Event]:
        seat, cost = before.decider, self._box.cost[place]
        where = {"seat": seat, "place": self._places[place]}
        yield Event("customer-paid", where | {"coins": cost}) if cost else Event("customer", where)
        if place == Place.BOATSMAN:
            dice = dice_names(before.seat[seat].out)
            yield Event("dice-back", {"seat": seat, "dice": dice}) if dice else Event("no-dice-back", {"seat": seat})

    def _roll(self, before: State, move: int, after: State) -> Iterator[Event]:
        yield Event("roll", self._viewer.roll(after))
        if after.activated == NOWHERE:
            yield Event("nothing-activated")
            return
        fruit = self._fruit[after.boat[after.activated]]
        yield Event("activated", {"place": self._places[after.activated], "fruit": fruit})
        paid = self._box.cost[move] if move < DIE and before.decision == Ask.CUSTOMER else 0
        for player in range(after.players):
            was, now = before.seat[player], after.seat[player]
            new_fruit = now.fruit & ~was.fruit & 1 << after.boat[after.activated]
            if new_fruit and not (player == before.decider and move == FRUIT + after.boat[after.activated]):
                yield Event("fruit", {"seat": player, "fruit": fruit})
            coins = now.coins - was.coins + (paid if player == before.decider else 0)
            if coins:
                yield Event("coins", {"seat": player, "coins": coins})
