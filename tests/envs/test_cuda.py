"""Batches on the cuda engine: simulated here, and compiled for a real GPU. On a GPU: tests/envs/compare_cuda.py."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest
from numba import cuda
from numba.cuda import dispatcher

from khlong.engine.chance import Chance
from khlong.engine.errors import EngineError
from khlong.engine.schema import dtype
from khlong.envs import EnvError, make_batch
from khlong.envs.cuda import checked_memory, link_kernels
from khlong.games import game_named
from khlong.games.observations import Observations

pytestmark = pytest.mark.slow

COMPARE = Path(__file__).with_name("compare_cuda.py")


def test_simulated_cuda_batches_are_those_of_native() -> None:
    done = subprocess.run(
        [sys.executable, str(COMPARE), "--games", "2", "--steps", "8"],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "all equal"


@pytest.mark.parametrize("name", ["floating-market", "pig"])
def test_the_kernels_compile_for_a_hopper_gpu(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hopper = (9, 0)
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: SimpleNamespace(compute_capability=hopper))
    game = game_named(name)
    own = Observations.of(game)
    states, seen, pickers = (numba.from_dtype(dtype(layout))[:] for layout in (game.state, own.layout, Chance))
    rows = (numba.int8 if own.width.size == 1 else numba.int32)[:, :]
    legal, deciders, numbers, number = numba.boolean[:, :], numba.int8[:], numba.int64[:], numba.int64
    games, out = (states, states, numbers, numbers), (numba.int8[:], numba.int32[:])
    rewards, done = numba.float32[:, :], numba.boolean[:]
    arguments: list[tuple[Any, ...]] = [
        games,
        (states, *out, deciders),
        (states, *out, number, number),
        (numbers, legal, numbers),
        (numbers, legal, deciders, *games, number, rewards, done, seen, rows, number),
        (*[number] * 5, pickers, *games, number, rewards, rewards, done, seen, rows, seen, rows),
        (states, *[number] * 4),
        (numba.int8[:],),
    ]
    for kernel, given in zip(link_kernels(game), arguments, strict=True):
        ptx, _ = cuda.compile_ptx(kernel, given, cc=hopper)
        assert ".target sm_90" in ptx
        assert "call.uni" not in ptx  # all rules are inlined


def test_without_a_gpu_the_batch_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "is_available", lambda: False)
    with pytest.raises(EngineError, match="No usable NVIDIA GPU was found. Use the native backend"):
        make_batch("floating-market", 4, backend="cuda")


def test_memory_that_is_on_no_card_is_refused_by_name() -> None:
    with pytest.raises(EnvError, match="The memory for legal is on no card: 'ndarray'"):
        checked_memory(np.zeros((4, 2), np.bool_), (4, 2), np.dtype(np.bool_), "legal")
