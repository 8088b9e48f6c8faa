"""`python -m khlong.lab.train GAME`: learns the weights of a game's value from games against itself.

Each round's games are played with what was learnt so far, greedily and then by search. The weights are then fitted to
the games of the last rounds: to how they ended, and to what the search saw in them. Training goes on from the weights
that there are; `--anew` begins with random games, as it must where features have changed. `--rounds` is how often
games are played by search: go on until new weights win no more against those before. The same seed gives the same
weights, however many threads there are.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from khlong.engine.cores import cores
from khlong.engine.game import Game
from khlong.games import game_named, game_names
from khlong.games.estimate import save_weights, size
from khlong.games.facets import Components, Cover
from khlong.table.options import full_options

from .fitting import PHASES, Quality, fit, new_weights, quality
from .fuzz import variants
from .selfplay import Notes, Numbers, SelfPlay, learnt

EPOCHS = 10
BLEND = 0.5
REMEMBERED = 5  # rounds
HELD_OUT = 10  # a game in so many is not learnt from
RARE = 4  # an option other than the usual one is played so many times less
MATCH_PLAYOUTS = 30


@dataclass(frozen=True)
class Round:
    """Games of each number of players, and playouts a decision: 0 at random, 1 greedily."""

    games: int
    playouts: int


GREEDY, SEARCHED = Round(1200, 1), Round(600, 20)
FROM_NOTHING = (Round(400, 0), GREEDY, GREEDY)


class Trainer:
    """Learns the weights of one of a game's files round by round."""

    def __init__(self, game: Game, file: Path, seed: int, threads: int) -> None:
        self.crew = SelfPlay(game, threads)
        self.scale = self.crew.value.scale
        self.options = self.crew.value.files[file]
        number, length = list(self.crew.value.files).index(file), size(self.crew.value.features)
        self._part = slice(number * length, (number + 1) * length)
        self.weights = self.crew.weights[self._part].copy()
        self._game = game
        self._seed = seed
        self._dice = np.random.default_rng(seed)
        self._random = False
        self._rounds: list[Notes] = []

    def plan(self, each: Round) -> list[tuple[int, dict[str, str], int]]:
        """The games of a round: players, options, how many."""
        return [
            (players, options, max(1, each.games // (1 if options.items() <= self.options.items() else RARE)))
            for _, players, options in variants(self._game)
            if self.options.items() <= full_options(self._game, players, options).items()
        ]

    def match(self, players: int, games: int, sides: Sequence[tuple[Numbers, int]]) -> list[float]:
        """The share of wins of each side, given as weights and playouts for each."""
        whole = []
        for weights, playouts in sides:
            every = self.crew.weights.copy()
            every[self._part] = weights
            whole.append((every, playouts))
        return self.crew.match(players, self.options, 1, games, whole)

    def play(self, number: int, each: Round) -> Iterator[int]:
        """Plays a round; yields how many games are done after each part."""
        parts = []
        for part, (players, options, games) in enumerate(self.plan(each)):
            seed = (self._seed << 16) + (number << 8) + part
            parts.append(self.crew.play(players, options, seed, games, [each.playouts] * players))
            yield games
        kept = [] if self._random else self._rounds[1 - REMEMBERED :]  # random games are good for a start only
        self._rounds = [*kept, Notes.joined(parts)]
        self._random = each.playouts == 0

    def learn(self, epochs: int = EPOCHS) -> Iterator[None]:
        """Fits the weights to what is remembered, after random games from small random ones; yields at each epoch."""
        notes = Notes.joined(self._rounds)
        notes = notes.pick(notes.about["game"] % HELD_OUT != 0)
        start = new_weights(len(self.crew.value.features), self._dice) if self._random else self.weights
        for weights in fit(notes, start, self.scale, epochs, BLEND, self._dice):
            self.weights = weights
            yield
        self.crew.weights[self._part] = self.weights

    def quality(self, weights: Numbers, phase: str | None = None) -> Quality:
        """How well weights foretell the last round's games that were held out."""
        notes = self._rounds[-1]
        return quality(notes.pick(notes.about["game"] % HELD_OUT == 0), weights, self.scale, phase)


def train(trainer: Trainer, rounds: tuple[Round, ...], show: Callable[[str], None], bar: Progress) -> None:
    """All rounds, with progress."""
    for number, each in enumerate(rounds):
        kind = {0: "random", 1: "greedy"}.get(each.playouts, f"search, {each.playouts} playouts")
        total = sum(games for _, _, games in trainer.plan(each))
        task = bar.add_task(f"round {number + 1}: games ({kind})", total=total)
        for games in trainer.play(number, each):
            bar.advance(task, games)
        before = trainer.quality(trainer.weights)
        task = bar.add_task(f"round {number + 1}: learning", total=EPOCHS)
        for _ in trainer.learn():
            bar.advance(task)
        after = trainer.quality(trainer.weights)
        show(f"Round {number + 1}, {kind}: log loss {before.log_loss:.4f}, then {after.log_loss:.4f}.")


def report(trainer: Trainer, old: Numbers) -> Iterator[Grid]:
    """How well old and new weights foretell, and how they play against each other."""
    table = Grid(title="Games held out of the last round", box=SIMPLE_HEAD)
    for column in ("weights", "phase", "positions", "log loss", "blind", "miss of shares", "miss of points"):
        table.add_column(column, justify="left" if column in ("weights", "phase") else "right")
    for label, weights in (("before", old), ("now", trainer.weights)):
        for phase in (None, *PHASES):
            each = trainer.quality(weights, phase)
            figures = (f"{each.log_loss:.4f}", f"{each.blind:.4f}", f"{100 * each.miss:.1f} %", f"{each.points:.2f}")
            table.add_row(label, phase or "all", f"{each.positions:,}", *figures)
    yield table
    table = Grid(title="Matches of the new weights", box=SIMPLE_HEAD)
    for column in ("against", "playouts", "players", "games", "wins"):
        table.add_column(column, justify="left" if column == "against" else "right")
    for against, playouts, other, games in (
        ("three random players", 1, 0, 400),
        ("the weights before", 1, 1, 400),
        ("the weights before", MATCH_PLAYOUTS, MATCH_PLAYOUTS, 120),
        ("a greedy player with them", MATCH_PLAYOUTS, 1, 120),
    ):
        players = 2 if other else 4
        rival = trainer.weights if against.endswith("them") else old
        sides = [(trainer.weights, playouts), *[(rival, other)] * (players - 1)]
        wins = trainer.match(players, games, sides)[0]
        table.add_row(against, str(playouts), str(players), str(games), f"{100 * wins:.1f} %")
    yield table


def main() -> None:
    """Trains, reports, and writes the weights down."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m khlong.lab.train")
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--weights", help="which of the game's files (default: the first)")
    parser.add_argument("--components", type=Path, help="components of your own, as a TOML file")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--anew", action="store_true", help="forget the present weights and begin with random games")
    parser.add_argument("--scale", type=float, default=1.0, help="play so many times as many games (default: 1)")
    parser.add_argument("--rounds", type=int, default=1, help="rounds of games by search (default: 1)")
    parser.add_argument("--threads", type=int, default=cores())
    parser.add_argument("--out", type=Path, help="where the weights go (default: beside the game's rules)")
    asked = parser.parse_args()
    console = Console(highlight=False)
    game = game_named(asked.game)
    files = {file.stem: file for file in learnt(game).files}
    file = files.get(asked.weights or next(iter(files)))
    if file is None:
        parser.error(f"{Cover.of(game).title} has no weights {asked.weights!r}. It has: {', '.join(files)}.")
    if asked.components:
        game = Components.of(game).load(asked.components)
    trainer = Trainer(game, file, asked.seed, asked.threads)
    old = trainer.weights.copy()
    plan = (*(FROM_NOTHING if asked.anew else ()), GREEDY, *[SEARCHED] * asked.rounds)
    rounds = tuple(Round(max(HELD_OUT, round(each.games * asked.scale)), each.playouts) for each in plan)
    with Progress(console=console) as bar:
        train(trainer, rounds, console.print, bar)
    for table in report(trainer, old):
        console.print(table)
    out = asked.out or file
    save_weights(out, trainer.crew.value.features, trainer.weights.tolist())
    console.print(f"The weights are in {out}.")


if __name__ == "__main__":
    main()
