"""Environments for learning agents: batches of our own, and the doors of Gymnasium, PettingZoo and OpenSpiel.

Each door is a module of its own, which needs no other's packages:

- `khlong.envs.batch`: many games at once
- `khlong.envs.gymnasium`: a seat for a learning player, against our bots
- `khlong.envs.pettingzoo`: a seat for each agent
- `khlong.envs.openspiel`: games for OpenSpiel's algorithms

>>> from khlong.envs import make_batch
>>> batch = make_batch("floating-market", games=1000, players=3)
>>> frame = batch.reset(seeds=7)
>>> frame = batch.step(frame.legal.argmax(1))
>>> frame.observation.shape, frame.legal.shape, int(frame.decider[0])
((1000, 390), (1000, 66), 0)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, TypedDict, Unpack

from khlong.engine.game import Game
from khlong.engine.given import shown

from .errors import EnvError

if TYPE_CHECKING:
    from .batch import Rewards
    from .native import NativeBatch

__all__ = ["EnvError", "make_batch"]

BACKENDS = {"native": "NativeBatch", "cuda": "CudaBatch"}


class How(TypedDict, total=False):
    """What a backend can be told besides: `threads` of the native one, the others of cuda."""

    threads: int | None
    stream: int
    allocate: Callable[[tuple[int, ...], str], object]
    check: bool


def make_batch(
    game: str | Game,
    games: int,
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    rewards: Rewards = "share",
    backend: str = "native",
    **how: Unpack[How],
) -> NativeBatch:
    """Many games side by side, on the CPU (`native`) or on a GPU (`cuda`, which answers with device arrays)."""
    if backend not in BACKENDS:
        raise EnvError(f"There is no backend {shown(backend)}. The backends are {', '.join(BACKENDS)}.")
    try:
        module = import_module(f"{__name__}.{backend}")
    except ImportError as error:
        raise EnvError(f"The {backend} backend is not installed: {error}.") from None
    batch: NativeBatch = getattr(module, BACKENDS[backend])(
        game, games, players=players, options=options, rewards=rewards, **how
    )
    return batch
