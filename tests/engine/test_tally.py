"""Counting over many games."""

import numpy as np

from khlong.engine.schema import dtype
from khlong.engine.tally import Result, Tally


def result(first: int, winners: int, ending: int = 1, rounds: int = 10, plies: int = 200) -> Result:
    made = Result()
    made._fill(iter([first, winners, ending, rounds, plies]))
    return made


RESULTS = [result(0, 0b001), result(1, 0b001, ending=2), result(2, 0b110, rounds=12), result(0, 0b100, plies=300)]


def test_counting_one_by_one_and_as_an_array_is_the_same() -> None:
    array = np.frombuffer(b"".join(each.pack() for each in RESULTS), dtype(Result))
    assert Tally.of_array(array) == Tally.of(RESULTS)


def test_tallies_add_up() -> None:
    assert Tally.of(RESULTS[:1]) + Tally.of(RESULTS[1:]) == Tally.of(RESULTS)


def test_games_and_decisions() -> None:
    tally = Tally.of(RESULTS)
    assert tally.games == 4
    assert tally.decisions == 900


def test_a_shared_win_is_split_between_seats() -> None:
    assert Tally.of(RESULTS).share_of_wins(3) == [0.5, 0.125, 0.375]


def test_wins_by_turn_order_count_from_the_first_player() -> None:
    assert Tally.of(RESULTS).share_of_wins(3, by_turn_order=True) == [0.25 + 0.125, 0.0, 0.25 + 0.25 + 0.125]
