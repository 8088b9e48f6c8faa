"""All figures of a run, to look things up in."""

from __future__ import annotations

from collections.abc import Sequence

from .figures import Figure, Kind
from .ours import NATIVE, PLAYERS


class Sheet:
    """Figures by what they are of."""

    def __init__(self, figures: Sequence[Figure]) -> None:
        self.figures = figures

    def of(self, *kinds: Kind) -> list[Figure]:
        """The figures of some kinds, in the order in which they came."""
        return [figure for figure in self.figures if figure.subject.kind in kinds]

    def find(self, name: str, game: str, players: int) -> Figure | None:
        """The figure of that name for a game and a number of players."""
        wanted = (name, game, players)
        found = (f for f in self.figures if (f.subject.name, f.subject.game, f.subject.players) == wanted)
        return next(found, None)

    def best(self, name: str, game: str, players: int = PLAYERS) -> float | None:
        """The best number of that figure, if it was measured."""
        figure = self.find(name, game, players)
        return figure.best if figure else None

    def times_native(self, game: str, other: float | None) -> float | None:
        """How many times as fast as something else our native engine plays one of our games."""
        native = self.best(NATIVE, game)
        return native / other if native and other else None
