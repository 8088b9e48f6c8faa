"""Plays the same batches on the cuda and the native engine and compares all that they show, decision by decision; and
some of their games as tables on the python engine.

Run by the tests under Numba's CUDA simulator, and by hand on a machine with a GPU:

    python tests/envs/compare_cuda.py --games 4096 --steps 2000
"""

import argparse
import sys
from typing import Any

import numpy as np
from numba import cuda

from khlong.engine.cuda import SIMULATED
from khlong.engine.python import game_constants
from khlong.engine.rule import Linker, rule
from khlong.envs import EnvError, make_batch
from khlong.envs.batch import Frame
from khlong.envs.cuda import CudaBatch
from khlong.games import game_named, game_names
from khlong.games.observations import Observations
from khlong.lab.fuzz import variants
from khlong.table import new_table

TABLES = 8  # games that are played as tables too
WITH_POLICY = "floating-market"  # the game that is quickest to compile once more


@rule
def last_of_all(seen: Any, moves: Any, count: int, picker: Any) -> int:
    """A policy: the last legal move."""
    return moves[count - 1]  # type: ignore[no-any-return]


def on_host(frame: Any) -> Frame:
    """What a frame tells, as NumPy arrays."""
    return Frame(*(np.asarray(part.copy_to_host()) for part in frame))


class Check:
    """Compares to the last bit, and remembers the first thing that was not equal."""

    def __init__(self) -> None:
        self.first = ""

    def holds(self, true: bool, what: str) -> None:
        """Something that is to be so."""
        if not true and not self.first:
            self.first = what

    def frames(self, card: Any, native: Any, when: str) -> None:
        """Two frames, or what they begin with."""
        for field, one, other in zip(Frame._fields, card, native, strict=False):
            self.arrays(one, other, f"{when}, {field}")

    def arrays(self, one: Any, other: Any, what: str) -> None:
        """A part of two frames."""
        wrong = np.argwhere(np.asarray(one) != np.asarray(other))
        if len(wrong):
            place = tuple(wrong[0])
            where = f"{what} of game {place[0]}, entry {', '.join(map(str, place[1:])) or 0}"
            self.holds(False, f"{where}: {one[place]} on the card, not {other[place]} ({len(wrong)} such)")

    def said(self, what: str) -> bool:
        """Prints how it was."""
        print(f"{what}: {f'DIFFER. First: {self.first}' if self.first else 'equal'}", flush=True)
        return not self.first


def compare(name: str, players: int, options: dict[str, str], games: int, steps: int) -> bool:
    """Whether both batches are the same through resets, runs, steps, ends, what is restored and what is refused."""
    how: dict[str, Any] = {"players": players, "options": options, "rewards": "rank"}
    card, native, dice = CudaBatch(name, games, **how), make_batch(name, games, **how), np.random.default_rng(1)
    check = Check()
    told, frame = card.reset(5), native.reset(5)
    check.frames(on_host(told), frame, "after a reset")
    for decisions in (1, steps):
        told, frame = card.run(decisions, seed=2), native.run(decisions, seed=2)
        check.frames(on_host(told), frame, f"after {decisions} decisions in a launch")
    for step in range(steps):
        actions = (frame.legal * dice.random(frame.legal.shape, np.float32)).argmax(1)
        told, frame = card.step(actions), native.step(actions)
        check.frames(on_host(told), frame, f"after step {step}")
        if step == steps // 2:
            check.arrays(np.array(card.game_seeds), np.array(native.game_seeds), "the seed")
            check.holds(refuses(card, frame), "an illegal action was not refused, or changed something")
            there_and_back(card, native, check)
    return check.said(f"{name}, {players} players, {options}, {games} games")


def refuses(card: CudaBatch, frame: Any) -> bool:
    """Whether an illegal action is refused by name, and changes nothing."""
    before, wrong, unchanged = on_host(card.frame), frame.legal.argmax(1), Check()
    wrong[-1] = card.plan.moves
    try:
        card.step(wrong)
    except EnvError as refused:
        unchanged.frames(on_host(card.frame), before, "then")
        return f"The action of game {card.games - 1}" in str(refused) and not unchanged.first
    return False


