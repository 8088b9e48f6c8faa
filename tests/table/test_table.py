"""One game being played."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import khlong
from khlong.table import Table, new_table


def fresh(**options: object) -> Table:
    return new_table("floating-market", players=3, seed=11, options={"first": 1} | options)


def finished(seed: int = 1, players: int = 4) -> Table:
    table = new_table("floating-market", players=players, seed=seed)
    choices = random.Random(seed)
    while not table.over:
        table.play(choices.choice(table.legal_moves()).number)
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
    with pytest.raises(khlong.OptionError, match="Seat 5 cannot begin"):
        fresh(first=5)


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
    assert fresh().log() == fresh().log(5) == []
    assert fresh().events(0) == []
