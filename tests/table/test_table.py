"""One game being played."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import khlong
from khlong.games import our_games
from khlong.table import Table, new_table

who_begins_is_chosen = pytest.mark.parametrize(
    "name", [name for name in our_games() if "begins" in [option.key for option in khlong.game_named(name).options]]
)
HUGE = pytest.param(1 << 20_000, id="huge")


def fresh(**options: object) -> Table:
    return new_table("floating-market", players=3, seed=11, options={"first": 1} | options)


def finished(seed: int = 1, players: int = 4) -> Table:
    table = new_table("floating-market", players=players, seed=seed)
    choices = random.Random(seed)
    while not table.over:
        table.play(choices.choice(table.legal_numbers()))
    return table


# new games


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    views = [new_table("floating-market", 4, seed).view() for seed in (5, 5, 6)]
    assert views[0] == views[1] != views[2]


def test_without_a_seed_every_game_is_another() -> None:
    assert new_table("floating-market", 4).seed != new_table("floating-market", 4).seed


@pytest.mark.parametrize("name", ["floating market", "Floating-Market", "floting-market", "floating_market"])
def test_an_unknown_game_is_refused_with_the_closest_name(name: str) -> None:
    with pytest.raises(khlong.UnknownGameError, match="Did you mean floating-market"):
        new_table(name)


def test_a_game_unlike_any_is_refused_with_the_list() -> None:
    with pytest.raises(khlong.UnknownGameError, match="The games are: .*floating-market"):
        new_table("chess960")


@pytest.mark.parametrize("players", [-1, 0, 1, 6, 1_000_000, True])
def test_a_wrong_number_of_players_is_refused(players: int) -> None:
    with pytest.raises(khlong.OptionError, match=r"Floating Market is for 2 to 5 players"):
        new_table("floating-market", players)


@pytest.mark.parametrize("seed", [-1, 1 << 128, 1 << 100_000], ids=["-1", "2^128", "2^100000"])
def test_a_seed_out_of_range_is_refused_in_a_short_message(seed: int) -> None:
    with pytest.raises(khlong.SeedError, match=r"from 0 to 2\^128 - 1") as error:
        new_table("floating-market", seed=seed)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("seed", ["7", 7.0, True])
def test_a_seed_that_is_no_whole_number_is_refused(seed: object) -> None:
    with pytest.raises(khlong.SeedError, match="whole number"):
        new_table("floating-market", seed=seed)  # type: ignore[arg-type]


def test_the_smallest_and_the_largest_seed_are_fine() -> None:
    for seed in (0, (1 << 128) - 1):
        assert new_table("floating-market", seed=seed).seed == seed


def test_an_unknown_option_is_refused_with_the_closest_one() -> None:
    with pytest.raises(khlong.OptionError, match="no option 'goals'. Did you mean goal"):
        fresh(goals=7)


def test_an_unknown_choice_is_refused_with_the_choices() -> None:
    with pytest.raises(khlong.OptionError, match="goal cannot be '6'. It can be: 5, 7"):
        fresh(goal=6)


def test_a_seat_that_is_not_there_cannot_begin() -> None:
    with pytest.raises(khlong.OptionError, match="Seat 3 cannot begin: the seats are 0 to 2"):
        new_table("floating-market", 3, options={"begins": 3})


@who_begins_is_chosen
def test_who_begins_is_said_by_the_number_that_views_have(name: str) -> None:
    for seat in range(3):
        assert new_table(name, 3, 7, {"begins": seat}).view()["first"] == seat


@who_begins_is_chosen
def test_the_option_of_older_records_is_read_as_it_was_meant(name: str) -> None:
    """Once it was called first, and counted seats from 1."""
    for seat in range(3):
        older, newer = (new_table(name, 3, 7, options) for options in ({"first": seat + 1}, {"begins": seat}))
        assert (older.options, older.state) == (newer.options, newer.state)
    assert new_table(name, 3, 7, {"first": "random"}).options["begins"] == "random"


@pytest.mark.parametrize("options", [{"first": 0}, {"first": 9}, {"first": None}, {"first": 1, "begins": 0}])
def test_a_wrong_choice_of_the_older_option_is_told_of_the_newer(options: Any) -> None:
    with pytest.raises(khlong.OptionError, match="The option first is called begins now. It can be: random, 0, 1, 2"):
        new_table("floating-market", 3, options=options)


def test_names_must_be_as_many_as_players() -> None:
    with pytest.raises(khlong.OptionError, match="2 names for 3 players"):
        new_table("floating-market", 3, names=["Ann", "Bo"])


# moves


def test_a_move_can_be_given_by_number_or_by_notation_in_any_case() -> None:
    by_number = fresh().play(9)
    assert by_number.moves == fresh().play("  Place   TEMPLE ").moves == ["place temple"]


def test_the_boats_of_a_swap_can_be_named_in_either_order() -> None:
    table = fresh()
    while table.question and table.question.key != "swap":
        table.play(table.legal_moves()[-1].number)
    assert table.copy().play("swap 14-16 9-13").state == table.play("swap 9-13 14-16").state


def test_a_misspelt_move_is_refused_with_the_closest_and_all_legal_ones() -> None:
    table = fresh()
    with pytest.raises(khlong.IllegalMoveError) as error:
        table.play("place tempel")
    assert "'place tempel' is not a move of this game. Did you mean 'place temple'?" in str(error.value)
    assert all(move.notation in str(error.value) for move in table.legal_moves())
    assert table.ply == 0


def test_a_move_that_is_not_possible_now_is_refused() -> None:
    table = fresh()
    with pytest.raises(khlong.IllegalMoveError, match="'place market' is not possible now"):
        table.play("place market")


@pytest.mark.parametrize("number", [-1, 66, 10**9, True])
def test_a_number_that_is_no_move_is_refused(number: int) -> None:
    with pytest.raises(khlong.IllegalMoveError, match="is not a move of this game"):
        fresh().play(number)


@given(st.text(max_size=60))
def test_no_text_does_anything_but_play_a_legal_move_or_be_refused(text: str) -> None:
    table = fresh()
    try:
        table.play(text)
    except khlong.IllegalMoveError:
        assert table.ply == 0
    else:
        assert " ".join(text.lower().split()) == table.moves[0]


def test_nothing_can_be_played_after_the_end() -> None:
    table = finished()
    assert table.question is None
    assert table.legal_moves() == []
    assert set(table.legal_mask()) == {0}
    with pytest.raises(khlong.GameOverError, match="The game is over"):
        table.play("place temple")


# undo


def test_undo_restores_the_state_before() -> None:
    table = fresh()
    states = [table.state.copy()]
    for move in ("place temple", "tile +4", "die d6", "place 36-8"):
        states.append(table.play(move).state.copy())
    for state in reversed(states):
        assert table.state == state
        if table.ply:
            table.undo()


def test_undo_at_the_start_is_refused() -> None:
    with pytest.raises(khlong.NothingToUndoError, match="no move"):
        fresh().undo()


def test_undo_stops_at_a_roll_unless_that_is_waived() -> None:
    table = fresh()
    while table.question and table.question.key != "swap":
        assert not table.at_barrier
        table.play(table.legal_moves()[-1].number)
    assert table.at_barrier
    with pytest.raises(khlong.NothingToUndoError, match="the dice have been rolled"):
        table.undo()
    rolled = table.view()["last_roll"]
    last = table.moves[-1]
    table.undo(past_chance=True).play(last)
    assert table.view()["last_roll"] == rolled


def test_a_copy_goes_its_own_way() -> None:
    table = fresh()
    twin = table.copy().play("place temple")
    assert (table.ply, twin.ply) == (0, 1)


# results


def test_there_is_no_result_before_the_end() -> None:
    assert fresh().result is None


def test_ranks_follow_scores_and_winners_come_first() -> None:
    for seed in range(20):
        result = finished(seed).result
        assert result is not None
        assert {seat for seat, rank in enumerate(result.ranks) if rank == 1} == set(result.winners)
        by_score = sorted(result.scores, reverse=True)
        assert all(by_score.index(score) + 1 == rank for score, rank in zip(result.scores, result.ranks, strict=True))


def test_a_shared_win_has_several_first_places() -> None:
    table = finished()
    table.state.winners = 0b0011
    for seat in table.state.seat[:2]:
        seat.fruit, seat.coins = 0b11111, 3
    result = table.result
    assert result is not None
    assert result.shared
    assert result.winners == (0, 1)
    assert result.ranks[:2] == (1, 1)
    assert min(result.ranks[2:]) == 3


# the log


def test_the_log_tells_every_move_with_the_players_names() -> None:
    table = new_table("floating-market", 2, 3, {"first": 2}, names=["Ann", "Bo"]).play("place temple")
    assert table.log() == ["Bo places a customer: Temple."]
    table.play("tile -2")
    assert table.log(1) == ["Bo places a customer: Temple."]
    assert table.log() == ["Bo adds the −2 tile to the pool."]


def test_every_event_of_whole_games_has_words() -> None:
    for seed in range(20):
        table = finished(seed, 2 + seed % 4)
        for ply in range(1, table.ply + 1):
            assert table.log(ply)


def test_there_is_nothing_to_tell_of_moves_that_were_not_made() -> None:
    assert fresh().log() == fresh().log(0) == []
    assert fresh().events(0) == []


@pytest.mark.parametrize("ply", [-1, 3, HUGE, 1.0, True, None, "2"])
def test_a_ply_that_was_not_reached_is_refused(ply: Any) -> None:
    table = fresh().play("place temple").play("tile +4")
    calls = [table.at, table.events_since] + ([table.events, table.log] if ply is not None else [])
    for call in calls:
        with pytest.raises(khlong.PlyError, match=r"no ply|how many moves have been made"):
            call(ply)


@pytest.mark.parametrize("move", [9.0, None, [9], True, b"place temple", HUGE, object()])
def test_a_move_of_a_wrong_kind_is_refused(move: Any) -> None:
    for call in (fresh().play, fresh().check, lambda move: fresh().why_not([move])):
        with pytest.raises(khlong.IllegalMoveError, match="is not a move of this game"):
            call(move)


def test_a_move_can_be_a_whole_number_of_any_kind() -> None:
    assert fresh().play(np.int64(9)).moves == ["place temple"]


def test_what_was_given_is_quoted_in_short() -> None:
    with pytest.raises(khlong.IllegalMoveError) as error:
        fresh().play("temple " * 10_000)
    assert len(str(error.value)) < 1000


def test_after_the_end_there_is_no_reason_to_ask_for() -> None:
    with pytest.raises(khlong.GameOverError, match="The game is over"):
        finished().why_not()


def test_reasons_can_be_asked_for_by_number_or_notation() -> None:
    assert fresh().why_not(["place market", 9]) == fresh().why_not([12]) != {}


@pytest.mark.parametrize("names", ["Ann", 3, ["Ann", "Bo", 5], ["Ann", "Bo", "\ud800"], {"Ann", "Bo", "Cho"}])
def test_names_are_texts_one_for_each_seat(names: Any) -> None:
    with pytest.raises(khlong.OptionError, match="names"):
        new_table("floating-market", 3, names=names)


@pytest.mark.parametrize("options", [5, ["goal"], {"goal": 7.0}, {"goal": None}, {5: 7}, {"goal": "7" * 5000}])
def test_options_are_choices_by_name(options: Any) -> None:
    with pytest.raises(khlong.OptionError) as error:
        new_table("floating-market", 3, options=options)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("seed", ["9" * 41, "9" * 5000])
def test_a_seed_of_too_many_digits_gets_its_reason(seed: str) -> None:
    with pytest.raises(khlong.SeedError, match=rf"from 0 to 2\^128 - 1, not one of {len(seed)} digits"):
        khlong.table_from_position({"game": "floating-market", "players": 2, "seed": seed})
