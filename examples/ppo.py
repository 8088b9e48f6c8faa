"""PPO in one file, in the manner of CleanRL: all seats of a batch of games learn from playing against each other.

python examples/ppo.py --minutes 10 --save agent.pt2
khlong arena floating-market --bots torch:agent.pt2,easy --players 2 --games 200

On a GPU: --games 16384 --device cuda. The games themselves run on the CPU.
"""

import argparse
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from khlong.bots.agent import save_agent
from khlong.envs import make_batch

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--game", default="floating-market")
parser.add_argument("--players", type=int, default=2)
parser.add_argument("--games", type=int, default=512, help="games side by side")
parser.add_argument("--rollout", type=int, default=128, help="decisions of each game between updates")
parser.add_argument("--updates", type=int, default=1_000_000)
parser.add_argument("--minutes", type=float, default=10)
parser.add_argument("--epochs", type=int, default=2)
parser.add_argument("--minibatches", type=int, default=8)
parser.add_argument("--rate", type=float, default=1e-3)
parser.add_argument("--lambda", dest="trace", type=float, default=0.95)
parser.add_argument("--clip", type=float, default=0.2)
parser.add_argument("--entropy", type=float, default=0.01)
parser.add_argument("--hidden", type=int, default=256)
parser.add_argument("--device", default="cpu")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--save", default="agent.pt2")
asked = parser.parse_args()
torch.manual_seed(asked.seed)


class Agent(nn.Module):
    """How good each move is, and how good the position."""

    def __init__(self, size: int, moves: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(size, asked.hidden), nn.ReLU(), nn.Linear(asked.hidden, asked.hidden), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(asked.hidden, moves), nn.Linear(asked.hidden, 1)

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        body = self.body(seen)
        return self.policy(body), self.value(body).squeeze(-1)


batch = make_batch(asked.game, asked.games, players=asked.players, rewards="rank")
frame = batch.reset(asked.seed)
size, moves = frame.observation.shape[1], frame.legal.shape[1]
agent = Agent(size, moves).to(asked.device)
optimizer = torch.optim.Adam(agent.parameters(), asked.rate, eps=1e-5)
shape = (asked.rollout, asked.games)
seen = torch.zeros((*shape, size), dtype=torch.from_numpy(frame.observation.copy()).dtype)
legal = torch.zeros((*shape, moves), dtype=torch.bool)
actions, logs, values = torch.zeros(shape, dtype=torch.long), torch.zeros(shape), torch.zeros(shape)
deciders, done = np.zeros(shape, np.int8), np.zeros(shape, bool)
rewards = np.zeros((*shape, asked.players), np.float32)
began, played, every = time.monotonic(), 0, np.arange(asked.games)

for update in range(1, asked.updates + 1):
    for step in range(asked.rollout):
        seen[step], legal[step] = torch.from_numpy(frame.observation.copy()), torch.from_numpy(frame.legal.copy())
        deciders[step] = frame.decider
        with torch.inference_mode():
            logits, value = agent(seen[step].to(asked.device, torch.float32))
            odds = functional.log_softmax(logits.cpu().masked_fill(~legal[step], -1e9), -1)
        actions[step] = torch.multinomial(odds.exp(), 1).squeeze(-1)
        logs[step], values[step] = odds.gather(-1, actions[step, :, None]).squeeze(-1), value.cpu()
        frame = batch.step(actions[step].numpy())
        rewards[step], done[step] = frame.rewards, frame.done
    played += asked.rollout * asked.games

    # What each decision brought to the seat that made it, backwards: a seat's next decision may be some steps later.
    known = np.zeros((asked.games, asked.players), bool)
    paid, ahead, gain = (np.zeros((asked.games, asked.players), np.float32) for _ in range(3))
    gains, whole = np.zeros(shape, np.float32), np.zeros(shape, bool)
    for step in reversed(range(asked.rollout)):
        over, seat, value = done[step], deciders[step], values[step].numpy()
        known[over], ahead[over], gain[over], paid[over] = True, 0, 0, rewards[step][over]
        delta = paid[every, seat] + ahead[every, seat] - value
        gain[every, seat] = delta + asked.trace * gain[every, seat]
        gains[step], whole[step] = gain[every, seat], known[every, seat]
        ahead[every, seat], paid[every, seat], known[every, seat] = value, 0, True

    kept = np.flatnonzero(whole.reshape(-1))
    flat = [part.reshape(-1, *part.shape[2:]) for part in (seen, legal, actions, logs, values, torch.from_numpy(gains))]
    for _ in range(asked.epochs):
        for some in np.array_split(np.random.permutation(kept), asked.minibatches):
            s, mask, action, log, value, advantage = (part[some].to(asked.device) for part in flat)
            logits, guess = agent(s.float())
            odds = functional.log_softmax(logits.masked_fill(~mask, -1e9), -1)
            ratio = (odds.gather(-1, action[:, None]).squeeze(-1) - log).exp()
            scaled = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            clipped = ratio.clamp(1 - asked.clip, 1 + asked.clip)
            loss = -torch.min(ratio * scaled, clipped * scaled).mean()
            loss = loss + 0.5 * (guess - value - advantage).square().mean()
            entropy = -(odds.exp() * odds.masked_fill(~mask, 0)).sum(-1).mean()
            optimizer.zero_grad()
            (loss - asked.entropy * entropy).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()
    passed = time.monotonic() - began
    if update == 1 or update % 10 == 0 or update == asked.updates:
        plies = asked.rollout * asked.games / max(1, int(done.sum()))
        print(
            f"{passed:6.0f} s  {played:12,} steps  {played / passed:10,.0f}/s  entropy {entropy.item():.2f}  "
            f"decisions a game {plies:.0f}",
            flush=True,
        )
    if passed > 60 * asked.minutes:
        break

save_agent(asked.save, agent.cpu(), asked.game)
print(f"saved to {asked.save}: khlong arena {asked.game} --bots torch:{asked.save},easy --players {asked.players}")
