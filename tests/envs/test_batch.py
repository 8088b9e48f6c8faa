"""Batches: the games of tables with the same seeds, decision by decision; restored exactly; clear about bad input."""

import pickle
import random
from typing import Any

import numpy as np
import pytest

from khlong.engine.rule import rule
from khlong.envs import EnvError, make_batch
from khlong.games import game_named
from khlong.lab.fuzz import Variant
from khlong.table import Table, new_table

from .helpers import any_of, every_game, every_variant, seen_by

GAMES = 3


def choices(legal: Any, dice: random.Random) -> list[int]:
    return [any_of(row, dice) for row in legal]


def paid_for(table: Table, rewards: str) -> list[float]:
    """What the seats of a finished game should get."""
    result = table.result
    assert result is not None
    seats = range(table.players)
    if rewards == "share":
        return [(seat in result.winners) / len(result.winners) for seat in seats]
    if rewards == "score":
        return [score[0] for score in result.scores]
    ranks = result.ranks
    return [sum((o > ranks[s]) - (o < ranks[s]) for o in ranks) / (table.players - 1) for s in seats]


@every_variant
def test_games_are_those_of_tables_with_the_same_seeds(variant: Variant) -> None:
    name, players, options = variant
    batch = make_batch(name, GAMES, players=players, options=options, rewards="rank")
    frame, dice = batch.reset(100), random.Random(0)
    tables = [new_table(name, players, seed, options) for seed in batch.game_seeds]
    ended, steps = 0, 0
    while ended < 2 or steps < 100:
        steps += 1
        for slot, table in enumerate(tables):
            assert frame.decider[slot] == table.state.decider
            assert np.flatnonzero(frame.legal[slot]).tolist() == sorted(table.legal_numbers())
            if steps % 5 == 0:
                assert frame.observation[slot].tolist() == seen_by(table, table.state.decider)
        actions, deciders = choices(frame.legal, dice), frame.decider.copy()
        frame = batch.step(actions)
        for slot, table in enumerate(tables):
            table.play(actions[slot])
            assert frame.done[slot] == table.over
            if table.over:
                ended += 1
                assert frame.rewards[slot].tolist() == pytest.approx(paid_for(table, "rank"))
                assert frame.last_observation[slot].tolist() == seen_by(table, int(deciders[slot]))
                tables[slot] = new_table(name, players, batch.game_seeds[slot], options)
            else:
                assert not frame.rewards[slot].any()


@every_game
@pytest.mark.parametrize("rewards", ["share", "score"])
def test_rewards_are_shares_of_the_win_or_scores(name: str, rewards: Any) -> None:
    batch = make_batch(name, GAMES, players=3, rewards=rewards)
    frame, dice = batch.reset(5), random.Random(1)
    tables = [new_table(name, 3, seed) for seed in batch.game_seeds]
    while not frame.done.any():
        actions = choices(frame.legal, dice)
        frame = batch.step(actions)
        for table, action in zip(tables, actions, strict=True):
            table.play(action)
    slot = int(frame.done.argmax())
    assert frame.rewards[slot].tolist() == pytest.approx(paid_for(tables[slot], rewards))


@every_game
def test_seeds_differ_and_repeat(name: str) -> None:
    one, other = make_batch(name, 8), make_batch(name, 8)

    def openings(batch: Any, seeds: Any) -> list[bytes]:
        frame = batch.reset(seeds)
        for _ in range(30):
            frame = batch.step(frame.legal.argmax(1))
        return [row.tobytes() for row in frame.observation]

    first = openings(one, 1)
    assert len(set(first)) > 1
    assert first == openings(other, 1) == openings(one, list(range(1, 9)))
    assert first != openings(one, 1000)
    assert openings(one, [1] * 8) == [first[0]] * 8
    assert openings(other, None) != openings(one, None)


@every_game
def test_the_next_game_of_a_slot_is_another_one(name: str) -> None:
    batch = make_batch(name, 2, players=2)
    batch.reset(3)
    seeds = {*batch.game_seeds}
    while len(seeds) < 4:
        batch.run(50, seed=len(seeds))
        seeds |= {*batch.game_seeds}
    assert all(seed >> 64 <= 100 and seed & 0xFF in (3, 4) for seed in seeds)


@every_game
def test_what_is_saved_is_restored_exactly(name: str) -> None:
    batch = make_batch(name, 5)
    batch.reset(1)
    frame = batch.run(70, seed=2)
    before, saved = [np.copy(part) for part in frame[:3]], batch.save()

    def on() -> list[bytes]:
        frame, dice, story = batch.restore(saved), random.Random(3), []
        for before_now, now in zip(before, frame[:3], strict=True):
            assert (before_now == now).all()
        for _ in range(60):
            frame = batch.step(choices(frame.legal, dice))
            story.append(b"".join(part.tobytes() for part in frame[:5]))
        return story

    assert on() == on()
    other = make_batch(name, 5)
    other.restore(pickle.loads(pickle.dumps(saved)))
    batch.restore(saved)
    assert other.game_seeds == batch.game_seeds


@every_game
def test_resampled_games_look_the_same_and_have_other_dice_to_come(name: str) -> None:
    batch = make_batch(name, 32)
    batch.reset(1)
    frame = batch.run(40, seed=9)
    before, saved = frame.observation.copy(), batch.save()

    def future(seed: int | None) -> bytes:
        frame = batch.restore(saved)
        if seed is not None:
            batch.resample(seed)
        assert (frame.observation == before).all()
        for _ in range(60):
            frame = batch.step(frame.legal.argmax(1))
        return bytes(frame.observation.tobytes())

    assert future(1) == future(1)
    assert len({future(None), future(1), future(2)}) == 3


