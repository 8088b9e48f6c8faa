"""The cuda engine: simulated here, and compiled for a real GPU. On a GPU: python tests/engine/compare_cuda.py."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import pytest
from numba import cuda
from numba.cuda import dispatcher

from khlong.engine import engine_for
from khlong.engine.chance import Chance
from khlong.engine.cuda import link_kernel, play_apart, play_in_step
from khlong.engine.errors import EngineError
from khlong.engine.schema import dtype
from khlong.games import game_named, game_names

pytestmark = pytest.mark.slow

COMPARE = Path(__file__).with_name("compare_cuda.py")


def test_simulated_cuda_ends_all_games_in_the_states_of_native() -> None:
    done = subprocess.run(
        [sys.executable, str(COMPARE), "--games", "1"],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "all equal"


@pytest.mark.parametrize("kernel", [play_apart, play_in_step])
@pytest.mark.parametrize("name", game_names())
def test_the_kernels_compile_for_a_hopper_gpu(name: str, kernel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hopper = (9, 0)
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: SimpleNamespace(compute_capability=hopper))
    game = game_named(name)
    states, pickers = (numba.from_dtype(dtype(layout))[:] for layout in (game.state, Chance))
    arguments = (states, numba.int64[:], numba.int64, numba.int64, numba.int64[:, :], states, states, pickers)
    ptx, _ = cuda.compile_ptx(link_kernel(game, kernel), arguments, cc=hopper)
    assert ".target sm_90" in ptx
    assert "call.uni" not in ptx  # all rules are inlined


def test_without_a_gpu_the_engine_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "is_available", lambda: False)
    with pytest.raises(EngineError, match="No usable NVIDIA GPU was found"):
        engine_for(game_named("floating-market"), "cuda")
