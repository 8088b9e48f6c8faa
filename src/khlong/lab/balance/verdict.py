"""What the figures mean: each criterion holds, is missed, or cannot be told yet, because its interval straddles the
limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from khlong.engine.data import Data
from khlong.games.balance import Group
from khlong.lab.shares import Share

from .analysis import Analysis, Item

FARTHEST_SEAT = 0.04
RAREST_CAUSE = 0.10
RAREST_ITEM = 0.05
HIGHEST_LIFT = 0.15
MOST_NAMED = 5


class Status(Enum):
    """What can be said of a criterion."""

    HOLDS = "holds"
    OPEN = "cannot tell"
    FAILS = "fails"


@dataclass(frozen=True)
class Finding:
    """One figure held against one limit."""

    subject: str
    figure: Share
    status: Status
    close: bool
    """Whether the figure itself, its interval aside, is on the right side."""


@dataclass(frozen=True)
class Ruling:
    """A criterion for one number of players."""

    criterion: str
    players: int
    findings: list[Finding]
    words: str

    @property
    def status(self) -> Status:
        """The worst of the findings."""
        statuses = {finding.status for finding in self.findings}
        return next((status for status in (Status.FAILS, Status.OPEN) if status in statuses), Status.HOLDS)


@dataclass(frozen=True)
class Criterion:
    """A demand on a game's balance: which figures it looks at, and between which limits they should be."""

    title: str
    subjects: Callable[[Analysis, Sequence[Group]], Iterator[tuple[str, Share]]]
    least: float = float("-inf")
    most: float = float("inf")
    unit: str = "%"

    def judge(self, analysis: Analysis, groups: Sequence[Group]) -> Ruling:
        findings = [Finding(name, share, *self._status(share)) for name, share in self.subjects(analysis, groups)]
        return Ruling(self.title, analysis.players, findings, self._words(findings))

    def _status(self, figure: Share) -> tuple[Status, bool]:
        close = self.least <= figure.share <= self.most
        if self.least <= figure.low and figure.high <= self.most:
            return Status.HOLDS, close
        if figure.high < self.least or figure.low > self.most:
            return Status.FAILS, close
        return Status.OPEN, close

    def _words(self, findings: Sequence[Finding]) -> str:
        """The figures that fail or cannot be told, the worst first; the closest to the limit if there are none."""
        if not findings:
            return "There is nothing to judge."
        parts = []
        for status, lead in ((Status.FAILS, "Misses it"), (Status.OPEN, "Cannot be told")):
            found = sorted((f for f in findings if f.status == status), key=self._room)
            if found:
                more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
                parts.append(f"{lead}: {', '.join(map(self._figure, found[:MOST_NAMED]))}{more}.")
        if not parts:
            parts.append(f"Nearest to the limit: {self._figure(min(findings, key=self._room))}.")
        return " ".join(parts)

    def _room(self, finding: Finding) -> float:
        """How far a figure is from the limit, less than nothing if it is beyond."""
        return min(finding.figure.share - self.least, self.most - finding.figure.share)

    def _figure(self, finding: Finding) -> str:
        return f"{finding.subject} {spell(finding.figure, self.unit)}"


def spell(figure: Share, unit: str = "%") -> str:
    """A share in percent or in points, with its interval.

    >>> spell(Share(0.25, 0.2, 0.301))
    '25.0 % (20.0 to 30.1)'
    >>> spell(Share(0.1, -0.021, 0.2), "points")
    '+10.0 points (−2.1 to +20.0)'
    """
    sign = "+" if unit == "points" else ""
    middle, low, high = (
        f"{100 * value:{sign}.1f}".replace("-", "−") for value in (figure.share, figure.low, figure.high)
    )
    return f"{middle} {unit} ({low} to {high})"


def _seats(analysis: Analysis, groups: Sequence[Group]) -> Iterator[tuple[str, Share]]:
    for place in analysis.places:
        wins, fair = place.wins, analysis.fair
        yield f"place {place.place}", Share(wins.share - fair, wins.low - fair, wins.high - fair)


def _causes(analysis: Analysis, groups: Sequence[Group]) -> Iterator[tuple[str, Share]]:
    yield from ((cause.name, cause.decided) for cause in analysis.causes)


def _pairs(analysis: Analysis, groups: Sequence[Group]) -> Iterator[tuple[str, Share]]:
    yield from analysis.pairs.items()


def _judged(analysis: Analysis, groups: Sequence[Group]) -> Iterator[Item]:
    for group in groups:
        if group.judged:
            yield from analysis.items[group.key]


def _bought(analysis: Analysis, groups: Sequence[Group]) -> Iterator[tuple[str, Share]]:
    yield from ((item.name, item.got) for item in _judged(analysis, groups) if item.got)


def _lifts(analysis: Analysis, groups: Sequence[Group]) -> Iterator[tuple[str, Share]]:
    yield from ((item.name, item.lift) for item in _judged(analysis, groups) if item.lift)


CRITERIA = (
    Criterion(
        "No seat is further than 4 points from its fair share of wins", _seats, -FARTHEST_SEAT, FARTHEST_SEAT, "points"
    ),
    Criterion("Every end condition decides at least one game in ten", _causes, RAREST_CAUSE),
    Criterion("Every pair of end conditions ends at least one game in ten", _pairs, RAREST_CAUSE),
    Criterion("Every market card is bought in at least 5 % of the games it appears in", _bought, RAREST_ITEM),
    Criterion(
        "No card lifts its buyer's share of wins by more than 15 points", _lifts, most=HIGHEST_LIFT, unit="points"
    ),
)


def judge(analyses: Sequence[Analysis], groups: Sequence[Group]) -> list[list[Ruling]]:
    """All criteria that the game has something for, each for every number of players."""
    rows = [[criterion.judge(analysis, groups) for analysis in analyses] for criterion in CRITERIA]
    return [row for row in rows if any(ruling.findings for ruling in row)]


def curiosities(analysis: Analysis, groups: Sequence[Group]) -> list[str]:
    """Components that hardly anybody wants, or that win too often: hints, whatever kind they are."""
    said = []
    for group in groups:
        items = analysis.items[group.key]
        rare = [item.name for item in items if item.got and item.got.high < RAREST_ITEM]
        unseen = [item.name for item in items if not item.offered]
        strong = [item for item in items if item.adjusted and item.adjusted.low > HIGHEST_LIFT]
        weak = [item for item in items if item.adjusted and item.adjusted.high < -HIGHEST_LIFT]
        for words, names in (
            ("hardly anybody wants", rare),
            ("are never on offer", unseen),
            ("win by themselves", [_adjusted(item) for item in strong]),
            ("lose by themselves", [_adjusted(item) for item in weak]),
        ):
            if names:
                said.append(f"{group.title} that {words}: {'; '.join(names)}.")
    return said


def _adjusted(item: Item) -> str:
    assert item.adjusted is not None
    return f"{item.name} {spell(item.adjusted, 'points')}"


def as_data(rulings: Sequence[Sequence[Ruling]]) -> list[Data]:
    """The verdict as plain data."""
    return [
        {"criterion": ruling.criterion, "players": ruling.players, "status": ruling.status.value, "words": ruling.words}
        for row in rulings
        for ruling in row
    ]
