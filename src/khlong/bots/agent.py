"""A trained network as a bot, from a file: `torch:FILE` by name.

A network takes observations, as numbers, and gives a number for each move: the highest of those that are legal is
played. It is given nothing else, so it cannot see what is hidden. `save_agent` writes such a file.
"""

from __future__ import annotations

import json
import warnings
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import is_zipfile

from khlong.engine.data import Data
from khlong.engine.game import Game
from khlong.engine.given import shown
from khlong.engine.python import game_constants
from khlong.engine.rule import Linker, Rule
from khlong.games import game_named
from khlong.games.observations import Observations
from khlong.table import Table

from .clock import Clock
from .errors import BotError, ForfeitError, UnknownBotError

if TYPE_CHECKING:
    import torch

PREFIX = "torch:"
ABOUT = "khlong.json"
FORMAT = 1
SUFFIX = ".pt2"


def save_agent(file: str | Path, network: torch.nn.Module, game: str | Game) -> None:
    """Writes a network of PyTorch to a file, with what it was trained for. It takes rows of observations as numbers
    with fractions, and gives a row of numbers for all moves, or a tuple that begins with it."""
    import torch

    own = game if isinstance(game, Game) else game_named(game)
    size = len(Observations.of(own).entries())
    about = {"format": FORMAT, **described(own)}
    where = next(network.parameters()).device
    was_training = network.training
    network.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rows = torch.zeros((2, size), device=where)
        try:
            given = network(rows)
            logits = given[0] if isinstance(given, tuple) else given
        except Exception as error:
            raise BotError(f"The network does not take rows of {size} numbers: {error}.") from None
        if tuple(logits.shape) != (2, len(own.moves)):
            raise BotError(
                f"The network gives rows of {list(logits.shape[1:])} numbers, and {own.name} has {len(own.moves)} "
                "moves."
            )
        program = torch.export.export(network, (rows,), dynamic_shapes=({0: torch.export.Dim("rows")},))
        torch.export.save(program, str(file), extra_files={ABOUT: json.dumps(about)})
    network.train(was_training)


def described(game: Game) -> Data:
    """What a network must have been trained for to play a game."""
    return {
        "game": game.name,
        "rules": game.rules_version,
        "observation": len(Observations.of(game).entries()),
        "moves": len(game.moves),
    }


@lru_cache(8)
def _loaded(file: Path, _: int) -> tuple[torch.nn.Module, Data]:
    """The network of a file as it was written at some time, and what it was trained for."""
    try:
        import torch
    except ImportError:
        raise ForfeitError("needs PyTorch: pip install torch.") from None
    kept = {ABOUT: ""}
    try:
        if not is_zipfile(file):
            raise ValueError("no archive")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            program = torch.export.load(str(file), extra_files=kept)
            about = json.loads(kept[ABOUT])
    except Exception as error:
        raise ForfeitError(
            f"cannot be read from {file.name}, which save_agent of khlong.bots.agent should have written: "
            f"{type(error).__name__}."
        ) from None
    torch.set_num_threads(1)  # a small network is quickest so, and games share the cores
    return program.module(), about


class AgentBot:
    """Plays what a network on file thinks best."""

    def __init__(self, file: str) -> None:
        self.file = Path(file)
        if not self.file.is_file():
            raise UnknownBotError(f"There is no file {shown(file)} with a trained agent.")
        self._look: tuple[Game, Rule, Observations] | None = None

    def prepare(self, game: Game) -> None:
        """Loads the network."""
        self._fitting(game)

    def choose(self, position: Table, clock: Clock) -> int:
        import torch

        legal = list(position.legal_numbers())
        if len(legal) == 1:
            return legal[0]
        network = self._fitting(position.game)
        with torch.inference_mode():
            given = network(torch.tensor([self._seen(position)], dtype=torch.float32))
        logits = (given[0] if isinstance(given, tuple) else given)[0]
        best = int(logits[legal].argmax())
        return legal[best]

    def _fitting(self, game: Game) -> torch.nn.Module:
        """The network, if it was trained for the game."""
        network, about = _loaded(self.file, self.file.stat().st_mtime_ns)
        wanted = {"format": FORMAT, **described(game)}
        if about != wanted:
            raise ForfeitError(f"was trained for {_told(about)}, and this is {_told(wanted)}.")
        return network

    def _seen(self, position: Table) -> list[int]:
        """What a learning player is given of the position."""
        if self._look is None or self._look[0] is not position.game:
            own = Observations.of(position.game)
            link = Linker(lambda function: function, game_constants(position.game)).link
            self._look = position.game, link(own.observe), own
        _, look, own = self._look
        seen = own.layout()
        look(position.state, position.state.decider, seen)
        return seen.values()


def _told(about: Data) -> str:
    return ", ".join(f"{key} {shown(value)}" for key, value in about.items())
