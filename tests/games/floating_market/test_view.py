"""The view: everything that lies on the table, and nothing of what chance has in store."""

import json
from typing import Any

import pytest

import khlong

from .helpers import DICE, FRUIT, GAME, LOCATIONS, boat_at, choices, first_lap_over, market, of_seat, play, rolled, seat

RICH = [
    seat("9-13", "fruit-stand", left=1, coins=5, fruit=["mango", "guava"], out=["d4"]),
    seat("fishmonger", "9-13", left=1, pool=("d6",)),
    seat("temple", left=1, coins=0),
]
ON_THE_BOARD: dict[str, Any] = {
    **{"players": 3, "ama": ["24-28", "36-8"]},
    **{"board_pool": ["-2"], "stand": {"seat": 1, "location": "9-13"}},
}


@pytest.fixture
def rich() -> khlong.Table:
    """A market in which a lot has happened."""
    return market(*RICH, **ON_THE_BOARD)


def test_it_tells_round_marker_and_whose_turn_it_is(rich: khlong.Table) -> None:
    view = rich.view()
    told = {key: view[key] for key in ("round", "first", "start", "decider", "asked", "ending", "winners")}
    assert told == {
        **{"round": 4, "first": 0, "start": 0, "decider": 0, "asked": "customer"},
        **{"ending": None, "winners": []},
    }


def test_what_is_told_of_a_roll_is_the_listener_s_own() -> None:
    """Views share the parts that they keep; events are anybody's to change."""
    table = rolled("14-16", seat("woodworker", pool=("d4",)), seat(pool=("white",)), players=3, board_pool=["d12"])
    told = next(event for event in table.events() if event.key == "roll")
    before = table.view()["last_roll"]
    told.values["dice"].clear()
    again = next(event for event in table.events() if event.key == "roll")
    assert again.values["dice"] == before["dice"] == table.view()["last_roll"]["dice"] != []


def test_it_tells_what_was_agreed_on() -> None:
    view = market(options={"goal": 7, "traders": "owner"}).view()
    assert (view["goal"], view["traders"]) == (7, "owner")
    assert (market().view()["goal"], market().view()["traders"]) == (5, "everyone")


def test_it_tells_how_many_customers_fit() -> None:
    room = {place["place"]: place["room"] for place in market().view()["places"]}
    assert room == dict.fromkeys(room, 1) | {"market": 2, "boatsman": None}
    room = {place["place"]: place["room"] for place in market(players=2).view()["places"]}
    assert room == dict.fromkeys(room, 1) | {"hut": 0, "boatsman": None}


def to_come(table: khlong.Table) -> list[tuple[int, int, int]]:
    """Whose dice are to come, how many, and among how many."""
    return [(each["seat"], each["count"], len(each["among"])) for each in table.view()["dice_to_come"]]


def test_it_tells_who_still_adds_dice() -> None:
    """FM-6, FM-8."""
    table = market({}, {"out": ["d4"]}, {"out": list(DICE)}, seat(left=2), decider=1)
    assert to_come(table) == [(0, 1, 5), (1, 1, 4), (2, 1, 5)]
    play(table, "place tailor")
    assert to_come(table)[0] == (0, 3, 5)
    play(table, "die d6", "die d4")
    assert to_come(table)[0] == (0, 1, 3)
    assert table.view()["dice_to_come"][0]["among"] == ["d10", "d12", "white"]
    play(table, "die d12")
    assert to_come(table) == [(1, 1, 4), (2, 1, 5)]
    assert to_come(first_lap_over()) == to_come(market(asked="swap")) == []
    poor = first_lap_over(seat(left=2, pool=("d4",), out=["d6", "d10", "d12"]))
    assert to_come(play(poor, "place tailor")) == [(0, 1, 1)]


def test_it_tells_all_of_every_boat(rich: khlong.Table) -> None:
    assert boat_at(rich, "9-13") == {
        **{"location": "9-13", "fruit": "mango", "side": "west", "in_play": True, "ama": False},
        **{"customers": [1, 1, 0], "stand": 0},
    }
    assert [boat["location"] for boat in rich.view()["boats"]] == list(LOCATIONS)
    assert [boat["fruit"] for boat in rich.view()["boats"]] == list(FRUIT)
    assert [boat["side"] for boat in rich.view()["boats"]] == ["west"] * 3 + ["east"] * 4
    assert boat_at(rich, "24-28")["ama"] is True
    assert len(rich.view()["odds"]) == len(LOCATIONS)


def test_it_tells_all_of_every_dock_and_building(rich: khlong.Table) -> None:
    places = {place.pop("place"): place for place in rich.view()["places"]}
    assert len(places) == 13
    tiles = {"high": 4, "low": -2}
    assert places["temple"] == {
        **{"cost": 0, "numbers": tiles, "in_play": True, "room": 1, "free": False, "customers": [0, 0, 1]},
    }
    assert places["market"] == {
        **{"cost": 4, "numbers": {}, "in_play": True, "room": 2, "free": True, "customers": [0, 0, 0]},
    }
    assert places["boatsman"] == {
        **{"cost": 0, "numbers": {}, "in_play": True, "room": None, "free": True, "customers": [0, 0, 1]},
    }
    assert places["west-dock"]["numbers"] == {"coins": 1}


