"""What many games add up to: as a table for people, as JSON for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from khlong.engine.data import Data
from khlong.engine.game import Game
from khlong.engine.tally import Tally
from khlong.games.drawing import LOUD, QUIET, plain_grid
from khlong.games.facets import Cover
from khlong.lab.shares import Share, wilson


@dataclass(frozen=True)
class Spread:
    """How a number varies from game to game."""

    mean: float
    median: float
    shortest: int
    longest: int


@dataclass(frozen=True)
class Setup:
    """What was asked for."""

    game: Game
    players: int
    options: Mapping[str, str]
    engine: str
    bots: Sequence[str]
    seed: int
    games: int


def spread_of(counts: Counter[int]) -> Spread:
    """Mean, median and extremes of counted values.

    >>> spread_of(Counter({3: 2, 5: 1, 9: 1}))
    Spread(mean=5.0, median=4.0, shortest=3, longest=9)
    """
    total = counts.total()
    mean = sum(value * count for value, count in counts.items()) / total
    middle = (_nth(counts, (total - 1) // 2) + _nth(counts, total // 2)) / 2
    return Spread(mean, middle, min(counts), max(counts))


def _nth(counts: Counter[int], index: int) -> int:
    for value in sorted(counts):
        index -= counts[value]
        if index < 0:
            return value
    raise IndexError(index)


@dataclass(frozen=True)
class Summary:
    """What happened in a run of games."""

    setup: Setup
    tally: Tally
    seconds: float
    trouble: str | None = None
    """What ended the run before its time, if a bot did."""

    def wins(self, *, by_turn_order: bool) -> list[Share]:
        """Each seat's share of the wins, or each place's in the order of play; a shared win is split."""
        shares = self.tally.share_of_wins(self.setup.players, by_turn_order=by_turn_order)
        return [wilson(share, self.tally.games) for share in shares]

    @property
    def stopped(self) -> bool:
        """Whether not all games were played."""
        return self.tally.games < self.setup.games

    @property
    def shared_wins(self) -> int:
        return sum(count for (_, winners), count in self.tally.wins.items() if winners.bit_count() > 1)

    @property
    def endings(self) -> dict[str, int]:
        """How games ended, the most common way first."""
        return {self.setup.game.endings[ending]: count for ending, count in self.tally.endings.most_common()}

    def as_json(self) -> Data:
        """The summary as plain data."""
        setup, tally = self.setup, self.tally
        asked = {
            "game": setup.game.name,
            "players": setup.players,
            "options": dict(setup.options),
            "engine": setup.engine,
            "bots": list(setup.bots),
            "seed": str(setup.seed),
            "games_asked_for": setup.games,
            "games": tally.games,
        }
        if not tally.games:
            return asked
        return asked | {
            "decisions": tally.decisions,
            "seconds": self.seconds,
            "games_per_second": tally.games / self.seconds,
            "decisions_per_second": tally.decisions / self.seconds,
            "decisions_per_game": asdict(spread_of(tally.plies)),
            "rounds": asdict(spread_of(tally.rounds)),
            "wins_by_seat": [asdict(share) for share in self.wins(by_turn_order=False)],
            "wins_by_turn_order": [asdict(share) for share in self.wins(by_turn_order=True)],
            "shared_wins": self.shared_wins,
            "endings": self.endings,
        }

    def as_table(self) -> RenderableType:
        """The summary for people."""
        setup, tally = self.setup, self.tally
        who = ", ".join(setup.bots) if len(set(setup.bots)) > 1 else f"{setup.bots[0]} bots"
        title = Text.assemble(
            (Cover.of(setup.game).title, LOUD), f" · {setup.players} players · {who} · {setup.engine} engine"
        )
        options = " · ".join(f"{key} {value}" for key, value in setup.options.items())
        parts: list[RenderableType] = [title, Text(f"{options} · seed {setup.seed}", QUIET)]
        if self.stopped:
            parts.append(Text(f"Stopped after {tally.games:,} of {setup.games:,} games.", "bold #d0583c"))
        if tally.games:
            parts += [self._pace(), "", self._numbers(), "", self._wins(), self._shared(), "", self._endings()]
        return Group(*parts)

    def _numbers(self) -> Grid:
        tally = self.tally
        grid = plain_grid("", "mean", "median", "shortest", "longest")
        for name, spread in (("rounds", spread_of(tally.rounds)), ("decisions", spread_of(tally.plies))):
            extremes = f"{spread.shortest:,}", f"{spread.longest:,}"
            grid.add_row(name, f"{spread.mean:,.1f}", f"{spread.median:,.1f}".removesuffix(".0"), *extremes)
        return grid

    def _pace(self) -> Text:
        tally = self.tally
        pace = f"{tally.games / self.seconds:,.0f} games and {tally.decisions / self.seconds:,.0f} decisions a second"
        return Text(f"{tally.games:,} games in {self.seconds:,.2f} s: {pace}", QUIET)

    def _wins(self) -> Grid:
        grid = plain_grid("wins", "by seat", "95 % interval", "by turn order", "95 % interval")
        by_seat, by_order = self.wins(by_turn_order=False), self.wins(by_turn_order=True)
        for number, (seat, order) in enumerate(zip(by_seat, by_order, strict=True), 1):
            grid.add_row(str(number), *_percents(seat), *_percents(order))
        return grid

    def _shared(self) -> Text:
        shared = self.shared_wins
        return Text(f"{shared:,} shared wins ({shared / self.tally.games:.2%}), each split among the winners", QUIET)

    def _endings(self) -> Grid:
        grid = plain_grid("how games ended", "games", "share")
        for ending, count in self.endings.items():
            grid.add_row(ending, f"{count:,}", f"{count / self.tally.games:.1%}")
        return grid


def _percents(share: Share) -> tuple[str, str]:
    return f"{share.share:.2%}", f"{share.low:.2%} – {share.high:.2%}"
