"""The rulebook's example of a turn: speculation, a delivery and an offering to the King."""

from .helpers import (
    BOX,
    INNER,
    ORDERS,
    asked,
    choices,
    each,
    ends,
    lines,
    of_seat,
    part_of,
    play,
    prices,
    river,
    seat,
    spot,
)
from .helpers import around as sections_at

PLACE = spot("vegetable", "restaurant", INNER)  # the King waits at one of its ends, she comes in through the other
ORDER = next(name for name, order in ORDERS.items() if order.goods == {"vegetable": 2, "meat": 1})
EIGHT = BOX.edition("published").king.coins.value.index(8)  # the cheaper spaces are taken
KING_AT, WAY_IN = ends(PLACE.section)
THROUGH = next(s for s in sorted(sections_at(WAY_IN)) if s in INNER and s != PLACE.section)
START = next(
    section
    for crossing in ends(THROUGH)
    if crossing != WAY_IN
    for section in sorted(sections_at(crossing))
    if section != THROUGH and KING_AT not in ends(section)
)


def test_the_example_turn_comes_out_as_printed() -> None:
    """Purple is seat 1, black seat 2, orange lies in her way as seat 3."""

    purple = seat(START, coins=6, goods={"fish": 2, "meat": 1}, tiles=["vegetable-fish-4"])
    table = river(
        purple,
        seat(),
        seat(THROUGH),
        board=PLACE.board,
        barge=KING_AT,
        merchant="fish-meat",
        prices={"fish": 6, "vegetable": 6},
        owners={PLACE.stall: 2},
        restaurants={part_of(PLACE.other_stall): ORDER},
        king={"coins": [2] * EIGHT + [0] * (5 - EIGHT), "flowers": [1, 0, 0, 0, 0], "goods": [1, 0, 0, 0, 0]},
    )
    assert lines(table)["king sets"] == 0

    play(table, "card trade")
    assert "merchant vegetable-fish" in choices(table)
    play(table, "merchant vegetable-fish", "change fish")
    assert (prices(table)["fish"], prices(table)["vegetable"]) == (8, 4)
    assert of_seat(table)["coins"] == 8

    assert asked(table) == (1, "move")
    assert f"boat {THROUGH}" not in choices(table)
    play(table, f"boat {PLACE.section}")

    play(table, f"buy {PLACE.side} 2")
    assert of_seat(table)["coins"] == 0
    assert each(table, "flowers") == [0, 1, 0]
    assert of_seat(table)["goods"] == {"vegetable": 2, "fruit": 0, "fish": 2, "meat": 1}

    play(table, f"deliver {PLACE.other}")
    assert of_seat(table)["coins"] == 13
    assert [order["order"] for order in of_seat(table)["orders"]] == [ORDER]

    assert f"king coins {EIGHT}" not in choices(table)
    play(table, f"king coins {EIGHT + 1}")
    purple = of_seat(table)
    assert (purple["coins"], purple["favors"]) == (5, 1)
    assert purple["goods"] == {"vegetable": 0, "fruit": 0, "fish": 2, "meat": 0}
    assert len(purple["orders"]) == 1
    assert lines(table)["king sets"] == 8
    assert lines(table)["king majority"] == 12
    play(table, "done")
    assert asked(table) == (2, "card")
