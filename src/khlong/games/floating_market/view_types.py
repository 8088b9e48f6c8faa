"""Floating Market's view, field by field: what bots, servers and pages are told of a position."""

from typing import Literal

from typing_extensions import TypedDict


class Boat(TypedDict):
    """A fruit boat on the river."""

    location: str
    """Where it lies, by the totals that activate it: this is how moves name it."""
    fruit: str
    """What it sells. Boats change places at the end of a round, and take their fruit along."""
    side: Literal["west", "east"]
    """The side of the river, for the docks."""
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
    """Its name: this is how moves name it."""
    cost: int
    """What sending a customer here costs, in coins."""
    numbers: dict[str, int]
    """What else is printed here: the coins of a dock, the Temple's high and low tile."""
    in_play: bool
    """False for what is left out with few players."""
    room: int | None
    """How many customers fit; none where any number does."""
    free: bool
    """Whether there is room for one more customer."""
    customers: list[int]
    """How many customers each player has here."""


class Seat(TypedDict):
    """What a player has."""

    coins: int
    """Those in the purse, which everybody sees."""
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


class DiceToCome(TypedDict):
    """Dice that a player is still bound to add to the pool this round, whatever buildings add besides."""

    seat: int
    """Whose dice they are."""
    count: int
    """How many there are to come."""
    among: list[str]
    """The dice that they can be."""


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
    """Whose die it is."""
    die: str
    """Its name, e.g. `d10` or `white`."""
    face: int
    """The number it shows; `white` is taken off the total."""


class Roll(TypedDict):
    """The dice as they fell last, and what they came to."""

    total: int
    """All dice and tiles together."""
    activated: str | None
    """The location of the boat whose turn it was; none when no boat is in play there."""
    dice: list[RolledDie]
    """The players' dice."""
    ama: list[int]
    """The faces of Ama's dice."""
    tiles: list[str]
    """The tiles that counted."""
    board: dict[str, int]
    """The faces of the board's own dice."""


class Die(TypedDict):
    """What is printed on a die: every whole number from the lowest to the highest."""

    lowest: int
    highest: int
    subtracts: bool
    """Whether it is taken off the total instead of added."""


class Printed(TypedDict):
    """What is printed on dice and boards: it never changes in a game."""

    dice: dict[str, Die]
    """The dice that every player has, one of each."""
    board_dice: dict[str, Die]
    """The board's own dice, which buildings add to the pool."""
    ama_die: Die
    customers: int
    """How many customers each player places in a round."""
    most_coins: int
    """What a player holds at most."""
    coins_beside: int
    """What a customer on a boat beside the active one gets."""
    last_round: int
    """The game ends after this round, whoever is ahead."""


class View(TypedDict):
    """Floating Market as everybody sees it."""

    round: int
    """Counts from 1."""
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
    """All seven, in the order of the ring: each lies beside the next, and the last beside the first."""
    odds: list[float]
    """The chance of each boat, in their order, by the dice that are in the pool now."""
    places: list[Place]
    """All docks and buildings."""
    seats: list[Seat]
    """In the order of the seats, from seat 0 on."""
    pool: Pool
    dice_to_come: list[DiceToCome]
    """Who is still bound to add dice to the pool this round: the odds do not reckon with them."""
    last_roll: Roll | None
    """None before the first roll."""
    ending: str | None
    """How the game ended, once it is over."""
    winners: list[int]
    """The seats that won: more than one share the win."""
    printed: Printed
