"""What each thing adds to the chance to win, everything else that players had being equal.

A conditional logit: in each game the chance of a player to win is in proportion to e to the sum of the weights of what
the player had. So it compares players of the same game with each other, and tells apart things that go together, such
as many cards and a good card. A little ridge keeps weights of rare things finite.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from khlong.games.balance import Facts
from khlong.lab.shares import Z_95, Share

Array = npt.NDArray[np.floating]
RIDGE = 1.0
STEPS = 25
CLOSE = 1e-8


def adjusted_effects(games: Sequence[Facts], items: Sequence[str]) -> dict[str, Share]:
    """For each thing that somebody had: how much higher its owners' chance to win is with it than with one less."""
    present = [item for item in items if any(has[item] for game in games for has in game.has)]
    places = len(games[0].wins)
    had = np.array([[[has[item] for item in present] for has in game.has] for game in games], float)
    seats = np.broadcast_to(np.eye(places)[:, 1:], (len(games), places, places - 1))
    features = np.concatenate([had.reshape(len(games), places, len(present)), seats], axis=2)
    weights, errors = fit(features, np.array([game.wins for game in games]))
    return {
        item: _effect(features, weights, number, Z_95 * float(errors[number])) for number, item in enumerate(present)
    }


def fit(features: Array, wins: Array) -> tuple[Array, Array]:
    """Weights and their standard errors, by Newton's method. Features go by game, player and thing."""
    weights = np.zeros(features.shape[2])
    ridge = RIDGE * np.eye(len(weights))
    for _ in range(STEPS):
        chances = _chances(features @ weights)
        mean = np.einsum("gp,gpk->gk", chances, features)
        gradient = np.einsum("gp,gpk->k", wins - chances, features) - RIDGE * weights
        curvature = np.einsum("gp,gpk,gpl->kl", chances, features, features, optimize=True) - mean.T @ mean + ridge
        step = np.linalg.solve(curvature, gradient)
        weights = weights + step
        if np.abs(step).max(initial=0.0) < CLOSE:
            break
    return weights, np.sqrt(np.diag(np.linalg.inv(curvature)))


def _chances(strength: Array) -> Array:
    raised = np.exp(strength - strength.max(axis=1, keepdims=True))
    chances: Array = raised / raised.sum(axis=1, keepdims=True)
    return chances


def _effect(features: Array, weights: Array, number: int, margin: float) -> Share:
    """The mean over all owners of the chance to win less the chance with one less of the thing."""
    strength = features @ weights
    owner = features[:, :, number] > 0
    games, players = owner.nonzero()
    now = _chances(strength)[games, players]

    def gain(weight: float) -> float:
        odds = now / (1 - now) * np.exp(-weight)
        return float(np.mean(now - odds / (1 + odds)))

    return Share(*(gain(float(weights[number]) + shift) for shift in (0.0, -margin, margin)))
