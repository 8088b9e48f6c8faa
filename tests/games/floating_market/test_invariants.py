"""What never changes, whatever is played: checked by hypothesis on the views, independently of the rules' own code."""

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from khlong.engine.data import ReadData
from khlong.table import Table, new_table

DICE = {"d4", "d6", "d10", "d12", "white"}
FRUIT = {"mango", "banana", "papaya", "guava", "grapefruit", "rambutan", "starfruit"}
ROOM_FOR_TWO = {"market"}


Seen = list[tuple[Table, ReadData]]


@st.composite
def games(draw: st.DrawFn) -> Seen:
    """A stretch of a random game, with the view after every move."""
    players = draw(st.integers(2, 5))
    options: dict[str, str] = {"goal": draw(st.sampled_from(["5", "7"])) if players > 2 else "5"}
    options["traders"] = draw(st.sampled_from(["owner", "everyone"]))
    table = new_table("floating-market", players, draw(st.integers(0, 2**128 - 1)), options)
    seen = [(table.copy(), table.shown())]
    choices = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(1, 400))):
        if table.over:
            break
        table.play(choices.choice(table.legal_numbers()))
        seen.append((table.copy(), table.shown()))
    return seen


@given(games())
def test_every_die_is_in_exactly_one_of_hand_pool_and_out(seen: Seen) -> None:
    for _, view in seen:
        for seat in view["seats"]:
            assert Counter(seat["hand"] + seat["pool"] + seat["out"]) == Counter(DICE)


@given(games())
def test_coins_stay_from_0_to_6(seen: Seen) -> None:
    for _, view in seen:
        assert all(0 <= seat["coins"] <= 6 for seat in view["seats"])


@given(games())
def test_every_player_has_three_customers_in_all(seen: Seen) -> None:
    for _, view in seen:
        for number, seat in enumerate(view["seats"]):
            placed = sum(place["customers"][number] for place in view["boats"] + view["places"])
            assert placed + seat["customers"] == 3


@given(games())
def test_one_customer_a_place_unless_a_rule_says_otherwise(seen: Seen) -> None:
    for _, view in seen:
        led = next(place for place in view["places"] if place["place"] == "fishmonger")["customers"]
        for boat in view["boats"]:
            here = sum(boat["customers"]) + boat["ama"]
            shared = any(boat["customers"][seat] and count for seat, count in enumerate(led))
            assert here <= (2 if shared else 1)
        for place in view["places"]:
            room = 2 if place["place"] in ROOM_FOR_TWO and len(view["seats"]) > 2 else 1
            assert place["place"] == "boatsman" or sum(place["customers"]) <= room
            assert place["in_play"] or not sum(place["customers"])


@given(games())
def test_nobody_takes_a_fruit_twice_or_loses_one(seen: Seen) -> None:
    for (_, before), (table, after) in pairwise(seen):
        for was, now in zip(before["seats"], after["seats"], strict=True):
            assert len(set(now["fruit"])) == len(now["fruit"])
            assert set(was["fruit"]) <= set(now["fruit"]) <= FRUIT
        for event in table.events():
            if event.key in ("fruit", "bought"):
                assert event.values["fruit"] not in before["seats"][event.values["seat"]]["fruit"]


@given(games())
def test_the_seven_boats_stand_on_the_seven_locations(seen: Seen) -> None:
    for _, view in seen:
        assert {boat["fruit"] for boat in view["boats"]} == FRUIT
        assert sum(boat["ama"] for boat in view["boats"]) == (2 if len(view["seats"]) <= 3 else 0)
        assert all(boat["in_play"] for boat in view["boats"]) == (len(view["seats"]) > 2)


@given(games())
def test_the_game_is_over_exactly_when_somebody_has_the_goal(seen: Seen) -> None:
    for table, view in seen:
        most = max(len(seat["fruit"]) for seat in view["seats"])
        assert (most >= view["goal"]) == table.over or view["ending"] == "last-round"
        assert all(len(view["seats"][winner]["fruit"]) == most for winner in view["winners"])


@given(games())
def test_the_last_roll_adds_up_to_its_total(seen: Seen) -> None:
    for _, view in seen:
        if roll := view["last_roll"]:
            dice = sum(-die["face"] if die["die"] == "white" else die["face"] for die in roll["dice"])
            board = roll["board"].get("d12", 0) - roll["board"].get("d6", 0)
            assert dice + sum(roll["ama"]) + sum(int(tile) for tile in roll["tiles"]) + board == roll["total"]
