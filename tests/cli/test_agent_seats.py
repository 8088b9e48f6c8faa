"""Trained agents in seats of `khlong play` and `khlong arena`."""

from pathlib import Path

import torch

from khlong.bots.agent import save_agent

from .helpers import Run


def test_a_trained_agent_plays_in_the_terminal_and_in_the_arena(khlong: Run, tmp_path: Path) -> None:
    file = tmp_path / "agent.pt2"
    save_agent(file, torch.nn.Linear(390, 66), "floating-market")
    played = khlong("play", "floating-market", "--seat", f"bot:torch:{file}", "--seat", "bot:random")
    assert played.status == 0, played.err
    words = ["--bots", f"torch:{file},random", "--players", "2", "--games", "4", "--processes", "1"]
    met = khlong("arena", "floating-market", *words, "--results", str(tmp_path / "games.jsonl"), "--json")
    assert met.status == 0, met.err
    assert '"games": 4' in met.out
