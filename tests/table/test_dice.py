"""Dice that are set anew before every ply, committed to at the start and proved at the end."""

import hashlib
import random

import pytest

from khlong.engine.chance import Chance, draw
from khlong.games import game_named, game_names
from khlong.table import RecordError, Table, commitment, table_from_record, write_open_record, write_record
from khlong.table.dice import PlyDice, ply_words
from khlong.table.table import Undrawn

SECRET = 0xC0FFEE_0123456789ABCDEF_0123456789


def provable(name: str, seed: int = 7, players: int = 3) -> Table:
    return Table(game_named(name), players, seed, dice="sha256")


def play_on(table: Table, moves: int, choices: int = 5) -> Table:
    pick = random.Random(choices)
    while moves and not table.over:
        table.play(pick.choice(table.legal_numbers()))
        moves -= 1
    return table


def note_words(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The plies whose words are worked out from now on."""
    noted: list[int] = []

    def note(seed: int, ply: int) -> tuple[int, int, int, int]:
        noted.append(ply)
        return ply_words(seed, ply)

    monkeypatch.setattr("khlong.table.dice.ply_words", note)
    return noted


def words_of(chance: Chance) -> tuple[int, ...]:
    return chance.a, chance.b, chance.c, chance.counter


def test_anybody_can_work_out_hash_and_words_with_sha256_alone() -> None:
    seed = "0" * 31 + "7"
    assert commitment(7) == hashlib.sha256(f"khlong/{seed}".encode()).hexdigest()
    digest = hashlib.sha256(f"khlong/{seed}/12".encode()).hexdigest()
    assert ply_words(7, 12) == tuple(int(digest[start : start + 8], 16) for start in (0, 8, 16, 24))


@pytest.mark.parametrize("name", game_names())
def test_a_state_never_holds_the_words_of_a_ply_to_come(name: str) -> None:
    table = provable(name)
    while not table.over:
        coming = {ply_words(7, ply) for ply in range(table.ply + 1, table.ply + 4)}
        assert words_of(table.state.chance) not in coming
        play_on(table, 1, table.ply)


@pytest.mark.parametrize("name", game_names())
def test_two_futures_share_all_of_the_past(name: str) -> None:
    """The dice of a ply depend on the seed and that ply, not on how often dice were drawn before."""
    table = play_on(provable(name), 80)
    rolls = table.rolls()
    other = Table(table.game, 3, 8, dice="sha256", rolls=rolls)
    for move in table.moves:
        other.play(move)
    assert other.state == table.state
    assert all(rolls[ply] == ply_words(7, ply) for ply in rolls)


def test_only_moves_that_drew_are_among_the_rolls() -> None:
    table = play_on(provable("floating-market"), 60)
    rolled = [ply for ply in range(1, table.ply + 1) if any(event.key == "roll" for event in table.events(ply))]
    assert rolled
    assert sorted(table.rolls()) == [0, *rolled]


def test_undo_stops_at_a_roll_as_ever_and_the_same_ply_rolls_the_same() -> None:
    table = provable("floating-market")
    while not table.at_barrier:
        play_on(table, 1)
    again = table.at(table.ply - 1).play(table.moves[-1])
    assert again.state == table.state


def test_a_bot_gets_other_dice() -> None:
    table = play_on(provable("floating-market"), 10)
    twin = table.for_bot()
    assert twin.dice == "seed"
    assert twin.seed != table.seed
    assert words_of(twin.state.chance) != words_of(table.state.chance)


@pytest.mark.parametrize("name", game_names())
def test_records_of_provable_games_replay(name: str) -> None:
    table = play_on(provable(name), 10_000)
    record = write_record(table)
    assert record["dice"] == "sha256"
    assert table_from_record(record).state == table.state
    with pytest.raises(RecordError):
        table_from_record(record | {"dice": "seed"})


def test_ordinary_records_say_nothing_of_dice() -> None:
    record = write_record(play_on(Table(game_named("floating-market"), 2, 3), 20))
    assert not {"dice", "rolls"} & set(record)


@pytest.mark.parametrize("name", game_names())
def test_a_record_of_a_game_that_goes_on_replays_but_has_another_future(name: str) -> None:
    table = play_on(provable(name, seed=SECRET), 90)
    record = write_open_record(table)
    assert str(table.seed) not in str(record)
    twin = table_from_record(record)
    assert twin.state == table.state
    assert twin.seed != table.seed
    play_on(twin, 10_000)
    assert twin.over
    assert table_from_record(write_record(twin)).state == twin.state


def test_damaged_rolls_are_refused() -> None:
    record = write_open_record(play_on(provable("floating-market"), 40))
    with pytest.raises(RecordError, match="32 hexadecimal digits"):
        table_from_record(record | {"rolls": {"0": "xyz"}})


def test_given_rolls_come_before_the_seed() -> None:
    dice = PlyDice(1, {3: (1, 2, 3, 4)})
    assert words_of(dice.words(3)) == (1, 2, 3, 4)
    assert words_of(dice.words(4)) == ply_words(1, 4)


def test_a_generator_is_worked_out_when_it_is_drawn_on(monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out = note_words(monkeypatch)
    dice = Undrawn(PlyDice(1), 4)
    assert not dice.drawn
    assert worked_out == []
    expected = Chance()
    expected.a, expected.b, expected.c, expected.counter = ply_words(1, 4)
    assert [draw(dice) for _ in range(3)] == [draw(expected) for _ in range(3)]  # type: ignore[arg-type]
    assert dice.drawn
    assert dice.left() == expected
    assert worked_out == [4]
    with pytest.raises(AttributeError):
        _ = dice.colour


@pytest.mark.parametrize("name", game_names())
def test_only_plies_that_roll_work_dice_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = provable(name)
    worked_out = note_words(monkeypatch)
    play_on(table, 60)
    monkeypatch.undo()
    assert worked_out == [ply for ply in table.rolls() if ply > 0]
    assert 0 < len(worked_out) < 60
