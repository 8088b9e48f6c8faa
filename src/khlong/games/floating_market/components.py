"""The box of Floating Market: read from a component file, checked, and turned into constants for the rules."""

from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator

from khlong.engine.components import Die, Mark, Sheet, Value, read_sheet, spelled

from .places import BOATS, BUILDINGS, PAIRS, Place, bit

DEFAULT_FILE = Path(__file__).with_name("components.toml")
MOST_PLAYERS = 5
CUSTOMERS = 3
PLAYER_DICE = ("d4", "d6", "d10", "d12", "white")

Count = Annotated[int, Field(ge=0, le=100)]
Total = Annotated[int, Field(ge=0, le=1000)]
FruitName = Annotated[str, spelled("[a-z]{1,20}", "a word of 1 to 20 small letters")]


class Customers(Sheet):
    each: Value[Annotated[int, Field(ge=CUSTOMERS, le=CUSTOMERS)]]


class Coins(Sheet):
    start: Value[Count]
    most: Value[Count]
    beside_activated_boat: Value[Count]
    on_dock: Value[Count]


class Goal(Sheet):
    short: Value[Annotated[int, Field(ge=1, le=BOATS - 1)]]
    long: Value[Annotated[int, Field(ge=2, le=BOATS)]]


class Rounds(Sheet):
    last: Value[Annotated[int, Field(ge=1, le=1000)]]


class PlayerDice(Sheet):
    d4: Die
    d6: Die
    d10: Die
    d12: Die
    white: Die


class BoardDice(Sheet):
    d12: Die
    d6: Die


class AmaDice(Sheet):
    kind: Die
    with_two_players: Value[Annotated[int, Field(ge=0, le=2)]]
    with_three_players: Value[Annotated[int, Field(ge=0, le=2)]]


class Dice(Sheet):
    player: PlayerDice
    board: BoardDice
    ama: AmaDice


class Tiles(Sheet):
    high: Value[Annotated[int, Field(ge=-100, le=100)]]
    low: Value[Annotated[int, Field(ge=-100, le=100)]]


class Fruit(Sheet):
    kinds: Value[Annotated[list[FruitName], Field(min_length=BOATS, max_length=BOATS)]]
    cards_each: Value[Annotated[int, Field(ge=MOST_PLAYERS, le=100)]]


class Location(Sheet):
    totals: Annotated[list[Total], Field(min_length=2, max_length=2)]
    mark: Mark

    @property
    def name(self) -> str:
        return f"{self.totals[0]}-{self.totals[1]}"


class River(Sheet):
    locations: Annotated[list[Location], Field(min_length=BOATS, max_length=BOATS)]
    clockwise: Value[Literal["ascending", "descending"]]
    west: Value[list[str]]
    ama: Value[Annotated[list[str], Field(min_length=2, max_length=2)]]
    closed_with_two: Value[str]

    @model_validator(mode="after")
    def ring_is_closed(self) -> "River":
        """Locations follow on each other and close the ring; what names them names others each time."""
        for here, after in pairwise(self.locations):
            if here.totals[0] > here.totals[1]:
                raise ValueError(f"location {here.name} ends before it begins")
            if here.totals[1] + 1 != after.totals[0]:
                raise ValueError(f"location {after.name} must begin at {here.totals[1] + 1}, right after {here.name}")
        if self.locations[-1].totals[1] + 1 != self.locations[0].totals[0]:
            raise ValueError(
                f"location {self.locations[-1].name} must close the ring at {self.locations[0].totals[0] - 1}"
            )
        names = [location.name for location in self.locations]
        for name in (*self.west.value, *self.ama.value, self.closed_with_two.value):
            if name not in names:
                raise ValueError(f"there is no location {name!r}; there are {', '.join(names)}")
        if len(set(self.west.value)) != len(self.west.value):
            raise ValueError("west names a location twice")
        if self.ama.value[0] == self.ama.value[1] or self.closed_with_two.value in self.ama.value:
            raise ValueError("Ama's customers need two different locations that are open with two players")
        return self

    def index(self, name: str) -> int:
        return [location.name for location in self.locations].index(name)


