"""What happened in a move, for logs and animations: keys and parameters, worked out from the states around it."""

from collections.abc import Callable, Iterable, Iterator

from khlong.engine.moves import Verb
from khlong.games.facets import Event

from .components import PLAYER_DICE, Box, Components
from .moves import BOARD, DIE, FRUIT, OWN_DIE, PLACE, STAND, SWAP, TILE, VERBS, BoardDie, place_names, tile_names
from .places import PAIRS, Place
from .state import NOWHERE, Ask, Ending, State
from .view import Viewer, dice_names


class Reporter:
    """Tells what happened, with the names that the components give."""

    def __init__(self, sheet: Components, box: Box) -> None:
        self._box = box
        self._places = place_names(sheet)
        self._fruit = tuple(sheet.fruit.kinds.value)
        self._tiles = tile_names(sheet)
        self._viewer = Viewer(sheet, box)
        self._told: dict[Verb, Callable[..., Iterable[Event]]] = {
            PLACE: self._customer,
            DIE: self._die,
            TILE: self._tile,
            BOARD: self._board_die,
            OWN_DIE: self._own_die,
            FRUIT: self._bought,
            STAND: self._stand,
            SWAP: self._swap,
        }

    def events(self, before: State, move: int, after: State) -> list[Event]:
        """Everything that a move brought about, in order."""
        verb, parts = VERBS.taken_apart(move)
        happened = [*self._told[verb](before, *parts)]
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

    # what each verb says

    def _customer(self, before: State, place: int) -> Iterator[Event]:
        seat, cost = before.decider, self._box.cost[place]
        where = {"seat": seat, "place": self._places[place]}
        yield Event("customer-paid", where | {"coins": cost}) if cost else Event("customer", where)
        if place == Place.BOATSMAN:
            dice = dice_names(before.seat[seat].out)
            yield Event("dice-back", {"seat": seat, "dice": dice}) if dice else Event("no-dice-back", {"seat": seat})

    def _die(self, before: State, die: int) -> Iterator[Event]:
        yield Event("die", {"seat": before.decider, "die": PLAYER_DICE[die]})

    def _tile(self, before: State, tile: int) -> Iterator[Event]:
        yield Event("tile", {"seat": before.decider, "tile": self._tiles[tile]})

    def _board_die(self, before: State, die: int) -> Iterator[Event]:
        if die == BoardDie.BLOCK_D12:
            yield Event("block-d12", {"seat": before.decider})
        else:
            yield Event("board-die", {"seat": before.decider, "die": BoardDie(die).name.lower()})

    def _own_die(self, before: State) -> Iterator[Event]:
        yield Event("own-die" if before.seat[before.decider].hand else "no-own-die", {"seat": before.decider})

    def _bought(self, before: State, fruit: int) -> Iterator[Event]:
        yield Event("bought", {"seat": before.decider, "fruit": self._fruit[fruit]})

    def _stand(self, before: State, location: int) -> Iterator[Event]:
        yield Event("stand", {"seat": before.decider, "place": self._places[location]})

    def _swap(self, before: State, pair: int) -> Iterator[Event]:
        one, other = PAIRS[pair]
        yield Event(
            "swap",
            {
                "seat": before.decider,
                "place": self._places[one],
                "fruit": self._fruit[before.boat[one]],
                "other_place": self._places[other],
                "other_fruit": self._fruit[before.boat[other]],
            },
        )

    # the roll

    def _roll(self, before: State, move: int, after: State) -> Iterator[Event]:
        yield Event("roll", self._viewer.roll(after))
        if after.activated == NOWHERE:
            yield Event("nothing-activated")
            return
        fruit = self._fruit[after.boat[after.activated]]
        yield Event("activated", {"place": self._places[after.activated], "fruit": fruit})
        verb, parts = VERBS.taken_apart(move)
        paid = self._box.cost[parts[0]] if verb is PLACE and before.decision == Ask.CUSTOMER else 0
        for player in range(after.players):
            was, now = before.seat[player], after.seat[player]
            new_fruit = now.fruit & ~was.fruit & 1 << after.boat[after.activated]
            if new_fruit and not (player == before.decider and move == FRUIT(after.boat[after.activated])):
                yield Event("fruit", {"seat": player, "fruit": fruit})
            coins = now.coins - was.coins + (paid if player == before.decider else 0)
            if coins:
                yield Event("coins", {"seat": player, "coins": coins})
