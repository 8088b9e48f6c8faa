"""Gymnasium's own suite on every variant; what holds for batches; opponents of every kind."""

import random
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from khlong.bots import RandomBot
from khlong.envs import EnvError
from khlong.envs.gymnasium import SeatEnv, SeatVectorEnv, env_id
from khlong.envs.opponents import COMPILED
from khlong.games import game_named
from khlong.lab.fuzz import Variant
from khlong.table import new_table

from .helpers import any_of, every_game, every_variant, seen_by


@every_variant
def test_the_suite_of_single_environments(variant: Variant) -> None:
    """The suite draws actions before it looks, so that illegal ones have to lose instead of being refused."""
    name, players, options = variant
    own = gymnasium.make(
        env_id(game_named(name)),
        players=players,
        options=options,
        opponents="random",
        illegal="lose",
        render_mode="ansi",
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(own.unwrapped)


@every_variant
def test_a_batch_is_what_a_vector_of_environments_should_be(variant: Variant) -> None:
    name, players, options = variant
    batch: Any = gymnasium.make_vec(
        env_id(game_named(name)), num_envs=6, players=players, options=options, opponents="random"
    )
    assert isinstance(batch, SeatVectorEnv)
    assert batch.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, info = batch.reset(seed=4)
    dice, ended, paid, steps = np.random.default_rng(4), 0, 0.0, 0
    while ended < 4 or steps < 50:
        steps += 1
        assert seen in batch.observation_space
        mask = info["action_mask"]
        assert mask.any(1).all()
        actions = (mask * dice.random(mask.shape)).argmax(1)
        assert actions in batch.action_space
        before = seen.copy()
        seen, rewards, done, cut, info = batch.step(actions)
        assert (rewards[~done] == 0).all()
        assert not cut.any()
        assert before is not seen
        if done.any():
            assert (info["_final_obs"] == done).all()
            assert (info["final_obs"][done] != seen[done]).any(1).all()
            assert info["final_info"]["rewards"][done].sum(1) == pytest.approx(1)
        ended, paid = ended + int(done.sum()), paid + rewards.sum()
    assert paid <= ended


@every_game
def test_a_batch_repeats_by_its_seed(name: str) -> None:
    def story(seed: int) -> list[bytes]:
        batch = SeatVectorEnv(4, name, players=2, opponents="random")
        seen, info = batch.reset(seed=seed)
        told = [seen.tobytes()]
        for _ in range(30):
            seen, *_, info = batch.step(info["action_mask"].argmax(1))
            told.append(seen.tobytes())
        told.append(batch.reset()[0].tobytes())
        return told

    assert story(1) == story(1) != story(2)


@every_game
def test_one_seat_plays_the_game_of_a_table(name: str) -> None:
    """All seats by the same function, one of them outside: the same game as at a table, seen from that seat."""
    dice, plays = random.Random(2), []

    def other(observation: Any, mask: Any) -> int:
        plays.append(any_of(mask, dice))
        return plays[-1]

    env, table = SeatEnv(name, players=3, opponents=other, seat=1), new_table(name, 3, seed=9)
    seen, info = env.reset(seed=9)
    over = False
    while not over:
        for move in plays:
            table.play(move)
        plays.clear()
        assert table.state.decider == 1
        assert seen.tolist() == seen_by(table, 1)
        action = any_of(info["action_mask"], dice)
        table.play(action)
        seen, reward, over, _, info = env.step(action)
    for move in plays:
        table.play(move)
    assert table.result is not None
    assert seen.tolist() == seen_by(table, 1)
    assert reward == pytest.approx((1 in table.result.winners) / len(table.result.winners))
    assert info["action_mask"].all()


class First:
    """A bot that takes the first move, and sees only what a bot may see."""

    def choose(self, position: Any, clock: Any) -> int:
        return int(position.legal_moves()[0].number)


@pytest.mark.parametrize(
    "opponents", ["random", "easy", First(), [First(), RandomBot(1)], [lambda seen, mask: mask.argmax()] * 2]
)
def test_opponents_are_bots_by_name_bots_or_functions(opponents: Any) -> None:
    env = SeatEnv("floating-market", players=3, opponents=opponents)
    _, info = env.reset(seed=1)
    for _ in range(10):
        _, _, over, _, info = env.step(info["action_mask"].argmax())
        if over:
            env.reset()
    env.close()


@pytest.mark.slow
@pytest.mark.parametrize("opponents", COMPILED)
def test_opponents_in_a_batch_are_as_strong_as_their_names_say(opponents: str) -> None:
    """Who plays at random wins its share against those that do so too, and hardly ever against others."""
    batch = SeatVectorEnv(128, "floating-market", players=2, opponents=opponents)
    _, info = batch.reset(seed=1)
    dice, won, ended = np.random.default_rng(1), 0.0, 0
    while ended < 128:
        mask = info["action_mask"]
        _, rewards, done, _, info = batch.step((mask * dice.random(mask.shape)).argmax(1))
        won, ended = won + rewards.sum(), ended + int(done.sum())
    assert won / ended > 0.4 if opponents == "random" else won / ended < 0.1


def test_wherever_it_sits_a_learner_decides() -> None:
    env = SeatEnv("phraya", players=4, opponents="random")
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(20)}
    assert seats == {0, 1, 2, 3}
    batch = SeatVectorEnv(64, "floating-market", players=4, opponents="random")
    assert set(batch.reset(seed=1)[1]["seat"].tolist()) == {0, 1, 2, 3}
    fixed = SeatVectorEnv(8, "floating-market", players=4, opponents="random", seat=2)
    assert set(fixed.reset(seed=1)[1]["seat"].tolist()) == {2}


