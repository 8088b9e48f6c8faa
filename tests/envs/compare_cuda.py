"""Plays the same batches on the cuda and the native engine and compares all that they show, decision by decision.

Run by the tests under Numba's CUDA simulator, and by hand on a machine with a GPU:

    python tests/envs/compare_cuda.py --games 4096 --steps 2000
"""

import argparse
import sys
from typing import Any

import numpy as np

from khlong.engine.cuda import SIMULATED
from khlong.envs import EnvError, make_batch
from khlong.envs.cuda import CudaBatch
from khlong.games import game_named, game_names
from khlong.lab.fuzz import variants


def on_host(frame: Any) -> list[Any]:
    """What a frame tells, as NumPy arrays."""
    return [np.asarray(part.copy_to_host()) for part in frame]


def compare(name: str, players: int, options: dict[str, str], games: int, steps: int) -> bool:
    """Whether both batches are the same through resets, steps, ends, what is restored and what is refused."""
    how: dict[str, Any] = {"players": players, "options": options, "rewards": "rank"}
    card, native, dice = CudaBatch(name, games, **how), make_batch(name, games, **how), np.random.default_rng(1)
    told, frame, equal = card.reset(5), native.reset(5), True
    for step in range(steps):
        equal &= all((one == other).all() for one, other in zip(on_host(told), frame, strict=True))
        actions = (frame.legal * dice.random(frame.legal.shape)).argmax(1)
        told, frame = card.step(actions), native.step(actions)
        if step == steps // 2:
            saved, before = card.save(), on_host(told)
            wrong = frame.legal.argmax(1)
            wrong[-1] = card.plan.moves
            try:
                card.step(wrong)
                equal = False
            except EnvError as refused:
                equal &= f"The action of game {games - 1}" in str(refused)
            equal &= all((one == other).all() for one, other in zip(on_host(told), before, strict=True))
            card.resample(3)
            card.step(frame.legal.argmax(1))
            equal &= all(
                (one == other).all() for one, other in zip(on_host(card.restore(saved))[:3], before, strict=False)
            )
    print(f"{name}, {players} players, {options}: {games} games {'equal' if equal else 'DIFFER'}", flush=True)
    return equal


def main() -> int:
    """Every game with every number of players and every option."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=1000)
    asked = parser.parse_args()
    if SIMULATED:
        sys.setswitchinterval(1e-6)
    equal = True
    for name in game_names():
        for _, players, options in variants(game_named(name)):
            equal &= compare(name, players, options, asked.games, asked.steps)
    print("all equal" if equal else "NOT equal")
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
