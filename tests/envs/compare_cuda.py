"""Plays the same batches on the cuda and the native engine and compares all that they show, decision by decision; and
some of their games as tables on the python engine.

Run by the tests under Numba's CUDA simulator, and by hand on a machine with a GPU:

    python tests/envs/compare_cuda.py --games 4096 --steps 2000
"""

import argparse
import sys
from typing import Any

import numpy as np

from khlong.engine.cuda import SIMULATED
from khlong.engine.python import game_constants
from khlong.engine.rule import Linker, rule
from khlong.envs import EnvError, make_batch
from khlong.envs.cuda import CudaBatch
from khlong.games import game_named, game_names
from khlong.games.observations import Observations
from khlong.lab.fuzz import variants
from khlong.table import new_table

TABLES = 8  # games that are played as tables too
RUNS = (1, 7)  # decisions a launch
WITH_POLICY = "floating-market"  # the game that is quickest to compile once more


@rule
def last_of_all(seen: Any, moves: Any, count: int, picker: Any) -> int:
    """A policy: the last legal move."""
    return moves[count - 1]  # type: ignore[no-any-return]


def on_host(frame: Any) -> list[Any]:
    """What a frame tells, as NumPy arrays."""
    return [np.asarray(part.copy_to_host()) for part in frame]


def same(one: Any, other: Any) -> bool:
    """Whether parts of frames are equal."""
    return all((np.asarray(each) == np.asarray(its)).all() for each, its in zip(one, other, strict=True))


def compare(name: str, players: int, options: dict[str, str], games: int, steps: int) -> bool:
    """Whether both batches are the same through resets, steps, ends, what is restored and what is refused."""
    how: dict[str, Any] = {"players": players, "options": options, "rewards": "rank"}
    card, native, dice = CudaBatch(name, games, **how), make_batch(name, games, **how), np.random.default_rng(1)
    told, frame, equal = card.reset(5), native.reset(5), True
    for step in range(steps):
        equal &= same(on_host(told), frame)
        actions = (frame.legal * dice.random(frame.legal.shape)).argmax(1)
        told, frame = card.step(actions), native.step(actions)
        if step == steps // 2:
            equal &= same(told_seeds(card), told_seeds(native)) and refuses(card, frame) and goes_back(card, frame)
    for decisions in RUNS:
        equal &= same(on_host(card.run(decisions, seed=2)), native.run(decisions, seed=2))
    return said(equal, f"{name}, {players} players, {options}: {games} games")


def told_seeds(batch: Any) -> list[list[int]]:
    """Which games are played."""
    return [batch.game_seeds]


def refuses(card: CudaBatch, frame: Any) -> bool:
    """Whether an illegal action is refused by name, and changes nothing."""
    before, wrong = on_host(card.frame), frame.legal.argmax(1)
    wrong[-1] = card.plan.moves
    try:
        card.step(wrong)
    except EnvError as refused:
        return f"The action of game {card.games - 1}" in str(refused) and same(on_host(card.frame), before)
    return False


def goes_back(card: CudaBatch, frame: Any) -> bool:
    """Whether games that went on with other dice come back exactly, in this batch and in another."""
    saved, actions = card.save(), frame.legal.argmax(1)
    before = on_host(card.frame)[:3]
    after = on_host(card.step(actions))[:3]
    card.restore(saved)
    again = on_host(card.step(actions))[:3]
    card.resample(3)
    card.run(3)
    return same(after, again) and same(on_host(card.restore(saved))[:3], before)


def compare_tables(name: str, steps: int) -> bool:
    """Whether games of a batch are those of tables of the same seeds on the python engine."""
    card, dice, equal = CudaBatch(name, TABLES, players=3), np.random.default_rng(2), True
    own = Observations.of(game_named(name))
    look: Any = Linker(lambda function: function, game_constants(game_named(name))).link(own.observe)
    told = on_host(card.reset(9))
    tables = [new_table(name, 3, seed) for seed in card.game_seeds]
    for _ in range(steps):
        rows, legal, deciders = told[:3]
        actions = (legal * dice.random(legal.shape)).argmax(1)
        for slot, table in enumerate(tables):
            seen = own.layout()
            look(table.state, table.state.decider, seen)
            equal &= rows[slot].tolist() == seen.values() and deciders[slot] == table.state.decider
            equal &= np.flatnonzero(legal[slot]).tolist() == sorted(table.legal_numbers())
            table.play(int(actions[slot]))
        told = on_host(card.step(actions))
        for slot, table in enumerate(tables):
            equal &= bool(told[4][slot]) == table.over
            if table.over:
                tables[slot] = new_table(name, 3, card.game_seeds[slot])
    return said(equal, f"{name}: {TABLES} games as tables on the python engine, {steps} decisions each")


def compare_policies(name: str, games: int) -> bool:
    """Whether somebody's own policy plays the same on both engines, many decisions a launch."""
    card, native = CudaBatch(name, games, players=2), make_batch(name, games, players=2)
    card.reset(4), native.reset(4)
    equal = same(on_host(card.run(9, policy=last_of_all)), native.run(9, policy=last_of_all))
    return said(equal, f"{name}: {games} games by a policy of one's own")


def said(equal: bool, what: str) -> bool:
    """Prints how it was."""
    print(f"{what} {'equal' if equal else 'DIFFER'}", flush=True)
    return equal


def main() -> int:
    """Every game with every number of players and every option."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--game", choices=game_names(), help="only this one")
    asked = parser.parse_args()
    if SIMULATED:
        sys.setswitchinterval(1e-6)
    equal = True
    for name in [asked.game] if asked.game else game_names():
        equal &= compare_tables(name, asked.steps)
        equal &= name != WITH_POLICY or compare_policies(name, asked.games)
        for _, players, options in variants(game_named(name)):
            equal &= compare(name, players, options, asked.games, asked.steps)
    print("all equal" if equal else "NOT equal")
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
