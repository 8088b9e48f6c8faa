"""What happened in a move, for logs and animations: keys and parameters, worked out from the states around it."""

from collections.abc import Callable, Iterable, Iterator

from khlong.engine.moves import Verb, members
from khlong.engine.rule import Link
from khlong.games.facets import Event
from khlong.games.obstacles import Take

from .components import PLAYER_DICE, Box, Components
from .moves import BOARD, DIE, FRUIT, OWN_DIE, PLACE, STAND, SWAP, TILE, VERBS, BoardDie, place_names, tile_names
from .places import PAIRS, Place
from .rules.buildings import trader_serves
from .rules.collect import dock_coins
from .rules.customers import customers_of
from .rules.river import around_ring
from .state import NOWHERE, Ending, State
from .view import Viewer, dice_names


class Reporter:
    """Tells what happened, with the names that the components give. Rules are asked as this box links them."""

    def __init__(self, sheet: Components, box: Box, link: Link, take: Take) -> None:
        self._box = box
        self._take = take
        self._around = link(around_ring)
        self._customers_of = link(customers_of)
        self._serves = link(trader_serves)
        self._dock_coins = link(dock_coins)
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
            seats = members(after.winners)
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
        stood = before.copy()
        self._take(stood, move)
        stood.activated = after.activated
        collected = [self._collected(stood, after, player, fruit) for player in range(after.players)]
        for events in collected:
            yield from events
        if not any(collected):
            yield Event("nobody-collects")

    def _collected(self, stood: State, after: State, player: int, fruit: str) -> list[Event]:
        """What a player gets from a roll and why: by how customers stood, which is no more to be seen afterwards."""
        was, now = stood.seat[player], after.seat[player]
        by_stand, coins = None, []
        reach = max(self._box.south_reach, self._box.north_reach)
        for distance in sorted((d for d in range(-reach, reach + 1) if d), key=abs):
            location = self._around(stood, after.activated, distance)
            beside = abs(distance) == 1
            customers = self._customers_of(stood, location, player)
            if not customers or not (beside or self._in_reach(stood, player, distance)):
                continue
            if location == stood.stand and player == stood.stand_owner:
                customers, by_stand = customers - 1, location
            if customers and self._box.coins_beside:
                amount = {"coins": customers * self._box.coins_beside, "place": self._places[location]}
                trader = Place.NORTH_TRADER if distance > 0 else Place.SOUTH_TRADER
                by = {} if beside else {"other_place": trader.label}
                coins.append(Event("coins-beside" if beside else "coins-by-trader", {"seat": player} | amount | by))
        if on_dock := self._dock_coins(stood, player):
            dock = Place.WEST_DOCK if self._box.west >> after.activated & 1 else Place.EAST_DOCK
            coins.append(Event("coins-on-dock", {"seat": player, "coins": on_dock, "place": dock.label}))
        if lost := was.coins + sum(event.values["coins"] for event in coins) - now.coins:
            coins.append(Event("coins-lost", {"seat": player, "coins": lost}))
        return [*self._fruit_taken(stood, after, player, fruit, by_stand), *coins]

    def _in_reach(self, stood: State, player: int, distance: int) -> bool:
        """Whether a Trader serves a boat further away."""
        reach = self._box.north_reach if distance > 0 else self._box.south_reach
        return abs(distance) <= reach and bool(self._serves(stood, player, distance))

    def _fruit_taken(
        self, stood: State, after: State, player: int, fruit: str, by_stand: int | None
    ) -> Iterator[Event]:
        on_boat = stood.seat[player].boats >> after.activated & 1
        if after.seat[player].fruit != stood.seat[player].fruit:
            if on_boat or by_stand is None:
                yield Event("fruit", {"seat": player, "fruit": fruit})
            else:
                yield Event("fruit-by-stand", {"seat": player, "fruit": fruit, "place": self._places[by_stand]})
        elif on_boat or by_stand is not None:
            yield Event("fruit-had", {"seat": player, "fruit": fruit})