def test_many_threads_play_the_same_games_as_one() -> None:
    frames = []
    for threads in (1, 3):
        batch = make_batch("floating-market", 2048, players=3, threads=threads)
        batch.reset(1)
        frame = batch.run(30, seed=1)
        for _ in range(30):
            frame = batch.step(frame.legal.argmax(1))
        frames.append([part.tobytes() for part in frame])
    assert frames[0] == frames[1]


@every_game
def test_the_mask_is_never_empty(name: str) -> None:
    batch = make_batch(name, 64)
    frame, dice = batch.reset(1), np.random.default_rng(1)
    for _ in range(300):
        assert frame.legal.any(1).all()
        frame = batch.step((frame.legal * dice.random(frame.legal.shape)).argmax(1))


@rule
def first_of_all(seen: Any, moves: Any, count: int, picker: Any) -> int:
    """The first legal move."""
    return moves[0]  # type: ignore[no-any-return]


def test_a_policy_of_ones_own_plays_without_coming_back() -> None:
    one, other = (make_batch("pig", 4, players=2) for _ in range(2))
    frame, _ = one.reset(1), other.reset(1)
    for _ in range(25):
        frame = one.step(frame.legal.argmax(1))
    own = other.run(25, policy=first_of_all)
    assert own.observation.tobytes() == frame.observation.tobytes()
    with pytest.raises(EnvError, match="A policy is a @rule"):
        other.run(1, policy=lambda *_: 0)


def test_observations_come_apart_by_field() -> None:
    batch = make_batch("floating-market", 4, players=2)
    parts = batch.split(batch.reset(1).observation)
    assert parts["boat"].shape == (4, 7, 7)
    assert parts["boat"].sum(2).tolist() == [[1] * 7] * 4
    assert parts["seat.coins"][:, :3].tolist() == [[2, 2, 0]] * 4
    assert sum(int(np.prod(part.shape[1:])) for part in parts.values()) == len(batch.entries)


def test_what_is_shown_cannot_be_scribbled_on() -> None:
    frame = make_batch("pig", 2).reset(1)
    with pytest.raises(ValueError, match="read-only"):
        frame.legal[:] = True


def asked_wrongly() -> dict[str, tuple[Any, str]]:
    def begun(**how: Any) -> Any:
        batch = make_batch("floating-market", 4, **how)
        batch.reset(1)
        return batch

    return {
        "illegal": (lambda: begun().step([20] * 4), r"The action of game 0 is 20 \(die d4\)"),
        "no move": (lambda: begun().step([13, 66, 13, 13]), "The action of game 1 is 66, which is no move at all"),
        "shape": (lambda: begun().step([13]), r"Actions are 4 whole numbers, one for each game, not int64 of shape"),
        "dtype": (lambda: begun().step(np.full(4, 13.0)), "whole numbers, one for each game, not float64"),
        "not begun": (lambda: make_batch("pig", 1).step([0]), "No games have begun yet: call reset first"),
        "games": (lambda: make_batch("pig", 0), "A batch has a number of games from 1 to"),
        "memory": (lambda: make_batch("phraya", 1 << 28), "The games take .* GiB, .* take fewer of them"),
        "seeds": (lambda: make_batch("pig", 3).reset([1, 2]), "Seeds are one whole number, or 3 of them"),
        "large seed": (lambda: make_batch("pig", 3).reset(1 << 64), "too large"),
        "rewards": (lambda: make_batch("pig", 1, rewards="coins"), "Rewards are share, rank, score, not 'coins'"),  # type: ignore[arg-type]
        "players": (lambda: make_batch("pig", 1, players=9), "Pig is for 2 to 6 players, not 9"),
        "backend": (lambda: make_batch("pig", 1, backend="tpu"), "There is no backend 'tpu'"),
        "threads": (lambda: make_batch("pig", 1, threads=0), "Threads are a number from 1 on"),
        "other games": (lambda: begun().restore(make_saved()), "These games were saved by another batch"),
        "not saved": (lambda: begun().restore(7), r"What is restored is what save\(\) gave, not 7"),
        "decisions": (lambda: begun().run(0), "Decisions are a number from 1 to"),
        "columns": (lambda: begun().split(np.zeros((4, 3))), "has 390 numbers, not"),
    }


def make_saved() -> Any:
    batch = make_batch("pig", 1)
    batch.reset(1)
    return batch.save()


@pytest.mark.parametrize("what", asked_wrongly())
def test_bad_input_gets_a_message_that_says_what_to_do(what: str) -> None:
    ask, message = asked_wrongly()[what]
    with pytest.raises(Exception, match=message) as refused:
        ask()
    assert type(refused.value).__module__.startswith("khlong.")


def test_an_illegal_action_leaves_the_batch_as_it_was() -> None:
    batch = make_batch("phraya", 600, threads=2)
    frame = batch.reset(1)
    before = [part.tobytes() for part in frame]
    actions = frame.legal.argmax(1)
    actions[599] = 268
    with pytest.raises(EnvError, match="The action of game 599"):
        batch.step(actions)
    assert [part.tobytes() for part in frame] == before
    assert game_named("phraya").moves.notation[268] == "done"