def there_and_back(card: CudaBatch, native: Any, check: Check) -> None:
    """Games that go on, come back, go on the same way and then with other dice, and come back exactly.

    Both batches go there: where games ended on the way, `last_observation` tells so until others end.
    """
    kept, actions = (card.save(), native.save()), native.frame.legal.argmax(1)
    before = on_host(card.frame)[:3]
    ahead = on_host(card.step(actions)), [part.copy() for part in native.step(actions)]
    check.frames(*ahead, "ahead")
    card.restore(kept[0]), native.restore(kept[1])
    check.frames(on_host(card.step(actions)), ahead[0], "ahead once more")
    native.step(actions)
    for batch in (card, native):
        batch.resample(3)
        batch.run(3)
    check.frames(on_host(card.frame), native.frame, "with other dice")
    check.frames(on_host(card.restore(kept[0])), native.restore(kept[1]), "restored")
    check.frames(on_host(card.frame)[:3], before, "as it was")


def compare_tables(name: str, steps: int) -> bool:
    """Whether games of a batch are those of tables of the same seeds on the python engine."""
    card, dice, check = CudaBatch(name, TABLES, players=3), np.random.default_rng(2), Check()
    own = Observations.of(game_named(name))
    look: Any = Linker(lambda function: function, game_constants(game_named(name))).link(own.observe)
    told = on_host(card.reset(9))
    tables = [new_table(name, 3, seed) for seed in card.game_seeds]
    for step in range(steps):
        rows, legal, deciders = told[:3]
        actions = (legal * dice.random(legal.shape)).argmax(1)
        for slot, table in enumerate(tables):
            seen, when = own.layout(), f"decision {step} of game {slot}"
            look(table.state, table.state.decider, seen)
            check.arrays(rows[slot], np.array(seen.values()), f"{when}, observation")
            check.holds(deciders[slot] == table.state.decider, f"{when}, decider")
            check.holds(np.flatnonzero(legal[slot]).tolist() == sorted(table.legal_numbers()), f"{when}, legal")
            table.play(int(actions[slot]))
        told = on_host(card.step(actions))
        for slot, table in enumerate(tables):
            check.holds(bool(told.done[slot]) == table.over, f"decision {step} of game {slot}, done")
            if table.over:
                tables[slot] = new_table(name, 3, card.game_seeds[slot])
    return check.said(f"{name}, {TABLES} games as tables on the python engine, {steps} decisions each")


def compare_policies(name: str, games: int) -> bool:
    """Whether somebody's own policy plays the same on both engines, many decisions a launch."""
    card, native, check = CudaBatch(name, games, players=2), make_batch(name, games, players=2), Check()
    card.reset(4), native.reset(4)
    check.frames(on_host(card.run(9, policy=last_of_all)), native.run(9, policy=last_of_all), "after 9 decisions")
    return check.said(f"{name}, {games} games by a policy of one's own")


def compare_memory(name: str) -> bool:
    """Whether memory of the caller's is written, and refused by name where it does not fit."""
    check, given = Check(), []

    def fitting(shape: tuple[int, ...], kind: str) -> Any:
        given.append(cuda.device_array(shape, np.dtype(kind)))
        return given[-1]

    frame = CudaBatch(name, TABLES, allocate=fitting).reset(1)
    check.holds(all(one is other for one, other in zip(frame, given, strict=True)), "memory was not the caller's")
    check.holds(bool(on_host(frame).legal.any(1).all()), "the caller's memory was not written")
    wrong: dict[str, Any] = {
        "must be": lambda shape, kind: cuda.device_array((shape[0] + 1, *shape[1:]), np.dtype(kind)),
        "not float64": lambda shape, kind: cuda.device_array(shape, np.float64),
        "in one piece": lambda shape, kind: cuda.device_array(shape, np.dtype(kind), order="F"),
    }
    for word, allocate in wrong.items():
        try:
            CudaBatch(name, TABLES, allocate=allocate)
            check.holds(False, f"memory was not refused: {word}")
        except EnvError as refused:
            check.holds("The memory for observation" in str(refused) and word in str(refused), str(refused))
    return check.said(f"{name}, memory of the caller's")


def main() -> int:
    """Every game with every number of players and every option."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--game", choices=game_names(), help="only this one")
    parser.add_argument("--share", type=int, nargs=2, default=(0, 1), help="only share K, from 0 on, of N")
    asked = parser.parse_args()
    share, shares = asked.share
    if SIMULATED:
        sys.setswitchinterval(1e-6)
    equal = True
    for name in [asked.game] if asked.game else game_names():
        if share == 0:
            equal &= compare_tables(name, asked.steps)
            equal &= compare_memory(name)
            equal &= name != WITH_POLICY or compare_policies(name, asked.games)
        for _, players, options in [*variants(game_named(name))][share::shares]:
            equal &= compare(name, players, options, asked.games, asked.steps)
    print("all equal" if equal else "NOT equal")
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