class Building(Sheet):
    cost: Count
    spaces: Annotated[int, Field(ge=0, le=1)]
    spaces_with_two: Annotated[int, Field(ge=0, le=1)] | None = None
    mark: Mark

    def room(self, players: int) -> int:
        """How many customers fit."""
        return self.spaces if players > 2 or self.spaces_with_two is None else self.spaces_with_two


class Market(Building):
    spaces: Annotated[int, Field(ge=0, le=2)]
    spaces_with_two: Annotated[int, Field(ge=0, le=2)] | None = None


class Trader(Building):
    reach: Annotated[int, Field(ge=1, le=2)] = 2
    """How far from the active boat; what came later has a default, so that whole files of before are read."""


class Tailor(Building):
    dice: Annotated[int, Field(ge=1, le=len(PLAYER_DICE))] = 2


class Boatsman(Sheet):
    """Free and without limit, so that there always is a place for a customer."""

    cost: Literal[0]
    spaces: Literal["any"]
    mark: Mark

    def room(self, players: int) -> None:
        return None


class Buildings(Sheet):
    temple: Building
    woodworker: Building
    hut: Building
    market: Market
    boatsman: Boatsman
    fruit_stand: Annotated[Building, Field(alias="fruit-stand")]
    north_trader: Annotated[Trader, Field(alias="north-trader")]
    south_trader: Annotated[Trader, Field(alias="south-trader")]
    tailor: Tailor
    office: Building
    fishmonger: Building

    def named(self, name: str) -> Building | Boatsman:
        return getattr(self, name.replace("-", "_"))  # type: ignore[no-any-return]


class Components(Sheet):
    """A whole component file."""

    game: Literal["floating-market"]
    customers: Customers
    coins: Coins
    goal: Goal
    rounds: Rounds
    dice: Dice
    tiles: Tiles
    fruit: Fruit
    river: River
    buildings: Buildings

    @model_validator(mode="after")
    def values_agree(self) -> "Components":
        """Nobody starts with more than the most coins, and no building costs more; the short goal is below the long
        one, the low tile below the high one; fruits differ."""
        if self.coins.start.value > self.coins.most.value:
            raise ValueError(f"coins.start is above coins.most, {self.coins.most.value}")
        if self.goal.short.value >= self.goal.long.value:
            raise ValueError("goal.short must be below goal.long")
        if self.tiles.high.value <= self.tiles.low.value:
            raise ValueError("tiles.high must be above tiles.low")
        for place in BUILDINGS:
            cost = self.buildings.named(place.label).cost
            if cost > self.coins.most.value:
                raise ValueError(
                    f"buildings.{place.label} costs {cost}, and nobody has more than coins.most, "
                    f"{self.coins.most.value}"
                )
        if len(set(self.fruit.kinds.value)) != BOATS:
            raise ValueError("fruit.kinds names a fruit twice")
        return self


class Box(NamedTuple):
    """The constants that the rules use. Sets of places and of swaps are bits."""

    start_coins: int
    most_coins: int
    coins_beside: int
    coins_on_dock: int
    goals: tuple[int, int]
    last_round: int
    die_lowest: tuple[int, ...]
    die_faces: tuple[int, ...]
    die_sign: tuple[int, ...]
    board_d12: tuple[int, int, int]
    board_d6: tuple[int, int, int]
    ama_die: tuple[int, int, int]
    ama_dice: tuple[int, ...]
    ama_start: tuple[int, int]
    tile_high: int
    tile_low: int
    first_total: int
    highest_totals: tuple[int, ...]
    clockwise: int
    west: int
    closed_with_two: int
    cost: tuple[int, ...]
    affordable: tuple[int, ...]
    places: tuple[int, int]  # with two players, with more; so also below
    full_with_one: tuple[int, int]
    swaps: tuple[int, int]
    # these came later: the defaults are what rules had fixed before (see `told`), never what is played with
    north_reach: int = 2
    south_reach: int = 2
    tailor_dice: int = 2


