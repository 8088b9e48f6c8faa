"""PPO in one file, in the manner of CleanRL: all seats of a batch of games learn from playing against each other.

python examples/ppo.py --minutes 10 --save agent.pt2
khlong arena floating-market --bots torch:agent.pt2,easy --players 2 --games 200

With --device cuda all of it stays on the GPU, the games as well: --games 32768 --rollout 64.
"""

import argparse
import time

import torch
from torch import nn
from torch.nn import functional

from khlong.bots.agent import save_agent
from khlong.envs import make_batch
from khlong.envs.batch import Frame

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
began = time.monotonic()


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


on_gpu = torch.device(asked.device).type == "cuda"


def allocate(shape: tuple[int, ...], kind: str) -> torch.Tensor:
    return torch.empty(shape, dtype=getattr(torch, kind), device=asked.device)


def tensors(frame: Frame) -> Frame:
    """On the GPU the batch writes into tensors as it is."""
    return frame if on_gpu else Frame(*(torch.from_numpy(part.copy()) for part in frame))


how = {"backend": "cuda", "allocate": allocate, "check": False} if on_gpu else {}
batch = make_batch(asked.game, asked.games, players=asked.players, rewards="rank", **how)
frame = tensors(batch.reset(asked.seed))
size, moves = frame.observation.shape[1], frame.legal.shape[1]
agent = Agent(size, moves).to(asked.device)
optimizer = torch.optim.Adam(agent.parameters(), asked.rate, eps=1e-5)
half = torch.autocast(torch.device(asked.device).type, torch.bfloat16, enabled=on_gpu)
shape, seats = (asked.rollout, asked.games), (asked.games, asked.players)
seen = allocate((*shape, size), str(frame.observation.dtype).removeprefix("torch."))
legal, actions, deciders = allocate((*shape, moves), "bool"), allocate(shape, "int64"), allocate(shape, "int64")
logs, values, gains = (allocate(shape, "float32") for _ in range(3))
rewards, done, whole = allocate((*shape, asked.players), "float32"), allocate(shape, "bool"), allocate(shape, "bool")
played = 0
since, before = time.monotonic(), 0  # when it was last told how far it is

for update in range(1, asked.updates + 1):
    for step in range(asked.rollout):
        seen[step], legal[step], deciders[step] = frame.observation, frame.legal, frame.decider
        with torch.inference_mode(), half:
            logits, value = agent(seen[step].float())
        odds = functional.log_softmax(logits.float().masked_fill(~legal[step], -1e9), -1)
        actions[step] = (odds - torch.empty_like(odds).exponential_().log()).argmax(-1)
        logs[step], values[step] = odds.gather(-1, actions[step, :, None]).squeeze(-1), value
        frame = tensors(batch.step(actions[step]))
        rewards[step], done[step] = frame.rewards, frame.done
    played += asked.rollout * asked.games

    # What each decision brought to the seat that made it, backwards: a seat's next decision may be some steps later.
    known = torch.zeros(seats, dtype=torch.bool, device=asked.device)
    paid, ahead, gain = (torch.zeros(seats, device=asked.device) for _ in range(3))
    for step in reversed(range(asked.rollout)):
        over, seat, value = done[step, :, None], deciders[step, :, None], values[step, :, None]
        known, ahead, gain = known | over, ahead.masked_fill(over, 0), gain.masked_fill(over, 0)
        paid = torch.where(over, rewards[step], paid)
        own = paid.gather(1, seat) + ahead.gather(1, seat) - value + asked.trace * gain.gather(1, seat)
        gains[step], whole[step] = own.squeeze(1), known.gather(1, seat).squeeze(1)
        gain, ahead = gain.scatter(1, seat, own), ahead.scatter(1, seat, value)
        paid, known = paid.scatter(1, seat, 0), known.scatter(1, seat, True)

    kept = whole.reshape(-1).nonzero().squeeze(1)
    flat = [part.reshape(-1, *part.shape[2:]) for part in (seen, legal, actions, logs, values, gains)]
    for _ in range(asked.epochs):
        for some in kept[torch.randperm(len(kept), device=asked.device)].chunk(asked.minibatches):
            s, mask, action, log, value, advantage = (part[some] for part in flat)
            with half:
                logits, guess = agent(s.float())
            odds = functional.log_softmax(logits.float().masked_fill(~mask, -1e9), -1)
            ratio = (odds.gather(-1, action[:, None]).squeeze(-1) - log).exp()
            scaled = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            clipped = ratio.clamp(1 - asked.clip, 1 + asked.clip)
            loss = -torch.min(ratio * scaled, clipped * scaled).mean()
            loss = loss + 0.5 * (guess.float() - value - advantage).square().mean()
            entropy = -(odds.exp() * odds.masked_fill(~mask, 0)).sum(-1).mean()
            optimizer.zero_grad()
            (loss - asked.entropy * entropy).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()
    if on_gpu:
        torch.cuda.synchronize()
    now = time.monotonic()
    if update == 1 or update % 10 == 0 or update == asked.updates:
        plies, pace = asked.rollout * asked.games / max(1, int(done.sum())), (played - before) / (now - since)
        print(
            f"{now - began:6.0f} s  {played:13,} steps  {pace:10,.0f}/s  entropy {entropy.item():.2f}  "
            f"decisions a game {plies:.0f}",
            flush=True,
        )
        since, before = now, played
    if now - began > 60 * asked.minutes:
        break

save_agent(asked.save, agent.cpu(), asked.game)
print(f"saved to {asked.save}: khlong arena {asked.game} --bots torch:{asked.save},easy --players {asked.players}")
