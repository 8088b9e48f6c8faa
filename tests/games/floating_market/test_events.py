"""What each kind of move says that it brought about."""

import random
from typing import Any

import pytest

import khlong

from .helpers import DICE, FRUIT, GAME, before_roll, first_lap_over, market, play, rolled, seat

WITHOUT_GUAVA = ["mango", "banana", "papaya", "rambutan"]
GIVES = {"coins-beside", "coins-by-trader", "coins-on-dock"}
OUT = ["d6", "d10", "d12", "white"]


def told(table: khlong.Table) -> list[tuple[str, dict[str, Any]]]:
    """The events of the last move."""
    return [(event.key, dict(event.values)) for event in table.events()]


def keys(table: khlong.Table) -> list[str]:
    return [event.key for event in table.events()]


@pytest.mark.parametrize(
    ("moves", "key", "values", "says"),
    [
        (("place 9-13",), "customer", {"place": "9-13"}, "Player 1 places a customer: 9–13."),
        (("place west-dock",), "customer", {"place": "west-dock"}, "Player 1 places a customer: West Dock."),
        (
            ("place tailor",),
            "customer-paid",
            {"place": "tailor", "coins": 1},
            "Player 1 pays 1 coin and places a customer: Tailor.",
        ),
        (("place tailor", "die white"), "die", {"die": "white"}, "Player 1 adds the white −D6 to the pool."),
        (("place temple", "tile -2"), "tile", {"tile": "-2"}, "Player 1 adds the −2 tile to the pool."),
        (
            ("place woodworker", "board d12"),
            "board-die",
            {"die": "d12"},
            "Player 1 adds the board's D12 to the pool.",
        ),
        (("place woodworker", "board block-d12"), "block-d12", {}, "Player 1 blocks the board's D12."),
        (("place hut", "board d6"), "board-die", {"die": "d6"}, "Player 1 adds the board's D6 to the pool."),
        (("place hut", "own die"), "own-die", {}, "Player 1 may add one more die."),
        (("place market", "fruit guava"), "bought", {"fruit": "guava"}, "Player 1 buys guava."),
        (
            ("place fruit-stand", "stand 14-16"),
            "stand",
            {"place": "14-16"},
            "Player 1 puts the Fruit Stand under the customer at 14–16.",
        ),
        (("place fishmonger", "place 14-16"), "customer", {"place": "14-16"}, "Player 1 places a customer: 14–16."),
    ],
)
def test_a_move_says_what_it_did(moves: tuple[str, ...], key: str, values: dict[str, Any], says: str) -> None:
    table = play(first_lap_over(seat("14-16", left=2, coins=6)), *moves)
    assert told(table) == [(key, {"seat": 0} | values)]
    assert table.log() == [says]


def test_the_boatsman_says_which_dice_come_back() -> None:
    table = play(first_lap_over(seat(left=2, out=["d4", "white"])), "place boatsman")
    assert told(table)[1:] == [("dice-back", {"seat": 0, "dice": ["d4", "white"]})]
    assert table.log() == ["Player 1 places a customer: Boatsman.", "Player 1 takes back D4 and white −D6."]
    table = play(first_lap_over(), "place boatsman")
    assert table.log()[1:] == ["Player 1 has no dice out of play to take back."]


def test_the_hut_says_if_there_is_no_die_to_add() -> None:
    """FM-8."""
    table = play(first_lap_over(seat(left=2, pool=("d4",), out=OUT)), "place hut", "own die")
    assert table.log() == ["Player 1 has no die left to add."]


def collected(table: khlong.Table) -> list[tuple[str, dict[str, Any]]]:
    """What a roll said that everybody got."""
    events = told(table)
    return events[[key for key, _ in events].index("activated") + 1 :]