def test_it_tells_all_of_every_seat(rich: khlong.Table) -> None:
    assert of_seat(rich, 1) == {
        **{"coins": 5, "fruit": ["mango", "guava"], "customers": 1},
        **{"hand": ["d6", "d10", "white"], "pool": ["d12"], "out": ["d4"]},
    }
    assert len(rich.view()["seats"]) == 3


def test_it_tells_what_is_in_the_pool(rich: khlong.Table) -> None:
    assert rich.view()["pool"] == {"ama": 1, "tiles": ["-2"], "board": [], "d12_blocked": False}


def test_it_tells_the_last_roll_die_by_die() -> None:
    assert market().view()["last_roll"] is None
    table = rolled("14-16", seat("woodworker", pool=("d4",)), seat(pool=("white",)), players=3, board_pool=["d12"])
    roll = table.view()["last_roll"]
    assert [(die["seat"], die["die"]) for die in roll["dice"]] == [(0, "d4"), (1, "white"), (2, "d12")]
    faces = [die["face"] for die in roll["dice"]]
    assert roll["total"] == faces[0] - faces[1] + faces[2] + roll["ama"][0] + roll["board"]["d12"]
    assert (roll["activated"], roll["tiles"]) == ("14-16", [])


def test_it_tells_the_end() -> None:
    table = market({"coins": 4, "fruit": list(FRUIT[:4])})
    view = play(table, "place market", "fruit starfruit").view()
    assert (view["ending"], view["winners"], view["decider"], view["asked"]) == ("at-market", [0], None, None)
    view = rolled("20-23", seat("20-23", fruit=["mango", "banana", "papaya", "rambutan"])).view()
    assert view["ending"] == "in-collect"
    view = play(market(round=100, first=2, asked="swap"), "swap 9-13 14-16").view()
    assert (view["ending"], view["winners"]) == ("last-round", [0, 1, 2, 3])


def test_with_two_players_it_tells_what_is_not_in_play() -> None:
    view = khlong.new_table(GAME, 2, 5).view()
    unused = [place["place"] for place in view["places"] if not place["in_play"]]
    assert unused == ["hut"]
    assert boat_at(khlong.new_table(GAME, 2, 5), "29-35")["in_play"] is False


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_is_plain_data_all_game_long(players: int) -> None:
    table = khlong.new_table(GAME, players, 5)
    for move in range(150):
        if table.over:
            break
        view = table.view()
        assert json.loads(json.dumps(view)) == view
        legal = table.legal_moves()
        table.play(legal[move % len(legal)].number)


def test_it_does_not_depend_on_what_chance_has_in_store() -> None:
    """FM-22: the words of the generator are all that is not seen."""
    one, other = (market(*RICH, **ON_THE_BOARD, seed=seed) for seed in (1, 2))
    assert one.state != other.state
    assert one.view() == other.view()
    assert choices(one) == choices(other)
    for move in ("place tailor", "die d6", "die d10"):
        assert play(one, move).view() == play(other, move).view()


@pytest.mark.parametrize(
    ("seats", "position"),
    [
        ([seat(left=2, coins=3)], {}),
        ([seat(left=2, fruit=["mango"])], {}),
        ([seat(left=2, out=["d4"])], {}),
        ([seat(left=2, pool=("d4",))], {}),
        ([seat("9-13", left=2)], {}),
        ([seat(left=2), seat("9-13", left=2)], {}),
        ([seat(left=1)], {"decider": 2}),
        ([], {"boats": list(FRUIT[::-1])}),
        ([], {"round": 9}),
        ([], {"options": {"goal": 7}}),
        ([], {"options": {"traders": "owner"}}),
    ],
)
def test_nothing_on_the_table_is_hidden(seats: list[dict[str, Any]], position: dict[str, Any]) -> None:
    """FM-22: whatever is different is seen to be different."""
    assert first_lap_over(*seats, **position).view() != first_lap_over().view()


def test_which_dice_subtract_is_told_so_that_a_roll_can_be_added_up() -> None:
    own = seat("woodworker", "hut", "temple", pool=("d10", "white"))
    view = rolled("36-8", own, seat(pool=("white",)), players=3, board_pool=["d12", "d6", "-2"]).view()
    printed, roll = view["printed"], view["last_roll"]
    total = sum(face * (-1 if printed["board_dice"][die]["subtracts"] else 1) for die, face in roll["board"].items())
    total += sum(die["face"] * (-1 if printed["dice"][die["die"]]["subtracts"] else 1) for die in roll["dice"])
    total += sum(roll["ama"]) + sum(int(tile) for tile in roll["tiles"])
    assert total == roll["total"]
    assert [die for die, face in printed["dice"].items() if face["subtracts"]] == ["white"]
