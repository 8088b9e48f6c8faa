"""Floating Market's view, field by field: what bots, servers and pages are told of a position."""

from typing import Literal

from typing_extensions import TypedDict


class Boat(TypedDict):
    """A fruit boat on the river."""

    location: str
    """Where it lies, by the totals that activate it: this is how moves name it."""
    fruit: str
    side: Literal["west", "east"]
    in_play: bool
    """False for the boat that is left out with few players."""
    ama: bool
    """Whether one of Ama's customers stands here."""
    customers: list[int]
    """How many customers each player has here."""
    stand: int | None
    """Whose fruit stand is here."""


class Place(TypedDict):
    """A building or a dock."""

    place: str
    cost: int
    """What sending a customer here costs, in coins."""
    numbers: dict[str, int]
    """What else is printed here: the coins of a dock, the Temple's high and low tile."""
    in_play: bool
    free: bool
    """Whether there is room for one more customer."""
    customers: list[int]
    """How many customers each player has here."""


class Seat(TypedDict):
    """What a player has."""

    coins: int
    fruit: list[str]
    """The different fruits that the player has."""
    customers: int
    """Those that are still to be placed this round."""
    hand: list[str]
    """Dice that can still be added to the pool."""
    pool: list[str]
    """Dice in the pool."""
    out: list[str]
    """Dice out of play: they were rolled, and come back at the Boatsman."""


class Pool(TypedDict):
    """What is in the pool besides the players' dice."""

    ama: int
    """How many of Ama's dice there are."""
    tiles: list[str]
    """The tiles that change the total, e.g. `+5`."""
    board: list[str]
    """The board's own dice, `d12` and `d6`."""
    d12_blocked: bool
    """Whether somebody blocked the board's d12 this round."""


class RolledDie(TypedDict):
    """One player's die as it fell."""

    seat: int
    die: str
    face: int


class Roll(TypedDict):
    """The dice as they fell last, and what they came to."""

    total: int
    activated: str | None
    """The location of the boat whose turn it was; none when no boat is in play there."""
    dice: list[RolledDie]
    ama: list[int]
    """The faces of Ama's dice."""
    tiles: list[str]
    """The tiles that counted."""
    board: dict[str, int]
    """The faces of the board's own dice."""


class View(TypedDict):
    """Floating Market as everybody sees it."""

    round: int
    first: int
    """The seat that began the game."""
    start: int
    """The seat that begins this round."""
    decider: int | None
    """Who decides now; none when the game is over."""
    asked: str | None
    """What is asked: the key of the decision."""
    dice_to_add: int
    """How many dice a building lets the player whose turn it is add."""
    places_all: bool
    """Whether the player whose turn it is goes on placing all remaining customers."""
    owes_first_die: bool
    """Whether this player's first customer of the round still has to add its die."""
    goal: int
    """How many different fruits win."""
    traders: Literal["everyone", "owner"]
    """Whom a Trader serves."""
    clockwise: Literal["ascending", "descending"]
    """In which order of totals the boats lie."""
    boats: list[Boat]
    odds: list[float]
    """The chance of each boat, in their order, by the dice that are in the pool now."""
    places: list[Place]
    seats: list[Seat]
    pool: Pool
    last_roll: Roll | None
    ending: str | None
    winners: list[int]