def test_a_roll_says_what_was_rolled_and_what_everybody_got_and_why() -> None:
    table = rolled("20-23", seat("20-23", "24-28"), seat("17-19", coins=5), seat("9-13", "east-dock"))
    roll = table.view()["last_roll"]
    assert told(table)[2:] == [
        ("roll", roll),
        ("activated", {"place": "20-23", "fruit": "guava"}),
        ("fruit", {"seat": 0, "fruit": "guava"}),
        ("coins-beside", {"seat": 0, "coins": 2, "place": "24-28"}),
        ("coins-beside", {"seat": 1, "coins": 2, "place": "17-19"}),
        ("coins-lost", {"seat": 1, "coins": 1}),  # FM-18
        ("coins-on-dock", {"seat": 2, "coins": 1, "place": "east-dock"}),
    ]
    assert table.log()[2:] == [
        f"The pool is rolled: {roll['total']}.",
        "The guava boat at 20–23 is active.",
        "Player 1 is on the boat and collects guava.",
        "Player 1 gets 2 coins beside it, at 24–28.",
        "Player 2 gets 2 coins beside it, at 17–19.",
        "Player 2 can hold no more: 1 coin is lost.",
        "Player 3 gets 1 coin at the East Dock.",
    ]


@pytest.mark.parametrize("traders", ["owner", "everyone"])
def test_what_a_trader_gives_is_told_of_those_whom_it_serves(traders: str) -> None:
    """FM-12."""
    seats = seat("24-28", "north-trader"), seat("24-28", "fishmonger")
    table = rolled("17-19", *seats, options={"traders": traders})
    served = [0] if traders == "owner" else [0, 1]
    gets = {"coins": 2, "place": "24-28", "other_place": "north-trader"}
    assert collected(table) == [("coins-by-trader", {"seat": number} | gets) for number in served]
    assert table.log()[4] == "Player 1 gets 2 coins at 24–28, which counts as beside it by the North Trader."


def test_the_fruit_stand_says_that_it_was_the_stand() -> None:
    """FM-10, FM-11."""
    stand: dict[str, Any] = {"stand": {"seat": 1, "location": "17-19"}}
    table = rolled("20-23", seat("17-19", "fruit-stand"), **stand)
    assert collected(table) == [("fruit-by-stand", {"seat": 0, "fruit": "guava", "place": "17-19"})]
    table = rolled("20-23", seat("17-19", "fruit-stand", fruit=["guava"]), **stand)
    assert collected(table) == [("fruit-had", {"seat": 0, "fruit": "guava"})]
    table = rolled("17-19", seat("17-19", "fruit-stand"), **stand)
    assert collected(table) == [("fruit", {"seat": 0, "fruit": "papaya"})]


def test_a_fruit_that_one_has_is_said_to_be_there_already() -> None:
    assert collected(rolled("20-23", seat("20-23", fruit=["guava"]))) == [("fruit-had", {"seat": 0, "fruit": "guava"})]


def test_a_roll_that_gives_nobody_anything_says_so() -> None:
    assert collected(rolled("20-23", seat())) == [("nobody-collects", {})]


def test_what_the_last_customer_pays_is_not_mixed_up_with_what_the_roll_gives() -> None:
    last = seat("9-13", pool=("d4",), out=OUT, coins=4)
    table = rolled("14-16", *(seat(pool=("d6",)) for _ in range(3)), last, moves=("place tailor",))
    assert told(table)[0] == ("customer-paid", {"seat": 3, "place": "tailor", "coins": 1})
    assert collected(table) == [("coins-beside", {"seat": 3, "coins": 2, "place": "9-13"})]


def test_what_the_last_customer_buys_is_not_said_to_be_collected() -> None:
    last = seat("west-dock", coins=4)
    table = rolled("20-23", seat("20-23"), seat(), seat(), last, moves=("place market", "fruit mango"))
    assert [event for event in told(table) if event[0] in ("bought", "fruit")] == [
        ("bought", {"seat": 3, "fruit": "mango"}),
        ("fruit", {"seat": 0, "fruit": "guava"}),
    ]
    table = rolled("20-23", seat(), seat(), seat(), last, moves=("place market", "fruit guava"))
    assert "fruit" not in keys(table)


