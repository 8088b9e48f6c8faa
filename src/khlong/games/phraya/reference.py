"""What bot writers are told of Phraya: channels and crossings, parts, the merchant's loop, and what is printed."""

from collections.abc import Iterable, Sequence

from khlong.games.facets import Chart

from .canal import (
    CROSSING_NAMES,
    CROSSING_SECTIONS,
    PART_SIZE,
    PLACE_NAMES,
    SECTION_ENDS,
    SECTION_NAMES,
    STALL_AT,
    STALL_NAMES,
)
from .components import BOXES, EDITIONS
from .constants import Box
from .enums import GOOD_NAMES
from .names import Names
from .printed import printed

GRID = (
    "Points are named as on a chess board: columns a to g from west to east, rows 1 to 7 from south to north. Islands "
    "lie where both are odd (`a1`), crossings where both are even (`b2`), channels in between (`b1`). A channel has a "
    "stall on either side: `-left` is the western or southern one, `-right` the eastern or northern one. All this is "
    "the same on all boards. A boat sails from channel to channel through crossings, never back through the one it "
    "came by, never through the one where the barge lies. Channels with one crossing lead out of the board: there "
    "boats begin."
)
BARGE = (
    "The barge lies at a crossing, beside the four channels that meet there and their eight stalls. It sails from "
    "crossing to crossing along a channel."
)
PARTS = (
    "A board is four parts in the order south-west, south-east, north-east, north-west, each on side a or b: "
    "`1a-2b-3a-4b`. Each part has one basket stall and one restaurant: `baskets` and `restaurants` of a position are "
    "named by the part's place."
)
LOOP = (
    "A space is called by its two goods. `change fish` answers which of the two gets the card's first price change: "
    "fish does, and the other good gets the second, if the card has one."
)


def charts(names: Names, box: Box) -> list[Chart]:
    """The tables of the reference."""
    route = len(names.route)
    beside = [(names.route[(space + step) % route] for step in (-1, 1)) for space in range(route)]
    prices = [box.price[good * BOXES : (good + 1) * BOXES] for good in range(len(GOOD_NAMES))]
    return [
        Chart("Channels", GRID, ("channel", "crossings at its ends", "channels that meet it"), _channels()),
        Chart(
            "Crossings",
            BARGE,
            ("crossing", "channels that meet", "next crossings"),
            _crossings(),
        ),
        Chart("Parts of the board", PARTS, ("part", "its stalls"), _parts()),
        Chart(
            "The merchant's loop",
            LOOP,
            ("space", "beside it"),
            [(f"`{name}`", _all(spaces)) for name, spaces in zip(names.route, beside, strict=True)],
        ),
        Chart(
            "Prices",
            "What a good costs in each box of its row. A change moves the cube so many boxes and stops at the ends.",
            ("good", *(f"box {number}" for number in range(1, BOXES + 1))),
            [(f"`{name}`", *map(str, row)) for name, row in zip(GOOD_NAMES, prices, strict=True)],
        ),
        _cards(names, box),
        *(_tiles(edition, names, box) for edition in range(len(EDITIONS))),
        _orders(names, box),
    ]


def _channels() -> Sequence[Sequence[str]]:
    rows = []
    for section, ends in enumerate(SECTION_ENDS):
        met = [SECTION_NAMES[other] for end in ends for other in CROSSING_SECTIONS[end] if other != section]
        rows.append((f"`{SECTION_NAMES[section]}`", _all([CROSSING_NAMES[end] for end in ends]), _all(met)))
    return rows


def _crossings() -> Sequence[Sequence[str]]:
    rows = []
    for crossing, sections in enumerate(CROSSING_SECTIONS):
        following = [end for section in sections for end in SECTION_ENDS[section] if end != crossing]
        met = _all([SECTION_NAMES[section] for section in sections])
        rows.append((f"`{CROSSING_NAMES[crossing]}`", met, _all([CROSSING_NAMES[end] for end in following])))
    return rows


def _parts() -> list[tuple[str, str]]:
    stalls = [STALL_AT[place * PART_SIZE : (place + 1) * PART_SIZE] for place in range(len(PLACE_NAMES))]
    return [
        (f"`{name}`", _all([STALL_NAMES[stall] for stall in sorted(own)]))
        for name, own in zip(PLACE_NAMES, stalls, strict=True)
    ]


def _cards(names: Names, box: Box) -> Chart:
    faces = printed(0, names, box)["cards"]
    left_out = {
        name for number, name in enumerate(names.cards) if box.deck[0] >> number & 1 and not box.deck[1] >> number & 1
    }
    rows = []
    for name, face in faces.items():
        cost = (
            f"{face['cost']['coins']} coins or {face['cost']['flowers']} flowers" if "cost" in face else "in every hand"
        )
        effects = "; ".join(f"{key} {_plain(value)}" for key, value in face.items() if key != "cost")
        rows.append((f"`{name}`", cost, effects, "published only" if name in left_out else ""))
    about = "As `printed.cards` of a view has them: see [CardFace](#view-cardface) for what each entry means."
    return Chart("Cards", about, ("card", "price", "effects", ""), rows)


def _tiles(edition: int, names: Names, box: Box) -> Chart:
    rows = [(" and ".join(tile["goods"]), f"{tile['price']}") for tile in printed(edition, names, box)["baskets"]]
    about = "A tile is called by its goods and its price, `fish-meat-7`; those of the prototype have a star at the end."
    return Chart(f"Basket tiles, {EDITIONS[edition]}", about, ("holds one of either", "price"), rows)


def _orders(names: Names, box: Box) -> Chart:
    orders = printed(0, names, box)["orders"]
    rows = [(f"`{each['order']}`", _plain(each["goods"]), f"{each['coins']}", f"{each['vp']}") for each in orders]
    about = "An order is called by its stack and its letter. Restaurants are filled from the lowest stack that has any."
    return Chart("Orders", about, ("order", "goods", "coins", "points"), rows)


def _all(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _plain(value: object, between: str = " and ") -> str:
    """An entry of a card as text."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(item, ' or ' if key == 'steps' else between)}" for key, item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return between.join(map(str, value))
    return str(value)
