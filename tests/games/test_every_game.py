"""What holds for every game: engines agree, games end, nothing impossible happens, frozen files stay the same."""

import gc
import json
import random
import sys
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from khlong.engine import engine_for
from khlong.engine.game import GameState
from khlong.engine.schema import dtype
from khlong.games import game_named, game_names
from khlong.games.facets import Cover
from khlong.lab.fuzz import Variant, variants
from khlong.lab.lockstep import FaultFoundError, play_in_lockstep
from khlong.lab.tree import count_positions
from khlong.table import (
    NothingToUndoError,
    Table,
    load_record,
    new_table,
    save_record,
    table_from_record,
    template,
    write_record,
)

SOME_GAMES, MANY_GAMES = 10, 300
ENOUGH_SEQUENCES = 5000

every_game = pytest.mark.parametrize("name", game_names())


def all_variants() -> Iterator[Variant]:
    for name in game_names():
        yield from variants(game_named(name))


every_variant = pytest.mark.parametrize(
    "variant",
    list(all_variants()),
    ids=lambda v: "-".join([v[0], f"{v[1]}p", *(f"{key}={value}" for key, value in v[2].items())]),
)


def play_randomly(table: Table, seed: int, plies: int | None = None) -> Table:
    choices = random.Random(seed)
    while not table.over and plies != 0:
        table.play(choices.choice(table.legal_numbers()))
        plies = plies and plies - 1
    return table


@every_game
def test_every_verb_answers_a_question(name: str) -> None:
    game = game_named(name)
    assert {verb for decision in game.decisions for verb in decision.answers} == set(game.moves.verbs.all)