def load_components(path: Path = DEFAULT_FILE) -> Components:
    """A component file, checked."""
    return read_sheet(Components, path)


def pack_box(sheet: Components) -> Box:
    """Turns a checked component file into constants."""
    dice = [getattr(sheet.dice.player, name) for name in PLAYER_DICE]
    cost = [0] * len(Place)
    for place in BUILDINGS:
        cost[place] = sheet.buildings.named(place.label).cost
    coins = range(sheet.coins.most.value + 1)
    return Box(
        start_coins=sheet.coins.start.value,
        most_coins=sheet.coins.most.value,
        coins_beside=sheet.coins.beside_activated_boat.value,
        coins_on_dock=sheet.coins.on_dock.value,
        goals=(sheet.goal.short.value, sheet.goal.long.value),
        last_round=sheet.rounds.last.value,
        die_lowest=tuple(die.faces[0] for die in dice),
        die_faces=tuple(die.faces[1] - die.faces[0] + 1 for die in dice),
        die_sign=tuple(-1 if die.subtracts else 1 for die in dice),
        board_d12=_die(sheet.dice.board.d12),
        board_d6=_die(sheet.dice.board.d6),
        ama_die=_die(sheet.dice.ama.kind),
        ama_dice=(0, 0, sheet.dice.ama.with_two_players.value, sheet.dice.ama.with_three_players.value, 0, 0),
        ama_start=(sheet.river.index(sheet.river.ama.value[0]), sheet.river.index(sheet.river.ama.value[1])),
        tile_high=sheet.tiles.high.value,
        tile_low=sheet.tiles.low.value,
        first_total=sheet.river.locations[0].totals[0],
        highest_totals=tuple(location.totals[1] for location in sheet.river.locations[:-1]),
        clockwise=1 if sheet.river.clockwise.value == "ascending" else -1,
        west=sum(bit(sheet.river.index(name)) for name in sheet.river.west.value),
        closed_with_two=sheet.river.index(sheet.river.closed_with_two.value),
        cost=tuple(cost),
        affordable=tuple(sum(bit(place) for place in Place if cost[place] <= purse) for purse in coins),
        places=(_places(sheet, 2), _places(sheet, 3)),
        full_with_one=(_full_with_one(sheet, 2), _full_with_one(sheet, 3)),
        swaps=(_swaps(sheet, 2), _swaps(sheet, 3)),
        north_reach=sheet.buildings.north_trader.reach,
        south_reach=sheet.buildings.south_trader.reach,
        tailor_dice=sheet.buildings.tailor.dice,
    )


def _die(die: Die) -> tuple[int, int, int]:
    """Lowest face, number of faces, sign."""
    return die.faces[0], die.faces[1] - die.faces[0] + 1, -1 if die.subtracts else 1


def room(sheet: Components, place: Place, players: int) -> int | None:
    """How many customers fit on a place; None if any number does."""
    if place in BUILDINGS:
        return sheet.buildings.named(place.label).room(players)
    closed = sheet.river.index(sheet.river.closed_with_two.value)
    return 0 if players == 2 and place == closed else 1


def _places(sheet: Components, players: int) -> int:
    return sum(bit(place) for place in Place if room(sheet, place, players) != 0)


def _full_with_one(sheet: Components, players: int) -> int:
    return sum(bit(place) for place in Place if room(sheet, place, players) == 1)


def _swaps(sheet: Components, players: int) -> int:
    """The pairs of boats that are both in play."""
    in_play = _places(sheet, players)
    return sum(bit(number) for number, (one, other) in enumerate(PAIRS) if in_play >> one & in_play >> other & 1)


BOX = pack_box(load_components())