def test_samples_are_legal() -> None:
    env = SeatEnv("phraya", players=2, opponents="random")
    env.reset(seed=1)
    for _ in range(100):
        if env.step(env.action_space.sample())[2]:
            env.reset()


def asked_wrongly() -> dict[str, tuple[Any, str]]:
    def begun(**how: Any) -> Any:
        env = SeatEnv("floating-market", players=2, opponents="random", **how)
        env.reset(seed=1)
        return env

    return {
        "illegal": (lambda: begun().step(20), r"The action 20 \(die d4\) is not legal now"),
        "no number": (lambda: begun().step("temple"), "An action is the number of a move, not 'temple'"),
        "not begun": (lambda: SeatEnv("pig").step(0), "No game has begun yet: call reset first"),
        "seat": (lambda: SeatEnv("pig", players=2, seat=2), "The seat that learns is one from 0 to 1, or None for any"),
        "opponents": (lambda: SeatEnv("pig", players=3, opponents=["easy"]), "There are 2 opponents at such a table"),
        "opponent": (lambda: SeatEnv("pig", players=2, opponents=[7]), "An opponent is a bot's name, a bot, or a"),  # type: ignore[list-item]
        "name": (
            lambda: SeatEnv("pig", players=2, opponents="esy").reset(),
            "There is no bot 'esy'. Did you mean easy",
        ),
        "compiled": (lambda: SeatVectorEnv(2, "pig", opponents="expert"), "The opponents in a batch are random, easy"),
        "illegal how": (lambda: SeatEnv("pig", illegal="ignore"), "To illegal actions one can say refuse or lose"),  # type: ignore[arg-type]
        "render": (lambda: SeatVectorEnv(2, "pig", render_mode="ansi"), "Batches of games are not rendered"),
        "actions": (lambda: seated_batch().step([0]), "Actions are 2 whole numbers, one for each game"),
    }


def seated_batch() -> Any:
    batch = SeatVectorEnv(2, "pig", opponents="random")
    batch.reset(seed=1)
    return batch


@pytest.mark.parametrize("what", asked_wrongly())
def test_bad_input_gets_a_message_that_says_what_to_do(what: str) -> None:
    ask, message = asked_wrongly()[what]
    with pytest.raises(Exception, match=message) as refused:
        ask()
    assert type(refused.value).__module__.startswith("khlong.")


def test_an_illegal_action_is_refused_or_loses() -> None:
    refused = SeatEnv("pig", players=2, opponents="random", seat=0)
    losing = SeatEnv("pig", players=2, opponents="random", illegal="lose", rewards="rank")
    seen, _ = refused.reset(seed=1)
    with pytest.raises(EnvError):
        refused.step(7)
    assert (refused.step(0)[0] != seen).any()
    losing.reset(seed=1)
    _, reward, over, _, info = losing.step(7)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(EnvError, match="lost by an illegal action: call reset"):
        losing.step(0)