@every_variant
def test_parts_of_views_that_are_kept_are_the_right_ones(variant: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that is kept by less than it shows would turn up in a view where it does not belong."""
    kept = list(views_now_and_then(variant, lambda: None))
    caches = [each for each in gc.get_objects() if type(each) is _lru_cache_wrapper and "games" in each.__module__]
    for module in [module for name, module in sys.modules.items() if name.startswith("khlong.games")]:
        if hasattr(module, "MOST_KEPT"):
            monkeypatch.setattr(module, "MOST_KEPT", 0)

    def forget() -> None:
        for cache in caches:
            cache.cache_clear()

    for before, after in zip(kept, views_now_and_then(variant, forget), strict=True):
        assert before == after


def views_now_and_then(variant: Variant, before_each: Callable[[], None]) -> Iterator[Any]:
    """What is shown at some points of random games, as it is sent."""
    name, players, options = variant
    for seed in range(3):
        table, choices = new_table(name, players, seed, options), random.Random(seed)
        while not table.over:
            table.play(choices.choice(table.legal_numbers()))
            if table.ply % 7 == 0 or table.over:
                before_each()
                yield orjson.loads(orjson.dumps([table.view(), table.score_sheet()]))


@every_variant
@pytest.mark.parametrize(
    "seeds", [range(SOME_GAMES), pytest.param(range(SOME_GAMES, MANY_GAMES), marks=pytest.mark.slow)]
)
def test_python_and_native_play_the_same_games_in_lock_step(variant: Variant, seeds: range) -> None:
    name, players, options = variant
    for seed in seeds:
        play_in_lockstep(game_named(name), players, options, seed, inspect_every=7)


@every_game
@pytest.mark.slow
def test_no_index_leaves_its_array(name: str) -> None:
    game = game_named(name)
    for players in game.players:
        for seed in range(3):
            play_in_lockstep(game, players, {}, seed, check_bounds=True)


@every_game
@pytest.mark.slow
def test_random_games_in_compiled_loops_are_those_of_the_python_engine(name: str) -> None:
    game = game_named(name)
    for players in game.players:
        start = template(game, players)
        tallies = [engine_for(game, engine).random_games(start, 99, 30, first=5) for engine in ("python", "native")]
        assert tallies[0] == tallies[1]
        assert tallies[0].games == 30


@every_game
def test_a_fault_in_the_rules_is_found_and_leaves_a_record(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_named(name)
    play = game.python.play

    def miscount(state: GameState, move: int) -> None:
        play(state, move)
        if state.ply == 20:
            state.round_number += 1

    monkeypatch.setattr(game.python, "play", miscount)
    with pytest.raises(FaultFoundError, match="the engines differ") as fault:
        play_in_lockstep(game, game.players[0], {}, 1)
    assert fault.value.table.ply == 20


@every_game
@pytest.mark.slow
def test_frozen_counts_of_positions(name: str, golden: Callable[[str, str], None]) -> None:
    game = game_named(name)
    lines = [f"# {Cover.of(game).title}: depth, sequences of moves, different states"]
    for players in game.players:
        start = game.python.begin(template(game, players), 2026)
        counts = count_positions(game.python, start, ENOUGH_SEQUENCES)
        assert count_positions(engine_for(game, "native"), start, ENOUGH_SEQUENCES) == counts
        lines.append(f"players {players}, seed 2026")
        lines += [f"  {depth} {moves} {states}" for depth, (moves, states) in enumerate(counts, 1)]
    golden(f"{name}/counts.txt", "\n".join(lines) + "\n")


@every_variant
def test_playthroughs(variant: Variant, golden: Callable[[str, str], None]) -> None:
    name, players, options = variant
    table = new_table(name, players, 1234, options)
    choices = random.Random(1234)
    lines = [f"{Cover.of(table.game).title}, {players} players, seed 1234, {table.options}"]
    while question := table.question:
        legal = table.legal_moves()
        move = choices.choice(legal)
        lines += ["", f"{table.ply + 1}. {table.names[question.seat]}: {question.prompt}"]
        lines += [f"   legal: {' '.join(str(option.number) for option in legal)}", f"   {move.number} = {move}"]
        table.play(move.number)
        lines += [f"   {sentence}" for sentence in table.log()]
    lines += ["", str(table.result), json.dumps(table.view())]
    extra = "".join(f"-{key}-{value}" for key, value in options.items())
    golden(f"{name}/playthrough-{players}{extra}.txt", "\n".join(lines) + "\n")


@every_game
@given(data=st.data())
def test_records_round_trip_at_any_point(name: str, data: st.DataObject) -> None:
    game = game_named(name)
    seed = data.draw(st.integers(0, 2**128 - 1))
    table = new_table(name, data.draw(st.sampled_from(game.players)), seed)
    play_randomly(table, seed, data.draw(st.integers(0, 150)))
    twin = table_from_record(json.loads(json.dumps(write_record(table))))
    assert twin.state == table.state
    assert twin.moves == table.moves
    assert write_record(twin) == write_record(table)


@every_game
def test_records_replay_to_the_same_states_on_native(name: str) -> None:
    table = play_randomly(new_table(name, 3, 77), 77)
    native = engine_for(table.game, "native")
    state = native.begin(template(table.game, 3), 77)
    for notation in table.moves:
        native.play(state, table.game.moves.number(notation))
    assert native.to_state(state) == table.state


@every_game
def test_a_saved_game_goes_on_as_if_it_had_never_stopped(name: str, tmp_path: object) -> None:
    path = f"{tmp_path}/game.json"
    table = play_randomly(new_table(name, 4, 5), 5, 100)
    save_record(table, path)
    assert play_randomly(load_record(path), 6).moves == play_randomly(table, 6).moves


@every_game
def test_notation_and_numbers_are_one_to_one(name: str) -> None:
    moves = game_named(name).moves
    assert [moves.number(text) for text in moves.notation] == list(range(len(moves)))


@every_game
def test_plain_states_have_exactly_the_bytes_of_compiled_ones(name: str) -> None:
    game = game_named(name)
    assert len(game.state().pack()) == dtype(game.state).itemsize
    state = play_randomly(new_table(name, 2, 8), 8, 60).state
    native = engine_for(game, "native")
    assert native.to_state(native.from_state(state)) == state


@every_game
def test_legal_lists_never_outgrow_the_room_for_them(name: str) -> None:
    game = game_named(name)
    for seed in range(5):
        table = new_table(name, game.players[-1], seed)
        while not table.over:
            legal = table.legal_moves()
            assert 0 < len(legal) <= game.most_moves
            assert table.legal_mask() == [int(n in {m.number for m in legal}) for n in range(len(game.moves))]
            table.play(legal[seed % len(legal)].number)


@every_game
def test_what_a_bot_gets_has_the_same_view_and_another_future(name: str) -> None:
    table = play_randomly(new_table(name, 3, 4), 4, 30)
    first, second = table.for_bot(), table.for_bot()
    assert first.view() == second.view() == table.view()
    assert first.legal_moves() == table.legal_moves()
    futures = {tuple(each.state.chance.values()) for each in (table, first, second)}
    assert len(futures) == 3
    assert first.ply == table.ply
    assert first.moves == table.moves
    assert first.seed != table.seed


@every_game
def test_whoever_scribbles_on_a_view_spoils_no_other(name: str) -> None:
    table = play_randomly(new_table(name, 3, 4), 4, 30)
    before = json.dumps(table.view())

    def scribble(value: Any) -> None:
        for item in [*value.values()] if isinstance(value, dict) else value if isinstance(value, list) else ():
            scribble(item)
        if isinstance(value, dict | list):
            value.clear()

    scribble(table.view())
    assert json.dumps(table.view()) == json.dumps(table.shown()) == before


@every_game
def test_a_bot_cannot_go_back_to_the_real_generator(name: str) -> None:
    table = play_randomly(new_table(name, 3, 4), 4, 30)
    position = table.for_bot()
    with pytest.raises(NothingToUndoError):
        position.undo(past_chance=True)

    def generators(of: Table) -> set[tuple[int, ...]]:
        return {tuple(of._state_at(ply).chance.values()) for ply in range(of._start, of.ply + 1)}

    assert not generators(table) & generators(position)
