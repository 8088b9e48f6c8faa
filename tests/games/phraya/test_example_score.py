"""The rulebook's example of a final score: 85 points, line by line."""

from itertools import combinations

from .helpers import ORDERS, SPECIAL, lines, of_seat, river, seat, stalls_of

ORANGE, PURPLE, WHITE = 1, 2, 3


def test_the_scoring_example_comes_out_at_85() -> None:
    """Orange is seat 1, purple 2, white 3. Her goods bring 14 coins: one vegetable, one fruit and one meat."""
    vegetable, fruit, fish, meat = (stalls_of(kind) for kind in ("vegetable", "fruit", "fish", "meat"))
    owners = {
        fruit[0]: ORANGE,
        fruit[1]: PURPLE,
        meat[0]: ORANGE,
        meat[1]: WHITE,
        meat[2]: WHITE,
        vegetable[0]: PURPLE,
        vegetable[1]: PURPLE,
        vegetable[2]: WHITE,
        fish[0]: PURPLE,
        fish[1]: WHITE,
    }
    orders = next(three for three in combinations(ORDERS, 3) if sum(ORDERS[order].vp for order in three) == 12)
    orange = seat(
        None,
        *(SPECIAL[each] for each in ("score king", "score coins", "counts fruit")),
        discard=(SPECIAL["score coins"], "trade"),
        coins=3,
        goods={"vegetable": 1, "fruit": 1, "meat": 1},
        orders=list(orders),
    )
    table = river(
        orange,
        owners=owners,
        prices={"vegetable": 3, "fruit": 4, "meat": 7},
        temple={
            "meat": [ORANGE, PURPLE, ORANGE, WHITE],
            "fish": [PURPLE, WHITE, WHITE, WHITE],
            "fruit": [ORANGE, WHITE, ORANGE],
            "vegetable": [ORANGE],
        },
        king={
            "coins": [ORANGE, ORANGE, WHITE, WHITE, 0],
            "flowers": [ORANGE, WHITE, WHITE, 0, 0],
            "goods": [ORANGE, PURPLE, 0, 0, 0],
        },
    )
    assert of_seat(table)["coins"] == 3
    assert lines(table) == {
        "coins": 3,
        "temple sections": 8,
        "temple meat": 10,
        "temple fish": 0,
        "temple fruit": 6,
        "temple vegetable": 2,
        "king majority": 9,
        "king sets": 8,
        "orders": 12,
        "cards": 11,
        "stalls vegetable": 0,
        "stalls fruit": 12,
        "stalls fish": 0,
        "stalls meat": 4,
        "total": 85,
    }
    assert [line.points for line in table.score_sheet()[0]] == [3, 8, 10, 0, 6, 2, 9, 8, 12, 11, 0, 12, 0, 4, 85]
    assert lines(table, WHITE)["king majority"] == 9
