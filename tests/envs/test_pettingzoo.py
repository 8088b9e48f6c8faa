"""PettingZoo's own suites on every variant, and what they leave out."""

import random
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.state_test import state_test

from khlong.envs import EnvError
from khlong.envs.pettingzoo import env, parallel_env, raw_env
from khlong.lab.fuzz import Variant
from khlong.table import new_table

from .helpers import any_of, every_game, every_variant, seen_by


def of(variant: Variant, make: Any = env, **how: Any) -> Any:
    name, players, options = variant
    return make(name, players=players, options=options, **how)


@every_variant
def test_the_suite_of_aec_environments(variant: Variant) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(of(variant), num_cycles=150)
        seed_test(lambda: of(variant), num_cycles=50)


@every_variant
def test_the_suite_of_parallel_environments(variant: Variant) -> None:
    parallel_api_test(of(variant, parallel_env), num_cycles=100)


@every_game
def test_the_state_is_in_its_space(name: str) -> None:
    state_test(env(name, players=2), parallel_env(name, players=2))


@every_game
def test_tables_are_rendered(name: str) -> None:
    render_test(lambda render_mode: raw_env(name, players=2, render_mode=render_mode))


@every_variant
def test_agents_play_the_game_of_a_table_and_are_paid_its_shares(variant: Variant) -> None:
    name, players, options = variant
    agents, table, dice = of(variant, raw_env), new_table(name, players, 3, options), random.Random(3)
    agents.reset(seed=3)
    for agent in agents.agent_iter():
        seen, _, over, _, _ = agents.last()
        if over:
            agents.step(None)
            continue
        seat = agents.possible_agents.index(agent)
        assert seat == table.state.decider
        if table.ply % 10 == 0:
            assert seen["observation"].tolist() == seen_by(table, seat)
        action = any_of(seen["action_mask"], dice)
        agents.step(action)
        table.play(action)
        if table.over:
            winners = table.result.winners if table.result else ()
            assert agents.rewards == {f"player_{each}": (each in winners) / len(winners) for each in range(players)}


@every_game
def test_all_at_once_is_the_same_game(name: str) -> None:
    together, table, dice = parallel_env(name, players=3), new_table(name, 3, 3), random.Random(3)
    seen, _ = together.reset(seed=3)
    paid: dict[str, float] = {}
    while together.agents:
        assert all(each["action_mask"].any() for each in seen.values())
        actions = {agent: any_of(seen[agent]["action_mask"], dice) for agent in together.agents}
        table.play(actions[f"player_{table.state.decider}"])
        seen, paid, _, _, _ = together.step(actions)
    assert table.over
    assert sum(paid.values()) == pytest.approx(1)


def test_seeds_differ_and_repeat_through_many_resets() -> None:
    def story(seed: int) -> list[bytes]:
        table = raw_env("pig", players=2)
        table.reset(seed=seed)
        told = []
        for _ in range(4):
            for _ in range(20):
                told.append(table.observe("player_0")["observation"].tobytes())
                table.step(int(table.observe(table.agent_selection)["action_mask"].argmax()))
            table.reset()
        return told

    assert story(1) == story(1) != story(2)


def test_bad_input_gets_a_message_that_says_what_to_do() -> None:
    table = raw_env("floating-market", players=2)
    with pytest.raises(EnvError, match="No game has begun yet: call reset first"):
        table.step(0)
    table.reset(seed=1)
    before = table.state()
    with pytest.raises(EnvError, match=r"The action 20 \(die d4\) is not legal now. Among those that are: "):
        table.step(20)
    with pytest.raises(EnvError, match="An action is the number of a move, not 'temple'"):
        table.step("temple")
    assert (table.state() == before).all()
    with pytest.raises(EnvError, match="A table is rendered as ansi, human, rgb_array, not as 'film'"):
        raw_env("pig", render_mode="film")
    with pytest.raises(EnvError, match="Say how to render when you make the environment"):
        table.render()
    together = parallel_env("pig", players=2)
    seen, _ = together.reset(seed=1)
    decider = next(agent for agent in together.agents if seen[agent]["action_mask"][0])
    other = next(agent for agent in together.agents if agent != decider)
    with pytest.raises(EnvError, match=f"{other} has to wait, by the action 2, not 0"):
        together.step({decider: 0, other: 0})
    with pytest.raises(EnvError, match=f"It is {decider}'s turn, and there is no action of it"):
        together.step({other: 2})


def test_a_picture_is_an_array_of_pixels() -> None:
    table = raw_env("phraya", players=2, render_mode="rgb_array")
    table.reset(seed=1)
    picture = table.render()
    assert isinstance(picture, np.ndarray)
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 20
