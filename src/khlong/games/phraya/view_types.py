"""Phraya's view, field by field: what bots, servers and pages are told of a position."""

from typing import Literal, NotRequired

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
    """What it costs, in coins."""


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
    """Whose stall stands here."""
    basket: Tile | None
    """The tile that lies here."""
    order: Order | None
    """The order that lies here."""


class Price(TypedDict):
    """A good's place on the price chart."""

    box: int
    """Counts from 1."""
    price: int
    """What the good costs in that box."""
    row: list[int]
    """The prices of all boxes."""


class MarketCard(TypedDict):
    """A card that the Scribe offers, and its price."""

    card: str
    """Its name: what it does stands in `printed.cards`."""
    coins: int
    """Its price in coins."""
    flowers: int
    """Its price in flowers, instead of coins."""


class TempleCost(TypedDict):
    """What is printed on a space of the temple's chart."""

    flowers: int
    """What an offering here costs, beside the good."""
    section: int
    """Which part of the chart it belongs to, from 1."""


class TempleSpace(TypedDict):
    """A space of the temple's chart."""

    flowers: int
    """What an offering here costs, beside the good."""
    section: int
    """Which part of the chart it belongs to, from 1."""
    seat: int | None
    """Whose disk lies here."""


class KingCost(TypedDict, total=False):
    """What an offering to the King costs on a space: one of these, by its row."""

    coins: int
    """In the row of coins."""
    flowers: int
    """In the row of flowers."""
    goods: list[GoodName]
    """In the row of goods: one of each that is named."""


class KingSpace(TypedDict):
    """A space of the King's chart, with what an offering there costs: one of these, by its row."""

    coins: NotRequired[int]
    """In the row of coins."""
    flowers: NotRequired[int]
    """In the row of flowers."""
    goods: NotRequired[list[GoodName]]
    """In the row of goods: one of each that is named."""
    seat: int | None
    """Whose disk lies here."""


class Seat(TypedDict):
    """What a player has."""

    coins: int
    """Open to all, as are flowers and Favors."""
    flowers: int
    favors: int
    section: str | None
    """The channel that the boat lies on; none before the first turn."""
    rowers: int
    """How many channels the boat sails at most."""
    goods: dict[GoodName, int]
    """What is in the baskets."""
    room: dict[GoodName, int]
    """How many of each good the baskets hold at most."""
    baskets: int
    """How many spaces of the boat are taken by baskets."""
    tiles: list[Tile]
    """The baskets that were bought, or dealt in an asymmetric start; others begin with two that are no tiles."""
    stalls_left: int
    """Stalls that can still be built."""
    disks_left: int
    """Disks for offerings that are still there."""
    hand: list[str]
    """Cards to play, open to all."""
    discard: list[str]
    """Cards that were played: Recover brings them back."""
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
    """How many crossings it passes, exactly."""
    blessing: str
    """What each stall beside the barge gets: `flower`, `coins` or `favor`."""
    coins: int
    """How many, where it is coins."""


class CardCost(TypedDict):
    """What the Scribe takes for a card: all coins or all flowers."""

    coins: int
    flowers: int


class CardFace(TypedDict, total=False):
    """A card's effects, each only where the card has it."""

    cost: CardCost
    """What it costs at the Scribe; the cards that everybody begins with have no price."""

    recover: int
    """The card takes the discarded ones back: coins for each."""
    merchant: Merchant
    """The merchant walks, and prices change."""
    barge: Barge
    """The barge sails, and blesses."""
    coins: int
    """Coins for the player."""
    flowers: int
    """Flowers for the player."""
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
    """What a stall costs at the administration."""
    first: dict[GoodName, int]
    """Points for most stalls of a good."""
    second: dict[GoodName, int]
    """Points for second most."""


class PrintedTemple(TypedDict):
    """What is printed at the temple."""

    points: dict[GoodName, int]
    """Points for each disk in a row."""
    majorities: list[int]
    """Points for most offerings in each section, from 1."""
    penalties: list[int]
    """Points that a section without an offering costs."""


class PrintedKing(TypedDict):
    """What is printed at the King's chart."""

    first: int
    """Points for most offerings."""
    second: int
    """Points for second most."""
    set: int
    """Points for a set: an offering in each row."""


class PrintedBoat(TypedDict):
    """How large a boat can become."""

    rowers: int
    """Seats for rowers."""
    baskets: int
    """Spaces for baskets, those at the start included."""


class Rates(TypedDict):
    """What is given for what."""

    coins_for_a_point: int
    """Coins that make a point at the end."""
    flowers_for_an_owner: int
    """What the owner of a stall gets when another trades there."""
    favors_for_an_offering: int
    """What an offering to the King brings at once."""
    coins_for_a_card: int
    """What Recover pays for each card that comes back."""


class Printed(TypedDict):
    """What is printed on cards and charts: it never changes in a game."""

    cards: dict[str, CardFace]
    """All cards by name, those that the edition leaves out too."""
    deck: list[str]
    """The cards of this edition's deck. Those that are not in the market, in a hand, in a discard pile or in `under`
    are still to come, in an order that nobody knows."""
    baskets: list[Tile]
    """The tiles of this edition's bag. Those that lie neither on a stall nor on a boat are still in it."""
    orders: list[Order]
    """All orders. Those that were not seen yet are in the stacks, or, with two players, out of the game."""
    orders_removed: int
    """How many orders of each stack are out of the game with two players, unseen."""
    stalls: PrintedStalls
    temple: PrintedTemple
    king: PrintedKing
    boat: PrintedBoat
    rates: Rates
    disks: int
    """How many disks each player has for offerings."""
    last_round: int
    """The game ends after this round, whatever has come about."""


class View(TypedDict):
    """Phraya as everybody sees it."""

    edition: str
    """`published` or `prototype`."""
    start: Start
    """Whether all players begin with the same things."""
    board: str
    """The board by its parts and sides, e.g. `1a-2a-3a-4a`."""
    round: int
    """Counts from 1; 0 while boats and first stalls are placed."""
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
    """All spaces of the merchant's loop in their order: the last lies beside the first."""
    prices: dict[GoodName, Price]
    """What a good costs now, bought or sold."""
    stalls: list[Stall]
    """All 48, two beside each channel."""
    market: list[MarketCard]
    """The cards that the Scribe offers, from the first slot on."""
    deck: int
    """How many cards are in the deck, whose order nobody knows."""
    under: list[str]
    """Cards that were put under the deck, in their order: they come when the deck is gone, the first one first."""
    baskets_left: int
    """Tiles in the bag."""
    orders_left: list[int]
    """How many orders each stack has."""
    temple: dict[GoodName, list[TempleSpace]]
    """The rows of the temple's chart: an offering goes to the leftmost empty space of its good."""
    king: dict[KingRow, list[KingSpace]]
    """The rows of the King's chart: an offering goes to any empty space."""
    conditions: dict[Condition, bool]
    """Which of the conditions for the end are met: two of them end the game."""
    seats: list[Seat]
    """In the order of the seats, from seat 0 on."""
    ending: str | None
    """How the game ended, once it is over."""
    winners: list[int]
    """The seats that won: more than one share the win."""
    printed: Printed
