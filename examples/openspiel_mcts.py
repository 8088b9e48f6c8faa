"""OpenSpiel's MCTSBot against one of our bots: python examples/openspiel_mcts.py [--simulations 50] [--bot easy]."""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from khlong.bots import ask, bot_named
from khlong.envs.openspiel import short_name
from khlong.games import game_named

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--game", default="floating-market")
parser.add_argument("--simulations", type=int, default=50)
parser.add_argument("--bot", default="easy")
parser.add_argument("--games", type=int, default=4)
asked = parser.parse_args()
game = pyspiel.load_game(short_name(game_named(asked.game)), {"players": 2, "seed": 1})
won = 0.0
for number in range(asked.games):
    seat, dice = number % 2, np.random.RandomState(number)
    search = mcts.MCTSBot(game, 1.0, asked.simulations, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    ours, state = bot_named(asked.bot, seed=number), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(0)
        elif state.current_player() == seat:
            state.apply_action(search.step(state))
        else:
            state.apply_action(ask(ours, state.table()))
    won += state.returns()[seat]
print(f"MCTSBot with {asked.simulations} simulations won {won:g} of {asked.games} games against {asked.bot}")
