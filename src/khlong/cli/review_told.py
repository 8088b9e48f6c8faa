"""A review in words, for the terminal and for its page alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from khlong.review import Review
from khlong.review.shape import Decision, Moment, SeatReview
from khlong.table import Table
from khlong.words import Value, readable

from . import show

MOST_BETTER = 3


def chance(share: float) -> str:
    """A share of the win.

    >>> chance(0.3456)
    '35 %'
    """
    return f"{100 * share:.0f} %"


def points(share: float, *, signed: bool = False) -> str:
    """Points of chance.

    >>> points(0.123), points(-0.05, signed=True), points(0.2, signed=True)
    ('12.3', '−5.0', '+20.0')
    """
    text = f"{100 * share:+.1f}" if signed else f"{100 * share:.1f}"
    return text.replace("-", "−")


class Told:
    """A review with the table that it is of, in the table's language."""

    def __init__(self, table: Table, found: Review) -> None:
        self.table = table
        self.found = found
        self.names = table.names
        self._own = show.own_words(table)

    def say(self, key: str, **values: Value) -> str:
        return self._own.say(key, **values)

    @property
    def score_name(self) -> str:
        """What players collect, as hints call it."""
        return self.table.messages.say(f"score-name.{self.table.game.score_names[0]}")

    def changed(self, moment: Moment) -> str:
        """Whose chance changed most, from what to what."""
        whom = moment["whom"]
        before, after = chance(moment["before"][whom]), chance(moment["after"][whom])
        return f"{self.names[whom]}: {before} → {after} ({points(moment['change'], signed=True)})"

    def cause(self, moment: Moment) -> str:
        """What changed it, and by whose move."""
        kind = self.say(f"review.kind-{moment['kind']}")
        label = f", {self.say('review.' + moment['label'])}" if moment["kind"] == "error" and moment["label"] else ""
        return f"{self.names[moment['seat']]} · {self.table.moves[moment['ply'] - 1]} · {kind}{label}"

    def happened(self, ply: int) -> list[str]:
        """What a move brought about."""
        return self.table.log(ply)

    def better(self, decision: Decision) -> str:
        """Moves that lose little, the best first."""
        return " · ".join(decision["accepts"][:MOST_BETTER])

    def die(self, what: str) -> str:
        """What a die is called."""
        key = f"die.{what}"
        return self.table.messages.say(key) if key in self.table.messages else readable(what)

    def whose(self, seat: int | None) -> str:
        """Whose a die was."""
        return self.say("review.everybody") if seat is None else self.names[seat]

    @property
    def skill_columns(self) -> list[tuple[str, Callable[[SeatReview], str]]]:
        """What is told of luck and skill: the words of each column, and how it is written."""
        parts = ("own-luck", "others-luck", "own-errors", "others-errors", "rest")

        def part(name: str) -> Callable[[SeatReview], str]:
            def write(seat: Any) -> str:
                return points(seat[name.replace("-", "_")], signed=True)

            return write

        return [
            ("initial", lambda seat: chance(seat["initial"])),
            *((name, part(name)) for name in parts),
            ("final", lambda seat: chance(seat["final"])),
            ("decisions", lambda seat: str(seat["decisions"])),
            ("error-rate", lambda seat: "–" if seat["error_rate"] is None else points(seat["error_rate"])),
        ]
