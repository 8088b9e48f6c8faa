"""MaskablePPO of sb3-contrib learns one seat of a game against our bots.

python examples/maskable_ppo.py --steps 500000 --save agent.pt2
khlong arena floating-market --bots torch:agent.pt2,easy --players 2 --games 200
"""

import argparse

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from khlong.bots.agent import save_agent
from khlong.envs.gymnasium import SeatEnv

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--game", default="floating-market")
parser.add_argument("--players", type=int, default=2)
parser.add_argument("--opponents", default="easy")
parser.add_argument("--steps", type=int, default=500_000)
parser.add_argument("--save", default="agent.pt2")
asked = parser.parse_args()


class Logits(torch.nn.Module):
    """The part of a learnt policy that says how good each move is."""

    def __init__(self, policy: torch.nn.Module) -> None:
        super().__init__()
        self.body, self.head = policy.mlp_extractor.policy_net, policy.action_net

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(seen))


how = {"game": asked.game, "players": asked.players, "opponents": asked.opponents, "rewards": "rank"}
env = make_vec_env(SeatEnv, 8, seed=1, env_kwargs=how)
model = MaskablePPO("MlpPolicy", env, n_steps=256, batch_size=512, gamma=1.0, ent_coef=0.01, seed=1, verbose=1)
model.learn(asked.steps)
save_agent(asked.save, Logits(model.policy), asked.game)
print(f"saved to {asked.save}: khlong arena {asked.game} --bots torch:{asked.save},easy --players {asked.players}")
