"""Trained networks as bots: what they are given, where they play, and what is said of files that do not fit."""

from pathlib import Path
from typing import Any

import pytest
import torch

from khlong.bots import BotError, Clock, UnknownBotError, ask, bot_named
from khlong.bots.agent import AgentBot, save_agent
from khlong.games import game_named
from khlong.games.observations import Observations
from khlong.table import new_table


def network(name: str, seed: int = 1) -> Any:
    """One that was never trained."""
    torch.manual_seed(seed)
    game = game_named(name)
    size = len(Observations.of(game).entries())
    return torch.nn.Sequential(torch.nn.Linear(size, 16), torch.nn.Tanh(), torch.nn.Linear(16, len(game.moves)))


@pytest.fixture
def agent(tmp_path: Path) -> str:
    file = tmp_path / "agent.pt2"
    save_agent(file, network("floating-market"), "floating-market")
    return f"torch:{file}"


def test_it_plays_the_legal_move_that_its_network_thinks_best(agent: str) -> None:
    own, table, bot = network("floating-market"), new_table("floating-market", 3, seed=4), bot_named(agent)
    look = Observations.of(table.game)
    for _ in range(60):
        seen = look.layout()
        look.observe(table.state, table.state.decider, seen)
        logits = own(torch.tensor([seen.values()], dtype=torch.float32))[0]
        legal = list(table.legal_numbers())
        best = legal[int(logits[legal].argmax())]
        assert ask(bot, table) == best
        table.play(best)


def test_it_is_given_nothing_that_is_hidden(agent: str) -> None:
    """With other dice to come it chooses the same."""
    table, bot = new_table("floating-market", 4, seed=9), AgentBot(agent.removeprefix("torch:"))
    for _ in range(30):
        assert len({bot.choose(table.for_bot(), Clock()) for _ in range(3)}) == 1
        table.play(table.legal_numbers()[0])


def test_files_that_do_not_fit_are_refused(agent: str, tmp_path: Path) -> None:
    with pytest.raises(UnknownBotError, match="There is no file .* with a trained agent"):
        bot_named(f"torch:{tmp_path}/none.pt2")
    with pytest.raises(BotError, match="was trained for .*game 'floating-market'.* and this is .*game 'phraya'"):
        ask(bot_named(agent), new_table("phraya", 2, seed=1))
    (tmp_path / "spoilt.pt2").write_bytes(b"no network")
    with pytest.raises(BotError, match="cannot be read from .*, which save_agent"):
        ask(bot_named(f"torch:{tmp_path}/spoilt.pt2"), new_table("floating-market", 2, seed=1))


def test_networks_that_do_not_fit_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(BotError, match=r"gives rows of \[66\] numbers, and pig has 2 moves|does not take rows of 14"):
        save_agent(tmp_path / "a.pt2", network("floating-market"), "pig")
    with pytest.raises(BotError, match=r"gives rows of \[3\] numbers, and pig has 2 moves"):
        save_agent(tmp_path / "a.pt2", torch.nn.Linear(14, 3), "pig")
