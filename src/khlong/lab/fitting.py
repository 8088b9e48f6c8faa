"""Fitting a value's network to notes of games, and saying how well it foretells: plain NumPy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi

import numpy as np
import numpy.typing as npt

from khlong.games.estimate import HIDDEN, OUTPUTS, WAYS

from .selfplay import Notes

Array = npt.NDArray[np.floating]
BATCH = 1024
RATE = 0.003
POINTS_COUNT = 0.3  # what an error in points counts beside one in shares
FORGET, FORGET_SQUARE = 0.9, 0.999  # Adam's usual numbers
PHASES = ("early", "middle", "late")


def new_weights(inputs: int, dice: np.random.Generator) -> Array:
    """Weights to begin with: small and random."""
    first = dice.normal(0, inputs**-0.5, (inputs, WAYS))
    first[:, HIDDEN:] = 0
    return np.concatenate([first.ravel(), dice.normal(0, 0.1, HIDDEN * OUTPUTS)]).astype(np.float32)


def outputs(features: Array, weights: Array) -> tuple[Array, Array]:
    """What the hidden units and the outputs say: `judge` for many positions at once."""
    inputs = features.shape[-1]
    sums = features @ weights[: inputs * WAYS].reshape(inputs, WAYS)
    hidden = np.maximum(sums[..., :HIDDEN], 0)
    return hidden, sums[..., HIDDEN:] + hidden @ weights[inputs * WAYS :].reshape(HIDDEN, OUTPUTS)


def shares_of(standings: Array, players: Array) -> Array:
    """Shares of the win from how players stand; seats that nobody has get none."""
    seated = np.arange(standings.shape[1]) < players[:, None]
    grown = np.exp(np.where(seated, standings - standings.max(1, keepdims=True), -np.inf))
    shares: Array = grown / grown.sum(1, keepdims=True)
    return shares


def loss(notes: Notes, shares: Array, points: Array, weights: Array) -> float:
    """What fitting makes small: log loss of the shares, and squared errors of the points."""
    _, out = outputs(notes.features, weights)
    players = notes.about["players"]
    errors = (out[..., 1] - points) * (np.arange(shares.shape[1]) < players[:, None])
    log_loss = -(shares * np.log(shares_of(out[..., 0], players) + 1e-12)).sum(1).mean()
    return float(log_loss + POINTS_COUNT * (errors**2).sum(1).mean() / 2)


def gradient(notes: Notes, shares: Array, points: Array, weights: Array) -> Array:
    """How the loss changes with each weight."""
    count, seats, inputs = notes.features.shape
    players = notes.about["players"]
    hidden, out = outputs(notes.features, weights)
    misses = np.empty((count, seats, OUTPUTS), weights.dtype)
    misses[..., 0] = shares_of(out[..., 0], players) - shares
    misses[..., 1] = POINTS_COUNT * (out[..., 1] - points) * (np.arange(seats) < players[:, None])
    misses = misses.reshape(-1, OUTPUTS) / count
    features, hidden = notes.features.reshape(-1, inputs), hidden.reshape(-1, HIDDEN)
    behind = misses @ weights[inputs * WAYS :].reshape(HIDDEN, OUTPUTS).T * (hidden > 0)
    first = features.T @ np.concatenate([behind, misses], 1)
    return np.concatenate([first.ravel(), (hidden.T @ misses).ravel()])


def fit(
    notes: Notes, weights: Array, scale: float, epochs: int, blend: float, dice: np.random.Generator
) -> Iterator[Array]:
    """Adam, with a rate that falls to nearly nothing; yields the weights after each epoch.

    `blend` is how much of what the search saw is mixed into what the end of the game said.
    """
    shares = (1 - blend) * notes.shares + blend * notes.seen_shares
    points = ((1 - blend) * notes.points + blend * notes.seen_points) / scale
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    batch = min(BATCH, len(notes.about))
    steps = epochs * (len(notes.about) // batch)
    step = 0
    for _ in range(epochs):
        order = dice.permutation(len(notes.about))
        for first in range(0, len(notes.about) - batch + 1, batch):
            chosen = order[first : first + batch]
            slope = gradient(notes.pick(chosen), shares[chosen], points[chosen], weights)
            step += 1
            mean = FORGET * mean + (1 - FORGET) * slope
            square = FORGET_SQUARE * square + (1 - FORGET_SQUARE) * slope * slope
            rate = RATE * (0.51 + 0.49 * cos(pi * step / steps))
            size = np.sqrt(square / (1 - FORGET_SQUARE**step)) + 1e-8
            weights = weights - rate * mean / (1 - FORGET**step) / size
        yield weights


@dataclass(frozen=True)
class Quality:
    """How well a value foretells, over some positions."""

    positions: int
    log_loss: float
    blind: float  # the log loss of giving all players the same share
    miss: float  # how far shares are from what comes about at such shares, on average
    points: float  # mean error


def quality(notes: Notes, weights: Array, scale: float, phase: str | None = None) -> Quality:
    """The quality over all notes, or those of a third of each game."""
    if phase is not None:
        thirds = 3 * notes.about["ply"] // (notes.about["plies"] + 1)
        notes = notes.pick(thirds == PHASES.index(phase))
    players = notes.about["players"]
    _, out = outputs(notes.features, weights)
    shares = shares_of(out[..., 0], players)
    seated = np.arange(shares.shape[1]) < players[:, None]
    bands = np.minimum(9, (10 * shares[seated]).astype(int))
    gaps = np.bincount(bands, shares[seated] - notes.shares[seated], 10)
    return Quality(
        len(notes.about),
        float(-(notes.shares * np.log(shares + 1e-12)).sum(1).mean()),
        float(np.log(players.astype(float)).mean()),
        float(np.abs(gaps).sum() / seated.sum()),
        float(np.abs(out[..., 1] * scale - notes.points)[seated].mean()),
    )
