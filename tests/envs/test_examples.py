"""The worked examples run as they stand."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples"
RUNS = {
    "random_rollouts.py": (["--steps", "300"], "openspiel: "),
    "maskable_ppo.py": (["--steps", "2048"], "saved to agent.pt2"),
    "ppo.py": (["--games", "64", "--rollout", "64", "--updates", "3"], "saved to agent.pt2"),
    "openspiel_mcts.py": (["--simulations", "3", "--games", "2"], "games against easy"),
}


@pytest.mark.parametrize("name", RUNS)
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    words, last = RUNS[name]
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert last in done.stdout.splitlines()[-1]
    if "agent" in last:
        played = ["khlong", "arena", "floating-market", "--bots", "torch:agent.pt2,random", "--players", "2"]
        words = ["--games", "2", "--processes", "1", "--results", "games.jsonl"]
        met = subprocess.run([sys.executable, "-m", *played, *words], cwd=tmp_path, capture_output=True, check=False)
        assert met.returncode == 0, met.stderr


def test_every_example_is_run() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(RUNS)
