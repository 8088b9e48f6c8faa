"""What bot writers are told of Floating Market: the ring of boats, the places, the dice."""

from pathlib import Path

from khlong.games.facets import Chart
from khlong.words import Value, load_messages

from .components import PLAYER_DICE, Box, Components
from .moves import place_names, tile_names
from .places import BOATS, PLACES, Place
from .printed import faces

WORDS = Path(__file__).parent / "words"
RING = (
    "A boat's location is called by the totals that activate it: `14-16` by 14, 15 and 16. The last one closes the "
    "ring: `{last}` is activated by every total from {high} up and from {low} down, and lies beside both ends. Moves "
    "and views name locations; fruit is what the boat there sells now, since boats are swapped."
)
POOL = (
    "The pool is rolled once all customers are placed. Its total is all dice that add, less those that subtract, with "
    "the tiles."
)


def charts(sheet: Components, box: Box) -> list[Chart]:
    """The tables of the reference."""
    return [_ring(sheet, box), _places(sheet, box), _dice(sheet), _tiles(sheet)]


def _ring(sheet: Components, box: Box) -> Chart:
    names = place_names(sheet)[:BOATS]
    last = sheet.river.locations[-1].totals
    closed = sheet.river.closed_with_two.value
    open_ones = [name for name in names if name != closed]
    rows = []
    for number, name in enumerate(names):
        around = [names[(number + step) % BOATS] for step in (-1, 1)]
        with_two = "out of the game"
        if name != closed:
            place = open_ones.index(name)
            with_two = ", ".join(f"`{open_ones[(place + step) % len(open_ones)]}`" for step in (-1, 1))
        ama = "yes" if name in sheet.river.ama.value else ""
        side = "west" if box.west >> number & 1 else "east"
        rows.append((f"`{name}`", ", ".join(f"`{each}`" for each in around), with_two, side, ama))
    columns = ("location", "beside it", "with two players", "side", "Ama begins here")
    return Chart("The ring of boats", RING.format(last=names[-1], high=last[0], low=last[1]), columns, rows)


def _places(sheet: Components, box: Box) -> Chart:
    names, english = place_names(sheet), load_messages("en", WORDS)
    numbers: dict[str, Value] = {
        "coins": english.say("amount.coins", count=box.coins_on_dock),
        **dict(zip(("high", "low"), tile_names(sheet), strict=True)),
        **{"reach": box.north_reach, "traders": "everyone", "dice": box.tailor_dice},
    }
    rows = []
    for place in range(BOATS, PLACES):
        here = numbers | ({"reach": box.south_reach} if place == Place.SOUTH_TRADER else {})
        fits = [_room(box, place, more) for more in (1, 0)]
        rows.append((f"`{names[place]}`", str(box.cost[place]), *fits, english.say(f"help.{names[place]}", here)))
    columns = ("place", "coins", "customers that fit", "with two players", "what it does")
    return Chart("Docks and buildings", "What sending a customer there costs, and how many fit.", columns, rows)


def _room(box: Box, place: int, more_than_two: int) -> str:
    if not box.places[more_than_two] >> place & 1:
        return "none"
    return "any" if place == Place.BOATSMAN else "1" if box.full_with_one[more_than_two] >> place & 1 else "2"


def _dice(sheet: Components) -> Chart:
    player = [(f"`{name}`", "every player has one", getattr(sheet.dice.player, name)) for name in PLAYER_DICE]
    board = [(f"`board {name}`", "the board's", getattr(sheet.dice.board, name)) for name in ("d12", "d6")]
    few = sheet.dice.ama
    with_ama = f"Ama's: {few.with_two_players.value} with two players, {few.with_three_players.value} with three"
    rows = [
        (name, whose, faces(die), "subtracts" if die.subtracts else "adds")
        for name, whose, die in (*player, *board, ("`ama`", with_ama, few.kind))
    ]
    return Chart("Dice", POOL, ("die", "whose", "faces", ""), rows)


def _tiles(sheet: Components) -> Chart:
    high, low = tile_names(sheet)
    rows = [(f"`{high}`", "the Temple's high tile"), (f"`{low}`", "the Temple's low tile")]
    return Chart("Tiles", "What the Temple adds to the total of the round.", ("tile", ""), rows)
