"""What all value functions share: a small network that makes shares of the win and points of each player's features.

Each player's features go through the same network of one hidden layer, with direct ways past it. Its first output says
how well the player stands; shares of the win follow from how all players stand. Its second output is the final score.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import IntEnum
from math import exp
from pathlib import Path

from khlong.engine.game import GameState
from khlong.engine.moves import count_members
from khlong.engine.rule import rule
from khlong.engine.scratch import Floats, floats

HIDDEN = 30
OUTPUTS = 2
WAYS = HIDDEN + OUTPUTS  # from each feature to the hidden units, and past them


@rule
def judge(rows: Floats, players: int, inputs: int, weights: Sequence[float], shares: Floats, points: Floats) -> None:
    """Fills in shares and points from rows of features, one row for each player."""
    sums = floats(WAYS)
    highest = -1e30
    for player in range(players):
        for way in range(WAYS):
            sums[way] = 0.0
        for entry in range(inputs):
            feature = rows[player * inputs + entry]
            if feature == 0.0:  # as many are
                continue
            ways = weights[entry * WAYS : (entry + 1) * WAYS]
            for way in range(
                len(ways)
            ):  # a length that compilers do not know they vectorise, one they know they unroll
                sums[way] += feature * ways[way]
        standing, score = sums[HIDDEN], sums[HIDDEN + 1]
        for unit in range(HIDDEN):
            active = max(sums[unit], 0.0)
            standing += active * weights[inputs * WAYS + OUTPUTS * unit]
            score += active * weights[inputs * WAYS + OUTPUTS * unit + 1]
        shares[player] = standing
        points[player] = score
        highest = max(highest, standing)
    total = 0.0
    for player in range(players):
        shares[player] = exp(shares[player] - highest)
        total += shares[player]
    for player in range(players):
        shares[player] /= total


@rule
def share_out(state: GameState, shares: Floats) -> None:
    """The shares when the game is over: all of it to the winner, or the same to each winner."""
    winners = count_members(state.winners)
    for player in range(state.players):
        shares[player] = (state.winners >> player & 1) / winners


def feature_names(features: type[IntEnum]) -> tuple[str, ...]:
    """Features as weights files call them, in the order of their numbers."""
    return tuple(feature.name.lower().replace("_", " ") for feature in features)


def size(features: Sequence[str]) -> int:
    """How many weights go with some features."""
    return len(features) * WAYS + HIDDEN * OUTPUTS


def load_weights(path: Path, features: Sequence[str]) -> tuple[float, ...]:
    """The weights of a file, in the order in which `judge` reads them. What it does not know yet counts nothing."""
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"features": {}, "hidden": []}
    rows = [known["features"].get(name, [0.0] * WAYS) for name in features]
    units = [*known["hidden"], *[[0.0] * OUTPUTS] * HIDDEN][:HIDDEN]
    return tuple(float(weight) for row in (*rows, *units) for weight in row)


def save_weights(path: Path, features: Sequence[str], weights: Sequence[float]) -> None:
    """Writes weights down: for each feature its ways to the hidden units and past them, then each unit's outputs."""
    rounded = [round(float(weight), 4) for weight in weights]
    rows = {name: rounded[entry * WAYS : (entry + 1) * WAYS] for entry, name in enumerate(features)}
    rest = rounded[len(features) * WAYS :]
    hidden = [rest[unit : unit + OUTPUTS] for unit in range(0, len(rest), OUTPUTS)]
    lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items())
    ends = ",\n".join(f"    {json.dumps(pair)}" for pair in hidden)
    path.write_text(
        f'{{\n  "features": {{\n{lines}\n  }},\n  "hidden": [\n{ends}\n  ]\n}}\n',
        encoding="utf-8",
    )
