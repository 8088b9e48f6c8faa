"""Random play through every door: python examples/random_rollouts.py [--game phraya] [--players 3] [--steps 1000]."""

import argparse
import random

import gymnasium
import numpy as np
import pyspiel

import khlong.envs.gymnasium as at_gymnasium
import khlong.envs.openspiel as at_openspiel
from khlong.envs import make_batch
from khlong.envs.pettingzoo import env as agents_env
from khlong.games import game_named

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--game", default="floating-market")
parser.add_argument("--players", type=int, default=3)
parser.add_argument("--steps", type=int, default=1000)
asked = parser.parse_args()
game, dice = game_named(asked.game), np.random.default_rng(1)

# A batch: many games, a decision in each
batch = make_batch(asked.game, games=256, players=asked.players)
frame, ended = batch.reset(seeds=1), 0
for _ in range(asked.steps):
    frame = batch.step((frame.legal * dice.random(frame.legal.shape)).argmax(1))
    ended += int(frame.done.sum())
print(f"batch: {256 * asked.steps:,} steps, {ended} games ended")

# Gymnasium: one seat, against random opponents
env = gymnasium.make(at_gymnasium.env_id(game), players=asked.players, opponents="random")
env.reset(seed=1)
won, games = 0.0, 0
for _ in range(asked.steps):
    _, reward, over, _, _ = env.step(env.action_space.sample())  # samples are legal
    if over:
        won, games = won + float(reward), games + 1
        env.reset()
print(f"gymnasium: {asked.steps:,} steps, {won:g} of {games} games won")

# PettingZoo: an agent in every seat
agents = agents_env(asked.game, players=asked.players)
agents.reset(seed=1)
for agent in agents.agent_iter():
    seen, reward, over, cut, _ = agents.last()
    if over or cut:
        print(f"pettingzoo: {agent} got {reward:g}")
        agents.step(None)
    else:
        agents.step(agents.action_space(agent).sample(seen["action_mask"]))

# OpenSpiel: states, with chance nodes of their own
state = pyspiel.load_game(at_openspiel.short_name(game), {"players": asked.players, "seed": 1}).new_initial_state()
while not state.is_terminal():
    state.apply_action(0 if state.is_chance_node() else random.choice(state.legal_actions()))
print(f"openspiel: {len(state.history())} actions, returns {state.returns()}")
