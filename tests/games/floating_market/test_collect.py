"""Collect fruit: the roll, fruit on the activated boat, coins beside it and on the docks."""

from collections import defaultdict

import pytest

from .helpers import DOCKS, FRUIT_AT, LOCATIONS, before_roll, coins, fruit, rolled, seat

FACES = {"d4": range(1, 5), "d6": range(1, 7), "d10": range(10), "d12": range(1, 13), "white": range(1, 7)}
EACH_LOCATION = pytest.mark.parametrize("location", LOCATIONS)


def around(location: str, steps: int) -> str:
    """The location so many steps on in ascending order, round the ring."""
    return LOCATIONS[(LOCATIONS.index(location) + steps) % len(LOCATIONS)]


# the roll


def test_the_total_is_all_dice_in_the_pool_less_the_white_ones() -> None:
    everybody = [seat(pool=(die,)) for die in FACES]
    shown = defaultdict(set)
    for seed in range(150):
        roll = before_roll(*everybody, players=5, seed=seed).play("place boatsman").view()["last_roll"]
        faces = {die["die"]: die["face"] for die in roll["dice"]}
        assert [die["seat"] for die in roll["dice"]] == [0, 1, 2, 3, 4]
        assert roll["total"] == faces["d4"] + faces["d6"] + faces["d10"] + faces["d12"] - faces["white"]
        for die, face in faces.items():
            shown[die].add(face)
    assert shown == {die: set(faces) for die, faces in FACES.items()}


def test_all_faces_of_a_die_come_up_equally_often() -> None:
    rolls = [
        before_roll(seed=seed).play("place boatsman").view()["last_roll"]["dice"][0]["face"] for seed in range(600)
    ]
    assert all(25 <= rolls.count(face) <= 80 for face in range(1, 13))  # 50 expected, with a deviation of 7


def test_dice_in_hand_and_out_of_play_are_not_rolled() -> None:
    table = rolled("20-23", seat("hut", pool=("d6", "d12"), hand=["d4", "white"], out=["d10"]))
    assert [die["die"] for die in table.view()["last_roll"]["dice"] if die["seat"] == 0] == ["d6", "d12"]


LOW, MIDDLE, HIGH = ("d4", "white", "d4", "white"), ("d10",) * 4, ("d12",) * 5


@pytest.mark.parametrize(
    ("total", "location", "pool"),
    [
        (-3, "36-8", LOW),
        (0, "36-8", LOW),
        (8, "36-8", MIDDLE),
        (9, "9-13", MIDDLE),
        (13, "9-13", MIDDLE),
        (14, "14-16", MIDDLE),
        (16, "14-16", MIDDLE),
        (17, "17-19", MIDDLE),
        (19, "17-19", MIDDLE),
        (20, "20-23", MIDDLE),
        (23, "20-23", MIDDLE),
        (24, "24-28", MIDDLE),
        (28, "24-28", MIDDLE),
        (29, "29-35", HIGH),
        (35, "29-35", HIGH),
        (36, "36-8", HIGH),
        (45, "36-8", HIGH),
    ],
)
def test_the_total_names_the_activated_boat(total: int, location: str, pool: tuple[str, ...]) -> None:
    table = rolled(total, *(seat(pool=(die,)) for die in pool), players=len(pool))
    assert table.view()["last_roll"]["activated"] == location


# the activated boat and its neighbours


@EACH_LOCATION
def test_the_customer_on_the_activated_boat_takes_its_fruit_and_no_coins(location: str) -> None:
    table = rolled(location, seat(location))
    assert fruit(table) == [[FRUIT_AT[location]], [], [], []]
    assert coins(table) == [2, 2, 2, 2]


def test_the_fruit_is_that_of_the_boat_not_of_the_location() -> None:
    boats = [*FRUIT_AT.values()][::-1]
    table = rolled("14-16", seat("14-16"), boats=boats)
    assert fruit(table)[0] == [boats[1]]


@EACH_LOCATION
def test_a_customer_beside_the_activated_boat_gets_two_coins(location: str) -> None:
    table = rolled(location, seat(around(location, -1)), seat(around(location, 1)))
    assert coins(table) == [4, 4, 2, 2]
    assert fruit(table) == [[], [], [], []]


@EACH_LOCATION
def test_customers_farther_away_get_nothing(location: str) -> None:
    table = rolled(location, *(seat(around(location, steps)) for steps in (-3, -2, 2, 3)))
    assert coins(table) == [2, 2, 2, 2]
    assert fruit(table) == [[], [], [], []]


def test_a_player_may_collect_on_the_activated_boat_and_on_both_sides_of_it() -> None:
    table = rolled("14-16", seat("9-13", "14-16", "17-19"))
    assert fruit(table)[0] == ["banana"]
    assert coins(table)[0] == 6


def test_everybody_on_the_activated_boat_takes_its_fruit() -> None:
    table = rolled("20-23", seat("20-23"), seat("fishmonger", "20-23"))
    assert fruit(table) == [["guava"], ["guava"], [], []]


def test_two_customers_of_one_player_on_the_activated_boat_take_one_fruit() -> None:
    """FM-17: one card, and no coins for the other."""
    table = rolled("20-23", seat("fishmonger", "20-23", "20-23"))
    assert fruit(table)[0] == ["guava"]
    assert coins(table)[0] == 2


def test_two_customers_of_one_player_on_a_boat_beside_it_get_two_coins_each() -> None:
    """FM-14."""
    table = rolled("17-19", seat("fishmonger", "20-23", "20-23"))
    assert coins(table)[0] == 6


def test_customers_of_two_players_on_a_boat_beside_it_get_two_coins_each() -> None:
    table = rolled("17-19", seat("20-23"), seat("fishmonger", "20-23"))
    assert coins(table) == [4, 4, 2, 2]


def test_nobody_collects_a_fruit_they_have() -> None:
    table = rolled("20-23", seat("20-23", fruit=["guava", "mango"]))
    assert fruit(table)[0] == ["mango", "guava"]
    assert coins(table)[0] == 2


# the docks


@EACH_LOCATION
def test_the_dock_on_the_side_of_the_activated_boat_gives_one_coin(location: str) -> None:
    west, east = (1, 0) if location in LOCATIONS[:3] else (0, 1)
    table = rolled(location, *(seat(dock) for dock in DOCKS))
    assert coins(table) == [2 + west, 2 + east, 2, 2]
    assert fruit(table) == [[], [], [], []]


# six coins at most


@pytest.mark.parametrize(("had", "has"), [(3, 6), (4, 6), (5, 6), (6, 6)])
def test_coins_above_six_are_lost(had: int, has: int) -> None:
    """FM-18: here three come in, two beside the boat and one on the dock."""
    table = rolled("14-16", seat("9-13", "west-dock", coins=had), seat("17-19", coins=2))
    assert coins(table)[:2] == [has, 4]