@pytest.mark.parametrize("traders", ["owner", "everyone"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_is_told_is_what_everybody_gets(players: int, traders: str) -> None:
    """In random games: every coin and fruit that a roll gives has its reason, and no other is told."""
    kinds = set()
    for seed in range(12):
        table = khlong.new_table("floating-market", players, seed, {"traders": traders})
        choices = random.Random(seed)
        while not table.over and table.ply < 400:
            before = table.view()["seats"]
            table.play(choices.choice(table.legal_moves()).number)
            events = told(table)
            if "activated" not in [key for key, _ in events]:
                continue
            kinds |= {key for key, _ in collected(table)}
            now = table.view()["seats"]
            for number in range(players):
                own = [(key, values) for key, values in events if values.get("seat") == number]
                got = sum(values["coins"] for key, values in own if key in GIVES)
                lost = sum(values["coins"] for key, values in own if key == "coins-lost")
                paid = sum(values["coins"] for key, values in own if key == "customer-paid")
                assert now[number]["coins"] == before[number]["coins"] - paid + got - lost
                assert lost == 0 or (lost > 0 and now[number]["coins"] == 6)
                fruit = {values["fruit"] for key, values in own if key in ("bought", "fruit", "fruit-by-stand")}
                assert set(now[number]["fruit"]) - set(before[number]["fruit"]) == fruit
    assert kinds >= GIVES | {"fruit", "fruit-by-stand", "fruit-had", "coins-lost"}


def test_a_roll_that_activates_nothing_says_so() -> None:
    """FM-1."""
    table = rolled(None, seat("24-28"), players=2)
    assert keys(table)[2:] == ["roll", "nothing-activated", "ama"]
    assert table.log()[-2] == "No boat is active."


def test_a_swap_says_what_was_swapped_and_who_begins_the_next_round() -> None:
    table = play(market(asked="swap"), "swap 14-16 36-8")
    assert table.log() == [
        "Player 1 swaps banana at 14–16 and starfruit at 8− · 36+.",
        "Round 6 begins; Player 2 starts.",
    ]
    assert told(table)[1] == ("round", {"seat": 1, "round": 6})


def test_the_end_says_who_has_won() -> None:
    table = play(market({"coins": 4, "fruit": list(FRUIT[:4])}), "place market", "fruit starfruit")
    assert told(table) == [("bought", {"seat": 0, "fruit": "starfruit"}), ("won", {"seats": [0]})]
    assert table.log()[-1] == "Player 1 has the fruit salad: the game is over."


def test_the_end_says_who_share_the_win() -> None:
    one, two = seat("20-23", fruit=WITHOUT_GUAVA), seat("fishmonger", "20-23", fruit=WITHOUT_GUAVA)
    table = rolled("20-23", one, two)
    assert told(table)[-1] == ("shared", {"seats": [0, 1]})
    assert table.log()[-1] == "Player 1 and Player 2 share the fruit salad: the game is over."


def test_after_the_last_round_the_swap_is_told_before_the_end() -> None:
    """FM-21: and no further round begins."""
    table = play(market({"coins": 5}, {"coins": 5}, round=100, first=2, asked="swap"), "swap 9-13 14-16")
    assert keys(table) == ["swap", "stopped"]
    assert told(table)[-1] == ("stopped", {"seats": [0, 1]})
    assert table.log()[-1] == "The last round is over: Player 1 and Player 2 did best."


def test_earlier_moves_can_be_asked_about() -> None:
    table = play(market(), "place temple", "tile +4", "die d4")
    assert table.log(2) == ["Player 1 adds the +4 tile to the pool."]
    assert table.log(0) == []
    with pytest.raises(khlong.PlyError, match="There is no ply 4 here"):
        table.log(4)


def test_players_are_called_by_their_names() -> None:
    table = khlong.new_table(GAME, 2, 5, {"first": 2}, names=["Mali", "Somchai"])
    assert table.play("place temple").log() == ["Somchai places a customer: Temple."]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everything_that_happens_can_be_put_into_words(players: int) -> None:
    table = khlong.new_table(GAME, players, 5)
    for number in range(200):
        if table.over:
            break
        legal = table.legal_moves()
        table.play(legal[number * 7 % len(legal)].number)
        assert table.log()
        assert all("{" not in line for line in table.log())


def test_only_a_roll_says_that_something_was_rolled() -> None:
    table = before_roll()
    assert "roll" in keys(play(table, "place boatsman"))
    assert "roll" not in keys(play(table, "swap 9-13 14-16"))
    assert "roll" not in keys(play(table, "place boatsman"))
    assert "roll" not in keys(play(table, f"die {DICE[0]}"))
