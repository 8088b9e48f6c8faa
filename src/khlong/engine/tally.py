"""What is counted over many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from .moves import members
from .schema import Record, i8, i16, i32

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Records = npt.NDArray[np.void]
    Counts = npt.NDArray[np.integer]


class Result(Record):
    """What is kept of one game."""

    first: Annotated[int, i8]
    winners: Annotated[int, i8]
    ending: Annotated[int, i8]
    rounds: Annotated[int, i16]
    plies: Annotated[int, i32]


@dataclass
class Tally:
    """Counts over games. Tallies add up, so that work can be split."""

    wins: Counter[tuple[int, int]] = field(default_factory=Counter)  # (first player, winners as bits)
    endings: Counter[int] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    plies: Counter[int] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        return self.endings.total()

    @property
    def decisions(self) -> int:
        return sum(plies * count for plies, count in self.plies.items())

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.wins + other.wins,
            self.endings + other.endings,
            self.rounds + other.rounds,
            self.plies + other.plies,
        )

    def share_of_wins(self, players: int, *, by_turn_order: bool = False) -> list[float]:
        """Each seat's share of all wins, a shared win being split; or each place's in the order of play."""
        shares = [0.0] * players
        for (first, winners), count in self.wins.items():
            seats = members(winners)
            for seat in seats:
                shares[(seat - first) % players if by_turn_order else seat] += count / len(seats)
        return [share / self.games for share in shares]

    @staticmethod
    def of(results: Iterable[Result]) -> Tally:
        """Counts results one by one."""
        tally = Tally()
        for result in results:
            tally.wins[result.first, result.winners] += 1
            tally.endings[result.ending] += 1
            tally.rounds[result.rounds] += 1
            tally.plies[result.plies] += 1
        return tally

    @staticmethod
    def of_array(results: Records) -> Tally:
        """Counts a NumPy array of results at once."""
        import numpy as np

        wins = results["first"].astype(np.int16) << 8 | results["winners"]
        return Tally.of_counts(*map(np.bincount, (wins, results["ending"], results["rounds"], results["plies"])))

    @staticmethod
    def of_counts(wins: Counts, endings: Counts, rounds: Counts, plies: Counts) -> Tally:
        """From NumPy arrays that say how often each value came up; wins are at first << 8 | winners."""

        def counted(counts: Counts) -> Counter[int]:
            return Counter({int(value): int(counts[value]) for value in counts.nonzero()[0]})

        pairs = Counter({(value >> 8, value & 0xFF): count for value, count in counted(wins).items()})
        return Tally(pairs, counted(endings), counted(rounds), counted(plies))
