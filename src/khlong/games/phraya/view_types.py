"""Phraya's view, field by field: what bots, servers and pages are told of a position."""

from typing import Literal

from typing_extensions import TypedDict

from .enums import GoodName

Start = Literal["standard", "asymmetric"]
Place = Literal["left", "right", "king"]
KingRow = Literal["coins", "flowers", "goods"]
CardNumber = Literal["coins", "flowers"]
Condition = Literal["tithe", "worship", "supremacy"]


class Tile(TypedDict):
    """A basket tile."""

    goods: list[GoodName]
    """What the basket holds: one of either."""
    price: int


class Order(TypedDict):
    """A restaurant's order."""

    order: str
    """Its stack and its letter, e.g. `2c`."""
    goods: dict[GoodName, int]
    """What it asks for; goods of which it wants none are left out."""
    coins: int
    """What it pays."""
    vp: int
    """What it is worth at the end."""


class Stall(TypedDict):
    """A stall on the board."""

    stall: str
    """Its channel and side, e.g. `b1-left`: this is how moves name it."""
    kind: str
    """A good, or `basket`, `restaurant`, `temple`, `scribe`, `administration`."""
    owner: int | None
    basket: Tile | None
    """The tile that lies here."""
    order: Order | None
    """The order that lies here."""


class Price(TypedDict):
    """A good's place on the price chart."""

    box: int
    """Counts from 1."""
    price: int
    row: list[int]
    """The prices of all boxes."""


class MarketCard(TypedDict):
    """A card that the Scribe offers, and its price."""

    card: str
    coins: int
    flowers: int


class TempleCost(TypedDict):
    """What is printed on a space of the temple's chart."""

    flowers: int
    """What an offering here costs, beside the good."""
    section: int
    """Which part of the chart it belongs to, from 1."""


class TempleSpace(TempleCost):
    """A space of the temple's chart."""

    seat: int | None
    """Whose disk lies here."""


class KingCost(TypedDict, total=False):
    """What an offering to the King costs on a space: one of these, by its row."""

    coins: int
    flowers: int
    goods: list[GoodName]


class KingSpace(KingCost):
    """A space of the King's chart."""

    seat: int | None
    """Whose disk lies here."""


class Seat(TypedDict):
    """What a player has."""

    coins: int
    flowers: int
    favors: int
    section: str | None
    """The channel that the boat lies on; none before the first turn."""
    rowers: int
    goods: dict[GoodName, int]
    room: dict[GoodName, int]
    """How many of each good the baskets hold at most."""
    baskets: int
    tiles: list[Tile]
    stalls_left: int
    """Stalls that can still be built."""
    disks_left: int
    """Disks for offerings that are still there."""
    hand: list[str]
    discard: list[str]
    orders: list[Order]
    """Orders that were delivered."""
    score: int
    """As if the game ended now."""


class Merchant(TypedDict):
    """What a card does with the merchant."""

    steps: list[int]
    """How far the merchant may go."""
    changes: list[int]
    """By how many boxes prices may change."""


class Barge(TypedDict):
    """What a card does with the barge."""

    steps: int
    blessing: str
    """What each stall beside the barge gets: `flower`, `coins` or `favor`."""
    coins: int
    """How many, where it is coins."""


class CardFace(TypedDict, total=False):
    """A card's effects, each only where the card has it."""

    recover: int
    """The card takes the discarded ones back: coins for each."""
    merchant: Merchant
    barge: Barge
    coins: int
    flowers: int
    boat: int
    """How many channels the boat sails first."""
    goods_for_flowers: int
    """Goods can be discarded: flowers for each."""
    flowers_for_coins: int
    """Flowers can be discarded: coins for each."""
    special: str
    """What the card does besides: this turn, as a stall, or for the score."""
    good: GoodName
    """The good that `special` is about."""
    numbers: dict[str, int]
    """The numbers in `special`: points for each of what it scores, coins or flowers."""


class PrintedStalls(TypedDict):
    """What is printed on the chart of stalls."""

    price: int
    first: dict[GoodName, int]
    """Points for most stalls of a good."""
    second: dict[GoodName, int]
    """Points for second most."""


class PrintedTemple(TypedDict):
    """What is printed at the temple."""

    points: dict[GoodName, int]
    majorities: list[int]
    """Points for most offerings in each section, from 1."""
    penalties: list[int]
    """Points that a section without an offering costs."""


class PrintedKing(TypedDict):
    """What is printed at the King's chart."""

    first: int
    """Points for most offerings."""
    second: int
    set: int
    """Points for a set: an offering in each row."""


class PrintedBoat(TypedDict):
    """How large a boat can become."""

    rowers: int
    baskets: int


class Printed(TypedDict):
    """What is printed on cards and charts: it never changes in a game."""

    cards: dict[str, CardFace]
    stalls: PrintedStalls
    temple: PrintedTemple
    king: PrintedKing
    boat: PrintedBoat
    disks: int


class View(TypedDict):
    """Phraya as everybody sees it."""

    edition: str
    start: Start
    """Whether all players begin with the same things."""
    board: str
    """The board by its parts and sides, e.g. `1a-2a-3a-4a`."""
    round: int
    first: int
    """The seat that began the game."""
    decider: int | None
    """Who decides now; none when the game is over."""
    asked: str | None
    """What is asked: the key of the decision."""
    card: str | None
    """The card that is being played."""
    used: list[Place]
    """The places where this turn's player has acted already."""
    barge: str
    """The crossing where the royal barge lies."""
    merchant: str
    """The merchant's space on the route."""
    route: list[str]
    prices: dict[GoodName, Price]
    stalls: list[Stall]
    market: list[MarketCard]
    deck: int
    """How many cards are in the deck, whose order nobody knows."""
    under: list[str]
    """Cards that were put under the deck, in their order."""
    baskets_left: int
    """Tiles in the bag."""
    orders_left: list[int]
    """How many orders each stack has."""
    temple: dict[GoodName, list[TempleSpace]]
    king: dict[KingRow, list[KingSpace]]
    conditions: dict[Condition, bool]
    """Which of the conditions for the end are met: two of them end the game."""
    seats: list[Seat]
    ending: str | None
    winners: list[int]
    printed: Printed
